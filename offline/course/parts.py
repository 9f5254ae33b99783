"""The content of a block of a page of the static course for one state, as values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from bayeslab.evaluation.formats import decimal
from lessons.texts import Equation


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
class Hunt:
    """The data of the hunt, as ``hunt.js`` declares them: parts and pictures for their numbers."""

    data: Mapping[str, Any]


@dataclass(frozen=True)
class Content:
    """The pictures and the parts of a block for one state."""

    pictures: tuple[LivePicture | MovablePoints | Still | Hunt, ...]
    parts: tuple[Part, ...]


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
