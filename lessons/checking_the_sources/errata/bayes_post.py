"""Errata of the Bayes classifier post."""

import numpy as np
from scipy.integrate import quad
from scipy.stats import norm

from bayeslab.estimators.discrete import CategoricalBayes
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
