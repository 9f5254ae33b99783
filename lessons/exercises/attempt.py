"""An attempt at a variant of an exercise, in the session, and the widgets to change it.

Everything is in the session under the name of the exercise and the number of the variant. The
name is the stem of an exercise of the app, or a unique one for an external exercise.
"""

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.exercises.exercise import Exercise
from core.exercises.messages import IN_PICTURE
from core.exercises.state import ExerciseState
from core.fields import fields_of
from core.input_error import InputError
from core.limits import Choice, Flag, Number
from ui.session.areas import Area, load_area, unread_commit
from ui.session.widgets import give, start_with, value_of

PREVIEW = "preview "  # begins the name of a draft


@dataclass(frozen=True)
class Attempt:
    """An attempt at a variant of an exercise, and its keys in the session."""

    exercise: Exercise
    number: int
    name: str

    def key(self, name: str) -> str:
        """Return the key of a widget or a value."""
        return f"exercise {self.name} {self.number} {name}"

    def get(self, name: str, default: Any = None) -> Any:
        """Return a value of the session."""
        return value_of(self.key(name), default)

    @property
    def area(self) -> Area:
        """The drawing area, one for all variants."""
        return area_of(self.name)

    @property
    def counted_name(self) -> str | None:
        """The name under which the browser stores that it is solved; None for a preview."""
        return None if self.name.startswith(PREVIEW) else self.name

    @property
    def is_shown(self) -> bool:
        """Whether the solution is shown."""
        return bool(self.get("solution"))


def area_of(name: str) -> Area:
    """Return the drawing area of an exercise."""
    key = f"exercise drawing {name}"
    return Area(key, f"{key} state", f"{key} sync")


def variant_key(name: str) -> str:
    """Return the key of the number of the variant."""
    return f"exercise {name} variant"


def ask_state(attempt: Attempt) -> ExerciseState:
    """Draw the widgets of the fields that may be changed, and return the state on screen."""
    exercise = attempt.exercise
    first = replace(exercise.start, **_ask_fields(attempt), **_read_cut(attempt))
    assert isinstance(first, ExerciseState)
    reached = load_area(attempt.area, first)
    state = exercise.keep_to(reached)
    assert isinstance(state, ExerciseState)
    return replace(state, switches=reached.switches)


def _read_cut(attempt: Attempt) -> dict[str, Any]:
    """Return the cut that the participant has moved, if the exercise is about one."""
    if "cut" not in attempt.exercise.may:
        return {}
    commit = unread_commit(attempt.area)
    if commit is not None and commit.cut is not None:
        give({attempt.key("cut"): commit.cut})
    cut = attempt.get("cut")
    try:
        limit = fields_of(ExerciseState)["cut"].limit
        return {} if cut is None else {"cut": limit.check(cut)}
    except InputError:  # a browser can be made to send anything
        return {}


def _ask_fields(attempt: Attempt) -> dict[str, Any]:
    """Draw the widgets of the fields that may be changed, and return their values."""
    names = [name for name in attempt.exercise.may if name not in IN_PICTURE]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        return {name: _ask_field(attempt, name) for name in names}


def _ask_field(attempt: Attempt, name: str) -> Any:
    exercise, key = attempt.exercise, attempt.key(name)
    declaration = fields_of(type(exercise.start))[name]
    label, titles = declaration.label, declaration.titles
    start_with(key, getattr(exercise.start, name))
    match declaration.limit:
        case Choice(options):
            choices = (exercise.models if name == "model" else ()) or options
            return st.selectbox(label, choices, key=key, format_func=titles.__getitem__, width=230)
        case Flag():
            return st.toggle(label, key=key)
        case Number(low, high, whole):
            kind = int if whole else float
            box = st.number_input(label, kind(low), kind(high), key=key, width=150)
            return kind(box)
    raise TypeError(f"{name} has no control.")
