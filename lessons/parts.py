"""The parts beside a lesson's picture, as values that the app and the static course show.

A part names the function that computes what it shows of a state of the lesson. If the function
raises a ValueError, its sentence is shown instead.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bayeslab.evaluation.formats import decimal
from lessons.texts import Equation


@dataclass(frozen=True)
class TextPart:
    """A section of the lesson's text, and the numbers for its fields.

    The app folds it below a title, if it has one.
    """

    section: str
    numbers: Callable[[Any], Mapping[str, str]] = lambda _: {}
    fold: str = ""


@dataclass(frozen=True)
class FormulaPart:
    """The formula of the lesson, in symbols or in numbers; later parts stand below it."""

    equations: Callable[[Any], Sequence[Equation]]


@dataclass(frozen=True)
class TablePart:
    """A table by columns or by rows, its description, and how its floats are written.

    On a phone the app has room for `short` heads of columns alone, each with a longer explanation.
    """

    data: Callable[[Any], Mapping[str, Any] | Sequence[Mapping[str, Any]]]
    alt: str
    write: Callable[[float], str] = decimal
    writers: Mapping[str, Callable[[float], str]] = field(default_factory=dict)  # by column
    short: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # by column


Part = TextPart | FormulaPart | TablePart
