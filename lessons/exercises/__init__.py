"""The exercises of the app: the files in ``exercises/``, in teaching order.

The pages, the lessons and the tests read them here. Situations are those of the lab, of the
lessons, and counts of words. What an exercise is, and how it is checked, is in
:mod:`core.exercises`; this folder shows exercises in Streamlit:

- ``view`` shows one exercise: its task, its picture (``pictures``), the participant's attempt
  (``attempt``), and the verdict. ``progress`` keeps in the browser which ones are solved.
- ``page`` is the page *Exercises*: the list, one exercise, those of a teacher's file or link
  (``own``), and sheets to print (``sheets``). ``lesson_list`` is the list at the end of a lesson.
- ``editor`` is the page *Make an exercise*.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from core.exercises.exercise import Exercise
from core.exercises.file import read_exercise
from core.exercises.registry import register_exercises
from core.exercises.sets import read_set
from core.exercises.state import CountsState, ExerciseState
from core.fields import State
from lessons import LESSONS

__all__ = ["FOLDER", "PAGES", "load_exercises"]

FOLDER = Path(__file__).parents[2] / "exercises"
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
register_exercises(load_exercises, lambda text: read_set(text, "exercise", PAGES))
