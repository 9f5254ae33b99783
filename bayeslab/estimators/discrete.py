"""Naive Bayes for discrete features: count, smooth, and add logs.

Each feature i takes one of V_i values, independently of the others once the class c is known, so

    log P(c) + log P(x | c) = log P(c) + sum_i log P(x_i | c).

The probabilities are smoothed frequencies. With N_c training points in class c, of which N_civ have
value v in feature i,

    P(x_i = v | c) = (N_civ + alpha) / (N_c + alpha V_i).

alpha = 1 is Laplace's rule. alpha = 0 is maximum likelihood, which calls a value impossible in the
classes where it was not seen; a point impossible in every class has no posterior. A yes-or-no
(Bernoulli) feature is one with V = 2 values.

Source: the Bayes classifier post, discrete features, with smoothing added.
"""

from abc import abstractmethod
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import Tags

from bayeslab.estimators.bayes_rule import LogOdds
from bayeslab.estimators.summed import SummedBayes
from bayeslab.estimators.validation import count_labels, feature_names

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Tables = NDArray[Any]  # of counts, or of sums of weights

# Beyond this, every smoothed probability is 1 / V to the last digit, and alpha V may overflow.
LARGEST_ALPHA = 1e100
# The tables of counts have a column for each value up to the largest; more than this is a mistake.
MOST_CATEGORIES = 1_000_000


class _DiscreteBayes(SummedBayes):
    """The base of the two classifiers: smoothed tables of counts, and lookups of values in them.

    A feature's tables have shape (K, V_i): a row for each class, a column for each value.
    """

    alpha: float
    _sums: list[Tables]
    _probabilities: list[Array]

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        # As in scikit-learn: real numbers, rounded or binarised, lose too much to score well on.
        tags.classifier_tags.poor_score = True
        return tags

    @abstractmethod
    def _values(self, X: Array) -> Integers:
        """Return the features of `X` as whole numbers 0, 1, 2, ..., or raise ValueError."""

    @abstractmethod
    def _table_sizes(self, values: Integers) -> Integers:
        """Return the number V_i of values that each feature may take, shape (d,)."""

    def _add(
        self, X: Array, codes: Integers, weights: Array | None, before: list[Tables] | None
    ) -> list[Tables]:
        values = self._values(X)
        K, sizes = len(self.classes_), self._table_sizes(values)
        counts = [
            count_labels(codes * V + column, K * V, weights).reshape(K, V)
            for column, V in zip(values.T, sizes, strict=True)
        ]
        return counts if before is None else list(map(_add_tables, before, counts))

    def _learn(self) -> None:
        if not (isinstance(self.alpha, Real) and 0 <= self.alpha <= LARGEST_ALPHA):
            raise ValueError(f"alpha is {self.alpha!r}; give a number from 0 to {LARGEST_ALPHA:g}.")
        self._probabilities = [self._smooth(counts) for counts in self._sums]

    def _smooth(self, counts: Tables) -> Array:
        """Return (N_v + alpha) / (N_c + alpha V) for counts N_v of shape (K, V)."""
        N, V = self.class_count_[:, None], counts.shape[1]
        return (counts + self.alpha) / (N + self.alpha * V)

    def _known(self, X: Array) -> Integers:
        """Return the values of points to classify, or raise ValueError if they were not learned."""
        return self._values(X)

    def _joint_log_likelihood(self, X: Array) -> Array:
        joint = np.tile(np.log(self.priors_), (len(X), 1))
        with np.errstate(divide="ignore"):  # log 0 = -inf is meant: impossible
            for column, probabilities in zip(self._known(X).T, self._probabilities, strict=True):
                joint += np.log(probabilities).T[column]
        return joint

    def _refuse(self, X: Array | Integers, bad: NDArray[np.bool_], kind: str, advice: str) -> None:
        """Raise ValueError for the first value of `X` that `bad` marks, if any."""
        if bad.any():
            row, i = np.argwhere(bad)[0]
            name = feature_names(self)[i]
            value = f"feature {name} holds {X[row, i]:.15g}"
            raise ValueError(f"{kind} values in data: {value}; {advice}.")


