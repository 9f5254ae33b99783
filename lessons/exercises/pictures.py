"""The pictures of exercises: the drawing component with a goal, and a picture to place an answer.

Values from the browser are checked against what the exercise lets participants change: a browser
can be made to send anything.
"""

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any

import streamlit as st

from bayeslab.evaluation.models import MODELS
from core.exercises.check import describe_goal
from core.exercises.exercise import Exercise
from core.exercises.messages import (
    CLOSED,
    cut_of,
    describe_line,
    describe_plane,
    list_counts,
    reads_gamma,
)
from core.fields import State
from core.messages import describe_switches
from core.state import LabState
from lessons.lab_picture import describe_panel
from ui.canvas import drawing_area
from ui.lab.panels import describe_drawing
from ui.lab.table import describe_table
from ui.live_picture import mount_picture
from ui.session.address import theme
from ui.session.areas import Area
from ui.session.widgets import value_of


def show_drawn(
    exercise: Exercise, state: LabState, area: Area, number: int = 0, *, is_open: bool = True
) -> None:
    """Show the drawing component with a state of a variant, and its goal while it is open."""
    goal = describe_goal(exercise, state) | {"variant": number}
    if not is_open:
        goal |= CLOSED
    cut = cut_of(state) if "cut" in exercise.may else None
    has_tools = is_open and "points" in exercise.may
    table, _ = describe_table(state, is_shown=False)
    message = describe_drawing(state, theme(), area)
    data = message | {
        "palette": message["palette"][: len(message["classes"])],
        "showsGamma": reads_gamma(exercise, state),
        "offered": describe_switches(equal=False),
        "presets": [],
        "table": table,
        "panels": [describe_panel(state, key, MODELS[key].title) for key in state.visible_models],
        "lesson": None if has_tools else {"line": cut is not None, "cut": cut, "support": False},
        "exercise": goal,
    }
    drawing_area(data, area.key)


def show_counts(exercise: Exercise, state: State) -> None:
    """Show the counts as a table, with the second word only if the exercise asks about it."""
    names, texts = zip(*list_counts(exercise, state), strict=True)
    st.table({"": list(names), "number": list(texts)})


def show_densities(exercise: Exercise, key: str, cut: float | None, *, is_solved: bool) -> None:
    """Show two densities, and the cut, if there is one."""
    state = exercise.solution if is_solved else exercise.start
    line = describe_line(exercise, state, is_solved=is_solved)
    is_open = cut is not None and not is_solved
    _place(key, {} if cut is None else {"x": cut}, line | {"isOpen": is_open})


def show_plane(exercise: Exercise, key: str, ends: Mapping[str, float], *, is_solved: bool) -> None:
    """Show points, and the participant's line."""
    _place(key, ends, describe_plane(exercise, is_solved=is_solved) | {"isOpen": not is_solved})


def _place(key: str, values: Mapping[str, float], data: dict[str, Any]) -> None:
    message = data | {"values": dict(values), "start": dict(values), "texts": {}}
    mount_picture("placing", "web/picture/placing.js", key, message, lambda: None)


def read_places(key: str, before: Mapping[str, float]) -> dict[str, float]:
    """Return the values that the participant has set; invalid ones stay as before."""
    message = value_of(key)
    hand = message.get("hand") if isinstance(message, Mapping) else None
    values = hand.get("values") if isinstance(hand, Mapping) else None
    values = values if isinstance(values, Mapping) else {}
    return {
        name: float(values[name]) if _is_finite(values.get(name)) else value
        for name, value in before.items()
    }


def _is_finite(value: Any) -> bool:
    return isinstance(value, Real) and math.isfinite(value)
