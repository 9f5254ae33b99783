"""The points that an activity is about: a generated or real data set, or the teacher's table."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.fit_spec import load_points
from core.input_error import InputError
from core.state import LIMITS, LabState
from live.activity import Values, check_keys

__all__ = ["CHOICES", "load_material", "read_choice", "read_choices"]

# Fields of the lab's state, written as in the lab's link.
CHOICES = (
    *("data", "n", "noise", "balance", "seed", "features", "classes", "standardise", "points"),
    *("model", "kernel", "gamma", "degree", "coef0", "threshold", "metric", "determinants"),
)


def read_choices(chosen: Values, names: tuple[str, ...] = CHOICES) -> LabState:
    """Return the lab's state with these choices.

    Raises
    ------
    InputError
        If a choice is not one of `names` or its value is outside its limit.
    """
    check_keys(chosen, names)
    return LabState(**{name: read_choice(name, value) for name, value in chosen.items()})


def read_choice(name: str, value: Any) -> Any:
    """Return the value of a field of the lab's state, or raise an InputError that names it."""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise InputError(f"The value of {name!r} must be a text or a number.")
    try:
        return LIMITS[name].parse(str(value))
    except InputError as problem:
        raise InputError(f"The value of {name!r} cannot be used: {problem}.") from None


def load_material(state: LabState, most: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the points (n, 2) and their classes (n,).

    Raises
    ------
    InputError
        If they are fewer than 4, more than `most`, or of one class.
    """
    try:
        points = load_points(state.dataset_spec)
    except ValueError as problem:
        raise InputError(str(problem)) from None
    if not 4 <= len(points.y) <= most:
        raise InputError(f"Use 4 to {most} points; these are {len(points.y)}.")
    if len(np.unique(points.y)) < 2:
        raise InputError("All points belong to one class; use points of two or more classes.")
    return points.X, points.y
