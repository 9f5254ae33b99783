"""A table whose rows are a text, so that what a visitor edits in it is in the page's link.

The text has a widget of its own, bound to the link (:class:`ui.live_picture.Text`). A table that is
edited keeps its place and its focus; a text that does not come from it, but from a link, a button
or a hand in the picture, begins a new table.
"""

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from ui.live_picture import Text
from ui.session import give, overrule, value_of

__all__ = ["show_edited_table", "take_over_edits"]

Rows = TypeVar("Rows")

EDITED = "edited tables"  # texts by widget, which only the next run can give them


def take_over_edits() -> None:
    """Give the texts what was edited in the run before; call this before they are drawn."""
    overrule(value_of(EDITED, {}))
    give({EDITED: {}})


def show_edited_table(
    text: Text, value: str, show: Callable[[str, str], tuple[Rows, str, str]]
) -> Rows:
    """Show a table of the rows in a text; what is edited there goes into the text.

    Parameters
    ----------
    text : Text
    value : str
        Of the text.
    show : callable
        Shows the table of a text under a key; returns its rows, and as texts its rows as they were
        before they were edited and as they are now.
    """
    memo = f"table of {text.widget}"
    number, begun, written = value_of(memo, (0, "", None))
    if value != written or value_of(f"{memo} {number}") is None:  # another page forgets its edits
        number, begun = number + 1, value
    rows, before, now = show(begun, f"{memo} {number}")
    written = begun if now == before else now
    give({memo: (number, begun, written)})
    if written != value and len(written) <= text.longest:
        give({EDITED: {text.widget: written}})
        st.rerun()
    return rows
