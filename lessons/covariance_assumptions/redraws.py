"""The rules of redrawn samples, and how much they differ.

Every sample of the population gives a rule under each assumption. The points of all the other
samples are new to that rule, so they measure its accuracy. ``redraws.js`` computes the same in
the browser.
"""

import numpy as np

from core.caching import memoize
from lessons.covariance_assumptions.assumptions import Assumption, fit_rule
from lessons.covariance_assumptions.population import REDRAWS, draw_sample

__all__ = ["evaluate_redraws"]


@memoize(64)
def evaluate_redraws(assumption: Assumption, size: int, searched: bool) -> tuple[float, ...]:
    """Return the accuracy on new points of the rule of each sample.

    Parameters
    ----------
    assumption : Assumption
    size : int
        Points of each class in a sample.
    searched : bool
        Whether the offsets are those with the fewest training errors, or those of the priors.
    """
    samples = [draw_sample(k, size) for k in range(1, REDRAWS + 1)]
    rules = [fit_rule(*sample, assumption, searched) for sample in samples]
    correct = np.array([[((rule(X) > 0) == (y == 1)).mean() for X, y in samples] for rule in rules])
    np.fill_diagonal(correct, 0)
    return tuple((correct.sum(axis=1) / (REDRAWS - 1)).tolist())
