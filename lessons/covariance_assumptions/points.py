"""Points of two classes as a text, which the state and the link of the lesson hold."""

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.caching import memoize
from core.input_error import InputError
from lessons.covariance_assumptions.numbers import WORKED_X, WORKED_Y, Assumption, fit_rule

Points = tuple[NDArray[np.float64], NDArray[np.int64]]

FARTHEST = 1e6  # largest coordinate that can be typed, so that a typing error shows at once
EXAMPLE: Points = (np.array(WORKED_X, dtype=np.float64), np.array(WORKED_Y))
OUTLIER = np.array([20.0, 8.0])
EXAMPLES: Mapping[str, Points] = {
    "example": EXAMPLE,
    "outlier": (np.insert(np.delete(EXAMPLE[0], 1, axis=0), 1, OUTLIER, axis=0), EXAMPLE[1]),
    "two_points": (EXAMPLE[0][:6], EXAMPLE[1][:6]),  # of class −
}


def write_points(points: Points) -> str:
    """Return the points as a text such as "2 6 +; 1 -2 -"."""
    X, y = points
    return "; ".join(
        f"{x1:.6g} {x2:.6g} {'-+'[label]}" for (x1, x2), label in zip(X, y, strict=True)
    )


def parse_points(text: str) -> Points:
    """Return the points that a text holds; there may be none.

    Raises
    ------
    InputError
        If an entry is not two numbers and a sign.
    """
    rows = [row.replace("−", "-").split() for row in text.split(";") if row.strip()]
    try:
        X = np.array([(float(x1), float(x2)) for x1, x2, _ in rows]).reshape(-1, 2)
        y = np.array(["-+".index(sign) for *_, sign in rows], dtype=np.int64)
    except ValueError:
        X, y = np.full((1, 2), np.nan), np.zeros(1, dtype=np.int64)
    if not (np.abs(X) <= FARTHEST).all():
        raise InputError("write two numbers and the class of each point, as in 2 6 +; 1 -2 -")
    return X, y


# A population of two classes, and samples of it, drawn again and again.
#
# Class − is long, narrow and tilted, like the lengths and weights of a long fruit; class +
# is small and nearly round. Each of ``REDRAWS`` samples gives a rule under each assumption.
#
# ``redraws.js`` draws the same samples in the browser, fits the rules and evaluates them: the
# random numbers are those of numpy's ``RandomState``, and normal deviates are made of them by Box
# and Muller.

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


@memoize(32)
def evaluate_redraws(assumption: Assumption, size: int, is_searched: bool) -> list[float]:
    """Return the accuracy of the rule of each sample on the points of all other samples."""
    samples = [draw_sample(k, size) for k in range(1, REDRAWS + 1)]
    rules = [fit_rule(*sample, assumption, is_searched) for sample in samples]
    correct = np.array([[((rule(X) > 0) == (y == 1)).mean() for X, y in samples] for rule in rules])
    np.fill_diagonal(correct, 0)
    return (correct.sum(axis=1) / (REDRAWS - 1)).tolist()


@cache
def frame(size: int) -> list[float]:
    """Return the box around all samples of a size, so that the picture stays when one is drawn."""
    X = np.concatenate([draw_sample(k, size)[0] for k in range(1, REDRAWS + 1)])
    low, high = X.min(axis=0) - MARGIN, X.max(axis=0) + MARGIN
    return np.column_stack([low, high]).ravel().tolist()
