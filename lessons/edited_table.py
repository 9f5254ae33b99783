"""A table whose rows are a text, so that a visitor's edits are in the page's link.

The text is a field of the lesson's state, with its own widget. While it is edited, the table
keeps its place and its focus; a text from elsewhere (a link, a button or the picture)
begins a new table.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.fields import fields_of
from core.input_error import InputError
from ui.controls import Controls
from ui.session.lesson import choose_later
from ui.session.widgets import give, value_of


def edit_table(
    controls: Controls[Any], name: str, show: Callable[[str, str], tuple[str, str]]
) -> None:
    """Show a table of the rows in a text of the lesson's state; edits go into the text.

    Parameters
    ----------
    controls : Controls
    name : str
        The field with the text.
    show : callable
        Shows the table of a text under a key; returns the text before and after editing.
    """
    value, memo = controls.state.value(name), f"table of {controls.page} {name}"
    number, first_text, text = value_of(memo, (0, "", None))
    if value != text or value_of(f"{memo} {number}") is None:  # its edits are lost on another page
        number, first_text = number + 1, value
    before, now = show(first_text, f"{memo} {number}")
    text = first_text if now == before else now
    try:
        fields_of(type(controls.state))[name].limit.check(text)
    except InputError as reason:
        st.warning(f"The last edits are not used: {reason}.", icon=":material/info:")
        text = value
    give({memo: (number, first_text, text)})
    if text != value:
        choose_later({name: text})
