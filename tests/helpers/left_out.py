"""Leave-one-out by brute force: sums over the others, without each point's own value."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp

from bayeslab.data.datasets import DATASETS, DatasetSpec, load
from bayeslab.estimators.kernel_bayes import Variant

__all__ = ["BUMPS", "NOTHING", "data_sets", "log_means_of_others"]

Array = NDArray[np.float64]

BUMPS = {"rbf": 2, "laplacian": 1}  # kernel exp(-gamma distance^power)
FEW = 500  # points, which is most of the data sets
NOTHING = -700.0  # kernel values with a lower exponent count as zero


def data_sets() -> dict[str, tuple[Array, NDArray[np.int64]]]:
    """Return every data set; with more than two classes, the last one against the rest."""
    sets = {}
    for key in DATASETS:
        points = load(DatasetSpec(key))
        sets[key] = points.X[:FEW], (points.y == points.y.max()).astype(np.int64)[:FEW]
    return sets


def log_means_of_others(
    X: Array, y: NDArray[np.int64], variant: Variant, kernel: str, gamma: float
) -> tuple[Array, Array]:
    """Return the logarithms of both classes' means over the others, those of C+ first.

    Logarithms do not underflow: exponents that float64 has no room for are here, too.
    """
    covariances = [np.cov(X[y == label].T) for label in (1, 0)]
    metrics: dict[str, list[Any]] = {
        "I": [np.eye(X.shape[1])] * 2,
        "II": [np.linalg.inv(covariances[0] + covariances[1])] * 2,
        "III": [np.linalg.inv(C) for C in covariances],
    }
    found = []
    for label, M in zip((1, 0), metrics[variant], strict=True):
        differences = X[:, None] - X
        squared = np.einsum("ijk,kl,ijl->ij", differences, M, differences)
        exponents = -gamma * np.maximum(squared, 0) ** (BUMPS[kernel] / 2)
        np.fill_diagonal(exponents, -np.inf)
        own = y == label
        found.append(logsumexp(exponents[:, own], axis=1) - np.log(own.sum() - own))
    return found[0], found[1]
