"""Drawn points: as text that fits into a link, and as a data set.

A drawing is a box and points on a grid of 65,536 x 65,536 positions in it, each with one of ten
classes. On that grid a point is the same to the bit wherever the text is read. The text is a
version number and, in URL-safe Base64, these bytes (little-endian)::

    4 x float32   box: x1_min, x1_max, x2_min, x2_max
    uint16        number of points n
    n x 2 uint16  positions q1, q2: x = low + (high - low) (q / 65535)
    ceil(n / 2)   classes, four bits a point, the first point in the lower ones
    uint32        CRC-32 of all bytes before

``ui/canvas/codec.js`` reads and writes the same.
"""

import base64
import binascii
import re
import struct
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bayeslab.data.datasets import Dataset, bounding_box
from core.input_error import InputError

__all__ = [
    "MAX_CLASSES",
    "MAX_DRAWN",
    "MAX_IN_LINK",
    "Drawing",
    "DrawnSpec",
    "decode_drawing",
    "draw",
    "encode_drawing",
    "identify",
    "is_kept",
]

VERSION = "1"
MAX_DRAWN = 2000  # points: more make the page wait, and a picture of them shows nothing new
MAX_IN_LINK = 600  # points: a link with them stays below the 4 kB that every server lets through
MAX_CLASSES = 10
STEPS = 65_535
HEADER = struct.Struct("<4fH")
CHECKSUM = struct.Struct("<I")
LARGEST = 3e38  # within float32
KEPT = re.compile(r"@[0-9a-f]{8}")
BLANK_BOX = (-3.0, 3.0, -2.0, 2.0)


@dataclass(frozen=True, eq=False)
class Drawing:
    """Drawn points.

    Attributes
    ----------
    box : tuple of 4 floats
        (x1_min, x1_max, x2_min, x2_max), numbers that float32 can hold.
    positions : array of shape (n, 2) of uint16
        Steps from the lower left corner of the box.
    labels : array of shape (n,) of uint8
        Classes 0 to 9.
    """

    box: tuple[float, float, float, float]
    positions: NDArray[np.uint16]
    labels: NDArray[np.uint8]

    @property
    def X(self) -> NDArray[np.float64]:  # noqa: N802
        """The points, shape (n, 2), in the units of the box."""
        low, high = np.array(self.box[::2]), np.array(self.box[1::2])
        return low + (high - low) * (self.positions / STEPS)


@dataclass(frozen=True)
class DrawnSpec:
    """Which drawing, in plain values: the counterpart of :class:`bayeslab.DatasetSpec`.

    Attributes
    ----------
    points : str
        The text of a drawing, or nothing for a blank sheet. For a drawing too long for a link it
        may be "@" and the number under which the browser that drew it keeps it.
    names : tuple of str
        Those of the two features and of the first classes; a class without a name gets a number.
    """

    points: str = ""
    names: tuple[str, ...] = ("x₁", "x₂", "C-", "C+")

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
            return Drawing(BLANK_BOX, np.zeros((0, 2), np.uint16), np.zeros(0, np.uint8))
        return decode_drawing(self.points)

    def load(self) -> Dataset:
        """Return the points as a data set; a class that was skipped keeps its number.

        Raises
        ------
        InputError
            If the text describes no drawing.
        """
        drawing = self.drawing
        given = self.names[2:]
        count = max(len(given), 1 + int(drawing.labels.max(initial=1)))
        more = tuple(f"class {number}" for number in range(len(given) + 1, count + 1))
        return Dataset(
            drawing.X,
            drawing.labels.astype(np.int64),
            self.names[:2],
            (*given, *more),
            "your points",
        )


def draw(X: ArrayLike, y: ArrayLike) -> Drawing:
    """Return a drawing of points, each at the nearest position in a box around them.

    Parameters
    ----------
    X : array-like of shape (n, 2)
        Finite points.
    y : array-like of shape (n,)
        Classes 0 to 9.

    Raises
    ------
    ValueError
        If a coordinate is not finite.
    """
    points = np.asarray(X, dtype=np.float64)
    a, b, c, d = bounding_box(points) if len(points) else BLANK_BOX
    box = (*_float32_range(a, b), *_float32_range(c, d))
    low, high = np.array(box[::2]), np.array(box[1::2])
    steps = np.rint((points.clip(low, high) - low) / (high - low) * STEPS)
    return Drawing(box, steps.astype(np.uint16), np.asarray(y).astype(np.uint8))


def _float32_range(low: float, high: float) -> tuple[float, float]:
    """Return the ends in numbers that float32 can hold, and apart."""
    ends = np.clip([low, high], -LARGEST, LARGEST).astype(np.float32).astype(np.float64)
    if ends[0] == ends[1]:
        margin = max(1e-6 * abs(ends[0]), 1e-6)
        ends = np.add(ends, [-margin, margin]).astype(np.float32).astype(np.float64)
    return float(ends[0]), float(ends[1])


def identify(text: str) -> str:
    """Return eight hexadecimal digits that tell the text of a drawing from other ones."""
    return f"{zlib.crc32(text.encode()):08x}"


def is_kept(text: str) -> bool:
    """Return whether this is the number of a drawing that a browser keeps."""
    return KEPT.fullmatch(text) is not None


def encode_drawing(drawing: Drawing) -> str:
    """Return the text of a drawing.

    Raises
    ------
    InputError
        If it has more than MAX_DRAWN points.
    """
    n = len(drawing.labels)
    if n > MAX_DRAWN:
        raise InputError(f"{n} points are too many for a drawing; keep at most {MAX_DRAWN}.")
    labels = np.zeros(2 * ((n + 1) // 2), dtype=np.uint8)
    labels[:n] = drawing.labels
    packed = labels[::2] | labels[1::2] << 4
    body = HEADER.pack(*drawing.box, n)
    body += drawing.positions.astype("<u2").tobytes() + packed.tobytes()
    content = body + CHECKSUM.pack(zlib.crc32(body))
    return VERSION + base64.urlsafe_b64encode(content).rstrip(b"=").decode("ascii")


def decode_drawing(text: str) -> Drawing:
    """Read the text of a drawing.

    Raises
    ------
    InputError
        If the text is of another version, cut off, changed, or says something impossible.
    """
    if text[:1] != VERSION:
        raise InputError("use a link made by this version")
    content = _bytes(text[1:])
    if len(content) < HEADER.size + CHECKSUM.size:
        raise InputError("use the whole link: this one is cut off")
    body, (checksum,) = content[: -CHECKSUM.size], CHECKSUM.unpack(content[-CHECKSUM.size :])
    *box, n = HEADER.unpack_from(body)
    if n > MAX_DRAWN or len(body) != HEADER.size + 4 * n + (n + 1) // 2:
        raise InputError("use the whole link: this one is cut off")
    if zlib.crc32(body) != checksum:
        raise InputError("use the link as it was made: this one was changed")
    if not (np.isfinite(box).all() and box[0] < box[1] and box[2] < box[3]):
        raise InputError("use a link whose box has a width and a height")
    positions = np.frombuffer(body, "<u2", 2 * n, HEADER.size).astype(np.uint16).reshape(n, 2)
    packed = np.frombuffer(body, np.uint8, offset=HEADER.size + 4 * n)
    labels = np.stack([packed & 15, packed >> 4], axis=1).ravel()[:n]
    if (labels >= MAX_CLASSES).any():
        raise InputError(f"use a link with at most {MAX_CLASSES} classes")
    x1_min, x1_max, x2_min, x2_max = box
    return Drawing((x1_min, x1_max, x2_min, x2_max), positions, labels)


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise InputError("use the link as it was made: this one was changed") from None
