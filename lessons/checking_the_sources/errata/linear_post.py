"""Errata of the linear classifiers post."""

import numpy as np
from numpy.typing import NDArray
from scipy.stats import multivariate_normal
from sklearn.datasets import load_digits, load_iris

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.gaussian import GaussianBayes
from lessons.checking_the_sources.errata.erratum import (
    Array,
    Drawing,
    Erratum,
    Labels,
    Outcome,
    by_rules,
)

__all__ = ["ERRATA", "printed_classifier", "printed_test"]

SOURCE = "Linear classifiers post"


def printed_classifier(
    X: NDArray[np.number], y: Labels, *, divide_twice: bool, keep_type: bool = True
) -> tuple[dict[int, Array], dict[int, float]]:
    """Return the post's weights w_y and offsets b_y, by class.

    Parameters
    ----------
    X : array of shape (m, d)
    y : array of shape (m,)
    divide_twice : bool
        As printed: ``np.cov(...) / m``, although ``np.cov`` divides already.
    keep_type : bool
        As printed: the table of class means, ``np.empty_like(X)``, has the type of `X`.
    """
    classes = np.unique(y).tolist()
    means = {c: X[y == c].mean(axis=0) for c in classes}
    M = np.empty_like(X) if keep_type else np.empty(X.shape)
    for c in classes:
        M[y == c] = means[c]  # integers lose the fractions of the means
    S = np.cov((X - M).T)  # and unsigned ones wrap around below zero
    S_inv = np.linalg.pinv(S / len(X) if divide_twice else S, hermitian=True)
    w = {c: S_inv @ means[c] for c in classes}
    b = {c: float(np.log((y == c).mean()) - means[c] @ w[c] / 2) for c in classes}
    return w, b


def printed_test(w: dict[int, Array], b: dict[int, float], X: Array, y: Labels) -> float:
    """Return the accuracy by the post's ``test_model``, whose columns are the labels themselves.

    Raises
    ------
    IndexError
        If a label is not below the number of classes.
    """
    W, B = np.zeros((X.shape[1], len(w))), np.zeros(len(b))
    for c in w:
        W[:, c], B[c] = w[c], b[c]
    return float((np.argmax(X @ W + B, axis=1) == y).mean())


def _twice() -> Drawing:
    spec = DatasetSpec("imbalanced", n=200, balance=0.05, seed=1)
    train = load(spec)
    new = load(DatasetSpec("imbalanced", n=2000, balance=0.05, seed=2))
    rules = [printed_classifier(train.X, train.y, divide_twice=twice) for twice in (True, False)]

    def rule(P: Array, which: int) -> Array:
        w, b = rules[which]
        return P @ (w[1] - w[0]) + b[1] - b[0]

    return Drawing(
        *(train.X, train.y, new.X, new.y),
        printed=lambda P: rule(P, 0),
        right=lambda P: rule(P, 1),
        formulas=(
            r"\tfrac{1}{m(m-1)}\textstyle\sum(x-\mu_y)(x-\mu_y)^T",
            r"\tfrac{1}{m-1}\textstyle\sum(x-\mu_y)(x-\mu_y)^T",
        ),
        lab={"model": "pooled"},
    )


def _half_of_log() -> Outcome:
    points = load(DatasetSpec("concentric", n=200))
    model = GaussianBayes("full", priors="equal").fit(points.X, points.y)
    x = points.X[:1]
    minus, plus = np.linalg.slogdet(model.covariances_)[1]
    to_minus, to_plus = model.mahalanobis(x)[0]
    printed = (minus - plus) - (to_plus - to_minus) / 2
    return Outcome(
        "log ratio of the densities at the first point of the concentric Gaussians",
        float(printed),
        float(model.decision_function(x)[0]),
    )


def _sign() -> Outcome:
    points = load(DatasetSpec("two_gaussians", n=200))
    model = GaussianBayes("pooled").fit(points.X, points.y)
    x, mean, C = points.X[0], model.means_[1], model.covariances_[1]
    of_x, of_mean = np.linalg.solve(C, x), np.linalg.solve(C, mean)
    constants = -np.linalg.slogdet(C)[1] / 2 - mean @ of_mean / 2 + mean @ of_x
    printed, right = constants + x @ of_x / 2, constants - x @ of_x / 2
    assert np.isclose(right, multivariate_normal(mean, C).logpdf(x) + np.log(2 * np.pi))
    return Outcome(
        "log density of C+ at a point, without its constant", float(printed), float(right)
    )


def _equal_sign() -> Outcome:
    p, ratio = 0.75, 1.0  # prior of class +1, and f+ / f- where both densities agree
    n = p * ratio / (p * ratio + 1 - p)
    return Outcome(
        "both sides, where the densities are equal and three in four points are of class +1",
        ratio - (1 - p) / p,
        n - 0.5,
    )


def _labels() -> Outcome:
    train, new = (load(DatasetSpec("two_gaussians", n=n, noise=0.7, seed=n)) for n in (200, 2000))
    accuracies = []
    for names in (np.array([-1, 1]), np.array([0, 1])):
        w, b = printed_classifier(train.X, names[train.y], divide_twice=False)
        accuracies.append(printed_test(w, b, new.X, names[new.y]))
    return Outcome(
        "accuracy with the labels ±1, and with 0 and 1",
        accuracies[0],
        accuracies[1],
        is_share=True,
    )


