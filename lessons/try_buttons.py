"""The buttons of the things to try in a lesson: each sets up a situation, and can be undone."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.link import encode
from core.state import LabState
from lessons.tries import Try
from ui.session.lesson import lesson_state, put_lesson
from ui.session.widgets import forget, give, value_of


def show_tries(stem: str, section: str, tries: Sequence[Try], lab: LabState) -> None:
    """Show a button and the text of each thing to try.

    Parameters
    ----------
    stem : str
        Of the lesson.
    section : str
        Of the lesson's text.
    tries : sequence of Try
    lab : LabState
        The state that buttons to the lab open, before their changes.
    """
    for place, item in enumerate(tries):
        with st.container(gap="xsmall"):
            if item.in_lab:
                query = encode(lab.change(**item.choices))
                st.page_link(
                    "lab.py", label=item.label, icon=":material/science:", query_params=query
                )
            else:
                _show_button(stem, section, place + 1, item)
            st.markdown(item.text)


def _show_button(stem: str, section: str, number: int, item: Try) -> None:
    """Show the button that sets up a situation, and beside it, once pressed, one that undoes it."""
    key, memo = f"{stem} {section} {number}", _memo(stem)
    with st.container(horizontal=True):
        st.button(
            item.label,
            key=key,
            icon=":material/play_arrow:",
            on_click=_set_up,
            args=(stem, memo, key, item.choices),
        )
        active, _ = value_of(memo, (None, None))
        if active == key:
            st.button(
                "Undo",
                key=f"{key} undo",
                icon=":material/undo:",
                on_click=_take_back,
                args=(stem, memo),
            )


def _memo(stem: str) -> str:
    """Return the key of the last button of a lesson, and of the state before it."""
    return f"{stem} undo"


def _set_up(stem: str, memo: str, key: str, choices: Mapping[str, Any]) -> None:
    """Set up a situation: fields that it does not name are as for a new visitor."""
    state = lesson_state(stem)
    give({memo: (key, state)})
    put_lesson(stem, state.fresh().change(**choices))


def _take_back(stem: str, memo: str) -> None:
    _, before = value_of(memo)
    forget(memo)
    put_lesson(stem, before)
