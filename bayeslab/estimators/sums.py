"""Fast sums of Gaussian kernels in the plane.

The Gaussian kernel factors: exp(-gamma |a - b|^2) is a product over the coordinates. On a grid of
r1 x r2 nodes the sum over n points is therefore one product of two matrices, r2 x n and n x r1, and
takes n (r1 + r2) exponentials in place of n r1 r2. A metric shears the grid, which couples the
coordinates; the coupling of a narrow strip of columns comes out of the sum as one more factor.

The sum is also very smooth. Its values on a small grid of Chebyshev nodes determine it everywhere
between them, to rounding; how many nodes that takes, a bound on Chebyshev coefficients tells in
advance (Trefethen, Approximation Theory and Approximation Practice, theorem 8.2). So many points
and many targets never meet: the points are summed at the nodes, the targets read an interpolant.

One rule chooses (:func:`_interpolation_pays`): interpolate where that is less work, and work enough
to matter. All else (few points, widths far below the range, more than two features) is summed as
it stands: on a grid by products, elsewhere pair by pair in blocks. Memory is bounded throughout.

Products are as accurate as sums pair by pair. An interpolant has errors of some 1e-14 of the
largest value in the box, also where the sum itself is smaller than that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.fft import dctn
from scipy.spatial.distance import cdist

__all__ = ["gaussian_grid", "gaussian_means", "gaussian_values"]

Array = NDArray[np.float64]

BLOCK_CELLS = 2**18  # numbers held at once in a temporary array: 2 MB, a core's cache
BLOCK_ROWS = 1024  # points whose polynomials are held at once
LOWEST_EXPONENT = -700.0  # below, exp leaves the normal floats, whose arithmetic is slow: use 0
LOWEST_FACTOR = -340.0  # the same for two factors, whose product must stay a normal float
STRIP_EXPONENT = 200.0  # largest exponent of the coupling factor of a strip of columns
TRUNCATION = 1e-13  # what the Chebyshev coefficients left out may sum to
PAIR_COST = 16  # of a kernel value between two points, in multiplications of a matrix product
MIN_WORK = 2**22  # multiplications; less takes about as long as setting up an interpolant


def gaussian_means(A: Array, groups: Sequence[Array], gamma: float) -> list[Array]:
    """Return, for each group B, the means of exp(-gamma |a - b|^2) over its rows b.

    Parameters
    ----------
    A : array of shape (n, d)
    groups : sequence of arrays of shape (m, d)
    gamma : float
        Above 0.

    Returns
    -------
    list of arrays of shape (n,)
        One mean for each row a of `A`. Equal rows get equal means, to the bit.
    """
    m = sum(map(len, groups))
    plain = PAIR_COST * len(A) * m
    if A.shape[1] == 2 and plain >= MIN_WORK:
        box = Box.around(np.concatenate([A, *groups]))
        ranks = box.ranks(gamma, gamma)
        if _interpolation_pays(plain, (len(groups) * len(A) + m) * ranks[0] * ranks[1]):
            return _interpolated_means(A, groups, gamma, box, ranks)
    return [_pairwise_means(A, B, gamma) for B in groups]


def gaussian_values(A: Array, B: Array, gamma: float) -> Array:
    """Return exp(-gamma |a - b|^2) for each row a of `A` and b of `B`, shape (n, m).

    Values below e^-700 are 0: nearby are the denormal numbers, whose arithmetic is slow.
    """
    K = cdist(A, B, "sqeuclidean")
    K *= -gamma
    return _exp(K, LOWEST_EXPONENT)


def gaussian_grid(
    x1: Array, x2: Array, points: Array, weights: Array, gamma: float, root: Array | None = None
) -> Array:
    """Return sum_i weights_i exp(-gamma |z - points_i|^2), with z = L^-1 x, on a grid of nodes x.

    Parameters
    ----------
    x1, x2 : arrays of shape (r1,), (r2,)
        The grid's coordinates, ascending; any spacing.
    points : array of shape (n, 2)
        In the coordinates z.
    weights : array of shape (n,)
    gamma : float
        Above 0.
    root : array of shape (2, 2) or None
        L, lower triangular. None means z = x.

    Returns
    -------
    array of shape (r2, r1)
        The sum at (x1[j], x2[i]) in cell [i, j].
    """
    shear = Shear.of(root)
    box = Box(np.array([x1[0], x2[0]]), np.array([x1[-1], x2[-1]]))
    ranks = box.ranks(gamma * (shear.scale1**2 + shear.slope**2), gamma * shear.scale2**2)
    plain = len(points) * len(x1) * len(x2)
    with np.errstate(over="ignore", invalid="ignore"):
        if not _interpolation_pays(plain, 2 * len(points) * ranks[0] * ranks[1]):
            return _products(x1, x2, points, weights, gamma, shear)
        values = _products(*box.nodes(ranks), points, weights, gamma, shear)
    basis1 = box.basis(0, x1, np.empty((ranks[0], len(x1))))
    basis2 = box.basis(1, x2, np.empty((ranks[1], len(x2))))
    interpolant: Array = basis2.T @ _coefficients(values) @ basis1
    return interpolant


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


@dataclass(frozen=True)
class Box:
    """A rectangle [lower, upper] and the Chebyshev polynomials stretched over it."""

    lower: Array
    upper: Array

    @classmethod
    def around(cls, X: Array) -> Self:
        """Return the smallest rectangle that holds all rows of `X`."""
        return cls(X.min(axis=0), X.max(axis=0))

    @property
    def middle(self) -> Array:
        """Centre, shape (2,)."""
        return self.lower / 2 + self.upper / 2

    @property
    def half(self) -> Array:
        """Half widths, shape (2,)."""
        return self.upper / 2 - self.lower / 2

    def ranks(self, rate1: float, rate2: float) -> tuple[int, int]:
        """Return how many polynomials an axis needs for sums that fall as exp(-rate distance^2)."""
        half1, half2 = self.half.tolist()
        return _rank(rate1 * half1 * half1), _rank(rate2 * half2 * half2)

    def nodes(self, ranks: tuple[int, int]) -> tuple[Array, Array]:
        """Return the Chebyshev nodes of both axes, ascending."""
        t1, t2 = (_chebyshev_nodes(rank) for rank in ranks)
        return self.middle[0] + self.half[0] * t1, self.middle[1] + self.half[1] * t2

    def basis(self, axis: int, x: Array, values: Array) -> Array:
        """Write the first polynomials of an axis at the places `x` into `values`, (rank, n).

        From T_0 ... T_m follow as many more: T_(m+j) = 2 T_m T_j - T_(m-j).
        """
        values[0] = 1.0
        values[1:2] = (x - self.middle[axis]) / (self.half[axis] or 1.0)
        m = 1
        while m + 1 < len(values):
            more = values[m + 1 : 2 * m + 1]
            np.multiply(2 * values[m], values[1 : len(more) + 1], out=more)
            more -= values[m - len(more) : m][::-1]
            m *= 2
        return values

    def both_bases(self, X: Array, ranks: tuple[int, int]) -> Iterator[tuple[slice, Array, Array]]:
        """Yield the polynomials of both axes at the rows of `X`, in blocks of rows.

        A block's arrays are overwritten by the next one's: fresh memory takes longer than they do.
        """
        room = [np.empty((rank, min(len(X), BLOCK_ROWS))) for rank in ranks]
        for start in range(0, len(X), BLOCK_ROWS):
            x1, x2 = X[start : start + BLOCK_ROWS].T
            basis1, basis2 = (values[:, : len(x1)] for values in room)
            yield (
                slice(start, start + BLOCK_ROWS),
                self.basis(0, x1, basis1),
                self.basis(1, x2, basis2),
            )


def _interpolation_pays(plain: int, interpolated: int) -> bool:
    """Tell whether to interpolate, given the work of both ways in multiplications."""
    return plain >= MIN_WORK and interpolated <= plain


def _rank(spread: float) -> int:
    """Return how many Chebyshev polynomials give exp(-spread (s - t)^2), |s| <= 1, to TRUNCATION.

    On the ellipse with foci +-1 and radius rho = e^theta the function is at most
    M = exp(spread sinh^2 theta), so its interpolant of degree n - 1 errs by at most
    4 M rho^(1 - n) / (rho - 1), for each theta.
    """
    theta = np.geomspace(1e-4, 10.0, 500)
    error = np.log(4 / TRUNCATION) + spread * np.sinh(theta) ** 2 - np.log(np.expm1(theta))
    return int(np.ceil(min(1 + (error / theta).min(), 1e9)))


def _chebyshev_nodes(rank: int) -> Array:
    """Return the zeros of the polynomial T_rank, ascending."""
    nodes: Array = -np.cos(np.pi * (np.arange(rank) + 0.5) / rank)
    return nodes


def _coefficients(values: Array) -> Array:
    """Return the Chebyshev coefficients of the values at (ascending) nodes, of the same shape."""
    coefficients: Array = dctn(values[::-1, ::-1], type=2) / values.size
    coefficients[0] /= 2
    coefficients[:, 0] /= 2
    return coefficients


def _kernel_coefficients(spread: float, rank: int) -> Array:
    """Return c with exp(-spread (s - t)^2) = sum_ij c_ij T_i(s) T_j(t), |s|, |t| <= 1."""
    nodes = _chebyshev_nodes(rank)
    return _coefficients(np.exp(-spread * (nodes[:, None] - nodes) ** 2))


def _expand(points: Array, gamma: float, box: Box, ranks: tuple[int, int]) -> Array:
    """Return the coefficients, (r1, r2), of the mean over the points b of exp(-gamma |a - b|^2).

    As a function of a it is sum_ij c_ij T_i(a1) T_j(a2), for all a in the box; b lies there too.
    """
    moments = np.zeros(ranks)
    for _, basis1, basis2 in box.both_bases(points, ranks):
        moments += basis1 @ basis2.T
    first, second = (
        _kernel_coefficients(gamma * half * half, rank)
        for half, rank in zip(box.half.tolist(), ranks, strict=True)
    )
    return first @ (moments / len(points)) @ second.T


def _pairwise_means(A: Array, B: Array, gamma: float) -> Array:
    means = np.empty(len(A))
    rows = max(1, BLOCK_CELLS // len(B))
    for start in range(0, len(A), rows):
        block = slice(start, start + rows)
        means[block] = gaussian_values(A[block], B, gamma).mean(axis=1)
    return means


def _interpolated_means(
    A: Array, groups: Sequence[Array], gamma: float, box: Box, ranks: tuple[int, int]
) -> list[Array]:
    ordered = np.sort(A[:, 0])
    if (ordered[1:] == ordered[:-1]).any():
        # A matrix product may round equal columns differently, so equal points go in as one.
        distinct, own = np.unique(A @ [1, 1j], return_inverse=True)
        A = np.column_stack([distinct.real, distinct.imag])
    else:
        own = np.arange(len(A))
    expansions = [_expand(B, gamma, box, ranks) for B in groups]
    means = np.empty((len(groups), len(A)))
    partial = np.empty((ranks[1], min(len(A), BLOCK_ROWS)))
    for block, basis1, basis2 in box.both_bases(A, ranks):
        for of_group, coefficients in zip(means, expansions, strict=True):
            terms = partial[:, : basis1.shape[1]]
            np.matmul(coefficients.T, basis1, out=terms)
            terms *= basis2
            terms.sum(axis=0, out=of_group[block])
    return list(np.clip(means, 0.0, 1.0)[:, own])


def _products(
    x1: Array, x2: Array, points: Array, weights: Array, gamma: float, shear: Shear
) -> Array:
    """Return the sums on a grid as products of matrices, one for each strip of columns.

    With e = scale2 (x2 - middle of x2), d = slope (x1 - middle of the strip) and v_i all the rest,
    z2 - p2_i = e + v_i + d, whose square is (e + v_i)^2 + (2 v_i d + d^2) + 2 e d. The first part
    depends on the row and the point, the second on the column and the point, and the third, on the
    row and the column, comes out of the sum.
    """
    middle = x2[0] / 2 + x2[-1] / 2
    e = shear.scale2 * (x2 - middle)
    sums = np.zeros((len(x2), len(x1)))
    rows = max(1, BLOCK_CELLS // max(sums.shape))
    for start in range(0, len(points), rows):
        block = slice(start, start + rows)
        p1, p2 = points[block].T
        for strip in _strips(x1, gamma, shear, middle, e, p2):
            centre = x1[strip][0] / 2 + x1[strip][-1] / 2
            d = shear.slope * (x1[strip] - centre)
            rest = shear.slope * centre - p2
            v = shear.scale2 * middle + rest
            across = (shear.scale1 * x1[strip, None] - p1) ** 2
            if shear.slope:
                across += d[:, None] * (2 * v + d[:, None])
            along = (shear.scale2 * x2[:, None] + rest) ** 2  # (e + v)^2, without cancellation
            along_factor = _exp(-gamma * along, LOWEST_FACTOR) * weights[block]
            product = along_factor @ _exp(-gamma * across, LOWEST_FACTOR).T
            sums[:, strip] += product * np.exp(-2 * gamma * np.outer(e, d))
    return sums


def _strips(
    x1: Array, gamma: float, shear: Shear, middle: float, e: Array, p2: Array
) -> list[slice]:
    """Cut the columns into strips so narrow that |2 gamma d (|e| + |v|)| <= STRIP_EXPONENT."""
    corners = shear.scale2 * middle + shear.slope * np.array([x1[0], x1[-1]])
    reach = np.abs(e).max() + max(
        np.abs(corners - p2.min()).max(), np.abs(corners - p2.max()).max()
    )
    strip = np.floor((x1 - x1[0]) * (gamma * abs(shear.slope) * reach / STRIP_EXPONENT))
    starts = [0, *(1 + np.flatnonzero(np.diff(strip))).tolist(), len(x1)]
    return [slice(a, b) for a, b in pairwise(starts)]


def _exp(exponents: Array, lowest: float) -> Array:
    """Return exp of the exponents, in place, with exactly 0 for those below the lowest."""
    if exponents.min() >= lowest:
        return np.exp(exponents, out=exponents)
    kept = exponents >= lowest
    np.maximum(exponents, lowest, out=exponents)
    np.exp(exponents, out=exponents)
    exponents *= kept
    return exponents
