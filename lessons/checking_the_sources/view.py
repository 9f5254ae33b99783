"""The errata on a page: as pictures, as formulas and as a table that computes."""

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
from ui.layout import percent, show_figure
from ui.session import theme

__all__ = ["show"]

CLASS_NAMES = ("C−", "C+")
NOTHING_LEFT = 1e-9  # smaller numbers are rounding noise
HEIGHT = 440  # pixels
WIDTHS = (5, 6, 4)  # of the columns of the table


@dataclass(frozen=True)
class Words:
    """How an error or a caution is titled: the source's side, and the other."""

    printed: str
    right: str
    right_short: str
    printed_icon: str
    right_icon: str


WORDS: Mapping[Kind, Words] = MappingProxyType(
    {
        "error": Words(
            *("As printed", "What is right", "right"),
            *(":red[:material/close:]", ":green[:material/check:]"),
        ),
        "caution": Words(
            *("As it stands", "With care", "with care"),
            *(":orange[:material/warning:]", ":green[:material/check:]"),
        ),
    }
)


def show_panels(key: str) -> None:
    """Show the regions of a drawn erratum, as printed and as is right, beside each other."""
    words = WORDS[ERRATA[key].kind]
    as_printed, right = st.columns(2)
    with as_printed:
        show_panel(key, words.printed, printed=True)
    with right:
        show_panel(key, words.right, printed=False)


def show_panel(key: str, title: str, *, printed: bool) -> None:
    """Show the regions of one of the two rules; the titles on a page are all different."""
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
    """Show the errors or the cautions, source by source, each with a button that computes both."""
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
        claim, correction, numbers = st.columns(WIDTHS, gap="medium")
        claim.markdown(f"**{erratum.title}** · {erratum.place}")
        show_claim(erratum, claim, correction)
        with numbers:
            if is_shown or pressed("Compute both", f"erratum {erratum.key}"):
                _show_outcome(WORDS[erratum.kind], computed.outcome(erratum.key))


def show_claim(erratum: Erratum, claim: DeltaGenerator, correction: DeltaGenerator) -> None:
    """Show what a source has, and what is right or what to mind, each in its place."""
    words = WORDS[erratum.kind]
    claim.markdown(f"{words.printed_icon} **{words.printed}.** {erratum.claim}")
    correction.markdown(f"{words.right_icon} **{words.right}.** {erratum.correction}")


def _show_outcome(words: Words, outcome: Outcome) -> None:
    texts = written(outcome)
    st.markdown(f"{words.printed}: **{texts['printed']}**  \n{words.right}: **{texts['right']}**")
    st.caption(f"{outcome.measure[0].upper()}{outcome.measure[1:]}.")


def written(outcome: Outcome) -> dict[str, str]:
    """Return an outcome in words: its measure and both results."""
    printed, right = (_text(value, outcome.is_share) for value in (outcome.printed, outcome.right))
    return {"measure": outcome.measure, "printed": printed, "right": right}


def _text(value: float | str, is_share: bool) -> str:
    if isinstance(value, str):
        return value
    if is_share:
        return percent(value)
    return f"{value if abs(value) > NOTHING_LEFT else 0:.3g}".replace("-", "−")


def equations_of(key: str) -> list[Equation]:
    """Return both formulas of a drawn erratum, and what comes of them."""
    outcome, words = written(computed.outcome(key)), WORDS[ERRATA[key].kind]
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
    """Return the state of the lab with the points of a drawn erratum and what is right."""
    drawing = _drawing(key)
    points = encode_drawing(draw(drawing.X, drawing.y).on_grid())  # for a short link
    return replace(LabState(data=DRAWN, points=points), **drawing.lab)


def check_root() -> dict[str, str]:
    """Return how much eq. 4 changes, and what both densities integrate to, for the text."""
    panels, drawing = computed.panels("root"), _drawing("root")
    model = GaussianBayes("full").fit(drawing.X, drawing.y)
    x = np.linspace(-12, 12, 241)
    plane = grid_nodes(x, x)
    cell = (x[1] - x[0]) ** 2
    integrals = [
        np.exp(printed_densities(model, plane, inside=inside)[:, 0]).sum() * cell
        for inside in (False, True)
    ]
    outcome = written(computed.outcome("root"))
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


ROOT = "root"  # the erratum that is asked for, and not shown before


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
        numbers = written(computed.outcome(key))
        lesson.say("Picture", words_printed=words.printed, words_right=words.right, **numbers)
        with lesson.show_formula(equations_of(key)):
            st.markdown(f"**{erratum.source}, {erratum.place}**")
            show_claim(erratum, st.container(), st.container())
    for kind in WORDS:
        st.subheader(f"{kind.capitalize()}s: {COUNTS[f'{kind}s']}")
        lesson.say(f"{kind.capitalize()}s")
        show_table(kind)
    lesson.ask(
        lambda moved: show_panel(ROOT, f"Equation {4 if moved else 3}", printed=moved),
        **compute.call_cached(check_root),
    )
    lesson.show_code()
    lesson.end(lab_state(key))
