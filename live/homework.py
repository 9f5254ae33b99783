"""Homework: exercises to solve until an end, each student in a variant of their own.

It is a room without activities. Every hand-in is an event; of each exercise the first that reaches
the goal counts, or the last one if the teacher chooses so. Students see at once the results that a
phone can check by itself; they see the others, and the solutions, when the homework is over.
Besides the app's, a teacher may give exercises of a file of their own, which the room keeps.

The variants come from a secret of the room. Their numbers are beyond those that pages take and are
sent to nobody, so no page shows the solution of one.
"""

import hmac
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from core.exercises.exercise import SECRET_VARIANTS, VARIANTS, Exercise
from core.exercises.file import write_exercise
from core.exercises.hand_in import describe_rules, is_same_for_all, judge, read_hand_in
from core.exercises.messages import describe_ending, describe_task
from core.exercises.registry import find_exercise, read_own
from core.exercises.sets import name_of
from core.input_error import InputError
from live.activity import Values, check_keys, read_line, read_number

DAY = 24 * 3600.0
LONGEST = 30 * DAY  # from now to the end
KEPT = 30 * DAY  # after the end
MOST_EXERCISES, MOST_TRIES = 12, 100  # of one homework; of one student at one exercise
LONGEST_NAME = 40
FARTHEST = 1e6  # of a placed line: each variant has a box of its own
CHECKED_ON_PHONES = "reach"


@dataclass(frozen=True)
class HandIn:
    """What a student handed in, when, and its result; None while it is not known."""

    answer: Values
    at: float
    result: Values | None = None

    @property
    def is_reached(self) -> bool:
        """Whether it reaches the goal, as far as is known."""
        return self.result is not None and bool(self.result.get("reached"))


@dataclass(frozen=True)
class Work:
    """A student's hand-ins to one exercise.

    Attributes
    ----------
    last : HandIn
    tries : int
    best : HandIn or None
        The first that reached the goal.
    waiting : tuple of HandIn
        Those without a result, oldest first.
    """

    last: HandIn
    tries: int
    best: HandIn | None = None
    waiting: tuple[HandIn, ...] = ()


@dataclass(frozen=True)
class Homework:
    """The homework of a room.

    Attributes
    ----------
    exercises : tuple of mappings
        Stem, title and rules of each, and whether one answer solves all its variants; one of the
        teacher's own also has its file, `own`.
    begin, end : float
        In seconds since 1970; it begins at once if it is 0.
    seed : str
        The secret from which the variants come.
    counts_best : bool
        Whether a hand-in that reaches the goal counts also if a worse one follows.
    roster : str
        What students are asked for that only the teacher's table has; empty if nothing.
    is_over : bool
    work : mapping from participant to mapping from stem to Work
    numbers : mapping from participant to str
        What they have answered to that.
    """

    exercises: tuple[Values, ...]
    end: float
    begin: float = 0.0
    seed: str = ""
    counts_best: bool = True
    roster: str = ""
    is_over: bool = False
    numbers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
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

    def own_of(self, stem: str) -> str:
        """Return the file of an exercise of the teacher's own, or nothing; raises as above."""
        own: str = self.entry_of(stem).get("own", "")
        return own

    def variant_of(self, who: str) -> int:
        """Return the variant of a student, which nobody can choose or compute without the seed."""
        digest = hmac.digest(self.seed.encode(), who.encode(), sha256)
        return VARIANTS + int.from_bytes(digest[:8]) % (SECRET_VARIANTS - VARIANTS)

    def counted(self, work: Work) -> HandIn:
        """Return the hand-in that counts."""
        return work.best if self.counts_best and work.best is not None else work.last


