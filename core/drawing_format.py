"""The text of drawn points: a version number and, in URL-safe Base64, little-endian bytes.

Points drawn by hand lie on a grid of 65,536 x 65,536 positions in their box, and new ones at every
17th of these, which is finer than a screen. If all points lie on the grid, the version is "3"::

    uint8         g, 17 if all positions are multiples of it, else 1
    uint8         1 if the box is that of a blank sheet, else 0
    4 x float32   box, unless it is that one: x1_min, x1_max, x2_min, x2_max
    uint16        number of points n
    3 columns     q1 / g, q2 / g and the classes, as steps in core.packing, with the positions
                  q1, q2: x = low + (high - low) (q / 65535)
    uint32        CRC-32 of all before

Other points, those of a table, keep their values: the version is "2"::

    4 x float64   box
    uint16        number of points n
    2 columns     the values of each feature, as in core.packing
    uint8         w, from 0 to 4
    n x w bit     classes, the highest bit first, and zeros to the end of the byte
    uint32        CRC-32

``web/wire/codec.js`` reads and writes the same.
"""

import struct
import zlib
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.input_error import InputError
from core.packed_text import decode_bytes, encode_bytes
from core.packing import Reader, pack_bits, pack_column, pack_steps

EXACT, COMPACT = "2", "3"  # the versions of the text
MAX_DRAWN = 5000  # points: more make the page wait, and a picture of them shows nothing new
MAX_CLASSES = 10
STEPS = 65_535
GRAIN = 17  # steps between the positions of new points
EXACT_HEADER = struct.Struct("<4dH")
BOX, COUNT, BYTE = struct.Struct("<4f"), struct.Struct("<H"), struct.Struct("<B")
CHECKSUM = struct.Struct("<I")
LARGEST = 1e150  # of a value: squares of it, and products of squares, stay finite
LARGEST_IN_BOX = 2e150
BLANK_BOX = (-3.0, 3.0, -2.0, 2.0)

Box = tuple[float, float, float, float]
Labels = NDArray[np.uint8]
# The box, the positions (of version EXACT the points), and the labels.
Parts = tuple[Box, NDArray[Any], Labels]


def write_text(version: str, body: bytes) -> str:
    """Return the text of a body, with its checksum."""
    content = body + CHECKSUM.pack(zlib.crc32(body))
    return version + encode_bytes(content)


def read_text(text: str) -> tuple[str, Parts]:
    """Return the version of a text, and what it holds.

    Raises
    ------
    InputError
        If the text is of another version, cut off, changed, or says something impossible.
    """
    version = text[:1]
    if version not in READERS:
        raise InputError("use a link made by this version")
    try:
        content = decode_bytes(text[1:])
    except ValueError:
        raise InputError("use the link as it was made: this one was changed") from None
    body, checksum = content[: -CHECKSUM.size], content[-CHECKSUM.size :]
    is_intact = checksum == CHECKSUM.pack(zlib.crc32(body))
    return version, READERS[version](body, is_intact)


def compact_body(box: Box, positions: NDArray[np.uint16], labels: Labels) -> bytes:
    """Return the bytes of points on the grid."""
    is_blank = box == BLANK_BOX
    grain = 1 if (positions % GRAIN).any() else GRAIN
    return b"".join(
        (
            bytes([grain, is_blank]),
            b"" if is_blank else BOX.pack(*box),
            COUNT.pack(len(labels)),
            *map(pack_steps, (*(positions // grain).T, labels)),
        )
    )


def exact_body(box: Box, X: NDArray[np.float64], labels: Labels) -> bytes:
    """Return the bytes of any points."""
    width = int(labels.max(initial=0)).bit_length()
    return b"".join(
        (
            EXACT_HEADER.pack(*box, len(labels)),
            *map(pack_column, X.T),
            bytes([width]),
            pack_bits(labels.astype(np.uint64), width),
        )
    )


def _read_exact(body: bytes, is_intact: bool) -> Parts:
    with _reading(body, is_intact) as reader:
        *box, n = reader.unpack(EXACT_HEADER)
        columns = [reader.column(int(n)) for _ in range(2)]
        (width,) = reader.unpack(BYTE)
        labels = reader.bits(_check_count(n), int(width))
    X = np.stack(columns, axis=1)
    if not (abs(X) <= LARGEST).all():  # NaN neither
        raise InputError(f"use a link with values up to {LARGEST:.0e}")
    return _check_box(*box), X, labels.clip(max=MAX_CLASSES).astype(np.uint8)


def _read_compact(body: bytes, is_intact: bool) -> Parts:
    with _reading(body, is_intact) as reader:
        (grain,), (is_blank,) = reader.unpack(BYTE), reader.unpack(BYTE)
        box = BLANK_BOX if is_blank else reader.unpack(BOX)
        n = _check_count(*reader.unpack(COUNT))
        *columns, labels = (reader.steps(n) for _ in range(3))
        positions = int(grain) * np.stack(columns, axis=1).astype(np.int64)
        if grain not in (1, GRAIN) or is_blank > 1 or (positions > STEPS).any():
            raise ValueError
    return _check_box(*box), positions, labels.clip(max=MAX_CLASSES).astype(np.uint8)


READERS: Mapping[str, Callable[[bytes, bool], Parts]] = MappingProxyType(
    {EXACT: _read_exact, COMPACT: _read_compact}
)


@contextmanager
def _reading(body: bytes, is_intact: bool) -> Generator[Reader]:
    """Read all of a body, or refuse it."""
    reader = Reader(body)
    try:
        yield reader
        if not is_intact or not reader.is_at_end:
            raise ValueError
    except (struct.error, ValueError):
        problem = "use the whole link as it was made: this one was cut off or changed"
        raise InputError(problem) from None


def _check_count(n: float) -> int:
    if n > MAX_DRAWN:
        raise ValueError
    return int(n)


def _check_box(x1_min: float, x1_max: float, x2_min: float, x2_max: float) -> Box:
    box = x1_min, x1_max, x2_min, x2_max
    is_finite = all(abs(end) <= LARGEST_IN_BOX for end in box)  # NaN is not
    if not (is_finite and x1_min < x1_max and x2_min < x2_max):
        raise InputError("use a link whose box has a width and a height")
    return box
