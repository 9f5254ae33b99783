"""Sums of Gaussian kernels on a grid as products of matrices, also in a metric, which shears it."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray

from bayeslab.estimators.exponentials import BLOCK_CELLS, LOWEST_FACTOR, exponentials

Array = NDArray[np.float64]

STRIP_EXPONENT = 200.0  # largest exponent of the coupling factor of a strip of columns


@dataclass(frozen=True)
class Shear:
    """The map x -> z = L^-1 x: z1 = scale1 x1, z2 = scale2 x2 + slope x1."""

    scale1: float = 1.0
    scale2: float = 1.0
    slope: float = 0.0

    @classmethod
    def of(cls, root: Array | None) -> Self:
        """Return the map of a lower triangular root L; of None, the identity."""
        if root is None:
            return cls()
        (l11, _), (l21, l22) = root.tolist()
        return cls(1 / l11, 1 / l22, -l21 / (l11 * l22))


def sum_products(
    x1: Array, x2: Array, points: Array, weights: Array, gamma: float, shear: Shear
) -> Array:
    """Return the sums on a grid as products of matrices, one for each strip of columns.

    With e = scale2 x2, d = slope (x1 - middle of the strip) and v_i all the rest, z2 - p2_i =
    e + v_i + d, whose square is (e + v_i)^2 + (2 v_i d + d^2) + 2 e d. The first part depends on
    the row and the point, the second on the column and the point, and the third, on the row and the
    column, comes out of the sum.
    """
    e = shear.scale2 * x2
    sums = np.zeros((len(x2), len(x1)))
    rows = max(1, BLOCK_CELLS // max(sums.shape))
    for start in range(0, len(points), rows):
        block = slice(start, start + rows)
        p1, p2 = points[block].T
        for strip in _strips(x1, gamma, shear, e, p2):
            centre = x1[strip][0] / 2 + x1[strip][-1] / 2
            d = shear.slope * (x1[strip] - centre)
            v = shear.slope * centre - p2
            across = (shear.scale1 * x1[strip, None] - p1) ** 2
            if shear.slope:
                across += d[:, None] * (2 * v + d[:, None])
            along = (e[:, None] + v) ** 2
            along_factor = exponentials(-gamma * along, LOWEST_FACTOR) * weights[block]
            product = along_factor @ exponentials(-gamma * across, LOWEST_FACTOR).T
            sums[:, strip] += product * np.exp(-2 * gamma * np.outer(e, d))
    return sums


def _strips(x1: Array, gamma: float, shear: Shear, e: Array, p2: Array) -> list[slice]:
    """Cut the columns into strips so narrow that |2 gamma d (|e| + |v|)| <= STRIP_EXPONENT."""
    corners = shear.slope * np.array([x1[0], x1[-1]])
    reach = np.abs(e).max() + max(
        np.abs(corners - p2.min()).max(), np.abs(corners - p2.max()).max()
    )
    strip = np.floor((x1 - x1[0]) * (gamma * abs(shear.slope) * reach / STRIP_EXPONENT))
    starts = [0, *(1 + np.flatnonzero(np.diff(strip))).tolist(), len(x1)]
    return [slice(a, b) for a, b in pairwise(starts)]