def read_homework(choices: Values, now: float) -> tuple[Values, list[tuple[Exercise, str]]]:
    """Return the rules of a homework and its exercises, each with its file if it has one.

    What takes time is left to :func:`describe_entry`.

    Raises
    ------
    InputError
        If they cannot be used.
    """
    check_keys(choices, ("exercises", "end", "own", "begin", "best", "roster"))
    stems, own = choices.get("exercises"), choices.get("own", "")
    if not (isinstance(stems, list) and isinstance(own, str)):
        raise InputError("The exercises must be a list, and your own ones a text.")
    files = read_own(own) if own else ()
    if not 1 <= len(stems) + len(files) <= MOST_EXERCISES:
        raise InputError(f"A homework has 1 to {MOST_EXERCISES} exercises.")
    end = read_number(choices.get("end"), "end", 0, 1e12)
    if not now < end <= now + LONGEST:
        raise InputError("The end must be in the future, at most 30 days from now.")
    begin = read_number(choices.get("begin", 0), "start", 0, 1e12)
    if begin >= end:
        raise InputError("The start must be before the end.")
    best, roster = choices.get("best", True), choices.get("roster", "")
    if type(best) is not bool:
        raise InputError("Whether the best hand-in counts is true or false.")
    roster = read_roster(roster) if roster else ""
    exercises = [(find_exercise(stem), "") for stem in stems]
    exercises += [(replace(each, stem=name_of(each)), write_exercise(each)) for each in files]
    if len({exercise.stem for exercise, _ in exercises}) < len(exercises):
        raise InputError("Choose each exercise once.")
    rules = {"seed": secrets.token_hex(16), "counts_best": best, "roster": roster}
    return {"begin": begin, "end": end, **rules}, exercises


def describe_entry(exercise: Exercise, own: str = "") -> dict[str, Any]:
    """Return what a homework keeps of an exercise; `own` is its file if it is the teacher's own.

    Raises
    ------
    InputError
        If a phone cannot show it.
    """
    describe_task(exercise)  # refuses what a phone cannot show
    rules = describe_rules(exercise)
    if "p1" in rules.get("limits", {}):
        rules["limits"] = {name: [-FARTHEST, FARTHEST] for name in rules["limits"]}
    is_shared = is_same_for_all(exercise.stem, own)
    texts = {"stem": exercise.stem, "title": exercise.title} | ({"own": own} if own else {})
    return {**texts, "rules": rules, "shared": is_shared}


def read_name(text: str) -> str:
    """Return the name that a student has chosen.

    Raises
    ------
    InputError
        If it is invalid; the sentence says what to use instead.
    """
    return read_line(text, "a name", LONGEST_NAME)


def read_roster(text: object) -> str:
    """Return the name of a roster field, or what a student has answered to it.

    Raises
    ------
    InputError
        If it is invalid.
    """
    return read_line(text, "a line", LONGEST_NAME)


def hand_in(homework: Homework, who: str, stem: str, values: Values, at: float) -> Homework:
    """Take a student's hand-in.

    Raises
    ------
    InputError
        If it is too early, too late, too often, or no hand-in to this exercise.
    """
    if homework.is_over or at > homework.end:
        raise InputError("The homework is over: what you have handed in counts.")
    _check_begin(homework, at)
    new = HandIn(read_hand_in(homework.rules_of(stem), values), at)
    before = homework.work.get(who, {}).get(stem)
    if before is None:
        return _with(homework, who, stem, Work(new, 1, waiting=(new,)))
    if before.tries == MOST_TRIES:
        raise InputError(f"You have handed this in {MOST_TRIES} times: no more are taken.")
    if before.last.answer == new.answer:  # as the result, if it is known
        new = replace(new, result=before.last.result)
    waiting = before.waiting if new.result else (*before.waiting, new)
    return _with(homework, who, stem, Work(new, before.tries + 1, before.best, waiting))


def _check_begin(homework: Homework, at: float) -> None:
    if at < homework.begin:
        raise InputError("The homework has not begun.")


def check_work(homework: Homework, who: str, stem: str) -> Values | None:
    """Compute the result of a student's oldest hand-in without one; None if there is none."""
    work = homework.work.get(who, {}).get(stem)
    if work is None or not work.waiting:
        return None
    answer = work.waiting[0].answer
    result = judge(stem, homework.variant_of(who), answer, homework.own_of(stem))
    return {"handed": answer, "result": result}


def tell_desk(homework: Homework, who: str, stem: str, at: float) -> Values:
    """Return what a browser needs to show a student's variant; it has no answer.

    Raises
    ------
    InputError
        If the homework has not begun, or there is no such exercise.
    """
    _check_begin(homework, at)
    return {**_desk(stem, homework.variant_of(who), homework.own_of(stem)), "stem": stem}


