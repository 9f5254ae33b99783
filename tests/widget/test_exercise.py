"""Exercises in a notebook, without a browser."""

from typing import Any

import numpy as np
import pytest
from traitlets import TraitError

from bayeslab.widget import exercise
from bayeslab.widget.exercise import EXERCISES
from core.drawing import decode_drawing
from lessons.exercises import load_exercises

pytestmark = pytest.mark.usefixtures("without_loop")

EXPECTED = [
    each.stem for each in load_exercises().values() if (each.kind, each.page) == ("reach", "lab")
]


def solve(lab: Any) -> None:
    """Do by what people can do what the solution does."""
    solution, task = lab._exercise.solution, lab._exercise
    for name in task.may:
        if name == "points":
            drawing = decode_drawing(solution.points)
            lab.set_points(drawing.X, drawing.labels)
        elif name == "cut":
            lab.threshold = lab._state.threshold  # where the rule puts it
            if solution.cut is not None:
                lab.threshold = float(lab.estimator().threshold_search_.cuts[solution.cut])
        else:
            lab.change(**{name: getattr(solution, name)})


def test_there_are_all_exercises_that_are_solved_on_the_drawing_area() -> None:
    assert set(EXERCISES) == set(EXPECTED)


@pytest.mark.parametrize("stem", EXPECTED)
def test_an_exercise_is_solved_in_a_notebook(stem: str) -> None:
    lab = exercise(stem)
    assert lab.check().startswith("Not yet: ")
    assert lab._told["exercise"]["goal"]
    assert lab._told["task"] == lab.task
    solve(lab)
    assert lab.check().startswith("Reached: ")


def test_a_variant_has_other_points() -> None:
    first, second = exercise("a_kernel_for_rings"), exercise("a_kernel_for_rings", variant=7)
    assert not np.array_equal(first.X, second.X)


def test_an_exercise_locks_the_other_fields() -> None:
    lab = exercise("narrow_but_not_too_narrow")
    sentence = "This exercise leaves model as it is: change gamma."
    with pytest.raises(TraitError, match=sentence):
        lab.model = "II"
    with pytest.raises(ValueError, match=sentence):
        lab.change(model="II")
    with pytest.raises(ValueError, match="This exercise leaves points as it is"):
        lab.set_points([[0, 0], [1, 1]], [0, 1])
    assert lab.model == "I"
    assert len(lab.y) == 100


def test_an_unknown_exercise_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no exercise 'all': choose one of a_kernel_for"):
        exercise("all")
