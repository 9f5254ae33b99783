"""A teacher's own exercises: a file or a link with one or several of them.

The file of a single exercise is described in :mod:`core.exercises.file`. A file of several has a
line ``# Exercise <stem>`` before each. A link holds that text compressed, if it is short enough.
All of this comes from outside: each fault is refused by one sentence.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from zlib import crc32

from core.exercises.exercise import Exercise
from core.exercises.file import LONGEST_FILE, read_draft, read_exercise, write_exercise
from core.exercises.work import check_work
from core.fields import State
from core.input_error import InputError
from core.packed_text import pack_text, unpack_text

MOST_EXERCISES = 20
LONGEST_SET = MOST_EXERCISES * LONGEST_FILE  # characters
BEGIN = re.compile(r"^# Exercise ([^\n]*)\n", re.MULTILINE)
OWN = "own"  # begins the name of an exercise that is not one of the app's

Pages = Mapping[str, type[State]]


def write_set(exercises: Sequence[Exercise]) -> str:
    """Return the file of several exercises, or of one."""
    return "\n".join(f"# Exercise {each.stem}\n{write_exercise(each)}" for each in exercises)


def read_set(text: str, stem: str, pages: Pages) -> tuple[Exercise, ...]:
    """Read a file of one exercise or of several.

    Parameters
    ----------
    text : str
    stem : str
        Of the file: the name of a single exercise.
    pages : dict
        See :func:`core.exercises.file.read_exercise`.

    Raises
    ------
    InputError
        If the file is invalid, or its numbers take too long to compute; the sentence says what to
        use instead.
    """
    exercises = _read(text, stem, pages, read_exercise)
    check_work(exercises)
    return exercises


def read_drafts(text: str, pages: Pages) -> tuple[Exercise, ...]:
    """Read exercises that are still being written, as above."""
    return _read(text, "", pages, read_draft)


def _read(
    text: str, stem: str, pages: Pages, read_one: Callable[[str, str, Pages], Exercise]
) -> tuple[Exercise, ...]:
    if len(text) > LONGEST_SET:
        raise InputError(f"Use a file of at most {LONGEST_SET} characters.")
    before, *parts = BEGIN.split(text.replace("\r\n", "\n") + "\n")
    if not parts:
        return (read_one(text, stem, pages),)
    if before.strip():
        raise InputError("A file of several exercises begins with the line “# Exercise name”.")
    stems = [name.strip() for name in parts[::2]]
    if len(stems) > MOST_EXERCISES or len(set(stems)) < len(stems):
        raise InputError(f"Use at most {MOST_EXERCISES} exercises, each with a name of its own.")
    exercises = []
    for place, (name, part) in enumerate(zip(stems, parts[1::2], strict=True), start=1):
        try:
            exercises.append(read_one(part, name, pages))
        except InputError as fault:
            raise InputError(f"Exercise {place} cannot be used. {fault}") from fault
    return tuple(exercises)


def write_link(exercises: Sequence[Exercise]) -> str:
    """Return the parameter of a link to exercises.

    Raises
    ------
    InputError
        If they are too long for a link.
    """
    return pack_text(write_set(exercises), "save a file instead, or use fewer points")


def read_link(text: str, pages: Pages) -> tuple[Exercise, ...]:
    """Read the parameter of a link to exercises.

    Raises
    ------
    InputError
        If it is invalid; the sentence says what to use instead.
    """
    return read_set(unpack_text(text, LONGEST_SET, "the exercise"), "", pages)


def name_of(exercise: Exercise) -> str:
    """Return the name of an external exercise; no exercise of the app has the same."""
    return f"{OWN}_{exercise.stem}_{crc32(write_exercise(exercise).encode()):08x}"
