"""Errata of the Gaussian discriminants notes."""

import numpy as np
from sklearn.datasets import load_iris

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.formats import decimal
from lessons.checking_the_sources.errata.erratum import Erratum, Outcome
from lessons.covariance_assumptions.numbers import (
    WORKED_X,
    WORKED_Y,
    crossings,
    linear_discriminant,
    solve_case,
)

__all__ = ["ERRATA"]

SOURCE = "Gaussian discriminants notes"
ODDS = 9.0


def _scatter() -> Outcome:
    solution = solve_case(WORKED_X, WORKED_Y, 2)
    by_total, by_within = (
        crossings(linear_discriminant(solution.means, C, ODDS), 3.0)[0]
        for C in (np.cov(np.transpose(WORKED_X), bias=True), solution.covariances[0])
    )
    measure = "x₂ of the boundary for the eight points, if class + were nine times as frequent"
    return Outcome(measure, by_total, by_within)


def _offset() -> Outcome:
    solution = solve_case(WORKED_X, WORKED_Y, 2)
    d = linear_discriminant(solution.means, np.cov(np.transpose(WORKED_X), bias=True))
    return Outcome("b in d(x) = 4/9 x₂ + b", float(d.w0) / d.w[1], float(d.w0))


def _called_naive() -> Outcome:
    X, y = load_iris(return_X_y=True)
    naive, full = (
        int(np.count_nonzero(np.triu(GaussianBayes(structure).fit(X, y).covariances_[0])))
        for structure in ("diagonal", "full")
    )
    return Outcome("entries of C to estimate for one class of iris (four features)", naive, full)


def _large_x1() -> Outcome:
    x = np.array([[20.0, 60.0]])
    model = GaussianBayes("full", priors="equal").fit(WORKED_X, WORKED_Y)
    minus, plus = model.mahalanobis(x)[0]
    d = float(minus - plus)  # b = 0
    sign = "negative" if d < 0 else "positive"
    return Outcome("value of d at x₁ = 20, x₂ = 60", "negative", f"{sign}: {decimal(d)}")


ERRATA = (
    Erratum(
        "scatter",
        "Scatter about the wrong mean",
        SOURCE,
        "case 2 of the example",
        r"$C$ is the scatter about the common mean $\mu$.",
        "The case assumes one common covariance *within* the classes, about the class means. The "
        "error is harmless here: $w$ keeps its direction, and $b$ is searched. With $b$ from the "
        "formula it is harmless only if the classes are equally frequent. See lesson 2.",
        _scatter,
    ),
    Erratum(
        "offset",
        "The offset of two scalings",
        SOURCE,
        "case 2 of the example",
        r"$d(x)=\frac49x_2+b$ or $d(x)=x_2+b$, with $b=-2$.",
        r"$b=-2$ is correct for the second form. The offset scales with $w$, so the first form has "
        "another $b$.",
        _offset,
        kind="caution",
    ),
    Erratum(
        "large-x1",
        "Negative whenever x₁ is large",
        SOURCE,
        "case 3 of the example",
        "An example is classified as negative “whenever $x_1$ is large "
        "positive or large negative”.",
        r"This holds for every fixed $x_2$: $d(x)=-\frac32(x_1-3)^2+8x_2-16$ is positive where "
        r"$x_2>2+\frac3{16}(x_1-3)^2$. The region of class + is the inside of a parabola, which is "
        "wider the higher $x_2$ is, and contains points with any $x_1$.",
        _large_x1,
    ),
    Erratum(
        "naive-title",
        "Naive only in its title",
        SOURCE,
        "title",
        "“Gaussian Naive Bayesian”",
        "The discriminant uses full covariance matrices; the notes themselves call their $O(n^2)$ "
        "entries a problem. *Naive* Bayes sets the covariances of the features to zero and "
        "keeps $n$ variances for each class.",
        _called_naive,
    ),
)
