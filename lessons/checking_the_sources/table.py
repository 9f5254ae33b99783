"""The table of the errata: a search, and every entry with a button that computes both sides.

The browser searches (``search.js``). It hides the entries that do not match by the keys of their
containers, and scrolls to the entry whose heading the address names after ``#``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bayeslab.evaluation.formats import decimal, percent
from lessons import cached as computed
from lessons.checking_the_sources.errata import ERRATA, Erratum, Kind, Outcome, of_kind
from ui.answers import pressed

__all__ = ["WORDS", "outcome_texts", "show_claim", "show_search", "show_table"]

HERE = Path(__file__).parent
HTML, JS, CSS = (
    (HERE / f"search.{kind}").read_text(encoding="utf-8") for kind in ("html", "js", "css")
)
ROUNDING_NOISE = 1e-9  # smaller numbers are shown as 0
COLUMN_WIDTHS = (5, 6, 4)


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


def show_search() -> None:
    """Show the search of the table, which the browser carries out without the server."""
    component = st.components.v2.component("bayeslab.errata_search", html=HTML, js=JS, css=CSS)
    entries = [
        {"key": key, "kind": erratum.kind, "source": erratum.source, "text": _text_of(erratum)}
        for key, erratum in ERRATA.items()
    ]
    component(key="errata-search", data={"entries": entries})


def _text_of(erratum: Erratum) -> str:
    return " ".join(
        (erratum.title, erratum.source, erratum.place, erratum.claim, erratum.correction)
    )


def show_table(kind: Kind) -> None:
    """Show the errors or the cautions by source, each with a button that computes both sides."""
    everything = pressed(f"Compute all {kind}s", f"{kind}s all")
    for erratum in of_kind(kind):
        _show_row(erratum, everything)


def _show_row(erratum: Erratum, is_shown: bool) -> None:
    with st.container(border=True, key=f"entry-{erratum.key}"):
        claim, correction, numbers = st.columns(COLUMN_WIDTHS, gap="medium")
        claim.markdown(f"#### {erratum.title}\n:gray[{erratum.source}, {erratum.place}]")
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
