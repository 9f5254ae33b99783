"""Lesson 7: projected points, the cut, and the two criteria that choose it."""

from course.page import Page, tell
from course.parts import Block, Content, Rows
from course.planes import describe_plane, move_first_point
from lessons.threshold_search.data import describe_tries, list_parts
from lessons.threshold_search.state import EXAMPLES, ThresholdSearchState
from lessons.tries import try_states

__all__ = ["PAGE"]


def show(state: ThresholdSearchState) -> Content:
    """Return the plane with its line, and the texts."""
    plane = describe_plane(state.reset("points").lab, has_line=True)
    return Content((plane,), tell("threshold_search", state, *list_parts(state)))


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
            probes=move_first_point,
            rows=(Rows("cut", ("example", "points"), list_cuts(), is_default=True),),
        ),
    ),
    lab=lambda state: state.lab,
    tries=describe_tries,
)
