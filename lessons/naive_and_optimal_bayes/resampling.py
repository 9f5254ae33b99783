"""Resampling: how much an estimate of accuracy varies with the split.

The estimated accuracy of a classifier on given points depends on how they are split into training
and test points. Each scheme is therefore repeated with different seeds:

================= ======================================== ======================================
scheme            one estimate                             repeated
================= ======================================== ======================================
first half        one split, training on the first half    gives the same: done once
random half       one split at random                      another half
k-fold            the mean over k folds                    other folds
repeated k-fold   the mean over r such k-fold estimates    other folds
================= ======================================== ======================================

Source: Implementing Bayes Classifiers (Bint, Huus, Pratt 2014), sections 4.1 and 4.6.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone

from bayeslab.evaluation.splits import EvaluationSpec

Array = NDArray[np.float64]


def estimate_by_schemes(
    model: Any, X: ArrayLike, y: ArrayLike, *, times: int = 20, folds: int = 10, repeats: int = 5
) -> dict[str, Array]:
    """Estimate a classifier's accuracy repeatedly by each scheme.

    Parameters
    ----------
    model : scikit-learn classifier
        Not changed; clones are fitted.
    X : array-like of shape (n, d)
    y : array-like of shape (n,)
        In the order of the file, on which the first half depends.
    times : int
        Estimates by random halves, and by k-fold; a multiple of `repeats`.
    folds : int
        k.
    repeats : int
        k-fold estimates averaged into a repeated one; there are `times / repeats` of these.

    Returns
    -------
    dict of str to array
        The estimates by scheme, in the order of the table above.

    Raises
    ------
    ValueError
        If `times` is not a multiple of `repeats`, a class has fewer points than folds, or the
        classifier cannot be fitted to a training part.
    """
    if times % repeats:
        raise ValueError(f"times is {times}; give a multiple of repeats, which is {repeats}.")

    def estimates(scheme: str, seeds: range) -> Array:
        specs = [EvaluationSpec(scheme, folds=folds, repeats=1, seed=seed) for seed in seeds]
        return np.array([split_accuracies(model, X, y, spec).mean() for spec in specs])

    k_fold = estimates("k-fold", range(times))
    return {
        "first half": estimates("first half", range(1)),
        "random half": estimates("random half", range(times)),
        "k-fold": k_fold,
        "repeated k-fold": k_fold.reshape(-1, repeats).mean(axis=1),
    }


def split_accuracies(model: Any, X: ArrayLike, y: ArrayLike, spec: EvaluationSpec) -> Array:
    """Return the accuracy on the test part of each split, shape (splits,).

    Unlike :func:`bayeslab.evaluation.accuracy.cross_validated_accuracy`, a training part may lack a
    class. The test points of that class are then all misclassified, as in the source's scheme.

    Raises
    ------
    ValueError
        If the scheme does not suit the labels, or the classifier cannot be fitted.
    """
    points, labels = np.asarray(X), np.asarray(y)
    correct = [
        clone(model).fit(points[train], labels[train]).predict(points[test]) == labels[test]
        for train, test in spec.splits(labels)
    ]
    return np.array([hits.mean() for hits in correct])
