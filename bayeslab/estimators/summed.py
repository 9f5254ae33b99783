"""Learning from sums over the points: all at once, with weights, or batch by batch.

Counts, means and scatters are sums, so a point of weight k counts as k equal points, and the sums
of two batches give those of both together. A classifier of this kind writes how to sum, how to
merge, and how to learn its densities from the sums.
"""

from abc import abstractmethod
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from bayeslab.estimators.bayes_rule import BayesRule, resolve_priors
from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.validation import (
    check_training_data,
    count_labels,
    fit_at_once,
    look_up_labels,
    sort_labels,
    weigh,
)

Array = NDArray[np.float64]


class SummedBayes(BayesRule):
    """Base of the classifiers that need only sums over the training points."""

    priors: ArrayLike | str | None
    priors_: Array
    class_count_: NDArray[Any]
    _sums: Any
    _problem: FitError | None = None

    @abstractmethod
    def _add(
        self, X: Array, codes: NDArray[np.int64], weights: Array | None, before: Any | None
    ) -> Any:
        """Return the sums over these points, and over those before if there are any.

        Each point has the position of its label in ``classes_``.
        """

    @abstractmethod
    def _learn(self) -> None:
        """Learn the densities from ``_sums``."""

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn the priors, and the density of each class.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Training points; integers (images) are converted to float64.
        y : array-like of shape (n,)
            Their labels, of any type; at least two classes.
        sample_weight : None or array-like of shape (n,)
            Weights >= 0. A point of weight k counts as k equal points, one of weight 0 as none;
            counts and divisors are sums of weights. None: each point counts once.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a parameter is not one of those of the class, `X` holds no points, NaN, infinity or
            values the classifier does not take, `y` has one class only, `sample_weight` is not one
            number for each point, 0 or from 1e-100 to 1e100, or the points are too few or too flat
            (FitError).
        """
        return fit_at_once(self, X, y, sample_weight)

    def partial_fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from one more batch of points; batches together give what `fit` gives for all.

        While the points so far are too few for a density, predictions raise the FitError that
        says so.

        Parameters
        ----------
        X, y, sample_weight : array-like
            As those of `fit`; a batch may lack classes.
        classes : None or array-like of shape (K,)
            All labels that any batch holds; needed in the first call, before any fit.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            As `fit`, except FitError; and if `classes` is missing in the first call, differs in a
            later one, or lacks a label of `y`.
        """
        return fit_at_once(self, X, y, sample_weight, classes, step="_fit_more")

    def _fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None) -> None:
        points, labels, weights = weigh(*check_training_data(self, X, y), sample_weight)
        self.classes_, codes = sort_labels(labels)
        self._sums = self._add(points, codes, weights, None)
        self.class_count_ = count_labels(codes, len(self.classes_), weights)
        self._problem = None
        self._finish()

    def _fit_more(
        self,
        X: ArrayLike,
        y: ArrayLike,
        sample_weight: ArrayLike | None,
        classes: ArrayLike | None,
    ) -> None:
        is_first = not hasattr(self, "classes_")
        data = check_training_data(self, X, y, is_first)
        if is_first:
            if classes is None:
                raise ValueError("classes must be passed on the first call to partial_fit.")
            self.classes_ = sort_labels(np.asarray(classes))[0]
            self.class_count_ = np.zeros(len(self.classes_), dtype=np.int64)
        elif classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise ValueError(
                f"classes is {np.unique(classes).tolist()}, but before it was "
                f"{self.classes_.tolist()}; give the same ones, or none."
            )
        points, labels, weights = weigh(*data, sample_weight)
        codes = look_up_labels(labels, self.classes_)
        self._sums = self._add(points, codes, weights, None if is_first else self._sums)
        self.class_count_ = self.class_count_ + count_labels(codes, len(self.classes_), weights)
        self._problem = None
        try:
            self._finish()
        except FitError as problem:
            self._problem = problem

    def _finish(self) -> None:
        if not self.class_count_.all():
            raise FitError("no_points", label=self.classes_[self.class_count_.argmin()])
        self.priors_ = resolve_priors(self.priors, self.class_count_)
        self._learn()

    def _check_fitted(self) -> None:
        check_is_fitted(self)
        if self._problem is not None:
            raise self._problem.with_traceback(None)
