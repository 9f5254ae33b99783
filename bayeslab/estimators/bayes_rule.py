"""Bayes' rule: from each class's joint log-likelihood to posteriors and decisions.

A generative classifier describes each class k by a prior P(k) and a class-conditional density
p(x | k). Everything else follows from their joint log-likelihood

    l_k(x) = log P(k) + log p(x | k)

by Bayes' rule: the decision is the class with the largest l_k, and the posterior is
P(k | x) = exp(l_k) / sum_j exp(l_j). A classifier therefore writes one method, its joint
log-likelihood, and inherits the rest from here. Everything stays in log space until the last step.

The priors make the rule: with the class frequencies it is the MAP rule (maximum a posteriori), with
equal priors the ML rule (maximum likelihood).

Sources: the Bayes classifier post; the Gaussian discriminants notes, ML and MAP classifiers.
"""

from abc import ABCMeta, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import log_softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from bayeslab.estimators.validation import check_points

Array = NDArray[np.float64]


class BayesRule(ClassifierMixin, BaseEstimator, metaclass=ABCMeta):
    """Base of the classifiers that decide by Bayes' rule.

    A subclass writes `_joint_log_likelihood`, and a `fit` that sets ``classes_``.

    Attributes
    ----------
    classes_ : array of shape (K,)
        The class labels, sorted.
    """

    classes_: NDArray[Any]

    @abstractmethod
    def _joint_log_likelihood(self, X: NDArray[Any]) -> Array:
        """Return log P(k) + log p(x | k) for each row x of checked `X` and each class k, (n, K)."""

    def _check_points(self, X: ArrayLike) -> NDArray[Any]:
        """Return `X` as the array that `_joint_log_likelihood` takes, or raise ValueError."""
        return check_points(self, X)

    def _check_fitted(self) -> None:
        check_is_fitted(self)

    def predict_joint_log_proba(self, X: ArrayLike) -> Array:
        """Return log prior + log class-conditional density of each point under each class.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points.

        Returns
        -------
        array of shape (n, K)
            Natural logs; columns in the order of ``classes_``; -inf where the density is zero.

        Raises
        ------
        ValueError
            If `X` does not fit the training data, or holds NaN or infinity.
        """
        self._check_fitted()
        return self._joint_log_likelihood(self._check_points(X))

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Return the class with the largest posterior for each point; ties go to the first class.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points.

        Returns
        -------
        array of shape (n,)
            Labels out of ``classes_``.

        Raises
        ------
        ValueError
            As `predict_joint_log_proba`, and if every class gives some point probability zero.
        """
        best = self._scores(X).argmax(axis=1)
        return self.classes_[best]

    def predict_log_proba(self, X: ArrayLike) -> Array:
        """Return log P(k | x) = l_k(x) - log sum_j exp(l_j(x)) for each point and class.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points.

        Returns
        -------
        array of shape (n, K)
            Log posteriors; columns in the order of ``classes_``.

        Raises
        ------
        ValueError
            As `predict_joint_log_proba`, and if every class gives some point probability zero.
        """
        return log_softmax(self._scores(X), axis=1)

    def predict_proba(self, X: ArrayLike) -> Array:
        """Return the posterior P(k | x) of each point and class.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points.

        Returns
        -------
        array of shape (n, K)
            Posteriors; each row sums to 1; columns in the order of ``classes_``.

        Raises
        ------
        ValueError
            As `predict_joint_log_proba`, and if every class gives some point probability zero.
        """
        return np.exp(self.predict_log_proba(X))

    def _scores(self, X: ArrayLike) -> Array:
        """Return the joint log-likelihoods of points that at least one class makes possible."""
        scores = self.predict_joint_log_proba(X)
        impossible = np.isneginf(scores).all(axis=1)
        if impossible.any():
            raise ValueError(
                f"Every class gives row {impossible.argmax()} of X probability zero, so its "
                "posterior is 0/0; fit with alpha > 0."
            )
        return scores


class LogOdds(BayesRule):
    """A BayesRule with a decision function, the log posterior odds.

    It is separate because scikit-learn's checks try every decision function on real numbers,
    which a classifier of categories refuses.
    """

    def decision_function(self, X: ArrayLike) -> Array:
        """Return the log posterior odds (two classes) or the joint log-likelihoods (more).

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points.

        Returns
        -------
        array of shape (n,) or (n, K)
            Two classes: log P(classes_[1] | x) - log P(classes_[0] | x), so positive means
            ``classes_[1]``. More: see `predict_joint_log_proba`.

        Raises
        ------
        ValueError
            As `predict_joint_log_proba`, and if every class gives some point probability zero.
        """
        scores = self._scores(X)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores


def resolve_priors(priors: ArrayLike | str | None, class_count: NDArray[Any]) -> Array:
    """Return the prior probability of each class.

    Parameters
    ----------
    priors : None, "equal" or array-like of shape (K,)
        None: the class frequencies N_k / N (the MAP rule). "equal": 1 / K each (the ML rule).
        Numbers: the priors themselves, in the order of the sorted class labels.
    class_count : array of shape (K,)
        Training points N_k in each class.

    Returns
    -------
    array of shape (K,)

    Raises
    ------
    ValueError
        If `priors` is another word, or numbers that are not K finite positive ones with sum 1.
    """
    K = len(class_count)
    if priors is None:
        return class_count / class_count.sum()
    if isinstance(priors, str) and priors == "equal":
        return np.full(K, 1 / K)
    try:
        shares = np.array(priors, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"priors is {priors!r}; use None, 'equal' or {K} numbers.") from error
    if shares.shape != (K,):
        raise ValueError(f"priors has shape {shares.shape}; give one number for each class, {K}.")
    if not (np.isfinite(shares).all() and (shares > 0).all() and np.isclose(shares.sum(), 1)):
        raise ValueError(f"priors is {shares.tolist()}; give positive numbers that sum to 1.")
    return shares
