"""The page of exercises of the static course: a list, and what the browser needs to check each.

Python prepares some variants of each exercise, as a room's phones get them
(:mod:`core.exercises.messages`) but with the answers, because no server checks.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from bayeslab.figures.theme import PALETTE
from core.exercises.exercise import LEVELS, Exercise
from core.exercises.messages import describe_ending, describe_task
from core.messages import describe_switches
from core.texts import split_sections
from lessons import LESSONS
from lessons.exercises import load_exercises
from offline.course.html import to_json
from offline.course.prose import Prose
from offline.course.stored_results import variants_of
from web import ROOT

VARIANTS = 4
LONG = 100  # characters of a value that is told once
DESCRIPTION = "Exercises on Bayes classifiers and kernels, checked as you drag."
TEXT = ROOT / "ui" / "texts" / "exercises.md"


def exercises_of(lesson: int | None = None) -> list[Exercise]:
    """Return the exercises of a lesson by its number, or all."""
    return [each for each in load_exercises().values() if lesson in (None, each.lesson)]


def describe_variant(exercise: Exercise) -> dict[str, Any]:
    """Return what a browser needs to ask and check an exercise, the answer too.

    Raises
    ------
    ValueError
        If its text has numbers of what the visitor does, which only the app computes.
    """
    if any("{yours" in text for text in (exercise.shown, *(hint.text for hint in exercise.hints))):
        raise ValueError(f"{exercise.stem}: the static course has no numbers of the visitor's own.")
    return {"desk": describe_task(exercise), "ending": describe_ending(exercise)}


class ExercisesHtml:
    """The parts of a page of exercises, as HTML with the tokens of `prose`."""

    def __init__(
        self, exercises: Sequence[Exercise], prose: Prose, title: str = "Exercises"
    ) -> None:
        self.exercises, self.prose, self.title = exercises, prose, title
        self.data: dict[str, int] = {}

    def parts(self) -> dict[str, str]:
        """Return the fields of the page's HTML."""
        invitation = split_sections(TEXT.read_text(encoding="utf-8"))["Invitation"]
        return {
            "title": escape(self.title),
            "description": DESCRIPTION,
            "invitation": self.prose.text(invitation),
            "list": "".join(map(self._group, range(1, len(LESSONS) + 1))),
            "told": to_json(self._told()),
        }

    def _group(self, number: int) -> str:
        """Return the links to the exercises of a lesson, if there are any."""
        own = [each for each in self.exercises if each.lesson == number]
        heading = escape(LESSONS[number - 1].heading)
        return f"<section><h2>{heading}</h2>{link_exercises(own)}</section>" if own else ""

    def _told(self) -> dict[str, Any]:
        exercises = [self._tell(each) for each in self.exercises]  # fills the data
        return {
            "exercises": exercises,
            "data": [json.loads(text) for text in self.data],
            "start": {
                "palette": [vars(style) for style in PALETTE[:4]],
                "offered": describe_switches(equal=False),
                "styles": [],
            },
        }

    def _tell(self, exercise: Exercise) -> dict[str, Any]:
        count = VARIANTS if exercise.vary else 1
        return {
            "stem": exercise.stem,
            "title": exercise.title,
            "level": LEVELS[exercise.level],
            "lesson": exercise.lesson,
            "page": LESSONS[exercise.lesson - 1].stem,
            "variants": list(map(self._store, variants_of(exercise, count, describe_variant))),
        }

    def _store(self, value: Any) -> Any:
        """Return plain values with the long ones replaced by their number in the data."""
        if isinstance(value, Mapping):
            return {name: self._store(each) for name, each in value.items()}
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        if isinstance(value, (list, tuple)) and any(isinstance(each, Mapping) for each in value):
            return [self._store(each) for each in value]
        if len(text) < LONG:
            return value
        return {"at": self.data.setdefault(text, len(self.data))}


def link_exercises(exercises: Sequence[Exercise], page: str = "") -> str:
    """Return links to exercises of a page, which is that of the links unless it is given."""
    links = (
        f'<li><a href="{page}#exercise={each.stem}">{escape(each.title)}</a> '
        f"<small>{LEVELS[each.level]}</small></li>"
        for each in exercises
    )
    return f"<ul>{''.join(links)}</ul>"
