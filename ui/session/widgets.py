"""Values of widgets, and other values of the session.

With each change a browser sends the values of all widgets; until the server answers, the old ones.
A value that the server gives a widget therefore wins until the browser has heard of it.
"""

import math
from collections.abc import Container, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

import streamlit as st

LAB_WIDGET = "lab."  # start of the key of every widget of the lab
LESSON_WIDGET = "lesson."  # start of the key of every widget of a lesson
ASSIGNMENTS = "given values"  # by widget: an Assignment
UNDERWAY = 2.0  # s in which a browser that has the new address also has the new values


@dataclass
class Assignment:
    """A value given to a widget, its former ones, and the time when the URL was next written.

    Streamlit sends a value to the browser only with a widget that the same run draws; a widget that
    appears later would begin with its lowest value.
    """

    former: list[Any]
    value: Any
    time: float = math.inf
    is_drawn: bool = False  # whether a run has drawn the widget since


def was_pressed(button: str) -> bool:
    """Return whether this run was started by a button that it has not drawn yet."""
    return bool(st.session_state.get(button))


def sent(component: str, name: str) -> Any:
    """Return what a component has sent under a name; None if the page has forgotten it since."""
    messages = st.session_state.get(component)
    return messages.get(name) if isinstance(messages, Mapping) else None


def choose_here(widget: str, sender: str, name: str, options: Container[str]) -> None:
    """Give a widget the value that a component has sent under a name, if it is an option."""
    value = sent(sender, name)
    if value in options:
        st.session_state[widget] = value


def value_of(key: str, default: Any = None) -> Any:
    """Return the value of a widget, or what was stored by :func:`give`."""
    return st.session_state.get(key, default)


def give(values: Mapping[str, Any]) -> None:
    """Store values; those of widgets before these are drawn, or in a button's callback."""
    st.session_state.update(values)


def forget(key: str) -> None:
    """Remove the value of a key."""
    del st.session_state[key]


def forget_widgets(*names: str, start: str = LAB_WIDGET) -> None:
    """Let the named widgets, or all of them, start again with the value of the state.

    Their keys begin with `start`.
    """
    keys = [start + name for name in names]
    for key in keys or [key for key in st.session_state if str(key).startswith(start)]:
        st.session_state.pop(key, None)


def start_with(key: str, value: Any) -> None:
    """Give a widget its first value, if it has none; that of a browser still loading is None.

    A visitor may interrupt the run before the browser has shown the widget; then the next run
    gives the value again. Else a slider would begin with, and send, its lowest value.
    """
    assignments = _assignments()
    if value_of(key) is None:
        st.session_state[key] = value
        assignments[key] = Assignment([value], value, is_drawn=True)
    elif key in assignments and not assignments[key].is_drawn:
        give({key: assignments[key].value})
        assignments[key].is_drawn = True


def overrule(values: Mapping[str, Any]) -> None:
    """Give widgets these values, whatever a browser sends that has not heard of them yet.

    A widget that is not drawn starts with the value of the state.
    """
    assignments = _assignments()
    for key in values.keys() & st.session_state.keys():
        former = assignments[key].former if key in assignments else []
        assignments[key] = Assignment([*former, st.session_state[key]], values[key])
        st.session_state[key] = values[key]


def give_again(*, has_heard: bool) -> None:
    """Give widgets their values again where a browser has sent former ones.

    `has_heard` says whether the browser has the last run's address, which changes a moment before
    the widgets do.
    """
    assignments = _assignments()
    for key, each in list(assignments.items()):
        if has_heard and each.is_drawn and monotonic() - each.time > UNDERWAY:
            del assignments[key]
        elif value_of(key) in each.former:
            give({key: each.value})


def note_address() -> None:
    """Note that the URL is written: a browser that has it will soon have the values too."""
    for each in _assignments().values():
        each.time = min(each.time, monotonic())


def _assignments() -> dict[str, Assignment]:
    assignments: dict[str, Assignment] = st.session_state.setdefault(ASSIGNMENTS, {})
    return assignments
