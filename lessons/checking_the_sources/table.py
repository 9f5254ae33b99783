"""The table of the entries: a search, and every entry with a button that computes both sides.

The browser searches (``search.js``). It hides the entries that do not match by the keys of their
containers, and scrolls to the entry whose heading the address names after ``#``.
"""

from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from core.caching import memoize
from core.link import encode
from lessons.checking_the_sources.data import LISTED, WORDS, outcome_texts
from lessons.checking_the_sources.errata import BEGINNING, Entry, of_kind
from lessons.checking_the_sources.proofs import draw_side
from lessons.checking_the_sources.state import SHOWABLE, CheckingTheSourcesState
from lessons.frame import show_code
from ui.answers import pressed
from ui.component import show_component
from ui.figure_svg import to_address, write_svg
from ui.session.address import theme
from ui.streamlit_page import read_source

HERE = Path(__file__).parent
OLD_ADDRESS = read_source(HERE / "old_address.js")
HTML, JS, CSS = (read_source(HERE / f"search.{kind}") for kind in ("html", "js", "css"))
COLUMN_WIDTHS = (5, 6, 4)
WIDTH, HEIGHT = 440, 360  # pixels of a picture of regions
ICONS = {"error": ":red[:material/close:]", "caution": ":orange[:material/warning:]"}
RIGHT_ICON = ":green[:material/check:]"


def show_search() -> None:
    """Show the search of the table, which the browser carries out without the server."""
    entries = [
        {
            "key": entry.key,
            "kind": kind,
            "source": entry.source,
            "text": f"{entry.title} {entry.source} {entry.place} {entry.printed} {entry.right}",
        }
        for kind in LISTED
        for entry in of_kind(kind)
    ]
    data = {"entries": entries}
    show_component("errata_search", "errata-search", data, js=JS, html=HTML, css=CSS)


def show_way_to_entry() -> None:
    """Lead an address without parameters that names an entry to *Going deeper*, where it is."""
    data = {"deeper": urlencode(encode(CheckingTheSourcesState.opening()))}
    show_component("old_address", "old-address", data, js=OLD_ADDRESS)


def show_beginning() -> None:
    """Show what the programs of all entries begin with."""
    show_code("What all programs begin with", "program beginning", BEGINNING)


def show_table(kind: str, open_key: str) -> None:
    """Show the errors or the cautions by source, each with a button that computes both sides.

    Parameters
    ----------
    kind : str
    open_key : str
        The entry whose regions the link asks for.
    """
    everything = pressed(f"Compute all {kind}s", f"{kind}s all")
    for entry in of_kind(kind):
        _show_row(entry, everything or entry.key == open_key)


def _show_row(entry: Entry, is_shown: bool) -> None:
    with st.container(border=True, key=f"entry-{entry.key}"):
        claim, correction, numbers = st.columns(COLUMN_WIDTHS, gap="medium")
        claim.markdown(f"#### {entry.title}\n:gray[{entry.source}, {entry.place}]")
        titles = WORDS[entry.kind]
        claim.markdown(f"{ICONS[entry.kind]} **{titles[0]}.** {entry.printed}")
        correction.markdown(f"{RIGHT_ICON} **{titles[1]}.** {entry.right}")
        with numbers:
            is_shown = is_shown or pressed("Compute both", f"erratum {entry.key}")
            if is_shown:
                texts = zip(titles, outcome_texts(entry.key), strict=True)
                st.markdown("  \n".join(f"{title}: **{text}**" for title, text in texts))
                st.caption(f"{entry.compared[0].upper()}{entry.compared[1:]}.")
        if is_shown:
            if entry.key in SHOWABLE:
                _show_regions(entry)
            show_code("Program", f"program {entry.key}", entry.proof)


def _show_regions(entry: Entry) -> None:
    """Show the formulas of both rules, and their regions on the same points."""
    sides = zip(WORDS[entry.kind], entry.formulas, ("printed", "right"), strict=True)
    for place, (title, formula, side) in zip(st.columns(2, gap="medium"), sides, strict=True):
        address = _regions(entry.key, side, theme())
        alt = f"{entry.title}: regions, {title.lower()}."
        place.latex(rf"\begin{{aligned}}&{formula}\end{{aligned}}")
        place.html(f'<img class="evidence" src="{address}" alt="{alt}">')


@memoize(64)
def _regions(key: str, side: str, theme: str) -> str:
    return to_address(write_svg(draw_side(key, side, theme), "", WIDTH, HEIGHT, theme))
