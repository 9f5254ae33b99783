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

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bayeslab.estimators.chebyshev import Box
from bayeslab.estimators.covariance import whiten
from bayeslab.estimators.exponentials import BLOCK_CELLS, factors, gaussian_values
from bayeslab.estimators.sheared_products import Shear, sum_products
from bayeslab.estimators.tiles import Tile, find_tiles
from bayeslab.estimators.weights import Weights, row_sums, total_of

Array = NDArray[np.float64]

HELD_CELLS = 2**18  # values of polynomials held between summing and reading: 32 MB
PAIR_COST = 16  # of a kernel value between two points, in multiplications of a matrix product
FACTOR_COST = 64  # the same, of a factor of a kernel value
POLYNOMIAL_COST = 16  # and of the value of a polynomial
MIN_WORK = 2**22  # multiplications; less takes about as long as setting up an interpolant


def gaussian_means(
    A: Array, groups: Sequence[Array], gamma: float, weights: Weights | None = None
) -> list[Array]:
    """Return, for each group B, the means of exp(-gamma |a - b|^2) over its rows b.

    Parameters
    ----------
    A : array of shape (n, d)
    groups : sequence of arrays of shape (m, d)
    gamma : float
        Above 0.
    weights : sequence of arrays of shape (m,) or None
        How often each row of a group counts; None means once.

    Returns
    -------
    list of arrays of shape (n,)
        One mean for each row a of `A`. Equal rows get equal means, to the bit.
    """
    points = np.concatenate([A, *groups])
    ends = np.cumsum([len(A), *map(len, groups)]).tolist()
    parts = [slice(*part) for part in pairwise(ends)]
    return gaussian_means_within(points, parts, gamma, weights or [None] * len(groups), len(A))


def gaussian_means_within(
    points: Array, parts: Sequence[slice], gamma: float, weights: Weights, n: int | None = None
) -> list[Array]:
    """Return what :func:`gaussian_means` does, where all rows are rows of one array.

    Points at which a mean is wanted, and which are in a group, too, are expanded once.

    Parameters
    ----------
    points : array of shape (N, d)
    parts : sequence of slices
        The rows of each group.
    gamma : float
        Above 0.
    weights : sequence of arrays or None
        As there.
    n : int or None
        How many of the points, from the first, want means; None means all.

    Returns
    -------
    list of arrays of shape (n,)
    """
    n = len(points) if n is None else n
    box = _box_to_interpolate(points, parts, gamma, n)
    if box is None:
        return [
            _pairwise_means(points[:n], points[part], gamma, w)
            for part, w in zip(parts, weights, strict=True)
        ]
    middle, box = box.centred()
    return _interpolated_means(_by_axis(points) - middle[:, None], parts, gamma, weights, box, n)


def is_interpolated(points: Array, parts: Sequence[slice], gamma: float) -> bool:
    """Return whether :func:`gaussian_means_within` has the error of an interpolant."""
    return _box_to_interpolate(points, parts, gamma, len(points)) is not None


def _box_to_interpolate(points: Array, parts: Sequence[slice], gamma: float, n: int) -> Box | None:
    """Return the box of all points if the means are to be interpolated in it."""
    m = sum(part.stop - part.start for part in parts)
    plain = PAIR_COST * n * m
    if points.shape[1] != 2 or plain < MIN_WORK:
        return None
    box = Box.around(_by_axis(points), gamma)
    work = (len(parts) * n + m) * box.ranks[0] * box.ranks[1]
    return box if _interpolation_pays(plain, work) else None


def _by_axis(points: Array) -> Array:
    """Return points (n, 2) as (2, n), each coordinate in one piece, which is read faster."""
    return np.ascontiguousarray(points.T)


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
            return sum_products(x1, x2, points, weights, gamma, shear)
        t1, t2 = box.nodes()
        if shear.slope:
            values = sum_products(t1, t2, points, weights, gamma, shear).T
        else:
            nodes = shear.scale1 * t1, shear.scale2 * t2
            values = _node_sums(nodes, _by_axis(points), weights, gamma)
    coefficients = box.transform(values)
    return box.basis(1, x2).T @ coefficients.T @ box.basis(0, x1)