@lru_cache(maxsize=512)
def _desk(stem: str, variant: int, own: str) -> Values:
    return describe_task(find_exercise(stem, variant, own, SECRET_VARIANTS))


def tell_work(homework: Homework, who: str, stem: str) -> Values:
    """Return the hand-in of a student that counts, with the desk of the variant, for the teacher.

    Raises
    ------
    InputError
        If there is none.
    """
    work = homework.work.get(who, {}).get(stem)
    if work is None:
        raise InputError("There is no such work.")
    counted = homework.counted(work)
    result = counted.result or {"reached": False}
    desk = tell_desk(homework, who, stem, homework.begin)
    return {"who": who, "desk": desk, "handed": counted.answer, "result": result}


def tell_ending(homework: Homework, who: str, stem: str) -> Values:
    """Return the solution of a student's variant.

    Raises
    ------
    InputError
        If it may not be known yet, or there is no such exercise.
    """
    if not homework.is_over:
        raise InputError("The solutions are shown when the homework is over.")
    ending = _ending(stem, homework.variant_of(who), homework.own_of(stem))
    return {"exercise": stem, **ending}


@lru_cache(maxsize=512)
def _ending(stem: str, variant: int, own: str) -> Values:
    return describe_ending(find_exercise(stem, variant, own, SECRET_VARIANTS))


def keep_check(homework: Homework, who: str, stem: str, answer: Values, result: Values) -> Homework:
    """Keep the result of a hand-in: of each that waits for it, the oldest of them as the best."""
    work = homework.work.get(who, {}).get(stem)
    if work is None:
        return homework
    checked = [replace(each, result=result) for each in work.waiting if each.answer == answer]
    if not checked:
        return homework
    waiting = tuple(each for each in work.waiting if each.answer != answer)
    last = replace(work.last, result=result) if work.last.answer == answer else work.last
    best = work.best or (checked[0] if checked[0].is_reached else None)
    return _with(homework, who, stem, replace(work, last=last, best=best, waiting=waiting))


def _with(homework: Homework, who: str, stem: str, work: Work) -> Homework:
    own = {**homework.work.get(who, {}), stem: work}
    return replace(homework, work={**homework.work, who: own})


def forget_work(homework: Homework, who: str) -> Homework:
    """Forget all of a student who was removed."""
    work = {each: own for each, own in homework.work.items() if each != who}
    numbers = {each: number for each, number in homework.numbers.items() if each != who}
    return replace(homework, work=work, numbers=numbers)


def view_homework(
    homework: Homework, *, is_teacher: bool, removed: Collection[str] = ()
) -> dict[str, Any]:
    """Return everybody's view of a homework; the teacher's has the work of all but the removed."""
    exercises = [
        {"stem": exercise["stem"], "title": exercise["title"], "kind": exercise["rules"]["kind"]}
        | ({"shared": exercise["shared"]} if is_teacher else {})
        for exercise in homework.exercises
    ]
    view: dict[str, Any] = {
        "exercises": exercises,
        **{"begin": homework.begin, "end": homework.end, "over": homework.is_over},
        **{"best": homework.counts_best, "roster": homework.roster},
    }
    if is_teacher:
        view["numbers"] = {
            who: number for who, number in homework.numbers.items() if who not in removed
        }
        view["work"] = {
            who: {stem: _view(homework, work, is_known=True) for stem, work in own.items()}
            for who, own in homework.work.items()
            if who not in removed
        }
    return view


def view_work(homework: Homework, who: str) -> dict[str, Any]:
    """Return a student's view of their own work."""
    view: dict[str, Any] = {}
    for stem, work in homework.work.get(who, {}).items():
        is_reach = homework.rules_of(stem)["kind"] == CHECKED_ON_PHONES
        is_known = homework.is_over or is_reach
        view[stem] = {"handed": work.last.answer, **_view(homework, work, is_known=is_known)}
        if is_known and work.last.result is not None:
            view[stem]["last"] = work.last.is_reached
    return view


def _view(homework: Homework, work: Work, *, is_known: bool) -> dict[str, Any]:
    counted = homework.counted(work)
    view: dict[str, Any] = {"tries": work.tries, "at": counted.at}
    return view | ({"reached": counted.is_reached} if is_known and counted.result else {})
