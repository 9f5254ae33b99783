"""scikit-learn's SVC with a bound on its work, and quick predictions for held-out points.

Of five fits to a few hundred points, scikit-learn's checks take half of the time. This module calls
libsvm as scikit-learn does, after one check of all points. It imports an internal of
scikit-learn, ``sklearn.svm._libsvm``, as read in releases 1.6 to 1.9 (the dependency's upper bound
is the release after them). Without that module each part is fitted by the SVC itself, which is
slower; ``tests/bayeslab/test_evaluation.py`` compares both with the SVC.
"""

import warnings
from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn import get_config
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.validation import check_training_data, sort_labels

try:
    from sklearn.svm import _libsvm
except ImportError:
    _libsvm: Any = None

# The SVC's solver may need minutes on random labels; after this many steps it stops with an error.
MAX_SVC_STEPS = 200_000
# A step visits every point of its two classes. Steps times points stay below this number, which
# takes some 0.4 s.
MAX_SVC_WORK = 50_000_000

Array = NDArray[np.float64]


class BoundedSVC(SVC):
    """scikit-learn's SVC, with an error if its solver does not finish within its steps.

    They are `max_iter`, or as many as ``MAX_SVC_WORK`` holds if those are fewer.
    """

    max_iter: int

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit as the SVC does.

        Raises
        ------
        ValueError
            If the solver stopped before it was done.
        """
        max_iter = self.max_iter
        steps = self._most_steps(np.shape(X)[0], len(np.unique(y)))
        try:
            self.max_iter = steps
            with warnings.catch_warnings():  # the warning is raised as an error below
                warnings.simplefilter("ignore", ConvergenceWarning)
                super().fit(X, y, sample_weight)
        finally:
            self.max_iter = max_iter
        _require_solution(self.fit_status_, steps)
        return self

    def predict_held_out(
        self, X: ArrayLike, y: ArrayLike, splits: Iterable[tuple[NDArray[np.int64], ...]]
    ) -> Iterator[NDArray[Any]]:
        """Yield the predictions for the test part of each split, of a fit to its training part.

        They are what `fit` and `predict` give. The checks are made once for all splits, and the
        classifier itself remains as it is.

        Parameters
        ----------
        X : array-like of shape (n, d)
        y : array-like of shape (n,)
        splits : iterable of pairs of arrays
            Training and test positions; every training part has every class.

        Raises
        ------
        ValueError
            As `fit`.
        """
        if _libsvm is None:
            points, labels = np.asarray(X), np.asarray(y)
            for train, test in splits:
                yield clone(self).fit(points[train], labels[train]).predict(points[test])
            return
        svc = copy(self)
        if not get_config()["skip_parameter_validation"]:
            svc._validate_params()
        points, labels = check_training_data(svc, X, y)
        classes, codes = sort_labels(labels)
        _libsvm.set_verbosity_wrap(0)
        for train, test in splits:
            predicted = self._predict(points[train], codes[train], points[test], len(classes))
            yield classes[predicted]

    def _predict(
        self, X: Array, codes: NDArray[np.intp], unseen: Array, n_classes: int
    ) -> NDArray[np.intp]:
        """Return the predicted codes of the points `unseen`, by libsvm itself."""
        shape = {
            "svm_type": 0,
            "kernel": self.kernel,
            "degree": self.degree,
            "coef0": self.coef0,
            "gamma": 1 / (X.shape[1] * X.var()) if self.gamma == "scale" else self.gamma,
            "cache_size": self.cache_size,
        }
        steps = self._most_steps(len(X), n_classes)
        *machine, status, _ = _libsvm.fit(
            X,
            codes.astype(np.float64),
            C=self.C,
            tol=self.tol,
            shrinking=self.shrinking,
            max_iter=steps,
            **shape,
        )
        _require_solution(status, steps)
        return _libsvm.predict(unseen, *machine, **shape).astype(np.intp)

    def _most_steps(self, n: int, n_classes: int) -> int:
        # Each of K classes is told from each other one, so every point is in K - 1 problems.
        return min(self.max_iter, MAX_SVC_WORK // (n * max(n_classes - 1, 1)))


def _require_solution(status: int, steps: int) -> None:
    if status:
        raise FitError("solver_not_done", steps=steps)