def _interpolation_pays(plain: int, interpolated: int) -> bool:
    """Return whether to interpolate, given the work of both ways in multiplications."""
    return plain >= MIN_WORK and interpolated <= plain


def _expansion_pays(n: int, ranks: tuple[int, int], shape: tuple[int, ...]) -> bool:
    """Return whether to expand n points in polynomials, and not to take each with each node."""
    changes = sum(r * r * s for r, s in zip(ranks, shape, strict=True))  # to the polynomials
    savings = n * sum(shape) - sum(r * s for r, s in zip(ranks, shape, strict=True))
    return FACTOR_COST * savings > POLYNOMIAL_COST * 2 * n * max(ranks) + changes


def _node_sums(nodes: tuple[Array, Array], points: Array, weights: Array, gamma: float) -> Array:
    """Return sum_i weights_i exp(-gamma |a - points_i|^2) at all nodes a of a grid, (r1, r2)."""
    sums = np.zeros((len(nodes[0]), len(nodes[1])))
    for positions in find_tiles(points):
        own, w = points, weights
        if positions is not None:
            own, w = points.take(positions, axis=1), weights[positions]
        box = Box.around(own, gamma)
        if _expansion_pays(len(w), box.ranks, sums.shape):
            tile = Tile(positions, box, *box.bases(own))
            sums += tile.sum_at(nodes, (tile.basis1 * w) @ tile.basis2.T, gamma)
        else:
            first, second = map(factors, nodes, own, [gamma] * 2)
            sums += (first * w) @ second.T
    return sums


def _pairwise_means(A: Array, B: Array, gamma: float, weights: Array | None) -> Array:
    sums = np.empty(len(A))
    rows = max(1, BLOCK_CELLS // len(B))
    for start in range(0, len(A), rows):
        block = slice(start, start + rows)
        sums[block] = row_sums(gaussian_values(A[block], B, gamma), weights)
    return sums / total_of(len(B), weights)


def _interpolated_means(
    points: Array, parts: Sequence[slice], gamma: float, weights: Weights, box: Box, n: int
) -> list[Array]:
    places = list(find_tiles(points))

    def tiles() -> Iterator[Tile]:
        for positions in places:
            if positions is None:
                yield Tile(None, box, *box.bases(points))
            else:
                own = points.take(positions, axis=1)
                small = Box.around(own, gamma)
                yield Tile(positions, small, *small.bases(own))

    cache = list(tiles()) if points.shape[1] * sum(box.ranks) <= HELD_CELLS else None
    totals = [total_of(part.stop - part.start, w) for part, w in zip(parts, weights, strict=True)]
    spread = [_spread(part, w, points.shape[1]) for part, w in zip(parts, weights, strict=True)]
    sums = np.zeros((len(parts), *box.ranks))
    for tile in cache or tiles():
        moments = [
            tile.moments(tile.columns(part), whole) / total
            for part, whole, total in zip(parts, spread, totals, strict=True)
        ]
        sums += tile.sum_at(box.nodes(), np.array(moments), gamma)
    coefficients = box.transform(sums)
    means = np.empty((len(parts), n))
    for tile in cache or tiles():
        own = tile.columns(slice(0, n))
        means[:, tile.places(own)] = tile.read(box, coefficients, own)
    np.minimum(np.maximum(means, 0.0, out=means), 1.0, out=means)
    return list(means[:, _first_equals(points[:, :n])])


def _spread(part: slice, weights: Array | None, n: int) -> Array | None:
    """Return the weights of a part in an array of all n points."""
    if weights is None:
        return None
    whole = np.zeros(n)
    whole[part] = weights
    return whole


def _first_equals(points: Array) -> NDArray[np.intp] | slice:
    """Return the position of the first one that equals each of the points, (2, n).

    A matrix product may round equal columns differently.
    """
    x1 = np.sort(points[0])
    if (x1[1:] != x1[:-1]).all():
        return slice(None)
    _, first, which = np.unique(points[0] + 1j * points[1], return_index=True, return_inverse=True)
    return first[which]
