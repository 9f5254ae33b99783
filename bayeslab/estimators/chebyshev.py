"""Chebyshev polynomials on a box of the plane, for sums that fall off as a Gaussian kernel.

The number of polynomials follows beforehand from a bound on Chebyshev coefficients (Trefethen,
Approximation Theory and Approximation Practice, theorem 8.2).
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

TRUNCATION = 1e-13  # bound on the error of an interpolant of one axis, but for rounding
# Of a box beyond its corners: at an end the slope of T_k is k^2, and with it the error of a rounded
# place; a hundredth further in it is 7 k.
MARGIN = 1.01
LARGEST_RANK = 512  # polynomials of an axis; matrices have their square: 2 MB
# The bound of _rank, for some theta, is 1 + FIXED + spread * GROWTH.
THETA = np.geomspace(1e-3, 10.0, 100)
FIXED = (np.log(4 / TRUNCATION) - np.log(np.expm1(THETA))) / THETA
GROWTH = np.sinh(THETA) ** 2 / THETA


@dataclass(frozen=True)
class Box:
    """A rectangle, and the Chebyshev polynomials stretched over it.

    Attributes
    ----------
    middle, half : arrays of shape (2,)
        Centre and half widths.
    ranks : pair of int
        How many polynomials each axis needs.
    """

    middle: Array
    half: Array
    ranks: tuple[int, int]

    @classmethod
    def over(cls, lower: Array, upper: Array, rates: tuple[float, float]) -> Self:
        """Return the box between two corners, for sums that fall as exp(-rate distance^2)."""
        half = MARGIN * (upper / 2 - lower / 2)
        spread1, spread2 = (rate * h * h for rate, h in zip(rates, half.tolist(), strict=True))
        return cls(lower / 2 + upper / 2, half, (_rank(spread1), _rank(spread2)))

    @classmethod
    def around(cls, points: Array, gamma: float) -> Self:
        """Return the smallest box that holds all `points`, (2, n)."""
        return cls.over(points.min(axis=1), points.max(axis=1), (gamma, gamma))

    def centred(self) -> tuple[Array, Self]:
        """Return the middle, and the same box around the origin.

        Nodes of a box far from the origin would be rounded as coarsely as its points. Subtracting
        the middle from a point of the box rounds by no more than an epsilon of the box's size.
        """
        return self.middle, replace(self, middle=np.zeros(2))

    def nodes(self) -> tuple[Array, Array]:
        """Return the Chebyshev nodes of both axes, ascending."""
        t1, t2 = map(_chebyshev_nodes, self.ranks)
        return self.middle[0] + self.half[0] * t1, self.middle[1] + self.half[1] * t2

    def transform(self, values: Array) -> Array:
        """Return the Chebyshev coefficients of values at the nodes, both (..., r1, r2)."""
        first, second = self.transforms()
        return first @ values @ second.T

    def transforms(self) -> tuple[Array, Array]:
        """Return the matrices that take values at the nodes of an axis to coefficients."""
        first, second = map(_transform, self.ranks)
        return first, second

    def basis(self, axis: int, x: Array) -> Array:
        """Return the polynomials of an axis at the places `x`, (rank, n)."""
        return _polynomials((x - self.middle[axis]) / (self.half[axis] or 1.0), self.ranks[axis])

    def bases(self, points: Array) -> tuple[Array, Array]:
        """Return the polynomials of both axes at `points`, (2, n): shapes (r1, n) and (r2, n)."""
        t = (points - self.middle[:, None]) / np.where(self.half > 0, self.half, 1.0)[:, None]
        both = _polynomials(t, max(self.ranks))
        return both[: self.ranks[0], 0], both[: self.ranks[1], 1]


def _rank(spread: float) -> int:
    """Return how many Chebyshev polynomials give exp(-spread (s - t)^2), |s| <= 1, to TRUNCATION.

    On the ellipse with foci +-1 and radius rho = e^theta the function is at most
    M = exp(spread sinh^2 theta), so its interpolant of degree n - 1 errs by at most
    4 M rho^(1 - n) / (rho - 1), for each theta. More than LARGEST_RANK never pays.
    """
    rank = 1 + (FIXED + min(spread, 1e9) * GROWTH).min()
    return int(np.ceil(rank)) if rank <= LARGEST_RANK else 10**9


@lru_cache(maxsize=64)
def _chebyshev_nodes(rank: int) -> Array:
    """Return the zeros of the polynomial T_rank, ascending."""
    return -np.cos(np.pi * (np.arange(rank) + 0.5) / rank)


def _polynomials(t: Array, rank: int) -> Array:
    """Return the first Chebyshev polynomials at the places `t`, shape (rank, *t.shape).

    From T_0 ... T_m follow as many more: T_(m+j) = 2 T_m T_j - T_(m-j).
    """
    values = np.empty((rank, *t.shape))
    values[0] = 1.0
    values[1:2] = t
    m = 1
    while m + 1 < rank:
        more = values[m + 1 : 2 * m + 1]
        np.multiply(2 * values[m], values[1 : len(more) + 1], out=more)
        more -= values[m - len(more) : m][::-1]
        m *= 2
    return values


@lru_cache(maxsize=64)
def _transform(rank: int) -> Array:
    """Return the matrix that takes values at the nodes to Chebyshev coefficients."""
    matrix = _polynomials(_chebyshev_nodes(rank), rank) * (2 / rank)
    matrix[0] /= 2
    return matrix
