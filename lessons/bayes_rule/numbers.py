"""Excess error: a classifier's error minus the Bayes error, estimated on new points.

The class densities are known. The classifier and the Bayes classifier predict the same new points,
which gives two estimates:

- *counted*: errors of the classifier minus errors of the Bayes classifier. Because both see the
  same points, most of the sampling noise cancels; the rest can make the estimate negative;
- *expected*: the mean of max_k P(k | x) - P(f(x) | x), where f(x) is the predicted class. It does
  not depend on the sampled labels. No term is negative, which proves that no classifier is better
  than the Bayes classifier.

Source: the Bayes classifier post, optimality of the Bayes classifier.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bayeslab.bayes_error.optimal import Problem


@dataclass(frozen=True)
class Excess:
    """Two estimates of an excess error, as shares of all points.

    Attributes
    ----------
    counted : float
        Errors of the classifier minus those of the Bayes classifier, per point.
    standard_error : float
        Of `counted`, sd / sqrt(n) with the divisor n in the variance.
    expected : float
        Mean of `counted` over the labels, given the points; 0 or more.
    """

    counted: float
    standard_error: float
    expected: float


def simulate_excess(
    problem: Problem, models: Mapping[str, Any], n: int = 10_000, seed: int = 0
) -> dict[str, Excess]:
    """Estimate the excess errors of fitted classifiers on the same `n` new points.

    Parameters
    ----------
    problem : Problem
    models : mapping of str to scikit-learn classifiers, fitted
        Their labels are 0 ... K - 1.
    n : int
        1 or more.
    seed : int
        Equal seeds give equal points.

    Raises
    ------
    ValueError
        If `n` is not positive, or a classifier predicts a label that the problem does not have.
    """
    if n < 1:
        raise ValueError(f"{n} points cannot be drawn; ask for 1 or more.")
    X, y = problem.sample(n, seed)
    posterior = problem.posterior(X)
    best = posterior.argmax(axis=1)
    excesses = {}
    for name, model in models.items():
        predicted = problem.answers(model, X)
        difference = (predicted != y).astype(np.float64) - (best != y)
        loss = posterior.max(axis=1) - posterior[np.arange(n), predicted]
        excesses[name] = Excess(
            float(difference.mean()), float(difference.std() / np.sqrt(n)), float(loss.mean())
        )
    return excesses
