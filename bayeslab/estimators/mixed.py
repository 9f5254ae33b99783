"""Naive Bayes for columns of several kinds.

Columns of different kinds are independent of each other once the class is known, so

    log P(c) + log p(x | c)
        = log P(c) + log p(x_gaussian | c) + log P(x_bernoulli | c) + log P(x_categorical | c).
"""

from copy import copy
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone

from bayeslab.estimators.bayes_rule import LogOdds
from bayeslab.estimators.discrete import BernoulliBayes, CategoricalBayes
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.summed import SummedBayes

Array = NDArray[np.float64]
Part = tuple[SummedBayes, list[int]]  # a classifier, and its columns


class MixedBayes(SummedBayes, LogOdds):
    """Naive Bayes for a table whose columns are numbers, yes-or-no answers and categories.

    Parameters
    ----------
    bernoulli, categorical : array-like of int or str
        The columns of each kind, by position or, if `X` is a data frame, by name. All others are
        measured numbers.
    gaussian : GaussianBayes or None
        The classifier for the others. None: ``GaussianBayes("diagonal")``, naive Bayes.
    alpha : float
        Smoothing of the counts, >= 0.
    min_categories : None, int or array-like
        As that of CategoricalBayes; one number, or one for each categorical column.
    priors : None, "equal" or array-like of shape (K,)
        None: class frequencies (MAP). "equal": 1 / K (ML). Numbers: in the order of ``classes_``.

    Attributes
    ----------
    classes_, class_count_ : arrays of shape (K,)
        Labels, sorted, and training points in each class (their weights, if given).
    priors_ : array of shape (K,)
        Prior probabilities.

    Examples
    --------
    >>> X = [[1.2, 0, 2], [0.7, 1, 0], [3.1, 1, 1], [2.8, 1, 1]]  # size, striped, colour
    >>> model = MixedBayes(bernoulli=[1], categorical=[2]).fit(X, ["cat", "cat", "dog", "dog"])
    >>> model.predict([[1.0, 0, 0], [3.0, 1, 2]]).tolist()
    ['cat', 'dog']
    """

    def __init__(
        self,
        bernoulli: ArrayLike = (),
        categorical: ArrayLike = (),
        gaussian: GaussianBayes | None = None,
        alpha: float = 1.0,
        min_categories: ArrayLike | None = None,
        priors: ArrayLike | str | None = None,
    ) -> None:
        self.bernoulli = bernoulli
        self.categorical = categorical
        self.gaussian = gaussian
        self.alpha = alpha
        self.min_categories = min_categories
        self.priors = priors

    def _new_parts(self, d: int) -> list[Part]:
        positions: dict[Any, int] = {i: i for i in range(d)}
        positions |= {name: i for i, name in enumerate(getattr(self, "feature_names_in_", ()))}
        kinds: list[list[int]] = []
        for kind in ("bernoulli", "categorical"):
            named = np.ravel(np.asarray(getattr(self, kind), dtype=object)).tolist()
            unknown = [name for name in named if name not in positions]
            if unknown:
                raise ValueError(
                    f"{kind} holds {unknown[0]!r}, which is no column of X; give positions from 0 "
                    f"to {d - 1}, or names of the columns of a data frame."
                )
            kinds.append([positions[name] for name in named])
        bernoulli, categorical = kinds
        if len({*bernoulli, *categorical}) < len(bernoulli) + len(categorical):
            raise ValueError("A column is named twice; name each once, bernoulli or categorical.")
        if not isinstance(self.gaussian, GaussianBayes | None):
            raise ValueError(f"gaussian is {self.gaussian!r}; give a GaussianBayes or None.")
        others = [i for i in range(d) if i not in {*bernoulli, *categorical}]
        parts: list[Part] = [
            (GaussianBayes("diagonal") if self.gaussian is None else clone(self.gaussian), others),
            (BernoulliBayes(self.alpha), bernoulli),
            (CategoricalBayes(self.alpha, self.min_categories), categorical),
        ]
        names = np.asarray(getattr(self, "feature_names_in_", range(d)))
        for part, columns in parts:
            part.classes_, part.feature_names_in_ = self.classes_, names[columns]
        return [(part, columns) for part, columns in parts if columns]

    def _add(
        self, X: Array, codes: NDArray[np.int64], weights: Array | None, before: list[Any] | None
    ) -> list[Any]:
        if before is None:
            self._parts = self._new_parts(X.shape[1])
        else:  # those of the last fit stay as they are if this one fails
            self._parts = [(copy(part), columns) for part, columns in self._parts]
        earlier = [None] * len(self._parts) if before is None else before
        return [
            part._add(X[:, columns], codes, weights, sums)
            for (part, columns), sums in zip(self._parts, earlier, strict=True)
        ]

    def _learn(self) -> None:
        for (part, _), sums in zip(self._parts, self._sums, strict=True):
            part._sums, part.class_count_, part.priors_ = sums, self.class_count_, self.priors_
            part._learn()

    def _joint_log_likelihood(self, X: Array) -> Array:
        prior = np.log(self.priors_)
        joints = [part._joint_log_likelihood(X[:, columns]) for part, columns in self._parts]
        return prior + sum(joint - prior for joint in joints)
