"""What stands on a page of the static course, as values; a page is a list of blocks.

A *block* has controls, pictures, and what is said beside them. Its ``show`` is asked for a state of
the lesson, as the app's view of the lesson is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from bayeslab.evaluation.formats import decimal
from lessons.texts import Equation

__all__ = [
    "Block",
    "Drawing",
    "Formula",
    "Hunt",
    "HuntLine",
    "Part",
    "Picture",
    "Rows",
    "Said",
    "Shown",
    "Still",
    "Table",
    "Tested",
    "tabulate",
]


@dataclass(frozen=True)
class Said:
    """Markdown whose fields are filled."""

    text: str


@dataclass(frozen=True)
class Formula:
    """Equations below each other, in symbols or in numbers."""

    equations: Sequence[Equation]


@dataclass(frozen=True)
class Table:
    """The heads of columns, the rows, all as texts, and what the table has in words."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    alt: str


Part = Said | Formula | Table


@dataclass(frozen=True)
class Picture:
    """A live picture: its script, the fields that can be grabbed, and what else it reads."""

    script: str
    grabbed: tuple[str, ...]
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Drawing:
    """The drawing component with points to move: what it is told beside what is moved."""

    data: Mapping[str, Any]


@dataclass(frozen=True)
class Still:
    """A picture that Python has drawn, as SVG by theme, and what it shows in words."""

    svg: Mapping[str, str]
    alt: str


@dataclass(frozen=True)
class Tested:
    """What a test of a printed line shows: words, numbers by name, and a picture."""

    what: Said
    numbers: tuple[tuple[str, str], ...]
    expected: Said
    still: Still | None


@dataclass(frozen=True)
class HuntLine:
    """A printed line to be judged: its tests, what is said of each judgement, and its formula.

    The formula has the correction once the line is `judged`.
    """

    place: str
    printed: Said
    meaning: Said
    tests: Mapping[str, Tested]
    verdict: str
    answers: Mapping[str, tuple[Said, ...]]
    asked: Formula
    judged: Formula
    measure: Said


@dataclass(frozen=True)
class Hunt:
    """The printed lines by key, the titles of what can be chosen, and what to do, in words."""

    lines: Mapping[str, HuntLine]
    titles: Mapping[str, Mapping[str, str]]
    how: Said

    @property
    def data(self) -> Mapping[str, Any]:
        """What must not differ between two states."""
        return {"lines": self.lines, "titles": self.titles, "how": self.how}


@dataclass(frozen=True)
class Shown:
    """The pictures and the parts of a block for one state."""

    pictures: tuple[Picture | Drawing | Still | Hunt, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Rows:
    """What depends on fields with many values that a browser can look up.

    Attributes
    ----------
    name : str
        Of the data of the picture; or of the field whose default it is, if `is_default`.
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
        Returns what is shown for a state.
    by : tuple of str
        The choices that decide what is shown; Python is asked for each combination.
    moved : tuple of str
        Fields that the picture computes with.
    boxes : tuple of str
        Those of `moved` that have a field of their own above the picture.
    rows : tuple of Rows
    heading, tries : str
        Above it; and the section of the text with things to try below it.
    computed : tuple of str
        Of the data of the picture what ``lessons/<stem>/course.js`` computes.
    probes : callable
        Returns for a state other values of texts that a hand changes; numbers need none.
    steps : dict
        By field of `by` the values that the course has of it, where these are not all options.
    later : tuple of str
        Choices that would answer the question, and are shown after it.
    folded : tuple of str
        Choices and boxes that stand with the exact values.
    again : str
        The whole number that the button "Draw again" counts on, if there is one.
    is_answered : callable
        Returns whether the course can show a state, or only the app.
    """

    show: Callable[[Any], Shown]
    by: tuple[str, ...]
    moved: tuple[str, ...] = ()
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
