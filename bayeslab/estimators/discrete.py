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
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import Tags
from sklearn.utils.validation import validate_data

from bayeslab.estimators.bayes_rule import BayesRule, LogOdds, resolve_priors
from bayeslab.estimators.validation import count_labels, fit_at_once, without_weights

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

# Beyond this, every smoothed probability is 1 / V to the last digit, and alpha V may overflow.
LARGEST_ALPHA = 1e100
# The tables of counts have a column for each value up to the largest; more than this is a mistake.
MOST_CATEGORIES = 1_000_000


class _DiscreteBayes(BayesRule):
    """The base of the two classifiers: smoothed tables of counts, and lookups of values in them.

    A feature's tables have shape (K, V_i): a row for each class, a column for each value.
    """

    alpha: float
    priors_: Array
    _counts: list[Integers]
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

    @without_weights
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Count the values of each feature in each class, and smooth the counts.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Training points.
        y : array-like of shape (n,)
            Their labels, of any type; at least two classes.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a parameter is not one of those above, `X` holds no points, NaN, infinity or values
            the classifier does not take, or `y` has one class only.
        """
        return fit_at_once(self, X, y)

    def _fit(self, X: ArrayLike, y: ArrayLike) -> None:
        if not (isinstance(self.alpha, Real) and 0 <= self.alpha <= LARGEST_ALPHA):
            raise ValueError(f"alpha is {self.alpha!r}; give a number from 0 to {LARGEST_ALPHA:g}.")
        points, labels = validate_data(self, X, y, dtype=np.float64)
        values = self._values(points)
        codes = self._learn_classes(labels)
        self.priors_ = resolve_priors(None, self.class_count_)
        self._counts = [
            _count(codes, len(self.classes_), column, V)
            for column, V in zip(values.T, self._table_sizes(values), strict=True)
        ]
        self._probabilities = [self._smooth(counts) for counts in self._counts]

    def _smooth(self, counts: Integers) -> Array:
        """Return (N_v + alpha) / (N_c + alpha V) for counts N_v of shape (K, V)."""
        N, V = self.class_count_[:, None], counts.shape[1]
        return (counts + self.alpha) / (N + self.alpha * V)

    def _check_points(self, X: ArrayLike) -> Integers:
        return self._values(super()._check_points(X))

    def _joint_log_likelihood(self, X: Integers) -> Array:
        joint = np.tile(np.log(self.priors_), (len(X), 1))
        with np.errstate(divide="ignore"):  # log 0 = -inf is meant: impossible
            for column, probabilities in zip(X.T, self._probabilities, strict=True):
                joint += np.log(probabilities).T[column]
        return joint

    def _refuse(self, X: Array | Integers, bad: NDArray[np.bool_], kind: str, advice: str) -> None:
        """Raise ValueError for the first value of `X` that `bad` marks, if any."""
        if bad.any():
            row, i = np.argwhere(bad)[0]
            name = getattr(self, "feature_names_in_", range(X.shape[1]))[i]
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

    Attributes
    ----------
    classes_, class_count_ : arrays of shape (K,)
        Labels, sorted, and training points N_c in each class.
    priors_ : array of shape (K,)
        Class frequencies N_c / N.
    """

    def __init__(self, alpha: float = 1.0, binarize: float | None = None) -> None:
        self.alpha = alpha
        self.binarize = binarize

    @property
    def feature_count_(self) -> Integers:
        """Training points N_ci of class c whose feature i is 1, shape (K, d)."""
        return np.stack([counts[:, 1] for counts in self._counts], axis=1)

    @property
    def feature_prob_(self) -> Array:
        """The probabilities P(x_i = 1 | c), shape (K, d)."""
        return np.stack([probabilities[:, 1] for probabilities in self._probabilities], axis=1)

    def _fit(self, X: ArrayLike, y: ArrayLike) -> None:
        self._level = self.binarize
        if self._level is not None and not (
            isinstance(self._level, Real) and np.isfinite(self._level)
        ):
            raise ValueError(f"binarize is {self._level!r}; give a finite number or None.")
        super()._fit(X, y)

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

    Attributes
    ----------
    classes_, class_count_ : arrays of shape (K,)
        Labels, sorted, and training points N_c in each class.
    priors_ : array of shape (K,)
        Class frequencies N_c / N.
    """

    def __init__(self, alpha: float = 1.0, min_categories: ArrayLike | None = None) -> None:
        self.alpha = alpha
        self.min_categories = min_categories

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = tags.input_tags.positive_only = True
        return tags

    @property
    def n_categories_(self) -> Integers:
        """Number of categories V_i of each feature, shape (d,)."""
        return np.array([counts.shape[1] for counts in self._counts])

    @property
    def category_count_(self) -> list[Integers]:
        """Training points N_civ for each feature i: d arrays of shape (K, V_i)."""
        return self._counts

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

    def _check_points(self, X: ArrayLike) -> Integers:
        values = super()._check_points(X)
        advice = "set min_categories to the number of categories and fit again"
        self._refuse(values, values >= self.n_categories_, "Unseen", advice)
        return values


def _count(codes: Integers, K: int, column: Integers, V: int) -> Integers:
    """Return how many points of each class have each value, shape (K, V)."""
    return count_labels(codes * V + column, K * V).reshape(K, V)
