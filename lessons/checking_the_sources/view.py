"""Lesson: the errata, as pictures, formulas and a table whose entries can be computed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.figures import draw_regions
from bayeslab.scoring.grid import grid_nodes
from core.drawing import draw, encode_drawing
from core.state import DRAWN, LabState
from lessons import cached as computed
from lessons.checking_the_sources.errata import ERRATA, Drawing, Erratum, Kind, Outcome, of_kind
from lessons.checking_the_sources.errata.implementing import printed_densities
from lessons.frame import Equation, begin_lesson
from ui import compute
from ui.answers import pressed
from ui.caching import memoize
from ui.layout import decimal, percent, show_figure
from ui.session import theme

__all__ = ["check_root", "show"]

CLASS_NAMES = ("C−", "C+")
ROUNDING_NOISE = 1e-9  # smaller numbers are shown as 0
HEIGHT = 440  # pixels
COLUMN_WIDTHS = (5, 6, 4)  # of the table


@dataclass(frozen=True)
class Words:
    """The titles of both sides of an error or a caution."""

    printed: str
    right: str
    right_short: str
    printed_icon: str
    right_icon: str


WORDS: Mapping[Kind, Words] = MappingProxyType(
    {
        "error": Words(
            *("As printed", "Corrected", "corrected"),
            *(":red[:material/close:]", ":green[:material/check:]"),
        ),
        "caution": Words(
            *("As it stands", "With care", "with care"),
            *(":orange[:material/warning:]", ":green[:material/check:]"),
        ),
    }
)


def show_panels(key: str) -> None:
    """Show the regions of an erratum as printed and corrected, side by side."""
    words = WORDS[ERRATA[key].kind]
    as_printed, right = st.columns(2)
    with as_printed:
        show_panel(key, words.printed, printed=True)
    with right:
        show_panel(key, words.right, printed=False)


def show_panel(key: str, title: str, *, printed: bool) -> None:
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
    show_figure(figure, f"{ERRATA[key].title}: regions, {title}.", HEIGHT, key=title)


def show_table(kind: Kind) -> None:
    """Show the errors or the cautions by source, each with a button that computes both sides."""
    everything = pressed(f"Compute all {kind}s", f"{kind}s all")
    by_source = {
        source: list(errata)
        for source, errata in groupby(of_kind(kind), key=lambda erratum: erratum.source)
    }
    for tab, errata in zip(st.tabs(list(by_source)), by_source.values(), strict=True):
        with tab:
            for erratum in errata:
                _show_row(erratum, everything)


def _show_row(erratum: Erratum, is_shown: bool) -> None:
    with st.container(border=True):
        claim, correction, numbers = st.columns(COLUMN_WIDTHS, gap="medium")
        claim.markdown(f"**{erratum.title}** · {erratum.place}")
        show_claim(erratum, claim, correction)
        with numbers:
            if is_shown or pressed("Compute both", f"erratum {erratum.key}"):
                _show_outcome(WORDS[erratum.kind], computed.outcome(erratum.key))


def show_claim(erratum: Erratum, claim: DeltaGenerator, correction: DeltaGenerator) -> None:
    """Show the claim of a source and its correction, each in its container."""
    words = WORDS[erratum.kind]
    claim.markdown(f"{words.printed_icon} **{words.printed}.** {erratum.claim}")
    correction.markdown(f"{words.right_icon} **{words.right}.** {erratum.correction}")


def _show_outcome(words: Words, outcome: Outcome) -> None:
    texts = outcome_texts(outcome)
    st.markdown(f"{words.printed}: **{texts['printed']}**  \n{words.right}: **{texts['right']}**")
    st.caption(f"{outcome.measure[0].upper()}{outcome.measure[1:]}.")


def outcome_texts(outcome: Outcome) -> dict[str, str]:
    """Return the measure and both results of an outcome as text."""
    printed, right = (_text(value, outcome.is_share) for value in (outcome.printed, outcome.right))
    return {"measure": outcome.measure, "printed": printed, "right": right}


def _text(value: float | str, is_share: bool) -> str:
    if isinstance(value, str):
        return value
    if is_share:
        return percent(value)
    return decimal(value if abs(value) > ROUNDING_NOISE else 0.0)


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
        lambda moved: show_panel(ROOT, f"Equation {4 if moved else 3}", printed=moved),
        **check_root(),
    )
    state = lab_state(key)
    with lesson.beside:
        lesson.try_this(state)
    for kind in WORDS:
        st.subheader(f"{kind.capitalize()}s: {COUNTS[f'{kind}s']}")
        lesson.say(f"{kind.capitalize()}s")
        show_table(kind)
    lesson.end(state)
