"""The exercises by their stems, for the packages below the lessons.

An exercise can begin in a lesson, and only the package of the lessons knows its state. When that
package is imported it registers here the functions that load and read exercises; rooms call them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from core.exercises.exercise import VARIANTS, Exercise
from core.exercises.work import check_variant
from core.input_error import InputError

Load = Callable[[], Mapping[str, Exercise]]
Read = Callable[[str], Sequence[Exercise]]
_functions: list[tuple[Load, Read]] = []


def register_exercises(load: Load, read: Read) -> None:
    """Let `load` return the exercises of the app, and `read` those of a file, from now on."""
    _functions[:] = [(load, read)]


def _registered() -> tuple[Load, Read]:
    if not _functions:
        raise RuntimeError("No exercises are known: import lessons.exercises.")
    return _functions[0]


@lru_cache(maxsize=256)
def read_own(text: str) -> Sequence[Exercise]:
    """Return the exercises of a teacher's own file.

    Raises
    ------
    InputError
        If it has none; the sentence says what to use instead.
    RuntimeError
        If the lessons are not imported.
    """
    return _registered()[1](text)


def find_exercise(
    stem: object, variant: object = 0, own: str = "", variants: int = VARIANTS
) -> Exercise:
    """Return a variant of the exercise of a stem.

    Parameters
    ----------
    stem : str
    variant : int, optional
    own : str, optional
        The file of an exercise that is not one of the app's: it is used for any stem.
    variants : int, optional
        How many there are; ``SECRET_VARIANTS`` where no page shows the solution.

    Raises
    ------
    InputError
        If there is no such exercise, or no such variant, or one of a file takes too much work.
    RuntimeError
        If the lessons are not imported.
    """
    exercises = {stem: read_own(own)[0]} if own else _registered()[0]()
    if not isinstance(stem, str) or stem not in exercises:
        raise InputError("There is no such exercise; choose one of the list.")
    if type(variant) is not int or not 0 <= variant < variants:
        raise InputError(f"The variant must be a whole number from 0 to {variants - 1}.")
    exercise = exercises[stem].variant(variant)
    if own and variant:
        check_variant(exercise)
    return exercise