def _whole_numbers() -> Outcome:
    digits = load_digits()
    images = digits.data.astype(np.uint8)
    train, test = np.arange(0, len(images), 2), np.arange(1, len(images), 2)
    accuracies = []
    for keep_type in (True, False):
        w, b = printed_classifier(
            images[train], digits.target[train], divide_twice=True, keep_type=keep_type
        )
        accuracies.append(printed_test(w, b, images[test].astype(float), digits.target[test]))
    return Outcome(
        "accuracy on 8-bit images of digits", accuracies[0], accuracies[1], is_share=True
    )


def _coefficient() -> Drawing:
    train, new = (load(DatasetSpec("concentric", n=n, seed=n)) for n in (200, 2000))
    model = GaussianBayes("full").fit(train.X, train.y)
    minus, plus = (np.linalg.inv(C) for C in model.covariances_)
    A = minus - plus

    def printed(P: Array) -> Array:
        score: Array = model.decision_function(P) + ((P @ (A / 2)) * P).sum(axis=1)
        return score

    return Drawing(
        *(train.X, train.y, new.X, new.y),
        printed=printed,
        right=model.decision_function,
        formulas=(
            r"x^T\bigl(\Sigma_{-1}^{-1}-\Sigma_{+1}^{-1}\bigr)x+b^Tx+c",
            r"\tfrac12x^T\bigl(\Sigma_{-1}^{-1}-\Sigma_{+1}^{-1}\bigr)x+b^Tx+c",
        ),
        lab={"model": "full"},
        box=(-2.0, 2.0, -2.0, 2.0),
    )


def _called_densities() -> Outcome:
    X, y = load_iris(return_X_y=True)
    model = GaussianBayes("pooled").fit(X, y)
    densities = [
        multivariate_normal(mean, model.covariances_[0]).pdf(X[0]) for mean in model.means_
    ]
    return Outcome(
        "sum over the three classes at the first flower of iris: of densities, and of posteriors",
        float(np.sum(densities)),
        float(model.predict_proba(X[:1]).sum()),
    )


ERRATA = (
    Erratum(
        "twice",
        "Divided twice",
        SOURCE,
        "code, common covariance",
        "`S = np.cov((X-M).T)/X.shape[0]`",
        "`np.cov` has divided already. The covariance is $m$ times too small, so all terms of the "
        r"scores except $\ln p_y$ are $m$ times too large. The priors lose their effect.",
        by_rules(_twice, "one in twenty points from C+"),
        _twice,
    ),
    Erratum(
        "half-log",
        "A factor before the logarithm",
        SOURCE,
        "appendix 0",
        r"$\log\frac{|\Sigma_{-1}|}{|\Sigma_{+1}|}-\frac12[\ldots]$",
        r"$\frac12\log\frac{|\Sigma_{-1}|}{|\Sigma_{+1}|}-\frac12[\ldots]$, because the density "
        "contains the square root of the determinant.",
        _half_of_log,
    ),
    Erratum(
        "sign",
        "A sign",
        SOURCE,
        "appendix 1",
        r"$+\frac12x^T\Sigma^{-1}x$",
        r"$-\frac12x^T\Sigma^{-1}x$. The error is harmless here: the term is the same for all "
        "classes and cancels.",
        _sign,
    ),
    Erratum(
        "equals",
        "Not equal",
        SOURCE,
        "classifier of n(x)",
        r"$n(x)-\frac12=\frac{f_{+1}}{f_{-1}}-\frac{1-p}{p}$",
        "Both sides have the same sign, but they are not equal. The error is harmless here: a "
        "classifier needs only the sign.",
        _equal_sign,
    ),
    Erratum(
        "called-densities",
        "Posteriors called densities",
        SOURCE,
        "LDA for multi-class classification",
        "$n_y(x)=P(y=k|x)$ is called the “class-wise densities”, twice.",
        "$n_y(x)$ is the posterior probability of class $y$: over the classes it adds up to one. "
        "The density of a class is $f_y(x)=p(x|y)$; over $x$ it integrates to one.",
        _called_densities,
    ),
    Erratum(
        "coefficient",
        "Half of the coefficient",
        SOURCE,
        "h(x) for two classes",
        r"$h(x)=\operatorname{sign}(x^TAx+b^Tx+c)$ with $A=\Sigma_{-1}^{-1}-\Sigma_{+1}^{-1}$",
        r"In the log ratio of the densities the coefficient is $\frac12A$. The sign stays the same "
        "if $b$ and $c$, which are not given, are doubled too: then "
        r"$b=2(\Sigma_{+1}^{-1}\mu_{+1}-\Sigma_{-1}^{-1}\mu_{-1})$. With $b$ and $c$ of the log "
        "ratio the boundary is wrong.",
        by_rules(_coefficient, "concentric Gaussians"),
        _coefficient,
        kind="caution",
    ),
    Erratum(
        "labels",
        "Labels as columns",
        SOURCE,
        "`test_model`",
        "`W[:,c] = w[c]` for every class `c`, and `argmax` as the prediction.",
        r"This is correct if the labels are $0,\ldots,K-1$, as for the images of the post. With "
        r"$\pm1$, the labels of its first section, both classes are written into one column.",
        _labels,
        kind="caution",
    ),
    Erratum(
        "whole-numbers",
        "Means stored as integers",
        SOURCE,
        "code, `np.empty_like(X)`",
        "The class means are stored in an array of the type of `X`.",
        "If `X` is stored as bytes, as files of images are, the means lose their fractions, and "
        "`X-M` wraps around below zero. With bytes, the code gives the accuracy that the post "
        "reports for MNIST. With floats it is correct. See lesson 4.",
        _whole_numbers,
    ),
)
