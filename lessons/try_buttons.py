"""The buttons of the things to try in a lesson: each sets up a situation, and can be undone."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.link import encode
from core.state import LabState
from lessons import Lesson
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


def show_task(lesson: Lesson, section: str, tries: Sequence[Try]) -> None:
    """Show the current thing to try as a card, with links to the previous and the next one.

    The style sheets show it above the picture of a phone and, if asked for, of a projector, where
    it begins with the title and the question of the lesson.
    """
    memo = _memo(lesson.stem)
    keys = [f"{lesson.stem} {section} {k + 1}" for k, item in enumerate(tries) if not item.in_lab]
    items = [item for item in tries if not item.in_lab]
    active, _ = value_of(memo, (None, None))
    place = keys.index(active) if active in keys else -1
    with st.container(key="task" if place >= 0 else "task-first", gap="xsmall"):
        st.markdown(f":gray[{lesson.heading}]")
        text = f"**{items[place].label}.** {items[place].text}" if place >= 0 else lesson.question
        st.markdown(text)
        with st.container(horizontal=True):
            for label, other in (("Back", place - 1), ("Next", place + 1)):
                is_there = 0 <= other < len(items)
                st.button(
                    label,
                    key=f"task {label}",
                    disabled=not is_there,
                    on_click=_set_up,
                    args=(lesson.stem, memo, keys[other], items[other].choices) if is_there else (),
                )


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
