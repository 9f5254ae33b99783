"""Narrow bumps: their width in a picture, the grid that shows them, and where nothing is decided.

A kernel whose bump is narrower than a few nodes of the grid makes an island around each point that
no node sees. And where all bumps have died away, the sign of the offset alone decides, which
says nothing about the data. The rules for both are here; ``web/model/islands.js`` has the same
ones for pictures that a browser computes, and a test compares the two.
"""

from collections.abc import Sequence
from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_dilation, binary_erosion

from bayeslab.estimators.kernels import Kernel
from bayeslab.scoring.scores import Expansion, ScoreFunction

Array = NDArray[np.float64]

FINEST_DETAIL = 800  # nodes along each axis: about one for each pixel of a picture
NARROW = 1.5  # node distances: narrower bumps need a finer grid
FINE = 3  # nodes of the finer grid within one width of a bump
FAR = 1e-6  # of the largest kernel sum: less is practically zero
# Of the largest kernel sum: a browser counts smaller kernel values as 0, Python those below 1e-323.
NOTHING = 1e-100
SQUARE = np.ones((3, 3), dtype=np.bool_)  # a node and its eight neighbours
EDGE = 0.5  # exp(-1/2): the height of a Gaussian bump at one standard deviation


def bump_width(scores: Sequence[ScoreFunction], box: Sequence[float]) -> float:
    """Return the width of the narrowest bump as a share of the picture's side.

    The width is the distance at which a bump has exp(-1/2) of its height, a standard deviation of
    the Gaussian kernel, along the narrowest direction of its metric. With z = L^-1 u and
    u = (x - shift) / scale, and width w in the coordinates z, it is w times the square root of the
    smallest eigenvalue of A A', where A = diag(scale / side) L.

    Parameters
    ----------
    scores : sequence of ScoreFunction, of two features
    box : (x1_min, x1_max, x2_min, x2_max)

    Returns
    -------
    float
        Infinity if no score has a bump of known width.
    """
    sides = np.array([box[1] - box[0], box[3] - box[2]])
    widths = [
        _narrowest(expansion, (1.0 if score.scale is None else score.scale) / sides)
        for score in scores
        for expansion in score.expansions
    ]
    return min(widths, default=np.inf)


def _narrowest(expansion: Expansion, scale: Array) -> float:
    kernel: Kernel = expansion.kernel
    width = kernel.distance_at(EDGE)
    if not np.isfinite(width):
        return np.inf
    A = scale[:, None] * (np.eye(2) if expansion.root is None else expansion.root)
    return float(width * np.linalg.svd(A, compute_uv=False)[-1])


def detailed_resolution(width: float, resolution: int, finest: int) -> int:
    """Return how many nodes along each axis show bumps of a width.

    Parameters
    ----------
    width : float
        Of the narrowest bump, as a share of the picture's side.
    resolution : int
        Nodes along each axis that are enough for bumps wider than ``NARROW`` node distances.
    finest : int
        The most nodes that narrower bumps may take.

    Returns
    -------
    int
        `resolution`, or the next number that divides each node distance by a whole number.
    """
    steps = resolution - 1
    if width * steps >= NARROW:
        return resolution
    factor = ceil(FINE / max(width * steps, FINE / FINEST_DETAIL))
    return steps * max(1, min(factor, (finest - 1) // steps)) + 1


def find_far(scores: Sequence[ScoreFunction], values: Sequence[Array]) -> NDArray[np.bool_]:
    """Return where a grid is far from all points, so that nothing is decided there.

    A node is far if, for each score, the kernel sum s is practically zero, |s| <= ``FAR`` S, and
    the rest b of the score is larger, |s| <= |b|, or s underflows, |s| <= ``NOTHING`` S. S is
    the largest kernel sum on the grid, or the largest weight of a point. Only areas count that
    are three nodes wide, because kernel sums also cancel along lines.

    Parameters
    ----------
    scores : sequence of ScoreFunction
    values : sequence of arrays of shape (r, c)
        The scores on the grid.

    Returns
    -------
    array of bool, shape (r, c)
        Nowhere True for scores that do not die away.
    """
    far = np.ones(values[0].shape, dtype=np.bool_)
    for score, value in zip(scores, values, strict=True):
        if not _dies_away(score):
            return np.zeros_like(far)
        # k(z, z) is constant for a bump, and belongs to the rest.
        rest = score.w0 + score.offset + sum(each.square for each in score.expansions)
        size = np.abs(value - rest)
        weights = [np.abs(each.coefficients).max() for each in score.expansions]
        largest = max(float(size.max()), *weights) or 1.0
        far &= size <= largest * max(NOTHING, min(FAR, abs(rest) / largest))
    return binary_dilation(deep_inside(far), SQUARE)


def deep_inside(far: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which far nodes have no neighbour that is not far, shape (r, c)."""
    return binary_erosion(far, SQUARE, border_value=1)


def _dies_away(score: ScoreFunction) -> bool:
    """Return whether the score far from all points is a constant."""
    if not score.expansions or not all(each.kernel.is_bump for each in score.expansions):
        return False
    return not score.w.any() and (score.W is None or not score.W.any())
