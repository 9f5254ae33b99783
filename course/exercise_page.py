"""The page of exercises of the static course: a list, and what the browser needs to check each.

Python prepares some variants of each exercise, as a room's phones get them
(:mod:`core.exercise_desk`) but with the answers, because no server checks.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from bayeslab.figures import PALETTE
from core.exercise import LEVELS, Exercise
from core.exercise_check import describe_goal
from core.exercise_desk import describe_desk, describe_ending
from core.messages import describe_switches
from core.state import LabState
from core.texts import split_sections
from course.kept import variants_of
from course.prose import Prose
from lessons import LESSONS
from lessons.exercise_view import NO_HINT
from lessons.exercises import load_exercises
from web import ROOT

__all__ = ["VARIANTS", "ExercisesHtml", "describe_variant", "exercises_of", "link_exercises"]

VARIANTS = 4
LONG = 100  # characters of a value that is told once
DRAWING = ROOT / "web" / "drawing.html"
TEXT = ROOT / "ui" / "texts" / "exercises.md"


def exercises_of(lesson: int | None = None) -> list[Exercise]:
    """Return the exercises of a lesson by its number, or all."""
    return [each for each in load_exercises().values() if lesson in (None, each.lesson)]


def describe_variant(exercise: Exercise) -> dict[str, Any]:
    """Return what a browser needs to ask and check an exercise, hints and the answer too.

    Raises
    ------
    ValueError
        If its text has numbers of what the visitor does, which only the app computes.
    """
    if "{yours" in exercise.shown:
        raise ValueError(f"{exercise.stem}: the static course has no numbers of the visitor's own.")
    desk = describe_desk(exercise)
    hints: list[dict[str, Any]] = []
    if exercise.hints:
        hints = _add_hints(desk["picture"], exercise)
    return {
        "desk": desk,
        "ending": describe_ending(exercise),
        "hints": hints,
        "within": exercise.within,
    }


def _add_hints(picture: dict[str, Any], exercise: Exercise) -> list[dict[str, Any]]:
    """Let the picture compute what calls for a hint, too; return the hints."""
    whens = tuple(hint.when for hint in exercise.hints)
    asked = replace(exercise, goal=(*exercise.goal, *whens))
    told = _goal(asked, exercise.start)
    told["goal"], called = told["goal"][: len(exercise.goal)], told["goal"][len(exercise.goal) :]
    picture["sheet"]["exercise"] = told
    for sheet in picture["sheets"]:
        again = _goal(asked, replace(exercise.start, **sheet["chosen"]))
        again["goal"] = told["goal"]
        sheet["changes"]["exercise"] = {n: v for n, v in again.items() if v != told[n]}
    return [
        {"when": when, "text": hint.text} for when, hint in zip(called, exercise.hints, strict=True)
    ]


def _goal(exercise: Exercise, state: Any) -> dict[str, Any]:
    assert isinstance(state, LabState)
    return describe_goal(exercise, state)


class ExercisesHtml:
    """The parts of a page of exercises, as HTML with the tokens of `prose`."""

    def __init__(self, exercises: Sequence[Exercise], prose: Prose) -> None:
        self.exercises, self.prose = exercises, prose
        self.data: dict[str, int] = {}

    def parts(self) -> dict[str, str]:
        """Return the fields of the page's HTML."""
        invitation = split_sections(TEXT.read_text(encoding="utf-8"))["Invitation"]
        return {
            "invitation": self.prose.text(invitation),
            "list": "".join(map(self._group, range(1, len(LESSONS) + 1))),
            "told": _to_json(self._told()),
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
                "offered": describe_switches(),
                "styles": [],
            },
            "no_hint": NO_HINT,
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


def _to_json(told: Any) -> str:
    """Return plain values as JSON that can stand in HTML."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c")
