"""Lesson 7: projected points, the cut, and the two criteria that choose it."""

from functools import partial

import numpy as np

from core import compute
from core.drawing import Drawing, encode_drawing
from course.page import Page, say
from course.parts import Block, Formula, Rows, Shown, tabulate
from course.planes import describe_plane
from lessons.texts import read_sections
from lessons.threshold_search.data import (
    CRITERIA_ALT,
    compare_criteria,
    describe_tries,
    equations,
    numbers,
)
from lessons.threshold_search.state import EXAMPLES, ThresholdSearchState
from lessons.tries import read_tries

__all__ = ["PAGE"]

section = partial(say, "threshold_search")


def show(state: ThresholdSearchState) -> Shown:
    """Return the plane with its line, and the texts."""
    parts = (
        section("Moved" if state.points else state.example, numbers(state)),
        Formula(equations(state)),
        tabulate(compare_criteria(state), CRITERIA_ALT),
        section("Notes"),
    )
    begun = state.reset("points")
    return Shown((describe_plane(begun.lab, has_line=True),), parts)


def move_points(state: ThresholdSearchState) -> list[dict[str, str]]:
    """Return the points with the first one at the place of the last one."""
    points, box = compute.dataset(state.lab.dataset_spec), compute.box(state.lab.dataset_spec)
    X = points.X.copy()
    X[0] = X[-1]
    return [{"points": encode_drawing(Drawing(box, X, points.y.astype(np.uint8)).on_grid())}]


def list_cuts() -> dict[str, int]:
    """Return the cut that label consistency chooses, of each example and of points in buttons."""
    sections = read_sections("threshold_search")
    kind = ThresholdSearchState
    states = [kind(example=example) for example in EXAMPLES] + [
        kind().change(**item.chosen)
        for name in ("Try", "Try answer")
        for item in read_tries(sections[name], kind)
    ]
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
