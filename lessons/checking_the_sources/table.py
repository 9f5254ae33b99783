"""The table of the errata: a search, and every entry with a button that computes both sides.

The browser searches (``search.js``). It hides the entries that do not match by the keys of their
containers, and scrolls to the entry whose heading the address names after ``#``.
"""

from pathlib import Path

import numpy as np
import streamlit as st

from bayeslab.figures import draw_regions
from core.caching import memoize
from lessons.checking_the_sources.data import WORDS, Words, outcome, outcome_texts, panels
from lessons.checking_the_sources.errata import ERRATA, Erratum, Kind, Outcome, of_kind
from lessons.checking_the_sources.hunt.line import drawing_of
from lessons.checking_the_sources.state import SHOWABLE
from ui.answers import pressed
from ui.component import show_component
from ui.figure_svg import write_svg
from ui.session.address import theme
from ui.streamlit_page import read_source
from ui.thumbnails import to_address

__all__ = ["show_search", "show_table"]

HERE = Path(__file__).parent
HTML, JS, CSS = (read_source(HERE / f"search.{kind}") for kind in ("html", "js", "css"))
COLUMN_WIDTHS = (5, 6, 4)
CLASS_NAMES = ("C−", "C+")
WIDTH, HEIGHT = 440, 360  # pixels of a picture of regions


def show_search() -> None:
    """Show the search of the table, which the browser carries out without the server."""
    entries = [
        {"key": key, "kind": erratum.kind, "source": erratum.source, "text": _text_of(erratum)}
        for key, erratum in ERRATA.items()
    ]
    data = {"entries": entries}
    show_component("errata_search", "errata-search", data, js=JS, html=HTML, css=CSS)


def _text_of(erratum: Erratum) -> str:
    return " ".join(
        (erratum.title, erratum.source, erratum.place, erratum.claim, erratum.correction)
    )


def show_table(kind: Kind, open_key: str) -> None:
    """Show the errors or the cautions by source, each with a button that computes both sides.

    Parameters
    ----------
    kind : str
    open_key : str
        The entry whose regions the link asks for.
    """
    everything = pressed(f"Compute all {kind}s", f"{kind}s all")
    for erratum in of_kind(kind):
        _show_row(erratum, everything or erratum.key == open_key)


def _show_row(erratum: Erratum, is_shown: bool) -> None:
    with st.container(border=True, key=f"entry-{erratum.key}"):
        claim, correction, numbers = st.columns(COLUMN_WIDTHS, gap="medium")
        claim.markdown(f"#### {erratum.title}\n:gray[{erratum.source}, {erratum.place}]")
        words = WORDS[erratum.kind]
        claim.markdown(f"{words.printed_icon} **{words.printed}.** {erratum.claim}")
        correction.markdown(f"{words.right_icon} **{words.right}.** {erratum.correction}")
        with numbers:
            is_shown = is_shown or pressed("Compute both", f"erratum {erratum.key}")
            if is_shown:
                _show_outcome(words, outcome(erratum.key))
        if is_shown and erratum.key in SHOWABLE:
            _show_regions(erratum, words)


def _show_outcome(words: Words, result: Outcome) -> None:
    texts = outcome_texts(result)
    st.markdown(f"{words.printed}: **{texts['printed']}**  \n{words.right}: **{texts['right']}**")
    st.caption(f"{result.measure[0].upper()}{result.measure[1:]}.")


def _show_regions(erratum: Erratum, words: Words) -> None:
    """Show the formulas of both rules, and their regions on the same points."""
    titles, formulas = (words.printed, words.right), drawing_of(erratum.key).formulas
    places = st.columns(2, gap="medium")
    for place, title, formula, printed in zip(places, titles, formulas, (True, False), strict=True):
        alt = f"{erratum.title}: regions, {title.lower()}."
        place.latex(rf"\begin{{aligned}}&{formula}\end{{aligned}}")
        place.html(
            f'<img class="evidence" src="{_regions(erratum.key, printed, theme())}" alt="{alt}">'
        )


@memoize(64)
def _regions(key: str, printed: bool, theme: str) -> str:
    scores = panels(key)
    score = scores.printed if printed else scores.right
    figure = draw_regions(
        *(scores.x1, scores.x2, score > 0, np.abs(score), scores.X, scores.y),
        class_names=CLASS_NAMES,
        theme=theme,
        equal_scale=True,
    )
    return to_address(write_svg(figure, "", WIDTH, HEIGHT, theme))
