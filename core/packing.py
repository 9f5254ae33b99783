"""Numbers in as few bytes as hold them exactly.

A column of n numbers that all have at most 15 digits, as those of a table, is written as whole
numbers m with v = m / 10^d, else as float64. As bytes (little-endian)::

    uint8         d, from 0 to 22: 10^d is a float64 without rounding; or 255
    if d <= 22:
        float64   the smallest m
        uint8     w, from 0 to 51
        n x w bit m minus the smallest one, the highest bit first
    if d = 255:
        n x float64

Whole numbers from 0 to 65,535, each often near the one before, are written as the steps from one to
the next, the first one from 0, with s = 2d for a step d >= 0 and s = -2d - 1 for d < 0::

    uint8         k, from 0 to 16, the order of an exponential Golomb code; or 255
    if k <= 16:
        n codes   s + 2^k in binary, after as many zeros as it has bits beyond the first k + 1
    if k = 255:
        uint8     w, from 0 to 16
        n x w bit the numbers themselves

Of all ways the shortest is taken. Runs of bits end with a whole byte. A division is rounded
correctly everywhere, so that v is the same to the bit wherever it is read.
``web/wire/packing.js`` reads and writes the same.
"""

import struct

import numpy as np
from numpy.typing import NDArray

POWERS = tuple(float(f"1e{d}") for d in range(23))
RAW = 255  # in the place of d or k
LARGEST = 2.0**50  # of |m|: below it, rounding v 10^d finds the m with v = m / 10^d if there is one
MAX_WIDTH = 51  # bits
LARGEST_STEP = 65_535
ORDERS = np.arange(17)
HEAD = struct.Struct("<dB")


def pack_column(values: NDArray[np.float64]) -> bytes:
    """Return the bytes of a column of finite numbers."""
    for d, power in enumerate(POWERS):
        with np.errstate(over="ignore"):
            whole = np.rint(values * power) + 0.0  # no zero has a sign
        if (abs(whole) > LARGEST).any():
            break
        if (whole / power == values).all():
            lowest = float(whole.min(initial=np.inf)) if len(whole) else 0.0
            above = (whole - lowest).astype(np.uint64)
            width = int(above.max(initial=0)).bit_length()
            return bytes([d]) + HEAD.pack(lowest, width) + pack_bits(above, width)
    return bytes([RAW]) + values.astype("<f8").tobytes()


def pack_bits(numbers: NDArray[np.uint64], width: int) -> bytes:
    """Return whole numbers below 2^width one after the other, the highest bit first."""
    places = np.arange(width - 1, -1, -1, dtype=np.uint64)
    return np.packbits((numbers[:, None] >> places & np.uint64(1)).astype(np.uint8)).tobytes()


def pack_steps(numbers: NDArray[np.integer]) -> bytes:
    """Return the bytes of whole numbers from 0 to 65,535, each often near the one before."""
    steps = np.diff(numbers.astype(np.int64), prepend=0)
    unsigned = np.where(steps < 0, -2 * steps - 1, 2 * steps)
    codes = unsigned + 2 ** ORDERS[:, None]
    widths = 2 * np.frexp(codes)[1] - 1 - ORDERS[:, None]  # frexp counts the bits
    order = int(widths.sum(axis=1).argmin())
    width = int(numbers.max(initial=0)).bit_length()
    if 8 + len(numbers) * width < widths[order].sum():
        return bytes([RAW, width]) + pack_bits(numbers.astype(np.uint64), width)
    pairs = zip(codes[order].tolist(), widths[order].tolist(), strict=True)
    bits = "".join(f"{code:0{size}b}" for code, size in pairs)
    size = -(-len(bits) // 8)
    return bytes([order]) + int(f"0{bits:0<{8 * size}}", 2).to_bytes(size, "big")


class Reader:
    """Reads from the start of some bytes what the functions of this module wrote.

    What is not there raises a ``struct.error``, a number out of range a ``ValueError``.
    """

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.place = 0

    @property
    def is_at_end(self) -> bool:
        """Whether everything is read."""
        return self.place == len(self.content)

    def unpack(self, form: struct.Struct) -> tuple[float, ...]:
        """Return the values of a structure."""
        values = form.unpack_from(self.content, self.place)
        self.place += form.size
        return values

    def column(self, n: int) -> NDArray[np.float64]:
        """Return n numbers of :func:`pack_column`."""
        (d,) = self._take(1)
        if d == RAW:
            return np.frombuffer(self._take(8 * n), "<f8").astype(np.float64)
        lowest, width = self.unpack(HEAD)
        if d >= len(POWERS) or not abs(lowest) <= LARGEST:
            raise ValueError
        return (lowest + self.bits(n, int(width)).astype(np.float64)) / POWERS[d]

    def bits(self, n: int, width: int) -> NDArray[np.uint64]:
        """Return n numbers of :func:`pack_bits`."""
        if width > MAX_WIDTH:
            raise ValueError
        content = np.frombuffer(self._take(-(-n * width // 8)), np.uint8)
        bits = np.unpackbits(content)[: n * width].reshape(n, width).astype(np.uint64)
        places = np.arange(width - 1, -1, -1, dtype=np.uint64)
        return (bits << places).sum(axis=1, dtype=np.uint64)

    def steps(self, n: int) -> NDArray[np.uint64]:
        """Return n numbers of :func:`pack_steps`."""
        (order,) = self._take(1)
        if order == RAW:
            numbers = self.bits(n, self._take(1)[0])
            if (numbers > LARGEST_STEP).any():
                raise ValueError
            return numbers
        if order > ORDERS[-1]:
            raise ValueError
        rest = self.content[self.place :]
        bits = f"{int.from_bytes(rest, 'big'):0{8 * len(rest)}b}" if rest else ""
        values, number, place = [], 0, 0
        for _ in range(n):
            first = bits.index("1", place)
            place = 2 * first - place + order + 1
            if place > len(bits):
                raise ValueError
            unsigned = int(bits[first:place], 2) - 2**order
            number += (unsigned + 1) // -2 if unsigned % 2 else unsigned // 2
            if not 0 <= number <= LARGEST_STEP:
                raise ValueError
            values.append(number)
        self.place += -(-place // 8)
        return np.array(values, dtype=np.uint64)

    def _take(self, size: int) -> bytes:
        part = self.content[self.place : self.place + size]
        if len(part) < size:
            raise struct.error
        self.place += size
        return part
