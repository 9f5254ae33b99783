"""Fast sums of Gaussian kernels in the plane.

The Gaussian kernel factors: exp(-gamma |a - b|^2) is a product over the coordinates. On a grid of
r1 x r2 nodes the sum over n points is therefore one product of two matrices, r2 x n and n x r1, and
takes n (r1 + r2) exponentials in place of n r1 r2. A metric shears the grid, which couples the
coordinates; the coupling of a narrow strip of columns comes out of the sum as one more factor.

The sum is also very smooth. Its values on a small grid of Chebyshev nodes determine it everywhere
between them, to rounding; a bound on Chebyshev coefficients gives the number of nodes beforehand
(Trefethen, Approximation Theory and Approximation Practice, theorem 8.2). Points and targets never
meet: the points are summed at the nodes, and the targets read an interpolant. Both go tile by tile,
because a smaller tile takes fewer polynomials.

One rule chooses (:func:`_interpolation_pays`): interpolate where that is less work, and work enough
to matter. All else (few points, widths far below the range, more than two features) is summed as
it stands: on a grid by products, elsewhere pair by pair in blocks. Memory is bounded throughout.

Products are as accurate as sums pair by pair. An interpolant has errors of some 1e-14 of the
largest value in the box, also where the sum itself is smaller than that; where all points crowd in
corners of their box, of a few 1e-13, since rounding grows with the slope of the polynomials there.

This holds however far the points are from the origin, for the points as they are given: every
difference of two points is taken before anything else, and an interpolant is built around the
middle of its box. What cannot be undone is how the points were rounded when they were moved: near
1e9 neighbouring floats are 1e-7 apart, and a grid in a metric gets its points z = L^-1 x rounded.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from bayeslab.estimators.covariance import whiten

__all__ = [
    "LOWEST_EXPONENT",
    "exponentials",
    "gaussian_grid",
    "gaussian_means",
    "gaussian_values",
    "is_interpolated",
]

Array = NDArray[np.float64]

BLOCK_CELLS = 2**18  # numbers held at once in a temporary array: 2 MB, a core's cache
TILE_POINTS = 2048  # the most whose polynomials are held at once
LOWEST_EXPONENT = -700.0  # below, exp leaves the normal floats, whose arithmetic is slow: use 0
LOWEST_FACTOR = -340.0  # the same for two factors, whose product must stay a normal float
STRIP_EXPONENT = 200.0  # largest exponent of the coupling factor of a strip of columns
TRUNCATION = 1e-13  # bound on the error of an interpolant of one axis, but for rounding
LARGEST_RANK = 512  # polynomials of an axis; matrices have their square: 2 MB
PAIR_COST = 16  # of a kernel value between two points, in multiplications of a matrix product
FACTOR_COST = 64  # the same, of a factor of a kernel value
POLYNOMIAL_COST = 16  # and of the value of a polynomial
MIN_WORK = 2**22  # multiplications; less takes about as long as setting up an interpolant
# The bound of _rank, for some theta, is 1 + FIXED + spread * GROWTH.
THETA = np.geomspace(1e-3, 10.0, 100)
FIXED = (np.log(4 / TRUNCATION) - np.log(np.expm1(THETA))) / THETA
GROWTH = np.sinh(THETA) ** 2 / THETA


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
    box = _box_to_interpolate(A, groups, gamma)
    if box is None:
        return [_pairwise_means(A, B, gamma) for B in groups]
    middle, box = box.centred()
    targets, *sources = (_by_axis(points) - middle[:, None] for points in (A, *groups))
    return _interpolated_means(targets, sources, gamma, box)


def is_interpolated(A: Array, groups: Sequence[Array], gamma: float) -> bool:
    """Return whether :func:`gaussian_means` has the error of an interpolant, of the same values."""
    return _box_to_interpolate(A, groups, gamma) is not None


def _box_to_interpolate(A: Array, groups: Sequence[Array], gamma: float) -> "Box | None":
    """Return the box of all points if the means are to be interpolated in it."""
    n, m = len(A), sum(map(len, groups))
    plain = PAIR_COST * n * m
    if A.shape[1] != 2 or plain < MIN_WORK:
        return None
    box = Box.around(_by_axis(np.concatenate([A, *groups])), gamma)
    work = (len(groups) * n + m) * box.ranks[0] * box.ranks[1]
    return box if _interpolation_pays(plain, work) else None


def gaussian_values(A: Array, B: Array, gamma: float) -> Array:
    """Return exp(-gamma |a - b|^2) for each row a of `A` and b of `B`, shape (n, m)."""
    K = cdist(A, B, "sqeuclidean")
    K *= -gamma
    return exponentials(K)


def _by_axis(points: Array) -> Array:
    """Return points (n, 2) as (2, n), each coordinate in one piece, which is read faster."""
    return np.ascontiguousarray(points.T)


def exponentials(exponents: Array) -> Array:
    """Return exp of the exponents, in place.

    Values below e^-700 are 0: nearby are the denormal numbers, whose arithmetic is slow.
    """
    return _exp(exponents, LOWEST_EXPONENT)


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
    rates = gamma * (shear.scale1**2 + shear.slope**2), gamma * shear.scale2**2
    box = Box.over(np.array([x1[0], x2[0]]), np.array([x1[-1], x2[-1]]), rates)
    plain = len(points) * len(x1) * len(x2)
    pays = _interpolation_pays(plain, 2 * len(points) * box.ranks[0] * box.ranks[1])
    if pays or root is not None:  # without a metric the differences of products are exact
        middle, box = box.centred()
        x1, x2 = x1 - middle[0], x2 - middle[1]
        points = points - (middle if root is None else whiten(root, middle[None]))
    with np.errstate(over="ignore", invalid="ignore"):
        if not pays:
            return _products(x1, x2, points, weights, gamma, shear)
        t1, t2 = box.nodes()
        if shear.slope:
            values = _products(t1, t2, points, weights, gamma, shear).T
        else:
            nodes = shear.scale1 * t1, shear.scale2 * t2
            values = _node_sums(nodes, _by_axis(points), weights, gamma)
    coefficients = box.transform(values)
    interpolant: Array = box.basis(1, x2).T @ coefficients.T @ box.basis(0, x1)
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
        half = upper / 2 - lower / 2
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
        first, second = map(_transform, self.ranks)
        return first @ values @ second.T

    def basis(self, axis: int, x: Array) -> Array:
        """Return the polynomials of an axis at the places `x`, (rank, n)."""
        return _polynomials((x - self.middle[axis]) / (self.half[axis] or 1.0), self.ranks[axis])

    def bases(self, points: Array) -> tuple[Array, Array]:
        """Return the polynomials of both axes at `points`, (2, n): shapes (r1, n) and (r2, n)."""
        t = (points - self.middle[:, None]) / np.where(self.half > 0, self.half, 1.0)[:, None]
        both = _polynomials(t, max(self.ranks))
        return both[: self.ranks[0], 0], both[: self.ranks[1], 1]


def _interpolation_pays(plain: int, interpolated: int) -> bool:
    """Return whether to interpolate, given the work of both ways in multiplications."""
    return plain >= MIN_WORK and interpolated <= plain


def _expansion_pays(n: int, ranks: tuple[int, int], shape: tuple[int, ...]) -> bool:
    """Return whether to expand n points in polynomials, and not to take each with each node."""
    changes = sum(r * r * s for r, s in zip(ranks, shape, strict=True))  # to the polynomials
    saved = n * sum(shape) - sum(r * s for r, s in zip(ranks, shape, strict=True))
    return FACTOR_COST * saved > POLYNOMIAL_COST * 2 * n * max(ranks) + changes


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
    nodes: Array = -np.cos(np.pi * (np.arange(rank) + 0.5) / rank)
    return nodes


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


def _tiles(points: Array) -> Iterator[NDArray[np.intp]]:
    """Yield the positions of the points, (2, n), of one tile after the other.

    Strips of equally many points along the first axis are cut along the second one.
    """
    cuts = math.ceil(math.sqrt(points.shape[1] / TILE_POINTS))
    if cuts == 1:
        yield np.arange(points.shape[1])
        return
    for strip in np.array_split(np.argsort(points[0]), cuts):
        yield from np.array_split(strip[np.argsort(points[1].take(strip))], cuts)


def _node_sums(nodes: tuple[Array, Array], points: Array, weights: Array, gamma: float) -> Array:
    """Return sum_i weights_i exp(-gamma |a - points_i|^2) at all nodes a of a grid, (r1, r2).

    In a tile the function of the point, too, is a sum of a few polynomials, whose sums over the
    points are all that the nodes need to know of them.
    """
    sums = np.zeros((len(nodes[0]), len(nodes[1])))
    for tile in _tiles(points):
        own = points.take(tile, axis=1)
        box = Box.around(own, gamma)
        if not _expansion_pays(len(tile), box.ranks, sums.shape):
            first, second = map(_factors, nodes, own, [gamma] * 2)
            sums += (first * weights[tile]) @ second.T
            continue
        basis1, basis2 = box.bases(own)
        basis1 *= weights[tile]
        first, second = (
            _factors(places, own_nodes, gamma) @ _transform(rank).T
            for places, own_nodes, rank in zip(nodes, box.nodes(), box.ranks, strict=True)
        )
        sums += first @ (basis1 @ basis2.T) @ second.T
    return sums


def _factors(a: Array, b: Array, gamma: float) -> Array:
    """Return exp(-gamma (a_i - b_j)^2), shape (len(a), len(b))."""
    exponents = a[:, None] - b
    exponents *= exponents
    exponents *= -gamma
    return _exp(exponents, LOWEST_FACTOR)


def _pairwise_means(A: Array, B: Array, gamma: float) -> Array:
    means = np.empty(len(A))
    rows = max(1, BLOCK_CELLS // len(B))
    for start in range(0, len(A), rows):
        block = slice(start, start + rows)
        means[block] = gaussian_values(A[block], B, gamma).mean(axis=1)
    return means


def _interpolated_means(
    targets: Array, sources: Sequence[Array], gamma: float, box: Box
) -> list[Array]:
    ordered = np.sort(targets[0])
    own: NDArray[np.intp] | slice = slice(None)
    if (ordered[1:] == ordered[:-1]).any():
        # A matrix product may round equal columns differently, so equal points go in as one.
        distinct, own = np.unique(targets[0] + 1j * targets[1], return_inverse=True)
        targets = np.stack([distinct.real, distinct.imag])
    nodes = box.nodes()
    sums = [_node_sums(nodes, B, np.full(B.shape[1], 1 / B.shape[1]), gamma) for B in sources]
    coefficients = box.transform(np.stack(sums))
    means = np.empty((len(sources), targets.shape[1]))
    for tile in _tiles(targets):
        means[:, tile] = _read(coefficients, box, targets.take(tile, axis=1), gamma)
    return list(np.clip(means, 0.0, 1.0)[:, own])


def _read(coefficients: Array, box: Box, places: Array, gamma: float) -> Array:
    """Return the values of some interpolants, (k, r1, r2), at the places (2, n) of a tile, (k, n).

    They are polynomials of the tile, too, and of a lower degree.
    """
    tile = Box.around(places, gamma)
    if sum(tile.ranks) < sum(box.ranks):
        first, second = (box.basis(axis, x).T for axis, x in enumerate(tile.nodes()))
        box, coefficients = tile, tile.transform(first @ coefficients @ second.T)
    basis1, basis2 = box.bases(places)
    rows = np.ascontiguousarray(coefficients.swapaxes(1, 2)).reshape(-1, len(basis1))
    along = (rows @ basis1).reshape(len(coefficients), len(basis2), -1)
    values: Array = np.einsum("kjn,jn->kn", along, basis2)
    return values


def _products(
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
            along_factor = _exp(-gamma * along, LOWEST_FACTOR) * weights[block]
            product = along_factor @ _exp(-gamma * across, LOWEST_FACTOR).T
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


def _exp(exponents: Array, lowest: float) -> Array:
    """Return exp of the exponents, in place, with exactly 0 for those below the lowest."""
    if exponents.min() >= lowest:
        return np.exp(exponents, out=exponents)
    kept = exponents >= lowest
    np.maximum(exponents, lowest, out=exponents)
    np.exp(exponents, out=exponents)
    exponents *= kept
    return exponents
