"""The content of a page of the static course, as values; a page is a list of blocks.

A *block* has controls, pictures, and the text beside them. Its ``show`` gets a state of the lesson,
like the app's view of the lesson.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from bayeslab.evaluation.formats import decimal
from core.fields import fields_of
from lessons.lesson_state import LessonState
from lessons.texts import Equation

__all__ = [
    "Block",
    "Content",
    "Formula",
    "Hunt",
    "HuntLine",
    "LivePicture",
    "Markdown",
    "MovablePoints",
    "Part",
    "Rows",
    "Still",
    "Table",
    "TestResult",
    "key_of",
    "tabulate",
]


@dataclass(frozen=True)
class Markdown:
    """Markdown with its fields filled in."""

    text: str


@dataclass(frozen=True)
class Formula:
    """Equations below each other, in symbols or in numbers."""

    equations: Sequence[Equation]


@dataclass(frozen=True)
class Table:
    """The heads of columns and the rows, all as texts, and a description of the table."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    alt: str


Part = Markdown | Formula | Table


@dataclass(frozen=True)
class LivePicture:
    """A live picture: its script, the fields that can be grabbed, and its further data."""

    script: str
    grabbed: tuple[str, ...]
    data: Mapping[str, Any]


@dataclass(frozen=True)
class MovablePoints:
    """The drawing component with points to move: its data without the moved values."""

    data: Mapping[str, Any]


@dataclass(frozen=True)
class Still:
    """A picture that Python has drawn, as SVG by theme, and its description."""

    svg: Mapping[str, str]
    alt: str


@dataclass(frozen=True)
class TestResult:
    """The result of a test of a printed line: words, numbers by name, and a picture."""

    what: Markdown
    numbers: tuple[tuple[str, str], ...]
    expected: Markdown
    still: Still | None


@dataclass(frozen=True)
class HuntLine:
    """A printed line to be judged: its tests, the reply to each judgement, and its formula.

    `corrected` is the formula with the correction, for after the judgement.
    """

    place: str
    printed: Markdown
    meaning: Markdown
    tests: Mapping[str, TestResult]
    verdict: str
    answers: Mapping[str, tuple[Markdown, ...]]
    formula: Formula
    corrected: Formula
    measure: Markdown


@dataclass(frozen=True)
class Hunt:
    """The printed lines by key, the titles of the choices, and the instructions."""

    lines: Mapping[str, HuntLine]
    titles: Mapping[str, Mapping[str, str]]
    how: Markdown

    @property
    def data(self) -> Mapping[str, Any]:
        """The data that must not differ between two states."""
        return {"lines": self.lines, "titles": self.titles, "how": self.how}


@dataclass(frozen=True)
class Content:
    """The pictures and the parts of a block for one state."""

    pictures: tuple[LivePicture | MovablePoints | Still | Hunt, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Rows:
    """Values that a browser can look up by fields with many values.

    Attributes
    ----------
    name : str
        The name in the picture's data; if `is_default`, the field whose default it is.
    by : tuple of str
        The fields.
    values : dict
        By the texts of these fields in a link, joined by a blank.
    is_default : bool
    """

    name: str
    by: tuple[str, ...]
    values: Mapping[str, Any]
    is_default: bool = False


@dataclass(frozen=True)
class Block:
    """A part of a page that is shown for a state of the lesson.

    Attributes
    ----------
    show : callable
        Returns the content for a state.
    by : tuple of str
        The choices on which the content depends; Python computes each combination.
    movable : tuple of str
        Fields that the picture computes with.
    boxes : tuple of str
        Those of `movable` that have a field of their own above the picture.
    rows : tuple of Rows
    heading, tries : str
        Above it; and the section of the text with things to try below it.
    computed : tuple of str
        The data of the picture that ``lessons/<stem>/course.js`` computes.
    probes : callable
        Returns, for a state, other values of movable texts; numbers need none.
    steps : dict
        By field of `by`, the values that the course has, if these are not all options.
    later : tuple of str
        Choices that would reveal the answer, and are shown after the question.
    folded : tuple of str
        Choices and boxes that are shown with the exact values.
    again : str
        The whole number that the button "Draw again" counts on, if there is one.
    is_answered : callable
        Returns whether the course can show a state, or only the app.
    """

    show: Callable[[Any], Content]
    by: tuple[str, ...]
    movable: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    rows: tuple[Rows, ...] = ()
    heading: str = ""
    tries: str = ""
    computed: tuple[str, ...] = ()
    probes: Callable[[Any], Sequence[Mapping[str, Any]]] = lambda _: ()
    steps: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    later: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    again: str = ""
    is_answered: Callable[[Any], bool] = lambda _: True


def key_of(state: LessonState, names: Sequence[str]) -> str:
    """Return these fields of a state as in a link; those that do not apply as "-"."""
    declarations = fields_of(type(state))
    values = ((name, state.value(name)) for name in names)
    return " ".join(
        declarations[name].limit.write(value) if state.applies(name) and value is not None else "-"
        for name, value in values
    )


def tabulate(
    data: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    alt: str,
    write: Callable[[float], str] = decimal,
    **writers: Callable[[float], str],
) -> Table:
    """Return a table, given by columns or by rows, as ``show_numbers`` of the app writes it."""
    frame = pd.DataFrame(data)
    floats = set(frame.select_dtypes("float"))

    def text(name: str, value: Any) -> str:
        if name not in floats:
            return str(value)
        return "–" if pd.isna(value) else writers.get(name, write)(float(value))

    columns = [[text(name, value) for value in frame[name]] for name in frame]
    return Table(tuple(map(str, frame)), tuple(zip(*columns, strict=True)), alt)
