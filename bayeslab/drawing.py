"""Drawn points as text that fits into a link.

A drawing is a box and points on a grid of 65,536 x 65,536 positions in it, each with one of four
classes. On that grid a point is the same to the bit wherever the text is read. The text is a
version number and, in URL-safe Base64, these bytes (little-endian)::

    4 x float32   box: x1_min, x1_max, x2_min, x2_max
    uint16        number of points n
    n x 2 uint16  positions q1, q2: x = low + (high - low) (q / 65535)
    ceil(n / 4)   classes, two bits a point, the first point in the lowest bits
    uint32        CRC-32 of all bytes before

``ui/canvas/codec.js`` reads and writes the same.
"""

import base64
import binascii
import struct
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["MAX_DRAWN", "MAX_DRAWN_CLASSES", "Drawing", "decode_drawing", "encode_drawing"]

VERSION = "1"
MAX_DRAWN = (
    700  # points: their text stays below the 4 kB that every browser and server lets through
)
MAX_DRAWN_CLASSES = 4
STEPS = 65_535
HEADER = struct.Struct("<4fH")
CHECKSUM = struct.Struct("<I")


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
        Classes 0 to 3.
    """

    box: tuple[float, float, float, float]
    positions: NDArray[np.uint16]
    labels: NDArray[np.uint8]

    @property
    def X(self) -> NDArray[np.float64]:  # noqa: N802
        """The points, shape (n, 2), in the units of the box."""
        low, high = np.array(self.box[::2]), np.array(self.box[1::2])
        return low + (high - low) * (self.positions / STEPS)


def encode_drawing(drawing: Drawing) -> str:
    """Return the text of a drawing.

    Raises
    ------
    ValueError
        If it has more than MAX_DRAWN points.
    """
    n = len(drawing.labels)
    if n > MAX_DRAWN:
        raise ValueError(f"{n} points do not fit into a link; it holds {MAX_DRAWN}.")
    pairs = np.zeros(4 * ((n + 3) // 4), dtype=np.uint8)
    pairs[:n] = drawing.labels
    packed = (pairs.reshape(-1, 4) << np.array([0, 2, 4, 6], dtype=np.uint8)).sum(axis=1)
    body = HEADER.pack(*drawing.box, n)
    body += drawing.positions.astype("<u2").tobytes() + packed.astype(np.uint8).tobytes()
    content = body + CHECKSUM.pack(zlib.crc32(body))
    return VERSION + base64.urlsafe_b64encode(content).rstrip(b"=").decode("ascii")


def decode_drawing(text: str) -> Drawing:
    """Read the text of a drawing.

    Raises
    ------
    ValueError
        If the text is of another version, cut off, changed, or says something impossible.
    """
    if text[:1] != VERSION:
        raise ValueError("use a link made by this version")
    content = _bytes(text[1:])
    if len(content) < HEADER.size + CHECKSUM.size:
        raise ValueError("use the whole link: this one is cut off")
    body, (checksum,) = content[: -CHECKSUM.size], CHECKSUM.unpack(content[-CHECKSUM.size :])
    *box, n = HEADER.unpack_from(body)
    if n > MAX_DRAWN or len(body) != HEADER.size + 4 * n + (n + 3) // 4:
        raise ValueError("use the whole link: this one is cut off")
    if zlib.crc32(body) != checksum:
        raise ValueError("use the link as it was made: this one was changed")
    if not (np.isfinite(box).all() and box[0] < box[1] and box[2] < box[3]):
        raise ValueError("use a link whose box has a width and a height")
    positions = np.frombuffer(body, "<u2", 2 * n, HEADER.size).astype(np.uint16).reshape(n, 2)
    packed = np.frombuffer(body, np.uint8, offset=HEADER.size + 4 * n)
    labels = (packed[:, None] >> np.array([0, 2, 4, 6], dtype=np.uint8)) & 3
    x1_min, x1_max, x2_min, x2_max = box
    return Drawing((x1_min, x1_max, x2_min, x2_max), positions, labels.ravel()[:n].astype(np.uint8))


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("use the link as it was made: this one was changed") from None
