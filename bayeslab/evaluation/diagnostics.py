"""Diagnostics of held-out predictions: ROC curve and calibration curve.

In k-fold cross-validation each point is predicted once, by a classifier fitted without it. The ROC
curve shows the error rates for every threshold on the scores, the calibration curve whether the
predicted probabilities equal the observed frequencies. scikit-learn computes both.

Scores of different folds come from different fits and are pooled here as if they were on one scale.
"""

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import logsumexp
from sklearn import calibration, metrics
from sklearn.base import clone

from bayeslab.evaluation.accuracy import CancelledError, Progress, as_rows, select_rows
from bayeslab.evaluation.splits import EvaluationSpec, complete_splits

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class HeldOutPredictions:
    """A classifier's predictions for points, each from a fit without that point.

    Attributes
    ----------
    classes : array of shape (K,)
        The class labels, sorted.
    y : array of shape (n,)
        The true labels.
    predicted : array of shape (n,)
        The predicted labels.
    scores : array of shape (n,) or (n, K), or None
        Two classes: the decision function, or without one the probability of ``classes[1]``. More:
        the decision function of each class against the rest, s_k - log sum_(j != k) exp(s_j), which
        can be compared between points even if the s_k are known up to a constant at each point, or
        without one the probabilities.
    probabilities : array of shape (n, K), or None
        Posteriors, where the classifier has them.
    """

    classes: NDArray[Any]
    y: NDArray[Any]
    predicted: NDArray[Any]
    scores: Array | None
    probabilities: Array | None


@dataclass(frozen=True, eq=False)
class Roc:
    """The true positive rate and the false positive rate for each threshold.

    `area` under the curve is the chance that a positive point has a higher score than another one.
    """

    false_positive: Array
    true_positive: Array
    thresholds: Array
    area: float


@dataclass(frozen=True, eq=False)
class Calibration:
    """Mean predicted probability and observed share of the positive class, bin by bin.

    `brier` is the mean squared difference between the probability and the truth, 0 or 1.
    """

    predicted: Array
    observed: Array
    brier: float


def held_out_predictions(
    model: Any,
    X: ArrayLike,
    y: ArrayLike,
    evaluation: EvaluationSpec,
    progress: Progress | None = None,
) -> HeldOutPredictions:
    """Predict each point with a clone of `model` that was fitted without it.

    Parameters
    ----------
    model : scikit-learn classifier
        Left as it is.
    X : array-like of shape (n, d)
    y : array-like of shape (n,)
    evaluation : EvaluationSpec
        "k-fold" or "leave-one-out", which test every point once.
    progress : callable or None
        Called after each fit with the numbers of fits done and in all; returning False cancels
        the rest.

    Raises
    ------
    ValueError
        If the scheme does not test every point once or does not suit the labels, or the classifier
        cannot be fitted.
    CancelledError
        If `progress` returned False.

    Examples
    --------
    >>> from bayeslab import DatasetSpec, GaussianBayes, load
    >>> from bayeslab.evaluation import EvaluationSpec, held_out_predictions
    >>> iris = load(DatasetSpec("iris"))
    >>> predictions = held_out_predictions(GaussianBayes(), iris.X, iris.y, EvaluationSpec())
    >>> int((predictions.predicted != iris.y).sum())
    5
    """
    points, labels = as_rows(X), np.asarray(y)
    splits = complete_splits(labels, evaluation)
    order = np.concatenate([test for _, test in splits])
    if not np.array_equal(np.sort(order), np.arange(len(labels))):
        raise ValueError(
            f"The scheme {evaluation.scheme!r} does not test every point once; use k-fold."
        )
    unfitted, parts = clone(model), []
    for number, (train, test) in enumerate(splits, start=1):
        fitted = deepcopy(unfitted).fit(select_rows(points, train), labels[train])
        parts.append(_answer(fitted, select_rows(points, test)))
        if progress is not None and progress(number, len(splits)) is False:
            raise CancelledError("The computation was cancelled.")
    back = np.argsort(order)
    predicted, scores, probabilities = (
        None if part[0] is None else np.concatenate(part)[back] for part in zip(*parts, strict=True)
    )
    assert predicted is not None
    return HeldOutPredictions(np.unique(labels), labels, predicted, scores, probabilities)


def _answer(fitted: Any, X: Array) -> tuple[NDArray[Any], Array | None, Array | None]:
    probabilities = fitted.predict_proba(X) if hasattr(fitted, "predict_proba") else None
    scores = probabilities
    if hasattr(fitted, "decision_function"):
        scores = fitted.decision_function(X)
        if scores.ndim == 2:
            scores = _against_rest(scores)
    elif probabilities is not None and probabilities.shape[1] == 2:
        scores = probabilities[:, 1]
    return fitted.predict(X), scores, probabilities


def _against_rest(scores: Array) -> Array:
    """Return s_k - log sum_(j != k) exp(s_j), to which a constant added to all s_k adds nothing.

    For log-likelihoods it is the log odds of class k, which rank the points as P(k | x) does.
    """
    others = [logsumexp(np.delete(scores, k, axis=1), axis=1) for k in range(scores.shape[1])]
    return scores - np.stack(others, axis=1)


def roc_curve(predictions: HeldOutPredictions, k: int = 1) -> Roc:
    """Return the ROC curve of class k, by its place in ``predictions.classes``, against the rest.

    Raises
    ------
    ValueError
        If the classifier gives no scores.

    Examples
    --------
    >>> from bayeslab import DatasetSpec, GaussianBayes, load
    >>> from bayeslab.evaluation import EvaluationSpec, held_out_predictions, roc_curve
    >>> iris = load(DatasetSpec("iris"))
    >>> predictions = held_out_predictions(GaussianBayes(), iris.X, iris.y, EvaluationSpec())
    >>> round(roc_curve(predictions, k=1).area, 3)
    0.997
    """
    if predictions.scores is None:
        raise ValueError("This classifier gives no scores, so no other threshold can be tried.")
    scores = predictions.scores
    if scores.ndim == 2:
        scores = scores[:, k]
    elif k == 0:
        scores = -scores
    positive = predictions.y == predictions.classes[k]
    false_positive, true_positive, thresholds = metrics.roc_curve(positive, scores)
    area = float(metrics.roc_auc_score(positive, scores))
    return Roc(false_positive, true_positive, thresholds, area)


def calibration_curve(predictions: HeldOutPredictions, k: int = 1, bins: int = 10) -> Calibration:
    """Return the calibration curve of class k, in `bins` bins of about equally many points.

    Raises
    ------
    ValueError
        If the classifier gives no probabilities.

    Examples
    --------
    >>> from bayeslab import DatasetSpec, GaussianBayes, load
    >>> from bayeslab.evaluation import EvaluationSpec, calibration_curve, held_out_predictions
    >>> iris = load(DatasetSpec("iris"))
    >>> predictions = held_out_predictions(GaussianBayes(), iris.X, iris.y, EvaluationSpec())
    >>> round(calibration_curve(predictions, k=1, bins=3).brier, 3)
    0.021
    """
    if predictions.probabilities is None:
        raise ValueError(
            "This classifier gives no probabilities; Gaussian Bayes and logistic regression do."
        )
    positive, probability = predictions.y == predictions.classes[k], predictions.probabilities[:, k]
    observed, predicted = calibration.calibration_curve(
        positive, probability, n_bins=bins, strategy="quantile"
    )
    return Calibration(predicted, observed, float(metrics.brier_score_loss(positive, probability)))
