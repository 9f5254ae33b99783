"""Errata of the Bayes classifier post."""

import numpy as np
from scipy.integrate import quad
from scipy.stats import norm
from sklearn.datasets import load_iris

from bayeslab.estimators.discrete import CategoricalBayes
from bayeslab.estimators.gaussian import GaussianBayes
from lessons.checking_the_sources.errata.erratum import Erratum, Outcome

__all__ = ["ERRATA"]

SOURCE = "Bayes classifier post"


def _expectation() -> Outcome:
    # Two equally frequent classes, N(-1, 1) and N(1, 1); f always predicts class +1.
    plus, minus = norm(1).pdf, norm(-1).pdf
    excess = quad(lambda x: (minus(x) - plus(x)) / 2, -np.inf, 0)[0]
    at_point = float((minus(-1) - plus(-1)) / (minus(-1) + plus(-1)))
    return Outcome(
        "the difference at x = −1 and its expectation, for N(−1, 1), N(1, 1) and f = +1",
        at_point,
        float(excess),
    )


def _zero_counts() -> Outcome:
    X, y = [[0, 0], [0, 0], [1, 1], [1, 1]], ["−", "−", "+", "+"]
    try:
        printed = f"{CategoricalBayes(alpha=0).fit(X, y).predict_proba([[0, 1]])[0, 0]:.3g}"
    except ValueError:
        printed = "0/0"
    right = float(CategoricalBayes(alpha=1).fit(X, y).predict_proba([[0, 1]])[0, 0])
    return Outcome(
        "posterior of (0, 1), estimated from two classes with the points (0, 0) and (1, 1)",
        printed,
        right,
    )


def _dimension() -> Outcome:
    points, features = load_iris().data.shape
    return Outcome(
        "components of one flower of iris, with m the number of points, and with D features",
        points,
        features,
    )


def _feature_index() -> Outcome:
    X, y = load_iris(return_X_y=True)
    logs = [norm(X[y == k].mean(), X[y == k].std()).logpdf(X).sum(axis=1) for k in range(3)]
    return Outcome(
        "accuracy on iris: one mean and variance for each class, and for each class and feature",
        float((np.argmax(logs, axis=0) == y).mean()),
        float(GaussianBayes("diagonal").fit(X, y).score(X, y)),
        is_share=True,
    )


ERRATA = (
    Erratum(
        "expectation",
        "A missing expectation",
        SOURCE,
        "proof of optimality",
        r"$E_X[\ldots]-E_X[\ldots]=p(f^\star(X)\mid X)-p(f(X)\mid X)$",
        "The left side is a number, but the right side depends on $X$. With $E_X$ on the right "
        "side the proof is correct: the difference is not negative at any $X$, so its expectation "
        "is not negative either.",
        _expectation,
    ),
    Erratum(
        "dimension",
        "The dimension of X",
        SOURCE,
        "naive Bayes classifier",
        r"$X=(X_1,\cdots,X_D)^\top\in\mathbb R^m$",
        r"$X$ has $D$ components, so it is in $\mathbb R^D$; $m$ is not defined, and two of the "
        "other sources use it for the number of points. The error is harmless here: the product "
        "below it runs to $D$.",
        _dimension,
    ),
    Erratum(
        "feature-index",
        "A missing index of the feature",
        SOURCE,
        "MLE of continuous features",
        r"$X_i\mid Y=y\sim N(\mu_y,\sigma_y^2)$, with the means and variances of $X_n$.",
        r"This is correct for one feature. With several, each has its own mean and variance, "
        r"$\mu_{yi}$ and $\sigma_{yi}^2$, estimated from $X_{ni}$, as in the formula for discrete "
        "features above it.",
        _feature_index,
        kind="caution",
    ),
    Erratum(
        "zero-counts",
        "Counts of zero",
        SOURCE,
        "MLE of discrete features",
        r"$\hat p(X_i=k\mid Y=y)=\frac{N_{X_i=k,Y=y}}{N_{Y=y}}$",
        "This is the maximum likelihood estimate, as the post says. A value that never occurs in a "
        "class gets the probability zero. If every class has such a value in $x$, the posterior "
        r"is $\frac00$. Unless every value occurs in every class, add $\alpha>0$ to every count. "
        "See lesson 5.",
        _zero_counts,
        kind="caution",
    ),
)
