"""Evidence: the terms of the prior and of each feature in the log odds of two classes.

If the features are independent within each class,

    ln P(1 | x) / P(0 | x) = ln P(1) / P(0) + sum_i ln P(x_i | 1) / P(x_i | 0).

The terms of the sum are the evidence of the features for class 1, and can be shown one by one.
Without smoothing, a value that never occurs in class 1 has the evidence minus infinity, which no
other term can make up for.

Source: the Bayes classifier post, naive Bayes with discrete features.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bayeslab.estimators.discrete import BernoulliBayes, CategoricalBayes

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Evidence:
    """Evidence for class 1, in natural logarithms; either infinity is allowed.

    Attributes
    ----------
    prior : float
        ln P(1) / P(0).
    features : array of shape (d,)
        ln P(x_i | 1) / P(x_i | 0).
    log_odds : float
        Their sum, ln P(1 | x) / P(0 | x).
    posterior : float
        P(1 | x).
    """

    prior: float
    features: Array
    log_odds: float
    posterior: float


def weigh_evidence(model: BernoulliBayes | CategoricalBayes, x: Integers) -> Evidence:
    """Return the terms of one point's log odds.

    Parameters
    ----------
    model : BernoulliBayes or CategoricalBayes
        Fitted to two classes, and without a threshold (`binarize`).
    x : array of shape (d,)
        The values of the features; of a Bernoulli model 0 or 1.

    Raises
    ------
    ValueError
        If both classes give the point probability zero.
    """
    log_posterior = model.predict_log_proba(x[None])[0]
    with np.errstate(divide="ignore"):  # log 0 = -inf is meant: impossible
        logs = np.log(_value_probabilities(model, x))
    prior = float(np.log(model.priors_[1] / model.priors_[0]))
    posterior = float(np.exp(log_posterior[1]))
    return Evidence(prior, logs[1] - logs[0], float(log_posterior[1] - log_posterior[0]), posterior)


def points_with_counts(counts: Integers, sizes: Integers) -> tuple[Integers, Integers]:
    """Return binary points in which feature i occurs counts[k, i] times in class k.

    Parameters
    ----------
    counts : array of shape (K, d)
        How many points of each class have feature i.
    sizes : array of shape (K,)
        Points of each class.

    Returns
    -------
    X : array of 0 and 1, shape (n, d)
    y : array of shape (n,)
        Classes 0..K-1.
    """
    parts = [np.arange(size)[:, None] < row for row, size in zip(counts, sizes, strict=True)]
    y = np.repeat(np.arange(len(sizes)), sizes.astype(np.intp))  # as repeat wants it on 32 bits
    return np.concatenate(parts).astype(np.int64), y


def _value_probabilities(model: BernoulliBayes | CategoricalBayes, x: Integers) -> Array:
    """Return P(x_i | c) for each class and feature, shape (2, d)."""
    if isinstance(model, BernoulliBayes):
        theta = model.feature_prob_
        return np.where(x == 1, theta, 1 - theta)
    columns = [table[:, value] for table, value in zip(model.feature_prob_, x, strict=True)]
    return np.stack(columns, axis=1)
