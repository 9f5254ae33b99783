"""Things to try in a lesson: buttons that set up a situation, each with an undo.

In a lesson's text each item of a list is one thing to try. It begins with a link,

    1. [Rare class](?classes=same μ&prior=0.1) Where is C+ predicted?

whose parameters are keys and values of widgets of the page, or, to open the lab,

    2. [Open in the lab](lab?model=full) Drag a point.

whose parameters are fields of the lab's state.
"""

import re
from ast import literal_eval
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.link import encode
from core.state import LabState
from ui.session import forget, give, overrule, value_of

__all__ = ["Try", "read_tries", "show_tries"]

ITEM = re.compile(
    r"\d+\. +\[(?P<label>[^]]+)\]\((?P<page>lab)?\??(?P<query>[^)]*)\) +(?P<text>.+)", re.DOTALL
)


@dataclass(frozen=True)
class Try:
    """One thing to try.

    Attributes
    ----------
    label : str
        Of the button.
    text : str
        What to look at, in Markdown.
    settings : dict
        Values of widgets by key, or of fields of the lab's state.
    in_lab : bool
        Whether the button opens the lab.
    """

    label: str
    text: str
    settings: Mapping[str, Any]
    in_lab: bool


def read_tries(section: str) -> list[Try]:
    """Return the things to try that a numbered list holds.

    Raises
    ------
    ValueError
        If an item does not begin with a link.
    """
    items = re.split(r"^(?=\d+\. )", section, flags=re.MULTILINE)
    return [_read_item(item.strip()) for item in items if item.strip()]


def _read_item(item: str) -> Try:
    found = ITEM.match(item)
    if found is None:
        raise ValueError(f"{item[:40]!r} does not begin with a link: write [label](?key=value).")
    pairs = (pair.split("=", 1) for pair in found["query"].split("&") if pair)
    settings = {key: _read_value(text) for key, text in pairs}
    return Try(found["label"], found["text"], settings, in_lab=found["page"] is not None)


def _read_value(text: str) -> Any:
    """Return a number or a truth value, if the text is one in Python, else the text."""
    try:
        return literal_eval(text)
    except (SyntaxError, ValueError):
        return text


def show_tries(key: str, tries: Sequence[Try], state: LabState) -> None:
    """Show a button and the text of each thing to try; `state` is that of the lab."""
    for place, item in enumerate(tries):
        with st.container(gap="xsmall"):
            if item.in_lab:
                query = encode(replace(state, **item.settings))
                st.page_link(
                    "lab.py", label=item.label, icon=":material/science:", query_params=query
                )
            else:
                _show_button(f"{key} {place + 1}", key, item)
            st.markdown(item.text)


def _show_button(key: str, group: str, item: Try) -> None:
    """Show the button that sets up a situation, and beside it, once pressed, one that undoes it."""
    with st.container(horizontal=True):
        st.button(
            item.label,
            key=key,
            icon=":material/play_arrow:",
            on_click=_set_up,
            args=(group, key, item.settings),
        )
        pressed, before = value_of(_undo(group), (None, {}))
        if pressed == key:
            st.button(
                "Undo",
                key=f"{key} undo",
                icon=":material/undo:",
                on_click=_take_back,
                args=(group, before),
            )


def _set_up(group: str, key: str, settings: Mapping[str, Any]) -> None:
    before = {name: value_of(name) for name in settings}
    give({_undo(group): (key, before)})
    overrule(settings)


def _take_back(group: str, before: Mapping[str, Any]) -> None:
    """Give the widgets their values of before; one that was not there starts anew when it is."""
    forget(_undo(group))
    for name, value in before.items():
        if value is not None:
            overrule({name: value})
        elif value_of(name) is not None:
            forget(name)


def _undo(group: str) -> str:
    return f"{group} undo"
