"""Points of any data set: a selection of them, and the rectangle to draw them in."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from bayeslab.data.datasets import FARTHEST, Dataset


def thinned(dataset: Dataset, most: int, seed: int = 0) -> Dataset:
    """Return a random selection of the points in which each class keeps its share.

    They keep their order. Every class keeps a point, if there are not more classes than `most`.
    """
    if len(dataset.y) <= most:
        return dataset
    rank = np.empty(len(dataset.y))  # of each point in its class, as a share: 0 comes first
    rng = np.random.default_rng(seed)
    for label in np.unique(dataset.y):
        members = dataset.y == label
        rank[members] = rng.permutation(members.sum()) / members.sum()
    rows = np.sort(np.argsort(rank, kind="stable")[:most])
    return replace(dataset, X=dataset.X[rows], y=dataset.y[rows])


def bounding_box(X: ArrayLike, margin: float = 0.15) -> tuple[float, float, float, float]:
    """Return the rectangle to draw points in.

    Parameters
    ----------
    X : array of shape (n, 2 or more)
        Finite points; the first two features count. No points (n = 0) count as the origin.
    margin : float
        The margin on each side, as a share of the range. A feature without a range to speak of
        gets 1 on each side, or a millionth of its size if that is more.

    Returns
    -------
    (x1_min, x1_max, x2_min, x2_max)
        Finite, each minimum below its maximum.

    Raises
    ------
    ValueError
        If a coordinate is not finite.
    """
    points = np.asarray(X, dtype=np.float64)[:, :2]
    if not np.isfinite(points).all():
        raise ValueError("A coordinate is missing or infinite: remove that point.")
    points = points.clip(-FARTHEST, FARTHEST) if len(points) else np.zeros((1, 2))
    low, high = points.min(axis=0), points.max(axis=0)
    size = np.maximum(abs(low), abs(high))
    pad = np.where(high - low > 1e-9 * size, margin * (high - low), np.maximum(1, 1e-6 * size))
    (x1_min, x2_min), (x1_max, x2_max) = (low - pad).tolist(), (high + pad).tolist()
    return x1_min, x1_max, x2_min, x2_max
