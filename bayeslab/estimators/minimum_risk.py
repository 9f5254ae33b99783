"""Decisions of least expected loss, by the probabilities of any classifier.

An error may cost more in one direction than in the other, and no answer may be better than a bad
one. With the loss L_ik of answering class k where class i is true, answering k at x costs

    R_k(x) = sum_i P(i | x) L_ik

on average. The rule takes the smallest R_k; if even that is more than the loss r of a rejection, it
rejects the point. With L_ik = 1 for all errors this is the class of largest probability, rejected
below the probability 1 - r.

Sources: Chow (1970); Bishop, Pattern Recognition and Machine Learning, 1.5.2-1.5.3.
"""

from numbers import Real
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils import Tags, get_tags
from sklearn.utils.validation import check_is_fitted

from bayeslab.estimators.validation import fit_at_once

Array = NDArray[np.float64]


class MinimumRisk(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """Answers of least expected loss, with a reject option, around any classifier.

    Parameters
    ----------
    estimator : classifier with ``predict_proba``
        A copy of it is fitted. One that is fitted already goes in scikit-learn's FrozenEstimator.
    losses : None or array-like of shape (K, K)
        In row i and column k the loss of answering ``classes_[k]`` where ``classes_[i]`` is true.
        None: 1 for every error.
    reject : float or None
        The loss of a rejection; None: no point is rejected.
    rejected : label or None
        What `predict` returns for a rejected point: a label of the type of the classes, and none
        of them.

    Attributes
    ----------
    estimator_ : classifier
        The fitted copy.
    classes_ : array of shape (K,)
    losses_ : array of shape (K, K)

    Examples
    --------
    >>> from bayeslab import GaussianBayes, MinimumRisk
    >>> X, y = [[0], [1], [2], [4], [5], [6]], ["ill"] * 3 + ["well"] * 3
    >>> model = MinimumRisk(GaussianBayes(), [[0, 9], [1, 0]], reject=0.2, rejected="test again")
    >>> model.fit(X, y).predict([[2], [3.2], [5]]).tolist()
    ['ill', 'test again', 'well']
    """

    estimator_: Any
    classes_: NDArray[Any]
    losses_: Array

    def __init__(
        self,
        estimator: Any,
        losses: ArrayLike | None = None,
        reject: float | None = None,
        rejected: Any = None,
    ) -> None:
        self.estimator = estimator
        self.losses = losses
        self.reject = reject
        self.rejected = rejected

    def __sklearn_tags__(self) -> Tags:
        """Tell scikit-learn that data may be what the classifier inside takes."""
        tags, inside = super().__sklearn_tags__(), get_tags(self.estimator)
        tags.input_tags, tags.classifier_tags = inside.input_tags, inside.classifier_tags
        return tags

    def fit(self, X: Any, y: Any, sample_weight: ArrayLike | None = None) -> Self:
        """Fit a copy of the classifier.

        Parameters
        ----------
        X, y, sample_weight
            As the classifier takes them.

        Raises
        ------
        ValueError
            If the classifier refuses the data, `losses` are not a finite number for each pair of
            classes, or `reject` comes without a fitting `rejected`.
        """
        return fit_at_once(self, X, y, sample_weight)

    def _fit(self, X: Any, y: Any, sample_weight: ArrayLike | None) -> None:
        weights = {} if sample_weight is None else {"sample_weight": sample_weight}
        self.estimator_ = clone(self.estimator).fit(X, y, **weights)
        self.classes_ = self.estimator_.classes_
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(self.estimator_, name):
                setattr(self, name, getattr(self.estimator_, name))
        K = len(self.classes_)
        losses = 1 - np.eye(K) if self.losses is None else np.asarray(self.losses)
        is_number = losses.dtype.kind in "iufb"
        if losses.shape != (K, K) or not is_number or not np.isfinite(losses).all():
            raise ValueError(
                f"losses must be finite numbers in {K} rows and {K} columns: one for each true "
                "class and each answer."
            )
        self.losses_ = losses.astype(np.float64)
        self._reject, self._answers = np.inf, self.classes_
        if self.reject is not None:
            self._reject, self._answers = self._with_rejection(self.reject)

    def _with_rejection(self, reject: float) -> tuple[float, NDArray[Any]]:
        """Return the loss of a rejection, and the labels with that of rejected points."""
        if not isinstance(reject, Real) or not np.isfinite(reject):
            raise ValueError(f"reject is {reject!r}; give a finite loss, or None.")
        label, classes = np.array([self.rejected]), self.classes_
        is_number = [array.dtype.kind in "iuf" for array in (label, classes)]
        is_alike = all(is_number) or classes.dtype.kind in ("O", label.dtype.kind)
        if label.ndim > 1 or not is_alike or label[0] in (None, *classes.tolist()):
            raise ValueError(
                f"rejected is {self.rejected!r}; give a label of the type of the classes "
                f"{classes.tolist()}, and none of them."
            )
        return float(reject), np.concatenate([classes, label])

    def expected_losses(self, X: ArrayLike) -> Array:
        """Return the expected loss of answering each class at each row of `X`, shape (n, K)."""
        risks = self.predict_proba(X) @ self.losses_
        if not np.isfinite(risks).all():
            raise ValueError("The classifier gives probabilities that are NaN; use another one.")
        return risks

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Return the answer of least expected loss for each row of `X`; ties go to the first class.

        A point is rejected only where that loses less than every class.
        """
        risks = self.expected_losses(X)
        rounding = risks.shape[1] * np.finfo(np.float64).eps * np.abs(self.losses_).max()
        least = risks.min(axis=1)
        first = np.argmax(risks <= least[:, np.newaxis] + rounding, axis=1)
        return self._answers[np.where(least > self._reject + rounding, len(self.classes_), first)]

    def predict_proba(self, X: ArrayLike) -> Array:
        """Return the classifier's probabilities, shape (n, K)."""
        check_is_fitted(self)
        return self.estimator_.predict_proba(X)
