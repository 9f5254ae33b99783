"""Exercises as values: a situation, a task, a goal or an answer, hints, and variants.

:mod:`core.exercises.file` reads them from files, :mod:`core.exercises.check` checks attempts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal
from zlib import crc32

import numpy as np

from core.drawing import Drawing, DrawnSpec, encode_drawing
from core.fields import State, fields_of
from core.state import DRAWN, LabState

Kind = Literal["reach", "number", "place", "choice"]
KINDS: tuple[Kind, ...] = ("reach", "number", "place", "choice")
LEVELS: Mapping[int, str] = MappingProxyType({1: "easy", 2: "medium", 3: "takes some thought"})
VARIANTS = 100_000  # numbers of variants that a page or link takes, from 0
SECRET_VARIANTS = 2**53  # those beyond are for homework, whose solutions no page shows
STRETCH = 0.06  # the most by which the points of a variant are stretched or shrunk
LINE = "line"  # the answer of a place: the boundary of a classifier
DIGITS = 9  # of a number behind the point, in a file
SLACK = 1e-9  # rounding: 97.0 of 97 is reached
SIGNS: Mapping[str, Callable[[float, float], bool]] = MappingProxyType(
    {">=": lambda a, b: a >= b - SLACK, "<=": lambda a, b: a <= b + SLACK}
)


@dataclass(frozen=True)
class Quantity:
    """A measure of the named classifier, or else of the one in the picture."""

    measure: str
    model: str = ""

    def __str__(self) -> str:
        """Return it as written in a file."""
        return f"{self.measure} of {self.model}" if self.model else self.measure


@dataclass(frozen=True)
class Comparison:
    """A bound on a quantity: at least a number, or at most."""

    quantity: Quantity
    sign: str
    number: float

    def holds(self, value: float) -> bool:
        """Return whether this value of the quantity fulfils it."""
        return SIGNS[self.sign](value, self.number)

    def __str__(self) -> str:
        """Return it as written in a file."""
        return f"{self.quantity} {self.sign} {write_number(self.number)}"


@dataclass(frozen=True)
class Hint:
    """A sentence, and the comparison that calls for it; None if nothing has to."""

    when: Comparison | None
    text: str


@dataclass(frozen=True)
class Mistake:
    """What a known mistake leads to, as in a file, and the reply to that answer.

    `answer` is arithmetic on figures, or the line of a classifier or of both means.
    """

    answer: str
    text: str


@dataclass(frozen=True)
class Option:
    """An option, whether it is right, and the reply to a visitor who chooses it."""

    text: str
    is_right: bool
    reply: str


@dataclass(frozen=True)
class Variation:
    """How a field of the situation differs from variant to variant.

    `values` are texts as in a link; without any, a whole number may have any value.
    """

    name: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Exercise:
    """An exercise; the module :mod:`core.exercises.file` has an example.

    Attributes
    ----------
    stem, title, kind : str
    lesson, level : int
        Of ten lessons and of three levels.
    page : str
        Of the situation.
    start, solution : State
        The initial state, and one that reaches the goal or shows the answer.
    task, shown : str
        Markdown: what to do, and what the exercise has shown.
    may, models : tuple of str
        The fields that may be changed, and the classifiers to choose from; none means all.
    goal : tuple of Comparison
        For a reach, the conditions to fulfil; for other kinds, the conditions that
        make the answer right.
    answer : Quantity or None
    within : float
        The tolerance of the answer.
    hints : tuple of Hint
    mistakes : tuple of Mistake
    options : tuple of Option
    vary : tuple of Variation
    """

    stem: str
    title: str
    lesson: int
    level: int
    kind: Kind
    page: str
    start: State
    solution: State
    task: str
    shown: str
    may: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    goal: tuple[Comparison, ...] = ()
    answer: Quantity | None = None
    within: float = 0.0
    hints: tuple[Hint, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    options: tuple[Option, ...] = ()
    vary: tuple[Variation, ...] = ()

    def variant(self, number: int) -> "Exercise":
        """Return the exercise with the values of a variant, and its options in an order of it.

        Variant 0 has the values as written.
        """
        exercise = replace(self, options=self._shuffle_options(number))
        if not number or not self.vary:
            return exercise
        rng = np.random.default_rng([number, crc32(self.stem.encode())])
        start, solution = self.start, self.solution
        for variation in self.vary:
            if variation.name == "points":
                start, solution = _move_points(start, solution, variation.values[0], rng)
            else:
                value = _draw(type(start), variation, rng)
                start = replace(start, **{variation.name: value})
                solution = replace(solution, **{variation.name: value})
        return replace(exercise, start=start, solution=solution)

    def _shuffle_options(self, number: int) -> tuple[Option, ...]:
        """Return the options in an order of the variant, so that no place is the right one's."""
        options = sorted(self.options, key=lambda option: crc32(option.text.encode()))
        texts = "".join(option.text for option in options)
        rng = np.random.default_rng([number, crc32(texts.encode())])
        return tuple(options[k] for k in rng.permutation(len(options)))

    def keep_to(self, state: State) -> State:
        """Return a participant's state, reset where fields may not be changed."""
        names = {name for name in self.may if name != "points"}
        values = {name: getattr(state, name) for name in names}
        if "points" in self.may and isinstance(state, LabState) and state.data == DRAWN:
            point_names = ("data", "points", "names")
            values |= {name: getattr(state, name) for name in point_names}
        return replace(self.start, **values)


def write_number(number: float) -> str:
    """Return a number in digits, without zeros at its end."""
    return f"{number:.{DIGITS}f}".rstrip("0").rstrip(".")


# Variants


def _draw(kind: type[State], variation: Variation, rng: np.random.Generator) -> Any:
    declaration = fields_of(kind)[variation.name]
    if variation.values:
        return declaration.limit.parse(variation.values[rng.integers(len(variation.values))])
    limit = declaration.limit
    low, high = int(getattr(limit, "low", 0)), int(getattr(limit, "high", 1))
    return int(rng.integers(low, high + 1))


def _move_points(
    start: State, solution: State, how: str, rng: np.random.Generator
) -> tuple[State, State]:
    """Turn or mirror all points about the middle of the box, and stretch them a little."""
    flips = np.diag(rng.choice((-1.0, 1.0), 2))
    stretches = np.diag(rng.uniform(1 - STRETCH, 1 + STRETCH, 2))
    angle = rng.uniform(0, 2 * np.pi) if how == "turned" else rng.integers(2) * np.pi / 2
    c, s = np.cos(angle), np.sin(angle)
    if how == "mirrored":
        c, s = np.round(c), np.round(s)
    A = np.array([[c, -s], [s, c]]) @ flips @ stretches
    return _transform_points(start, A), _transform_points(solution, A)


def _transform_points(state: State, A: Any) -> State:
    assert isinstance(state, LabState)
    drawing = DrawnSpec(state.points).drawing
    centre, _ = frame_of(drawing)
    image = replace(drawing, X=centre + (drawing.X - centre) @ A.T).on_grid()
    return replace(state, points=encode_drawing(image))


def frame_of(drawing: Drawing) -> tuple[Any, Any]:
    """Return the middle of the box of a drawing, and half its sides."""
    low, high = np.array(drawing.box[::2]), np.array(drawing.box[1::2])
    return (low + high) / 2, (high - low) / 2
