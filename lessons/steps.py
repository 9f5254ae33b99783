"""The steps of a lesson: what each sets up, says, asks for, checks and answers.

In a lesson's text each section ``# Step: Title`` is one step. It has paragraphs, perhaps a list of
options, and a last part after ``Then:``, the answer. Between them are lines such as
``Set: data=moons&gamma=1``:

Set
    Fields of the lesson's state; others are as in the beginning of *Going deeper*.
Until
    What the visitor has to bring about: ``gamma=30..`` is a range, ``cut=loo|error`` a choice, and
    ``points=moved`` is anything but what the step has set.
Else
    What to say when something was moved, and that is not so.
Goal
    Fields of a state in which that is so; the static course has the numbers of its answer.
After
    Fields that are set when an option has been chosen, to show what happens.
Show
    The controls above the picture, and ``formula``, ``again`` or ``words``, separated by blanks.
Picture
    The number of the block whose picture is shown, from 1.

An option is ``- [x] text`` if it is right, else ``- [ ] text => what is wrong with it``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

from core.fields import State, fields_of
from core.input_error import InputError
from core.limits import Number
from core.link import read_choices
from lessons.texts import read_sections, shuffle

SECTION = "Step: "
LINE = re.compile(r"^(Set|Until|Else|Goal|After|Show|Picture): (.+)\n", re.MULTILINE)
OPTION = re.compile(
    r"^- \[([ x])\] (.+?)(?: => (.+?))?(?=\n- \[|\n\n|\Z)", re.MULTILINE | re.DOTALL
)
MOVED = "moved"


@dataclass(frozen=True)
class Condition:
    """What a field has to be: within a range, one of some values, or (with neither) moved."""

    name: str
    low: float | None = None
    high: float | None = None
    options: tuple[Any, ...] = ()

    def holds(self, state: State, start: State) -> bool:
        """Return whether a state fulfils it, where the step has begun with `start`."""
        value = state.value(self.name)
        if self.options:
            return value in self.options
        if self.low is None and self.high is None:
            return bool(value != start.value(self.name))
        is_above = self.low is None or value >= self.low
        return is_above and (self.high is None or value <= self.high)


@dataclass(frozen=True)
class Option:
    """An answer to choose: its text, whether it is right, and what to say if it is not."""

    text: str
    is_right: bool
    reply: str


@dataclass(frozen=True)
class Step:
    """One step of a lesson; the module says what its lines mean.

    Attributes
    ----------
    title, text, answer : str
        Markdown, with fields for numbers.
    changes, goal, after : dict
        Values by field.
    until : tuple of Condition
        All have to hold.
    options : tuple of Option
        To choose from; those of a step with a prediction.
    controls : tuple of str
    picture : int
        The index of the block.
    hint : str
        What to say when something was moved, and the step is not done.
    """

    title: str
    text: str
    answer: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    until: tuple[Condition, ...] = ()
    goal: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    controls: tuple[str, ...] = ()
    picture: int = 0
    hint: str = ""

    def is_reached(self, state: State) -> bool:
        """Return whether a state is what the step asks for."""
        start = state.beginning()
        return all(condition.holds(state, start) for condition in self.until)


@cache
def read_steps(stem: str, kind: type[State]) -> tuple[Step, ...]:
    """Return the steps of a lesson; `kind` is the class of its state.

    Raises
    ------
    ValueError
        If a step names no field, has an invalid value, or nothing to do or to answer.
    """
    return tuple(
        _read_step(name.removeprefix(SECTION), section, kind)
        for name, section in read_sections(stem).items()
        if name.startswith(SECTION)
    )


def step_of(stem: str, state: Any) -> Step | None:
    """Return the step that a state of a lesson shows; None on the page *Going deeper*."""
    steps = read_steps(stem, type(state))
    return steps[min(state.step, len(steps)) - 1] if state.step else None


def set_up(steps: tuple[Step, ...], number: int, kind: Any, **kept: Any) -> Any:
    """Return the state that a step begins with, from 1.

    Parameters
    ----------
    steps : tuple of Step
    number : int
    kind : type
        The class of the lesson's state.
    **kept
        Values of further fields.
    """
    number = min(number, len(steps))
    return kind.opening().change(**kept, **steps[number - 1].changes, step=number)


def strays(steps: tuple[Step, ...], state: Any, movable: Sequence[str]) -> dict[str, Any]:
    """Return the values by field to which a step must return: a link may have changed any field.

    Parameters
    ----------
    steps : tuple of Step
    state : LessonState
    movable : sequence of str
        The fields that the step's picture moves.
    """
    number = min(state.step, len(steps))
    step = steps[number - 1]
    free = {"formula", *movable, *step.controls, *step.after}
    free.update(condition.name for condition in step.until)
    return {
        name: value
        for name, value in state.beginning().differing(state).items()
        if name not in free
    }


def reach(steps: tuple[Step, ...], number: int, kind: Any) -> Any:
    """Return the state in which a step is done, as its text says, or its beginning."""
    step = steps[number - 1]
    return set_up(steps, number, kind).change(**step.goal, **step.after)


def _read_step(title: str, section: str, kind: type[State]) -> Step:
    lines = dict(LINE.findall(section))
    text, _, answer = LINE.sub("", section).partition("\nThen: ")
    options = [
        Option(" ".join(words.split()), mark == "x", " ".join(reply.split()))
        for mark, words, reply in OPTION.findall(text)
    ]
    if bool(options) == ("Until" in lines):
        raise ValueError(f"The step “{title}” needs either options or a line “Until: …”.")
    if not answer.strip():
        raise ValueError(f"The step “{title}” has no answer: write “Then: …” at its end.")
    if options and sum(option.is_right for option in options) != 1:
        raise ValueError(f"Not one option of the step “{title}” is marked [x].")
    return Step(
        title,
        OPTION.sub("", text).strip(),
        answer.strip(),
        _read_changes(lines.get("Set", ""), kind),
        until=tuple(_read_conditions(lines.get("Until", ""), kind)),
        goal=_read_changes(lines.get("Goal", ""), kind),
        after=_read_changes(lines.get("After", ""), kind),
        options=tuple(shuffle(options, lambda option: option.text)),
        controls=tuple(lines.get("Show", "").split()),
        picture=int(lines.get("Picture", 1)) - 1,
        hint=lines.get("Else", ""),
    )


def _read_changes(query: str, kind: type[State]) -> Mapping[str, Any]:
    return read_choices(dict(parse_qsl(query, keep_blank_values=True)), kind)


def _read_conditions(query: str, kind: type[State]) -> list[Condition]:
    return [_read_condition(name, text, kind) for name, text in parse_qsl(query)]


def _read_condition(name: str, text: str, kind: type[State]) -> Condition:
    if name not in fields_of(kind):
        raise InputError(f"“{name}” is no field.")
    limit = fields_of(kind)[name].limit
    if text == MOVED:
        return Condition(name)
    if isinstance(limit, Number) and ".." in text:
        low, high = (float(end) if end else None for end in text.split(".."))
        return Condition(name, low, high)
    return Condition(name, options=tuple(map(limit.parse, text.split("|"))))
