"""Correlation between features: ignored by naive Bayes, estimated by optimal Bayes.

Two classes, A and B, have two features with variance 1. A situation fixes how their means differ,
and whether the correlations of the two classes are equal or opposite. The covariance of a class is

    C = [[1, s rho], [s rho, 1]]    with s = 1 or -1.

The points drawn from a situation have exactly these means and covariances. The fitted classifiers
are therefore those of the formulas, and every point moves a little when rho changes.

If the densities are known, both errors have a closed form, or are an integral over a line
(:func:`exact_errors`). Their difference is the excess error of naive Bayes.

Two numbers describe a classifier on new points: its accuracy, and its mean confidence, the mean
posterior probability of the predicted class. They are equal if its posteriors are correct.

Source: Implementing Bayes Classifiers (Bint, Huus, Pratt 2014), sections 2-4.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.integrate import quad
from scipy.linalg import solve_triangular
from scipy.special import expit
from scipy.stats import norm
from sklearn.base import clone

from bayeslab.bayes_error.densities import Gaussian
from bayeslab.bayes_error.optimal import Problem, error_rate
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.accuracy import cross_validated_accuracy
from bayeslab.evaluation.splits import EvaluationSpec, complete_splits

Array = NDArray[np.float64]
Points = tuple[Array, NDArray[np.int64]]

ROUNDING = 1e-9  # relative; smaller quadratic terms are rounding errors
TAIL = 12  # standard deviations on both sides that an integral covers
HEIGHT_B = 5.0  # x2 of the mean of class B in flat_class


@dataclass(frozen=True)
class Situation:
    """Means and correlations of two classes.

    Attributes
    ----------
    difference : tuple of 2 float
        Mean of class B minus mean of class A.
    signs : tuple of 2 int
        The correlation in class A and in class B is this sign times rho.
    """

    difference: tuple[float, float]
    signs: tuple[int, int]


SITUATIONS: Mapping[str, Situation] = {
    "level": Situation((2.0, 0.0), (1, 1)),
    "uphill": Situation((1.4, 1.4), (1, 1)),
    "crossed": Situation((0.6, 0.0), (1, -1)),
}


@dataclass(frozen=True)
class Performance:
    """The performance of a classifier on new points.

    Attributes
    ----------
    accuracy : float
        The share of points that it classifies correctly.
    confidence : float
        The mean posterior probability of the predicted class.
    standard_error : float
        Of `accuracy`; 0 where it is exact.
    """

    accuracy: float
    confidence: float
    standard_error: float = 0.0


def correlated_problem(situation: Situation, rho: float) -> Problem:
    """Return the known class densities of a situation, with equal priors.

    Raises
    ------
    ValueError
        If rho does not lie between -1 and 1.
    """
    if not -1 < rho < 1:
        raise ValueError(f"The correlation is {rho:g}; give a number between -1 and 1.")
    half = np.array(situation.difference) / 2
    classes = [
        Gaussian(tuple(side * half), ((1.0, sign * rho), (sign * rho, 1.0)))
        for side, sign in zip((-1, 1), situation.signs, strict=True)
    ]
    return Problem("correlated features", classes, class_names=("class A", "class B"))


def exact_errors(situation: Situation, rho: float) -> tuple[float, float]:
    """Return the errors of naive and of optimal Bayes where both know the densities.

    With D = mean of B minus mean of A, naive Bayes projects onto D, because all variances are 1. In
    class k the projection has the variance D'C_k D, so

        naive error = mean over k of Phi(-D'D / (2 sqrt(D'C_k D))).

    With equal covariances C the error of optimal Bayes is Phi(-sqrt(D'C^-1 D) / 2). With opposite
    correlations and D = (2m, 0) it predicts A where x1 (rho x2 - m) > 0. Both classes then have the
    same error; it is integrated over z = x1 + m, which has a standard normal distribution in A.

    Raises
    ------
    ValueError
        If rho does not lie between -1 and 1, or the correlations are opposite and the means differ
        in x2.
    """
    classes = correlated_problem(situation, rho).densities
    C_A, C_B = (np.array(each.covariance) for each in classes if isinstance(each, Gaussian))
    D = np.array(situation.difference)
    naive = float(np.mean([norm.cdf(-D @ D / 2 / np.sqrt(D @ C @ D)) for C in (C_A, C_B)]))
    if rho == 0:
        return naive, naive
    if situation.signs[0] == situation.signs[1]:
        return naive, float(norm.cdf(-np.sqrt(D @ np.linalg.solve(C_A, D)) / 2))
    if D[1] != 0:
        raise ValueError("With opposite correlations, the means may differ in x1 only.")
    return naive, _crossed_error(D[0] / 2, rho)


def _crossed_error(m: float, rho: float) -> float:
    def misclassified(z: float) -> float:
        side = 1 if z > m else -1  # of the line x1 = 0
        deviation = abs(rho) * np.sqrt(1 - rho**2)  # of rho x2, given z
        return float(norm.pdf(z) * norm.cdf(-side * (rho**2 * z - m) / deviation))

    return float(quad(misclassified, -TAIL, TAIL, points=[m], epsabs=1e-12, limit=200)[0])


def points_with_moments(problem: Problem, n: int, seed: int = 0) -> Points:
    """Draw points whose means and covariances are exactly those of the densities.

    Random points z are whitened by their own mean and Cholesky factor R, with RR' their
    covariance, and mapped to m + L R^-1 (z - mean z), with LL' the covariance of the class.

    Parameters
    ----------
    problem : Problem
        Of Gaussian classes.
    n : int
        Points in each class, more than features. Covariances have divisor n.
    seed : int
        Equal seeds give the same z, whatever the densities.
    """
    rng = np.random.default_rng(seed)
    parts = []
    for density in problem.densities:
        assert isinstance(density, Gaussian)
        z = rng.standard_normal((n, density.n_features))
        R = np.linalg.cholesky(np.cov(z.T, bias=True))
        white = solve_triangular(R, (z - z.mean(axis=0)).T, lower=True)
        L = np.linalg.cholesky(np.array(density.covariance))
        parts.append(np.array(density.mean) + (L @ white).T)
    return np.concatenate(parts), np.repeat(np.arange(len(parts)), n)


def evaluate_exactly(model: GaussianBayes, problem: Problem) -> Performance:
    """Return the performance of a classifier on a problem of two Gaussian classes.

    A linear score is normally distributed within each class, with mean w'm + w0 and variance w'Cw.
    Its accuracy is a normal distribution function, its confidence an integral over the line. A
    quadratic score is allowed only for the Bayes classifier of the problem. Its accuracy is one
    minus the Bayes error, integrated with an uncertainty of about 1e-6, and its confidence is the
    same number, because its posteriors are correct.

    Raises
    ------
    ValueError
        If the score is quadratic and the means or covariances are not those of the problem.
    """
    score = model.discriminant_
    densities = [density for density in problem.densities if isinstance(density, Gaussian)]
    means, covariances = (
        np.array([getattr(density, name) for density in densities])
        for name in ("mean", "covariance")
    )
    if np.abs(score.W).max() > ROUNDING * np.abs(score.w).max():
        if not (np.allclose(model.means_, means) and np.allclose(model.covariances_, covariances)):
            raise ValueError("A quadratic score needs the means and covariances of the problem.")
        accuracy = 1 - error_rate(problem).value
        return Performance(accuracy, accuracy)
    centres, spreads = score(means), np.sqrt(score.w @ covariances @ score.w)
    correct = norm.cdf(np.array([-1, 1]) * centres / spreads)
    confidences = list(map(_mean_confidence, centres, spreads))
    return Performance(*(float(np.dot(problem.priors, part)) for part in (correct, confidences)))


def _mean_confidence(centre: float, spread: float) -> float:
    """Return the mean of the larger posterior for log odds from N(centre, spread^2)."""

    def weighted(log_odds: float) -> float:
        z = (log_odds - centre) / spread
        return float(expit(abs(log_odds)) * np.exp(-z * z / 2) / (np.sqrt(2 * np.pi) * spread))

    low, high = centre - TAIL * spread, centre + TAIL * spread
    return float(quad(weighted, low, high, points=[np.clip(0.0, low, high), centre])[0])


def evaluate_held_out(
    model: GaussianBayes, X: ArrayLike, y: ArrayLike, evaluation: EvaluationSpec
) -> Performance:
    """Return the mean performance of clones of a classifier over the test parts of the splits.

    Raises
    ------
    ValueError
        If the scheme does not suit the labels, or the classifier cannot be fitted.
    """
    points, labels = np.asarray(X), np.asarray(y)
    held_out = cross_validated_accuracy(model, points, labels, evaluation)
    confidences = [
        clone(model).fit(points[train], labels[train]).predict_proba(points[test]).max(axis=1)
        for train, test in complete_splits(labels, evaluation)
    ]
    confidence = float(np.mean([part.mean() for part in confidences]))
    return Performance(held_out.mean, confidence, held_out.standard_error)


def flat_class() -> Points:
    """Draw two classes, the first without variance in x2.

    Class A lies on the line x2 = 0, spread along x1; class B lies around (0, HEIGHT_B).
    """
    rng, n = np.random.default_rng(0), 40
    A = rng.standard_normal((n, 2)) * (1.5, 0.0)
    B = rng.standard_normal((n, 2)) + np.array([0.0, HEIGHT_B])
    return np.concatenate((A, B)), np.repeat([0, 1], n)


# Resampling: how much an estimate of accuracy varies with the split.
#
# The estimated accuracy of a classifier on given points depends on how they are split into training
# and test points. Each scheme is therefore repeated with different seeds:
#
# ================= ======================================== ======================================
# scheme            one estimate                             repeated
# ================= ======================================== ======================================
# first half        one split, training on the first half    gives the same: done once
# random half       one split at random                      another half
# k-fold            the mean over k folds                    other folds
# repeated k-fold   the mean over r such k-fold estimates    other folds
# ================= ======================================== ======================================
#
# Source: Implementing Bayes Classifiers (Bint, Huus, Pratt 2014), sections 4.1 and 4.6.


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
