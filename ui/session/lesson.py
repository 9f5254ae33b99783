"""The states of the lessons."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import streamlit as st

from core.fields import State
from core.link import decode, encode
from ui.session.address import has_read_link, parameters_of, write_address
from ui.session.widgets import LESSON_WIDGET, forget_widgets, overrule

LESSONS = "lessons"  # by page, a Visit
LATER = "chosen later"  # values by field, which only the next run can choose

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Visit:
    """What the last run of a lesson has left: its state, its link, and notices about the link."""

    state: Any
    address: Mapping[str, str]
    notices: tuple[str, ...]


def load_lesson(page: str, first: S) -> tuple[S, tuple[str, ...]]:
    """Return the state this run of a lesson starts from, and notices about its link.

    It is that of the link that opened the page, else that of the last run.

    Parameters
    ----------
    page : str
        The stem of the lesson.
    first : State
        For a visitor who comes without a link for the first time.
    """
    last: Visit | None = st.session_state.setdefault(LESSONS, {}).get(page)
    parameters = parameters_of(type(first))
    if last is not None and (has_read_link() or parameters in ({}, last.address)):
        return last.state, last.notices
    forget_widgets(start=LESSON_WIDGET)
    if not parameters:
        return first, ()
    state, notices = decode(parameters, type(first))
    return (state.beginning() if parameters.keys() == {"step"} else state), notices


def save_lesson(page: str, state: State, notices: tuple[str, ...]) -> None:
    """Store the state of a lesson for its next run, and write it to the URL."""
    st.session_state[LESSONS][page] = Visit(state, encode(state), notices)
    st.session_state.pop(LATER, None)
    write_address(state)


def lesson_state(page: str) -> Any:
    """Return the state of a lesson after its last run."""
    return st.session_state[LESSONS][page].state


def put_lesson(page: str, state: State) -> None:
    """Give a lesson this state before its next run, in the callback of a button or a component."""
    last: Visit = st.session_state[LESSONS][page]
    st.session_state[LESSONS][page] = replace(last, state=state)
    differing = state.differing(last.state)
    overrule({LESSON_WIDGET + name: value for name, value in differing.items()})


def choose_later(values: Mapping[str, Any]) -> None:
    """Let the next run of a lesson choose these values, whose widgets this run has drawn."""
    st.session_state[LATER] = values
    st.rerun()


def later_choices() -> Mapping[str, Any]:
    """Return the values of :func:`choose_later`, until a run has saved them."""
    values: Mapping[str, Any] = st.session_state.get(LATER, {})
    return values
