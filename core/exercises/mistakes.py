"""Known mistakes: the wrong numbers and places that they lead to, and the replies to them."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from core import compute
from core.arithmetic import calculate
from core.exercises.case import Case
from core.exercises.check import ROUNDING, ends_of_line, fill_figures, measure, share_between
from core.exercises.exercise import LINE, Exercise, Mistake, Quantity
from core.exercises.rules import FIGURE, MEANS
from core.input_error import InputError
from core.measures import MEASURES


def wrong_answers(exercise: Exercise) -> list[tuple[Any, str]]:
    """Return what each mistake leads to, a number or two places on a line, and the reply.

    Raises
    ------
    ValueError
        If it cannot be computed.
    """
    compute_it = _line if exercise.answer and exercise.answer.measure == LINE else _number
    return [
        (compute_it(exercise, mistake), fill_figures(mistake.text, exercise))
        for mistake in exercise.mistakes
    ]


def _number(exercise: Exercise, mistake: Mistake) -> float:
    return calculate(FIGURE.sub(lambda match: _figure(exercise, *match.groups("")), mistake.answer))


def _figure(exercise: Exercise, case: str, name: str, model: str) -> str:
    """Return a figure of an exercise as the digits of a number."""
    state = exercise.start if case == "start" else exercise.solution
    if name in MEASURES:
        value: Any = measure(Quantity(name, model), Case(state, exercise.start))
    else:
        value = state.value(name)
    if not isinstance(value, int | float):
        raise InputError(f"“{name}” is no number.")
    return f"({float(value)!r})"


def _line(exercise: Exercise, mistake: Mistake) -> list[list[float]]:
    model = mistake.answer.partition(" of ")[2]
    if model != MEANS:
        return ends_of_line(exercise, model)
    points = Case(exercise.solution).points
    return [points.X[points.y == label].mean(axis=0).tolist() for label in (0, 1)]


def reply_to_number(exercise: Exercise, number: float) -> str:
    """Return the reply to a wrong number or cut; nothing if no known mistake leads to it."""
    return _reply(exercise, lambda wrong: abs(number - wrong))


def reply_to_line(exercise: Exercise, ends: Any) -> str:
    """Return the reply to a wrong line, as above."""
    assert exercise.answer is not None
    box = compute.box(Case(exercise.solution).lab.dataset_spec)
    return _reply(exercise, lambda wrong: share_between(ends, np.ravel(wrong), box))


def _reply(exercise: Exercise, distance: Any) -> str:
    """Return the reply to the mistake that is nearest, if it is within the tolerance."""
    near = [(distance(wrong), text) for wrong, text in wrong_answers(exercise)]
    near = [each for each in near if each[0] <= exercise.within + ROUNDING]
    return min(near)[1] if near else ""


def describe_mistakes(exercise: Exercise) -> Iterator[dict[str, Any]]:
    """Yield what the browser needs to reply to each mistake."""
    for wrong, text in wrong_answers(exercise):
        yield {"wrong": wrong, "text": text}
