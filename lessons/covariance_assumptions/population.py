"""A population of two classes, and samples of it, drawn again and again.

Class − is long, narrow and tilted, like the lengths and weights of a long fruit; class +
is small and nearly round. Each of ``REDRAWS`` samples gives a rule under each assumption.

``redraws.js`` draws the same samples in the browser, fits the rules and evaluates them: the random
numbers are those of numpy's ``RandomState``, and normal deviates are made of them by Box and
Muller.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

MEANS = ((0.0, 0.0), (1.85, -0.5))  # of class − and of class +
COVARIANCES = (((2.9, 2.35), (2.35, 2.9)), ((0.6, 0.1), (0.1, 0.5)))
ROOTS = np.linalg.cholesky(COVARIANCES)
REDRAWS = 20
SIZES = (4, 12, 40)  # points of each class
DECIMALS = 2  # of a coordinate
MARGIN = 0.3  # around the points of all samples


def draw_sample(sample: int, size: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Draw points of both classes in turn; a larger sample begins with the points of a smaller one.

    Parameters
    ----------
    sample : int
        From 1 to ``REDRAWS``.
    size : int
        Points of each class.

    Returns
    -------
    X : array of shape (2 size, 2)
    y : array of shape (2 size,)
        0 and 1.
    """
    uniform = np.random.RandomState(sample).random_sample((2 * size, 2))
    radius, angle = np.sqrt(-2 * np.log1p(-uniform[:, 0])), 2 * np.pi * uniform[:, 1]
    normal = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    y = np.tile([0, 1], size)
    X = np.array(MEANS)[y] + np.einsum("nij,nj->ni", ROOTS[y], normal)
    return X.round(DECIMALS), y


@cache
def frame(size: int) -> list[float]:
    """Return the box around all samples of a size, so that the picture stays when one is drawn."""
    X = np.concatenate([draw_sample(k, size)[0] for k in range(1, REDRAWS + 1)])
    low, high = X.min(axis=0) - MARGIN, X.max(axis=0) + MARGIN
    return np.column_stack([low, high]).ravel().tolist()
