"""Drawn points: as text that fits into a link, and as a data set.

A drawing is a box, and points in it that each have one of ten classes. A point is the same to the
bit wherever the text is read; :mod:`core.drawing_format` describes the bytes.
"""

import re
import zlib
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bayeslab.data.datasets import COORDINATES, Dataset
from bayeslab.data.points import bounding_box
from core.drawing_format import (
    BLANK_BOX,
    COMPACT,
    EXACT,
    LARGEST,
    MAX_CLASSES,
    MAX_DRAWN,
    STEPS,
    Box,
    compact_body,
    exact_body,
    read_text,
    write_text,
)
from core.input_error import InputError

MAX_IN_LINK = 600  # points: on the grid, a link with them is not longer than the next
LONGEST_IN_LINK = 3700  # characters: with them a link is below the 4 kB that every server lets by
MOST_CACHED = 16  # of the drawings that were read last; each takes less than 0.2 MB
UNTITLED = "your points"  # of a drawing without a title
LARGEST_FLOAT32 = 3e38
NUMBER = re.compile(r"@[0-9a-f]{8}\Z")


@dataclass(frozen=True, eq=False)
class Drawing:
    """Drawn points.

    Attributes
    ----------
    box : tuple of 4 floats
        (x1_min, x1_max, x2_min, x2_max), what the picture shows.
    X : array of shape (n, 2)
        The points, in the units of the box.
    labels : array of shape (n,) of uint8
        Classes 0 to 9.
    """

    box: Box
    X: NDArray[np.float64]
    labels: NDArray[np.uint8]

    @property
    def positions(self) -> NDArray[np.uint16]:
        """The nearest positions in the grid of the box, shape (n, 2): steps from its lower left."""
        return self._positions()

    def _positions(self, grain: int = 1) -> NDArray[np.uint16]:
        """Return the nearest positions that are multiples of the grain."""
        low, high = _corners(self.box)
        steps = np.rint((self.X.clip(low, high) - low) / (high - low) * (STEPS // grain))
        return (grain * steps).astype(np.uint16)

    @classmethod
    def at(cls, box: Box, positions: ArrayLike, labels: ArrayLike) -> "Drawing":
        """Return the drawing with points at these positions in the grid of its box."""
        low, high = _corners(box)
        X = low + (high - low) * (np.asarray(positions, dtype=np.uint16).reshape(-1, 2) / STEPS)
        return cls(box, X, np.asarray(labels, dtype=np.uint8))

    def on_grid(self, grain: int = 1) -> "Drawing":
        """Return the drawing in a box that float32 can hold, each point at its nearest position.

        The positions are multiples of the grain, 1 or GRAIN.
        """
        a, b, c, d = self.box
        copy = replace(self, box=(*_float32_range(a, b), *_float32_range(c, d)))
        return Drawing.at(copy.box, copy._positions(grain), self.labels)


@dataclass(frozen=True)
class DrawnSpec:
    """Which drawing, in plain values: the counterpart of :class:`bayeslab.DatasetSpec`.

    Attributes
    ----------
    points : str
        The text of a drawing, or nothing for a blank sheet. For a drawing too long for a link it
        may end with "@" and the number under which the browser that drew it keeps it; before that
        stands its text with rounded points, or nothing.
    names : tuple of str
        Those of the two features and of the first classes; a class without a name gets a number.
    title : str
        That of the data set, or nothing for "your points".
    """

    points: str = ""
    names: tuple[str, ...] = (*COORDINATES, "C−", "C+")
    title: str = ""

    @property
    def drawing(self) -> Drawing:
        """The drawing that the text describes.

        Raises
        ------
        InputError
            If it describes none.
        """
        if is_kept(self.points):
            raise InputError(
                "These points did not fit into the link: only the browser that drew them can have "
                "stored them. Open the link there, or load the CSV file with the points."
            )
        if not self.points:
            return Drawing(BLANK_BOX, np.zeros((0, 2)), np.zeros(0, np.uint8))
        return cached_drawing(without_number(self.points))

    def load(self) -> Dataset:
        """Return the points as a data set; a class that was skipped keeps its number.

        Raises
        ------
        InputError
            If the text describes no drawing.
        """
        drawing = self.drawing
        names, title = self.names[2:], self.title or UNTITLED
        count = max(len(names), 1 + int(drawing.labels.max(initial=1)))
        more = tuple(f"class {number}" for number in range(len(names) + 1, count + 1))
        return Dataset(
            drawing.X,
            drawing.labels.astype(np.int64),
            self.names[:2],
            (*names, *more),
            f"{title}, rounded for the link" if NUMBER.search(self.points) else title,
        )


def draw(X: ArrayLike, y: ArrayLike) -> Drawing:
    """Return a drawing of points, with a box around them.

    Parameters
    ----------
    X : array-like of shape (n, 2)
        Finite points; they keep their values.
    y : array-like of shape (n,)
        Classes 0 to 9.

    Raises
    ------
    InputError
        If a coordinate is too large to compute with: beyond 1e150.
    ValueError
        If a coordinate is not finite.
    """
    points = np.asarray(X, dtype=np.float64).reshape(-1, 2) + 0.0  # no zero has a sign
    box = bounding_box(points) if len(points) else BLANK_BOX
    if (abs(points) > LARGEST).any():
        raise InputError(
            f"A value is beyond {LARGEST:.0e}, too large to compute with: use larger units."
        )
    return Drawing(box, points, np.asarray(y).astype(np.uint8))


def _corners(box: Box) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the lower left and the upper right corner."""
    return np.array(box[::2]), np.array(box[1::2])


def _float32_range(low: float, high: float) -> tuple[float, float]:
    """Return the ends in numbers that float32 can hold, and apart."""
    ends = np.clip([low, high], -LARGEST_FLOAT32, LARGEST_FLOAT32)
    ends = ends.astype(np.float32).astype(np.float64)
    if ends[0] == ends[1]:
        margin = max(1e-6 * abs(ends[0]), 1e-6)
        ends = np.add(ends, [-margin, margin]).astype(np.float32).astype(np.float64)
    return float(ends[0]), float(ends[1])


def identify(text: str) -> str:
    """Return eight hexadecimal digits that identify the text of a drawing."""
    return f"{zlib.crc32(text.encode()):08x}"


def is_kept(text: str) -> bool:
    """Return whether this is only the number of a drawing that a browser stores."""
    return NUMBER.fullmatch(text) is not None


def without_number(text: str) -> str:
    """Return the text without the number of a drawing that a browser keeps."""
    return NUMBER.sub("", text)


def text_for_link(text: str) -> str:
    """Return the text, or for one that is too long, rounded points and the drawing's number.

    There are no points if they are too many, or if float32 cannot hold their box.
    """
    if len(text) <= LONGEST_IN_LINK:
        return text
    drawing = cached_drawing(text)
    grid_drawing, number = drawing.on_grid(), f"@{identify(text)}"
    (low, high), (new_low, new_high) = _corners(drawing.box), _corners(grid_drawing.box)
    is_near = abs(np.array([new_low - low, new_high - high])) <= 0.01 * (high - low)
    fits = len(drawing.labels) <= MAX_IN_LINK and is_near.all()
    return (encode_drawing(grid_drawing) if fits else "") + number


def encode_drawing(drawing: Drawing) -> str:
    """Return the text of a drawing: of version "3" if its points lie on the grid, else "2".

    Raises
    ------
    InputError
        If it has more than MAX_DRAWN points.
    """
    n, grid_drawing = len(drawing.labels), drawing.on_grid()
    if n > MAX_DRAWN:
        raise InputError(f"{n} points are too many for a drawing; keep at most {MAX_DRAWN}.")
    if grid_drawing.box == drawing.box and (grid_drawing.X == drawing.X).all():
        body = compact_body(drawing.box, drawing.positions, drawing.labels)
        return write_text(COMPACT, body)
    return write_text(EXACT, exact_body(drawing.box, drawing.X, drawing.labels))


def decode_drawing(text: str) -> Drawing:
    """Read the text of a drawing.

    Raises
    ------
    InputError
        If the text is of another version, cut off, changed, or says something impossible.
    """
    version, (box, places, labels) = read_text(text)
    make = Drawing if version == EXACT else Drawing.at
    drawing = make(box, places, labels)
    if (drawing.labels >= MAX_CLASSES).any():
        raise InputError(f"use a link with at most {MAX_CLASSES} classes")
    drawing.X.flags.writeable = drawing.labels.flags.writeable = False
    return drawing


# A run of a page reads the same text eight times, and the next one has the same link.
cached_drawing = lru_cache(MOST_CACHED)(decode_drawing)
cached_text_for_link = lru_cache(MOST_CACHED)(text_for_link)
