"""The exercises by their stems, for all that stands below the lessons.

Situations of exercises can be those of a lesson, and only the package of the lessons knows their
states. It puts the function that loads the exercises here when it is imported; rooms ask here.
"""

from collections.abc import Callable, Mapping

from core.exercise import VARIANTS, Exercise
from core.input_error import InputError

__all__ = ["fill_shelf", "find_exercise"]

Load = Callable[[], Mapping[str, Exercise]]
_loads: list[Load] = []


def fill_shelf(load: Load) -> None:
    """Let `load` return the exercises from now on."""
    _loads[:] = [load]


def find_exercise(stem: object, variant: object = 0) -> Exercise:
    """Return a variant of the exercise of a stem.

    Raises
    ------
    InputError
        If there is no such exercise, or no such variant.
    RuntimeError
        If nobody has filled the shelf.
    """
    if not _loads:
        raise RuntimeError("No exercises are known: import lessons.exercises.")
    known = _loads[0]()
    if not isinstance(stem, str) or stem not in known:
        raise InputError("There is no such exercise; choose one of the list.")
    if type(variant) is not int or not 0 <= variant < VARIANTS:
        raise InputError(f"The variant must be a whole number from 0 to {VARIANTS - 1}.")
    return known[stem].variant(variant)
