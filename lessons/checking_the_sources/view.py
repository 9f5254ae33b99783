"""Lesson: the errata, as pictures, formulas and a table to search."""

from dataclasses import replace

import numpy as np
import streamlit as st

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.formats import percent
from bayeslab.figures import draw_regions
from bayeslab.scoring.grid import grid_nodes
from core.drawing import draw, encode_drawing
from core.state import DRAWN, LabState
from lessons import cached as computed
from lessons.checking_the_sources.errata import ERRATA, Drawing, of_kind
from lessons.checking_the_sources.errata.implementing import printed_densities
from lessons.checking_the_sources.table import (
    WORDS,
    outcome_texts,
    show_claim,
    show_search,
    show_table,
)
from lessons.frame import Equation, begin_lesson
from ui import compute
from ui.caching import memoize
from ui.layout import show_figure
from ui.session import theme

__all__ = ["check_root", "show"]

CLASS_NAMES = ("C−", "C+")
HEIGHT, QUESTION_HEIGHT = 440, 380  # pixels


def show_panels(key: str) -> None:
    """Show the regions of an erratum as printed and corrected, side by side."""
    words = WORDS[ERRATA[key].kind]
    as_printed, right = st.columns(2)
    with as_printed:
        show_panel(key, words.printed, printed=True)
    with right:
        show_panel(key, words.right, printed=False)


def show_panel(key: str, title: str, *, printed: bool, height: int = HEIGHT) -> None:
    """Show the regions of one of the two rules; titles on one page must differ."""
    panels = computed.panels(key)
    score = panels.printed if printed else panels.right
    figure = compute.figure(
        draw_regions,
        *(panels.x1, panels.x2, score > 0, np.abs(score), panels.X, panels.y),
        class_names=CLASS_NAMES,
        theme=theme(),
        title=title,
        equal_scale=True,
    )
    show_figure(figure, f"{ERRATA[key].title}: regions, {title}.", height, key=title)


def equations_of(key: str) -> list[Equation]:
    """Return both formulas of an erratum, with their results as numbers."""
    outcome, words = outcome_texts(computed.outcome(key)), WORDS[ERRATA[key].kind]
    titles = {"printed": "printed", "right": words.right_short}  # a phone is narrow
    return [
        Equation(
            rf"\text{{{title}}}",
            formula,
            rf"\text{{{outcome[side]}}}".replace("%", r"\%"),
        )
        for (side, title), formula in zip(titles.items(), _drawing(key).formulas, strict=True)
    ]


def lab_state(key: str) -> LabState:
    """Return the state of the lab with the points of an erratum and the corrected rule."""
    drawing = _drawing(key)
    points = encode_drawing(draw(drawing.X, drawing.y).on_grid())  # for a short link
    return replace(LabState(data=DRAWN, points=points), **drawing.lab)


@memoize(1)
def check_root() -> dict[str, str]:
    """Return the numbers of the text about eq. 4: its effect and both integrals."""
    panels, drawing = computed.panels("root"), _drawing("root")
    model = GaussianBayes("full").fit(drawing.X, drawing.y)
    x = np.linspace(-12, 12, 241)
    plane = grid_nodes(x, x)
    cell = (x[1] - x[0]) ** 2
    integrals = [
        np.exp(printed_densities(model, plane, inside=inside)[:, 0]).sum() * cell
        for inside in (False, True)
    ]
    outcome = outcome_texts(computed.outcome("root"))
    return {
        "share_printed": outcome["printed"],
        "share_right": outcome["right"],
        "kept": percent((panels.printed > 0).sum() / (panels.right > 0).sum()),
        "integral_printed": f"{integrals[0]:.3g}",
        "integral_right": f"{integrals[1]:.3g}",
    }


def _drawing(key: str) -> Drawing:
    draw_both = ERRATA[key].draw
    assert draw_both is not None
    return draw_both()


ROOT = "root"  # the erratum of the question, which is not shown before
SHOWABLE = {erratum.title: key for key, erratum in ERRATA.items() if erratum.draw and key != ROOT}
COUNTS = {f"{kind}s": str(len(of_kind(kind))) for kind in WORDS}


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("checking_the_sources", **COUNTS)
    with lesson.picture:
        key = SHOWABLE[
            st.selectbox("Error or caution", SHOWABLE, key="erratum", bind="query-params")
        ]
        show_panels(key)
        erratum = ERRATA[key]
        words = WORDS[erratum.kind]
        numbers = outcome_texts(computed.outcome(key))
    with lesson.beside:
        lesson.say("Picture", words_printed=words.printed, words_right=words.right, **numbers)
        with lesson.show_formula(equations_of(key)):
            st.markdown(f"**{erratum.source}, {erratum.place}**")
            show_claim(erratum, st.container(), st.container())
    lesson.ask(
        lambda moved: show_panel(
            ROOT, f"Equation {4 if moved else 3}", printed=moved, height=QUESTION_HEIGHT
        ),
        **check_root(),
    )
    state = lab_state(key)
    with lesson.beside:
        lesson.try_this(state)
    with st.container(key="errata"):
        show_search()
        for kind in WORDS:
            with st.container(key=f"{kind}s"):
                st.subheader(f"{kind.capitalize()}s: {COUNTS[f'{kind}s']}")
                lesson.say(f"{kind.capitalize()}s")
                show_table(kind)
    lesson.end(state)
