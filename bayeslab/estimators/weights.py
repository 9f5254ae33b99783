"""Weights of points: how often each one counts.

A point of weight k is as k copies of it, and None in place of weights lets each point count once. A
mean over the *others* leaves out one copy; of a weight below 1, all of it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Weights = Sequence[Array | None]  # of the points of several groups


def total_of(n: int, weights: Array | None) -> float:
    """Return how often n points count together."""
    return n if weights is None else float(weights.sum())


def one_copy(weights: Array) -> Array:
    """Return the part of each weight that one copy of the point has."""
    return np.minimum(weights, 1.0)


def total_of_others(n: int, weights: Array | None, own: NDArray[np.intp]) -> Array | float:
    """Return :func:`total_of` without one copy of each of the points `own`."""
    if weights is None:
        return max(n - 1, 1)
    once, heaviest = one_copy(weights), heaviest_copy(weights)
    totals = weights.sum() - once
    others = weights.copy()
    others[heaviest] -= once[heaviest]
    totals[heaviest] = others.sum()
    return totals[own]


def heaviest_copy(weights: Array) -> int:
    """Return the point one copy of which weighs most.

    It alone can weigh more than all others together. Then a sum over these is no difference, which
    has lost their digits.
    """
    return int(one_copy(weights).argmax())


def mean_of(points: Array, weights: Array | None) -> Array:
    """Return the mean of the rows of `points`, (d,)."""
    return points.mean(axis=0) if weights is None else np.average(points, axis=0, weights=weights)


def variances(points: Array, weights: Array | None) -> Any:
    """Return the variance of each column, (d,), or of a line of numbers; divisor n."""
    if weights is None:
        return points.var(axis=0)
    deviations = points - mean_of(points, weights)
    return np.average(deviations * deviations, axis=0, weights=weights)


def row_sums(K: Array, weights: Array | None) -> Array:
    """Return the sum of each row of K, (n,), whose columns it multiplies by the weights.

    Each row is summed on its own: equal rows have equal sums, to the bit.
    """
    if weights is not None:
        K *= weights
    return K.sum(axis=1)
