"""Integrals over the plane of functions that are smooth except across the boundary of a classifier.

The error of a classifier is such an integral: the integrand is smooth while the answer is the
same, and jumps where the answer changes. The plane is cut into square cells, small where a
density is narrow, and each is integrated with nodes that lie all around its edge too, so that a
boundary that clips a corner is not missed. Cells with a boundary inside are halved until they are
too many. The change by the last halving estimates the error of the sum.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from bayeslab.bayes_error.densities import Extents
from bayeslab.scoring.grid import grid_nodes

Array = NDArray[np.float64]
Labels = NDArray[np.int64]

REACH = 5  # standard deviations around a centre in which the mesh follows a density
WIDTH = 1.5  # standard deviations that a cell may be wide there
MAX_CELLS = 40_000  # densities that need more are refused
MAX_HALVINGS = 7  # of the cells on a boundary
MAX_NODES = 60_000  # no more than this are evaluated at once for the sake of a boundary
NEGLIGIBLE = 1e-9  # cells with at most this much are not halved

# Gauss-Lobatto nodes and weights: 6 on [0, 1], the ends included, and their products on the unit
# square.
_LAST = np.polynomial.Legendre.basis(5)
_LINE = np.array([-1, *_LAST.deriv().roots().real, 1]) / 2 + 0.5
_LINE_WEIGHTS = 1 / (30 * _LAST(2 * _LINE - 1) ** 2)
_SQUARE = grid_nodes(_LINE, _LINE)
_SQUARE_WEIGHTS = np.outer(_LINE_WEIGHTS, _LINE_WEIGHTS).ravel()


def integrate_pieces(
    evaluate: Callable[[Array], tuple[Array, Labels]], extents: Extents, *, thorough: bool = False
) -> tuple[Array, Array]:
    """Integrate m functions that are smooth where their labels stay the same.

    Parameters
    ----------
    evaluate : callable
        Takes points, shape (n, 2), to the values of the functions, shape (n, m), and to labels,
        shape (n, l). Boundaries are followed where the first function counts.
    extents : Extents
        Where the functions are not negligible.
    thorough : bool
        Halve the cells without a boundary too, as long as they are few: labels may change on a
        smaller scale than the functions do.

    Returns
    -------
    (integrals, changes) : arrays of shape (m,)
        The integrals, and their absolute changes by the last halving of the cells.

    Raises
    ------
    ValueError
        If the extents are so narrow for their length that they need too many cells.
    """
    cells = _cover(extents)
    sums, is_mixed = _integrate_cells(evaluate, cells)
    total, changes = np.zeros((2, sums.shape[1]))
    for halving in range(MAX_HALVINGS):
        if thorough and _nodes_of_halved(len(cells)) <= MAX_NODES:
            is_mixed[:] = True
        too_many = halving > 0 and _nodes_of_halved(is_mixed.sum()) > MAX_NODES
        if too_many or not is_mixed.any():
            break
        total += sums[~is_mixed].sum(axis=0)
        before, cells = sums[is_mixed], _quarters(cells[is_mixed])
        sums, is_mixed = _integrate_cells(evaluate, cells)
        changes = np.abs(sums.reshape(len(before), 4, -1).sum(axis=1) - before).sum(axis=0)
    return total + sums.sum(axis=0), changes


def _nodes_of_halved(n_cells: int) -> int:
    return 4 * n_cells * len(_SQUARE)


def _integrate_cells(
    evaluate: Callable[[Array], tuple[Array, Labels]], cells: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """Return the integrals over each cell, and whether labels change in it."""
    nodes = (cells[:, None, :2] + cells[:, None, 2:] * _SQUARE).reshape(-1, 2)
    values, labels = evaluate(nodes)
    by_cell = values.reshape(len(cells), len(_SQUARE), -1)
    sums = np.tensordot(by_cell, _SQUARE_WEIGHTS, axes=(1, 0)) * cells[:, 2:] ** 2
    labels = labels.reshape(len(cells), len(_SQUARE), -1)
    is_mixed = (labels != labels[:, :1]).any(axis=(1, 2)) & (sums[:, 0] > NEGLIGIBLE)
    return sums, is_mixed


def _cover(extents: Extents) -> Array:
    """Return squares (x1, x2, width), small near each centre, that cover the extents."""
    reach = REACH * extents.widest
    low = (extents.centres - reach[:, None]).min(axis=0)
    high = (extents.centres + reach[:, None]).max(axis=0)
    # Powers of two: no cell is smaller than it must be, and whole numbers are edges of cells.
    finest = 2 ** np.floor(np.log2(WIDTH * extents.narrowest.min()))
    side = finest * 2 ** np.ceil(np.log2((high - low).max() / finest))
    cells, small = np.array([[*(low + high - side) / 2, side]]), []
    while len(cells):
        middles, width = cells[:, :2] + cells[:, 2:] / 2, cells[:, 2:]
        near = cdist(middles, extents.centres, "chebyshev") - width / 2 < reach
        wide = (near & (width > WIDTH * extents.narrowest)).any(axis=1)
        small.append(cells[~wide])
        cells = _quarters(cells[wide])
        if len(cells) > MAX_CELLS:
            raise ValueError(
                "A density is too long and narrow to integrate: widen it, or count the errors on "
                "Problem.sample."
            )
    return np.concatenate(small)


def _quarters(cells: Array) -> Array:
    """Cut each square into four, which follow one another."""
    corners = np.array([[0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]])
    quarters = cells[:, None, 2:] / 2 * corners
    quarters[..., :2] += cells[:, None, :2]
    return quarters.reshape(-1, 3)
