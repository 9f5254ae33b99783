"""The points that an activity is about: a generated or real data set, or the teacher's table."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab.data.datasets import FARTHEST, Dataset, DatasetSpec
from core.csv_import import Table, read_table, to_dataset
from core.fit_spec import load_points
from core.input_error import InputError
from core.state import LIMITS, LabState
from live.activity import Values, check_keys

# Fields of the lab's state, written as in the lab's link.
CHOICES = (
    *("data", "n", "noise", "balance", "seed", "features", "classes", "standardise", "points"),
    *("model", "kernel", "gamma", "degree", "coef0", "threshold", "metric", "determinants"),
)
TABLE = "table"  # the text of a CSV file, instead of a data set
MOST_DEVIATIONS = 1e6  # a point farther away swamps the others in rounding errors
MOST_CLASSES = 4  # for which there are markers on a phone
Array = NDArray[np.float64]


def read_choices(choices: Values, names: tuple[str, ...] = CHOICES) -> LabState:
    """Return the lab's state with these choices.

    Raises
    ------
    InputError
        If a choice is not one of `names` or its value is outside its limit.
    """
    check_keys(choices, names)
    return LabState(**{name: read_choice(name, value) for name, value in choices.items()})


def read_choice(name: str, value: Any) -> Any:
    """Return the value of a field of the lab's state, or raise an InputError that names it."""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise InputError(f"The value of {name!r} must be a text or a number.")
    try:
        return LIMITS[name].parse(str(value))
    except InputError as problem:
        raise InputError(f"The value of {name!r} cannot be used: {problem}.") from None


def load_material(choices: Values, most: int, seed: int | None = None) -> tuple[LabState, Dataset]:
    """Return the lab's state with these choices, and the points of the data set or of the table.

    The features of a table are its first two columns of numbers, the classes are its last column.
    Generated points are drawn with `seed`, if it is given.

    Raises
    ------
    InputError
        If a choice cannot be used, or the points are fewer than 4, more than `most`, or of one
        class or more than 4.
    """
    state = read_choices({name: value for name, value in choices.items() if name != TABLE})
    spec = state.dataset_spec
    if seed is not None and isinstance(spec, DatasetSpec):
        spec = replace(spec, seed=seed)
    try:
        points = _read_own(choices[TABLE]) if TABLE in choices else load_points(spec)
    except ValueError as problem:
        raise InputError(str(problem)) from None
    if not 4 <= len(points.y) <= most:
        raise InputError(f"Use 4 to {most} points; these are {len(points.y)}.")
    if not 2 <= len(np.unique(points.y)) <= MOST_CLASSES:
        raise InputError(f"Use points of 2 to {MOST_CLASSES} classes.")
    return state, points


def scale_like(X: Array, reference: Array) -> Array:
    """Return features such that those of `reference` have mean 0 and standard deviation 1.

    Raises
    ------
    InputError
        If a point is more than `MOST_DEVIATIONS` standard deviations from their mean.
    """
    deviation = reference.std(axis=0)
    scaled = (X - reference.mean(axis=0)) / np.where(deviation > 0, deviation, 1.0)
    if np.abs(scaled).max() > MOST_DEVIATIONS:
        raise InputError("A point lies too far from the others: leave out its row.")
    return scaled


def _read_own(text: Any) -> Dataset:
    if not isinstance(text, str):
        raise InputError("The table must be the text of a CSV file.")
    table = read_table(text)
    last = len(table.names) - 1
    numbers = [place for place in range(last) if _has_numbers(table, place)]
    if len(numbers) < 2:
        raise InputError("The table needs two columns of numbers before its last one, the classes.")
    points, _ = to_dataset(table, (numbers[0], numbers[1]), last)
    if np.abs(points.X).max() > FARTHEST:
        raise InputError(f"Use numbers between −{FARTHEST:g} and {FARTHEST:g} in the table.")
    return points


def _has_numbers(table: Table, place: int) -> bool:
    """Return whether most cells of a column are numbers."""
    numbers = table.numbers(place)
    return sum(map(math.isfinite, numbers)) > len(numbers) / 2
