"""The exercises of the app: the files in ``exercises/``, in teaching order.

The pages, the lessons and the tests read them here. Situations are those of the lab, of the
lessons, and counts of words.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from core.exercise import Exercise
from core.exercise_file import read_exercise
from core.exercise_set import read_set
from core.exercise_shelf import fill_shelf
from core.exercise_state import CountsState, ExerciseState
from core.fields import State
from lessons import LESSONS

__all__ = ["FOLDER", "PAGES", "load_exercises"]

FOLDER = Path(__file__).parents[1] / "exercises"
PAGES: Mapping[str, type[State]] = MappingProxyType(
    {lesson.stem: lesson.state for lesson in LESSONS}
    | {"lab": ExerciseState, "counts": CountsState}
)


@cache
def load_exercises() -> Mapping[str, Exercise]:
    """Return the exercises by stem, sorted by lesson and level."""
    exercises = [
        read_exercise(path.read_text(encoding="utf-8"), path.stem, PAGES)
        for path in sorted(FOLDER.glob("*.md"))
    ]
    exercises.sort(key=lambda each: (each.lesson, each.level))
    return MappingProxyType({each.stem: each for each in exercises})


# For the rooms, which cannot import the lessons.
fill_shelf(load_exercises, lambda text: read_set(text, "exercise", PAGES))
