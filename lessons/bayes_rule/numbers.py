"""How much worse than the best rule a classifier is, on new points of a problem that is known.

Each new point is put to the classifier and to the best rule. Two numbers come of it:

- *counted*: the errors of the classifier less those of the best rule. The same points serve both,
  so most of the luck of the draw cancels; what is left can still make the classifier look better;
- *expected*: the mean of max_k P(k | x) - P(f(x) | x), with f(x) the classifier's answer. It leaves
  no luck of the labels in, for the posteriors are known. No term of it is below zero: that is the
  proof that no classifier is better than the best rule.

Source: the Bayes classifier post, optimality of the Bayes classifier.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bayeslab.bayes_error.optimal import Problem

__all__ = ["Excess", "simulate_excess"]


@dataclass(frozen=True)
class Excess:
    """An excess error, as shares of all points.

    Attributes
    ----------
    counted : float
        Errors of the classifier less those of the best rule.
    standard_error : float
        Of `counted`, sd / sqrt(n) with the divisor n in the variance.
    expected : float
        What `counted` would be on average over the labels of these points; 0 or more.
    """

    counted: float
    standard_error: float
    expected: float


def simulate_excess(
    problem: Problem, models: Mapping[str, Any], n: int = 10_000, seed: int = 0
) -> dict[str, Excess]:
    """Return the excess error of fitted classifiers, all on the same `n` new points.

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
        If `n` is not positive, or a classifier answers with a label that is none of the problem's.
    """
    if n < 1:
        raise ValueError(f"{n} points cannot be drawn; ask for 1 or more.")
    X, y = problem.sample(n, seed)
    posterior = problem.posterior(X)
    best = posterior.argmax(axis=1)
    excesses = {}
    for name, model in models.items():
        answers = problem.answers(model, X)
        difference = (answers != y).astype(np.float64) - (best != y)
        loss = posterior.max(axis=1) - posterior[np.arange(n), answers]
        excesses[name] = Excess(
            float(difference.mean()), float(difference.std() / np.sqrt(n)), float(loss.mean())
        )
    return excesses
