"""Fisher's linear discriminants: the directions in which the class means differ most.

Of all directions v, the first has the largest ratio of the variance between the classes to the
variance within them,

    v'Bv / v'Cv,    B = sum_k p_k (m_k - m)(m_k - m)',    m = sum_k p_k m_k,

with the class means m_k, the class frequencies p_k and the covariance C within the classes. Each
further direction has the largest ratio among those uncorrelated within the classes with the
previous ones. There are at most K - 1. Projected onto all of them, the classes differ in
Mahalanobis distance as they do in the full space; projected onto the first r, the classifier is
the reduced-rank linear discriminant of Hastie, Tibshirani and Friedman, section 4.3.3.

With the divisor n in C this is ``LinearDiscriminantAnalysis(solver="svd").transform`` of
scikit-learn 1.9, up to the sign of each direction.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import eigh

Array = NDArray[np.float64]

LEAST_RATIO = 1e-10  # of the largest eigenvalue: directions with less have no variance


@dataclass(frozen=True, eq=False)
class FisherDirections:
    """Fisher's directions, the most discriminating first.

    Attributes
    ----------
    center : array of shape (d,)
        The mean m of the class means, weighted by their frequencies.
    directions : array of shape (d, r)
        The directions v, each with variance v'Cv = 1 within the classes, r <= K - 1.
    ratios : array of shape (r,)
        The variance between the classes along each direction, v'Bv.
    """

    center: Array
    directions: Array
    ratios: Array

    def transform(self, X: ArrayLike) -> Array:
        """Return the coordinates (n, r) of points (n, d) along the directions."""
        return (np.asarray(X, dtype=np.float64) - self.center) @ self.directions


def fisher_directions(means: Array, covariance: Array, counts: NDArray[Any]) -> FisherDirections:
    """Return Fisher's directions for classes with one covariance.

    Parameters
    ----------
    means : array of shape (K, d)
    covariance : array of shape (d, d)
        Within the classes; directions without variance are left out.
    counts : array of shape (K,)
        Points in each class, or their shares.

    Raises
    ------
    ValueError
        If the shapes do not fit, or the means are equal, or differ only where there is no variance
        within the classes.
    """
    K, d = means.shape
    if covariance.shape != (d, d) or counts.shape != (K,):
        raise ValueError(
            f"covariance has shape {covariance.shape} and counts {counts.shape}; give one matrix "
            f"of shape {(d, d)}, such as covariances_[0] of a pooled model, and {K} counts."
        )
    frequencies = counts / counts.sum()
    center = frequencies @ means
    # On the correlations, so that units do not decide which directions have no variance.
    deviations = np.sqrt(np.diagonal(covariance))
    units = np.where(deviations > 0, deviations, 1.0)
    variances, axes = eigh(covariance / units / units[:, None])
    is_kept = variances > LEAST_RATIO * variances[-1]
    whitening = axes[:, is_kept] / np.sqrt(variances[is_kept]) / units[:, None]
    spread = np.sqrt(frequencies)[:, None] * ((means - center) @ whitening)
    _, singular, rows = np.linalg.svd(spread, full_matrices=False)
    r = int((singular**2 > LEAST_RATIO * max(singular.max(initial=0.0) ** 2, 1.0)).sum())
    if r == 0:
        raise ValueError("The class means do not differ; use classes with different means.")
    return FisherDirections(center, whitening @ rows[:r].T, singular[:r] ** 2)
