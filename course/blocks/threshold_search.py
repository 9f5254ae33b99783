"""Lesson 7: projected points, the cut, and the two criteria that choose it."""

import numpy as np

from core import compute
from core.drawing import Drawing, encode_drawing
from course.page import Page, tell
from course.parts import Block, Content, Rows
from course.planes import describe_plane
from lessons.threshold_search.data import describe_tries, list_parts
from lessons.threshold_search.state import EXAMPLES, ThresholdSearchState
from lessons.tries import try_states

__all__ = ["PAGE"]


def show(state: ThresholdSearchState) -> Content:
    """Return the plane with its line, and the texts."""
    plane = describe_plane(state.reset("points").lab, has_line=True)
    return Content((plane,), tell("threshold_search", state, *list_parts(state)))


def move_points(state: ThresholdSearchState) -> list[dict[str, str]]:
    """Return the points with the first one at the place of the last one."""
    points, box = compute.dataset(state.lab.dataset_spec), compute.box(state.lab.dataset_spec)
    X = points.X.copy()
    X[0] = X[-1]
    return [{"points": encode_drawing(Drawing(box, X, points.y.astype(np.uint8)).on_grid())}]


def list_cuts() -> dict[str, int]:
    """Return the cut that label consistency chooses, of each example and of points in buttons."""
    states = [ThresholdSearchState(example=example) for example in EXAMPLES]
    for section in ("Try", "Try answer"):
        states += try_states("threshold_search", section, ThresholdSearchState)
    return {f"{state.example} {state.points}": state.reset("cut").value("cut") for state in states}


PAGE = Page(
    (
        Block(
            show,
            ("example",),
            ("points", "cut"),
            probes=move_points,
            rows=(Rows("cut", ("example", "points"), list_cuts(), is_default=True),),
        ),
    ),
    lab=lambda state: state.lab,
    tries=describe_tries,
)
