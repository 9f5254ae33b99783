"""Homework: exercises to solve until an end, each student in a variant of their own.

It is a room without activities. Every hand-in is an event; the last one of each exercise counts.
Students see at once the results that a phone can check by itself; they see the others, and the
solutions, when the homework is over. Besides the app's, a teacher may give exercises of a file of
their own, which the room keeps.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from core.exercises.exercise import VARIANTS, Exercise
from core.exercises.file import write_exercise
from core.exercises.hand_in import describe_rules, judge, read_hand_in
from core.exercises.messages import describe_ending, describe_task
from core.exercises.registry import find_exercise, read_own
from core.exercises.sets import name_of
from core.input_error import InputError
from live.activity import Values, check_keys, read_number

__all__ = [
    "DAY",
    "KEPT",
    "MOST_EXERCISES",
    "MOST_TRIES",
    "Homework",
    "Work",
    "check_work",
    "describe_own_task",
    "hand_in",
    "keep_check",
    "prepare_homework",
    "read_name",
    "tell_ending",
    "variant_of",
    "view_homework",
    "view_work",
]

DAY = 24 * 3600.0
LONGEST = 30 * DAY  # from now to the end
KEPT = 30 * DAY  # after the end
MOST_EXERCISES, MOST_TRIES = 12, 100  # of one homework; of one student at one exercise
LONGEST_NAME = 40
FARTHEST = 1e6  # of a placed line: each variant has a box of its own
CHECKED_ON_PHONES = "reach"


@dataclass(frozen=True)
class Work:
    """A student's last hand-in to one exercise: how often and when, and its result."""

    answer: Values
    tries: int
    at: float
    result: Values | None = None

    @property
    def is_reached(self) -> bool:
        """Whether it reaches the goal, as far as is known."""
        return self.result is not None and bool(self.result.get("reached"))


@dataclass(frozen=True)
class Homework:
    """The homework of a room.

    Attributes
    ----------
    exercises : tuple of mappings
        Stem, title and rules of each; one of the teacher's own also has its file, `own`.
    end : float
        In seconds since 1970.
    is_over : bool
    work : mapping from participant to mapping from stem to Work
    """

    exercises: tuple[Values, ...]
    end: float
    is_over: bool = False
    work: Mapping[str, Mapping[str, Work]] = field(default_factory=lambda: MappingProxyType({}))

    def entry_of(self, stem: str) -> Values:
        """Return the entry of an exercise.

        Raises
        ------
        InputError
            If it is not one of this homework.
        """
        for exercise in self.exercises:
            if exercise["stem"] == stem:
                return exercise
        raise InputError("This homework has no such exercise.")

    def rules_of(self, stem: str) -> Values:
        """Return the rules of an exercise; raises as above."""
        rules: Values = self.entry_of(stem)["rules"]
        return rules


def prepare_homework(choices: Values, now: float) -> dict[str, Any]:
    """Return the initial state of a homework, from the teacher's choices.

    Raises
    ------
    InputError
        If they cannot be used.
    """
    check_keys(choices, ("exercises", "end", "own"))
    stems, own = choices.get("exercises"), choices.get("own", "")
    if not (isinstance(stems, list) and isinstance(own, str)):
        raise InputError("The exercises must be a list, and your own ones a text.")
    files = read_own(own) if own else ()
    if not 1 <= len(stems) + len(files) <= MOST_EXERCISES:
        raise InputError(f"A homework has 1 to {MOST_EXERCISES} exercises.")
    end = read_number(choices.get("end"), "end", 0, 1e12)
    if not now < end <= now + LONGEST:
        raise InputError("The end must be in the future, at most 30 days from now.")
    exercises = [_describe(find_exercise(stem)) for stem in stems]
    exercises += [_describe_own(exercise) for exercise in files]
    if len({exercise["stem"] for exercise in exercises}) < len(exercises):
        raise InputError("Choose each exercise once.")
    return {"exercises": exercises, "end": end}


def _describe_own(exercise: Exercise) -> dict[str, Any]:
    description = _describe(replace(exercise, stem=name_of(exercise)))
    return description | {"own": write_exercise(exercise)}


def _describe(exercise: Exercise) -> dict[str, Any]:
    describe_task(exercise)  # refuses what a phone cannot show
    rules = describe_rules(exercise)
    if "p1" in rules.get("limits", {}):
        rules["limits"] = {name: [-FARTHEST, FARTHEST] for name in rules["limits"]}
    return {"stem": exercise.stem, "title": exercise.title, "rules": rules}


