"""Tiles: points that lie close together, each with polynomials of a low degree."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bayeslab.estimators.chebyshev import Box
from bayeslab.estimators.exponentials import factors

Array = NDArray[np.float64]

TILE_POINTS = 2048  # the most that are expanded at once


@dataclass(frozen=True)
class Tile:
    """Points that lie close together, and the polynomials of their box at each of them.

    In a tile the kernel between a point and any place is a sum of a few polynomials of the point.

    Attributes
    ----------
    positions : array of shape (n,) or None
        Which of all points they are, ascending. None means all.
    box : Box
    basis1, basis2 : arrays of shape (r1, n), (r2, n)
    """

    positions: NDArray[np.intp] | None
    box: Box
    basis1: Array
    basis2: Array

    def columns(self, part: slice) -> slice:
        """Return which points of the tile belong to a part of all points."""
        if self.positions is None:
            return part
        start, stop = np.searchsorted(self.positions, [part.start, part.stop]).tolist()
        return slice(start, stop)

    def places(self, columns: slice) -> NDArray[np.intp] | slice:
        """Return which of all points some of the tile are."""
        return columns if self.positions is None else self.positions[columns]

    def moments(self, columns: slice, weights: Array | None) -> Array:
        """Return the sums of all products of polynomials over some points, (r1, r2).

        `weights` are those of all points, not only of the tile.
        """
        first = self.basis1[:, columns]
        if weights is not None:
            first = first * weights[self.places(columns)]
        return first @ self.basis2[:, columns].T

    def sum_at(self, nodes: tuple[Array, Array], moments: Array, gamma: float) -> Array:
        """Return the sums at all nodes of a grid; all they need of the points is the moments."""
        first, second = (
            factors(places, own, gamma) @ transform.T
            for places, own, transform in zip(
                nodes, self.box.nodes(), self.box.transforms(), strict=True
            )
        )
        return first @ moments @ second.T

    def read(self, box: Box, coefficients: Array, columns: slice) -> Array:
        """Return the values of some interpolants on a box, (k, r1, r2), at points, (k, n).

        In the tile they are polynomials of a lower degree.
        """
        if self.box is not box:
            first, second = (box.basis(axis, x).T for axis, x in enumerate(self.box.nodes()))
            coefficients = self.box.transform(first @ coefficients @ second.T)
        k, r1, r2 = coefficients.shape
        rows = np.ascontiguousarray(coefficients.swapaxes(1, 2)).reshape(-1, r1)
        along = (rows @ self.basis1[:, columns]).reshape(k, r2, -1)
        return np.einsum("kjn,jn->kn", along, self.basis2[:, columns])


def find_tiles(points: Array) -> Iterator[NDArray[np.intp] | None]:
    """Yield the positions of the points, (2, n), of one tile after the other, ascending.

    None means all, in one tile. Strips of equally many points along the first axis are cut along
    the second one.
    """
    cuts = math.ceil(math.sqrt(points.shape[1] / TILE_POINTS))
    if cuts == 1:
        yield None
        return
    for strip in np.array_split(np.argsort(points[0]), cuts):
        yield from map(np.sort, np.array_split(strip[np.argsort(points[1].take(strip))], cuts))
