"""Calibration: from scores to probabilities, by Platt's method.

A logistic curve of the score, P(C+ | s) = 1 / (1 + exp(-a s - b)), has the largest likelihood for
scores of points that had no part in them. Platt's targets, (N+ + 1) / (N+ + 2) and 1 / (N- + 2) in
place of 1 and 0, keep the curve from becoming a step where the scores separate the classes.

Source: J. Platt, Probabilistic outputs for support vector machines (1999).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from bayeslab.estimators.validation import count_labels

Array = NDArray[np.float64]

FARTHEST = 1e6  # score, in units of those that were calibrated; the curve is flat before


@dataclass(frozen=True)
class Calibration:
    """A logistic curve over a line of scores, which are measured in a unit from a center."""

    curve: LogisticRegression
    center: float
    unit: float

    @classmethod
    def of(cls, scores: Array, positive: NDArray[np.bool_], weights: Array) -> Self:
        """Return the curve for scores of points, all of shape (n,), that count `weights` times."""
        N = count_labels(positive, 2, weights)
        targets = np.where(positive, (N[1] + 1) / (N[1] + 2), 1 / (N[0] + 2))
        center = float(np.median(scores))
        unit = float(np.abs(scores - center).mean()) or 1.0
        self = cls(LogisticRegression(C=np.inf, tol=1e-10, max_iter=1000), center, unit)
        places = np.tile(self._places(scores), (2, 1))
        labels = np.repeat([True, False], len(scores))
        shares = np.concatenate([weights * targets, weights * (1 - targets)])
        self.curve.fit(places, labels, shares)
        return self

    def probabilities(self, scores: Array) -> Array:
        """Return P(C- | s) and P(C+ | s) for each score, shape (m, 2)."""
        return self.curve.predict_proba(self._places(scores))

    def _places(self, scores: Array) -> Array:
        reach = FARTHEST * self.unit
        return (np.clip(scores - self.center, -reach, reach) / self.unit)[:, None]


def join_probabilities(curves: Sequence[Calibration], scores: Array) -> Array:
    """Return the probabilities of two classes from scores (m,), or of K from scores (m, K)."""
    if scores.ndim == 1:
        return curves[0].probabilities(scores)
    P = np.stack([curve.probabilities(s)[:, 1] for curve, s in zip(curves, scores.T, strict=True)])
    P = np.maximum(P, np.finfo(np.float64).tiny)  # a point that is of no class is of each
    return (P / P.sum(axis=0)).T