class BernoulliBayes(_DiscreteBayes, LogOdds):
    """Naive Bayes for yes-or-no features: P(x_i = 1 | c) = (N_ci + alpha) / (N_c + 2 alpha).

    Parameters
    ----------
    alpha : float
        Smoothing, >= 0: added to the counts of 0 and of 1.
    binarize : float or None
        A threshold: values above it become 1, the others 0. None: every value but 0 becomes 1, so
        counts of words say which words occur.
    priors : None, "equal" or array-like of shape (K,)
        None: class frequencies (MAP). "equal": 1 / K (ML). Numbers: in the order of ``classes_``.

    Attributes
    ----------
    classes_, class_count_ : arrays of shape (K,)
        Labels, sorted, and training points N_c in each class (their weights, if given).
    priors_ : array of shape (K,)
        Prior probabilities.

    Examples
    --------
    >>> model = BernoulliBayes().partial_fit([[1, 0], [1, 1]], ["ham", "ham"], ["ham", "spam"])
    >>> model.partial_fit([[0, 1]], ["spam"]).predict_proba([[0, 1]]).round(3).tolist()
    [[0.36, 0.64]]
    """

    def __init__(
        self,
        alpha: float = 1.0,
        binarize: float | None = None,
        priors: ArrayLike | str | None = None,
    ) -> None:
        self.alpha = alpha
        self.binarize = binarize
        self.priors = priors

    @property
    def feature_count_(self) -> Tables:
        """Training points N_ci of class c whose feature i is 1, shape (K, d)."""
        return np.stack([counts[:, 1] for counts in self._sums], axis=1)

    @property
    def feature_prob_(self) -> Array:
        """The probabilities P(x_i = 1 | c), shape (K, d)."""
        return np.stack([probabilities[:, 1] for probabilities in self._probabilities], axis=1)

    def _add(
        self, X: Array, codes: Integers, weights: Array | None, before: list[Tables] | None
    ) -> list[Tables]:
        self._level = self.binarize
        if self._level is not None and not (
            isinstance(self._level, Real) and np.isfinite(self._level)
        ):
            raise ValueError(f"binarize is {self._level!r}; give a finite number or None.")
        return super()._add(X, codes, weights, before)

    def _values(self, X: Array) -> Integers:
        is_one = X != 0 if self._level is None else np.greater(X, self._level)
        return is_one.astype(np.int64)

    def _table_sizes(self, values: Integers) -> Integers:
        return np.full(values.shape[1], 2)


class CategoricalBayes(_DiscreteBayes):
    """Naive Bayes for categories: P(x_i = v | c) = (N_civ + alpha) / (N_c + alpha V_i).

    Parameters
    ----------
    alpha : float
        Smoothing, >= 0: added to the count of each category.
    min_categories : None, int or array-like of shape (d,)
        The categories of feature i are 0 ... V_i - 1, with V_i = the largest value in training + 1,
        or `min_categories` where that is more. Other values raise ValueError when predicting.
    priors : None, "equal" or array-like of shape (K,)
        None: class frequencies (MAP). "equal": 1 / K (ML). Numbers: in the order of ``classes_``.

    Attributes
    ----------
    classes_, class_count_ : arrays of shape (K,)
        Labels, sorted, and training points N_c in each class (their weights, if given).
    priors_ : array of shape (K,)
        Prior probabilities.

    Examples
    --------
    >>> model = CategoricalBayes(priors="equal").fit([[0], [2], [2]], ["no", "yes", "yes"])
    >>> model.predict_proba([[2]]).round(3).tolist()
    [[0.294, 0.706]]
    """

    def __init__(
        self,
        alpha: float = 1.0,
        min_categories: ArrayLike | None = None,
        priors: ArrayLike | str | None = None,
    ) -> None:
        self.alpha = alpha
        self.min_categories = min_categories
        self.priors = priors

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = tags.input_tags.positive_only = True
        return tags

    @property
    def n_categories_(self) -> Integers:
        """Number of categories V_i of each feature, shape (d,)."""
        return np.array([counts.shape[1] for counts in self._sums])

    @property
    def category_count_(self) -> list[Tables]:
        """Training points N_civ for each feature i: d arrays of shape (K, V_i)."""
        return self._sums

    @property
    def feature_prob_(self) -> list[Array]:
        """The probabilities P(x_i = v | c) for each feature i: d arrays of shape (K, V_i)."""
        return self._probabilities

    def _values(self, X: Array) -> Integers:
        advice = "number the categories from 0 up"
        self._refuse(X, X < 0, "Negative", advice)
        self._refuse(X, np.floor(X) != X, "Fractional", advice)
        self._refuse(X, X >= MOST_CATEGORIES, "Huge", advice)
        return X.astype(np.int64)

    def _table_sizes(self, values: Integers) -> Integers:
        sizes: Integers = values.max(axis=0) + 1
        if self.min_categories is None:
            return sizes
        least = np.asarray(self.min_categories)
        if (
            least.dtype.kind not in "iu"
            or least.shape not in ((), sizes.shape)
            or not ((least >= 1) & (least <= MOST_CATEGORIES)).all()
        ):
            raise ValueError(
                f"min_categories is {self.min_categories!r}; give None, or whole numbers from 1 to "
                f"{MOST_CATEGORIES}, one for all features or one for each of the {len(sizes)}."
            )
        return np.maximum(sizes, least)

    def _known(self, X: Array) -> Integers:
        values = super()._known(X)
        advice = "set min_categories to the number of categories and fit again"
        self._refuse(values, values >= self.n_categories_, "Unseen", advice)
        return values


def _add_tables(first: Tables, second: Tables) -> Tables:
    """Return the sum of two tables of counts, of which one may have more values."""
    V = max(first.shape[1], second.shape[1])
    padded = [np.pad(counts, ((0, 0), (0, V - counts.shape[1]))) for counts in (first, second)]
    return padded[0] + padded[1]