def read_name(text: str) -> str:
    """Return the name that a student has chosen.

    Raises
    ------
    InputError
        If it is invalid; the sentence says what to use instead.
    """
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise InputError(f"Use a name of 1 to {LONGEST_NAME} printable characters.")
    return name


def variant_of(who: str) -> int:
    """Return the variant of a student, from 1 on."""
    return 1 + int(who, 16) % (VARIANTS - 1)


def hand_in(homework: Homework, who: str, stem: str, values: Values, at: float) -> Homework:
    """Take a student's hand-in.

    Raises
    ------
    InputError
        If it is too late, too often, or no hand-in to this exercise.
    """
    if homework.is_over or at > homework.end:
        raise InputError("The homework is over: what you handed in last counts.")
    answer = read_hand_in(homework.rules_of(stem), values)
    before = homework.work.get(who, {}).get(stem)
    tries = 1 + (before.tries if before else 0)
    if tries > MOST_TRIES:
        raise InputError(f"You have handed this in {MOST_TRIES} times: the last one counts.")
    result = before.result if before and before.answer == answer else None
    return _with(homework, who, stem, Work(answer, tries, at, result))


def check_work(homework: Homework, who: str, stem: str) -> Values | None:
    """Compute the result of a hand-in; return None if it is known, or there is no hand-in."""
    work = homework.work.get(who, {}).get(stem)
    if work is None or work.result is not None:
        return None
    own = homework.entry_of(stem).get("own", "")
    return {"handed": work.answer, "result": judge(stem, variant_of(who), work.answer, own)}


def tell_ending(homework: Homework, who: str, stem: str) -> Values:
    """Return the solution of a student's variant.

    Raises
    ------
    InputError
        If it may not be known yet, or there is no such exercise.
    """
    if not homework.is_over:
        raise InputError("The solutions are shown when the homework is over.")
    ending = _ending(stem, variant_of(who), homework.entry_of(stem).get("own", ""))
    return {"exercise": stem, **ending}


@lru_cache(maxsize=512)
def _ending(stem: str, variant: int, own: str) -> Values:
    return describe_ending(find_exercise(stem, variant, own))


def describe_own_task(homework: Homework, stem: str, variant: int) -> Values:
    """Return what a browser needs to solve an exercise of the teacher's own.

    Raises
    ------
    InputError
        If the homework has no such one.
    """
    own = homework.entry_of(stem).get("own", "")
    if not own:
        raise InputError("This is not one of the teacher's own exercises.")
    return {**describe_task(find_exercise(stem, variant, own)), "stem": stem}


def keep_check(homework: Homework, who: str, stem: str, answer: Values, result: Values) -> Homework:
    """Keep the result of a hand-in, unless another one has arrived since."""
    work = homework.work.get(who, {}).get(stem)
    if work is None or work.answer != answer:
        return homework
    return _with(homework, who, stem, replace(work, result=result))


def _with(homework: Homework, who: str, stem: str, work: Work) -> Homework:
    own = {**homework.work.get(who, {}), stem: work}
    return replace(homework, work={**homework.work, who: own})


def view_homework(homework: Homework, *, is_teacher: bool) -> dict[str, Any]:
    """Return everybody's view of a homework; the teacher's has each student's work."""
    exercises = [
        {name: exercise[name] for name in ("stem", "title")} | {"kind": exercise["rules"]["kind"]}
        for exercise in homework.exercises
    ]
    view: dict[str, Any] = {"exercises": exercises, "end": homework.end, "over": homework.is_over}
    if is_teacher:
        view["work"] = {
            who: {stem: _view(work, is_known=True) for stem, work in own.items()}
            for who, own in homework.work.items()
        }
    return view


def view_work(homework: Homework, who: str) -> dict[str, Any]:
    """Return a student's view of their own work."""
    view: dict[str, Any] = {}
    for stem, work in homework.work.get(who, {}).items():
        is_reach = homework.rules_of(stem)["kind"] == CHECKED_ON_PHONES
        is_known = homework.is_over or is_reach
        view[stem] = {"handed": work.answer, **_view(work, is_known=is_known)}
    return view


def _view(work: Work, *, is_known: bool) -> dict[str, Any]:
    view: dict[str, Any] = {"tries": work.tries, "at": work.at}
    return view | ({"reached": work.is_reached} if is_known and work.result is not None else {})
