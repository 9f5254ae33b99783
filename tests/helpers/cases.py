"""Fitted models and how large their scores' terms are, for all tests of score functions."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.kernels import KERNELS
from bayeslab.scoring.scores import Expansion, ScoreFunction

Array = NDArray[np.float64]


def blobs(n: int = 30, d: int = 2, n_classes: int = 2, seed: int = 0) -> tuple[Array, Array]:
    """Return overlapping classes of unequal size and shape, away from the origin."""
    rng = np.random.default_rng(seed)
    y = np.r_[np.repeat(np.arange(n_classes), 4), rng.integers(0, n_classes, n - 4 * n_classes)]
    shapes = np.eye(d) + 0.4 * rng.normal(size=(n_classes, d, d))
    X = np.einsum("nij,nj->ni", shapes[y], rng.normal(size=(n, d))) + 1.5 * y[:, None] + 2.0
    return X, y


def box_around(X: Array) -> list[float]:
    """Return a box half as wide again as the points, as the canvas might show them."""
    low, high = X.min(axis=0), X.max(axis=0)
    margin = 0.25 * np.maximum(high - low, 0.1)
    corners: list[float] = np.stack([low - margin, high + margin], axis=1).ravel().tolist()
    return corners


def kernel_bayes_models() -> Iterator[KernelBayes]:
    """Yield every variant with every kernel, the metrics and the determinants."""
    for kernel in KERNELS:
        for variant in ("I", "II", "III"):
            yield KernelBayes(variant, kernel, gamma=0.8, degree=3, coef0=0.5)
        yield KernelBayes("II", kernel, gamma=0.8, metric="pooled")
        yield KernelBayes("III", kernel, gamma=0.8, determinants=True)


def other_models() -> Iterator[Any]:
    """Yield the models that are described for any number of classes."""
    for covariance in ("full", "diagonal", "pooled", "spherical"):
        yield GaussianBayes(covariance=covariance)
    yield LinearDiscriminantAnalysis()
    yield QuadraticDiscriminantAnalysis()
    for variant in ("I", "II", "III"):
        yield OneVsRestClassifier(KernelBayes(variant, gamma=0.8))
    yield make_pipeline(StandardScaler(), GaussianBayes())
    yield make_pipeline(StandardScaler(), OneVsRestClassifier(KernelBayes("III")))


def binary_models() -> Iterator[Any]:
    """Yield the models that are described for two classes only."""
    yield SVC(kernel="linear")
    yield SVC(kernel="rbf", gamma="scale")
    yield SVC(kernel="poly", degree=3, gamma=0.4, coef0=1.5)
    yield make_pipeline(StandardScaler(), SVC(gamma=2.0))
    yield make_pipeline(StandardScaler(with_mean=False), SVC())
    yield make_pipeline(StandardScaler(with_std=False), StandardScaler(), KernelBayes("II"))


def absolute(score: ScoreFunction) -> ScoreFunction:
    """Return the polynomial of the score with the absolute value of each of its coefficients."""
    W = None if score.W is None else np.abs(score.W)
    return replace(score, w=np.abs(score.w), W=W, w0=abs(score.w0), offset=abs(score.offset))


def size_of_terms(score: ScoreFunction, X: Array) -> Array:
    """Return the sum of the absolute values of all terms of the score, for each row of `X`."""
    U = X
    if score.shift is not None and score.scale is not None:
        U = (X - score.shift) / score.scale
    polynomial = replace(absolute(score), expansions=(), shift=None, scale=None)
    return polynomial(np.abs(U)) + sum(_size(expansion, U) for expansion in score.expansions)


def _size(expansion: Expansion, U: Array) -> Array:
    Z = expansion.coordinates(U)
    squares = np.abs(expansion.square * expansion.kernel.diagonal(Z))
    return squares + np.abs(expansion.kernel(Z, expansion.points)) @ np.abs(expansion.coefficients)


def cloud(n_minus: int, n_plus: int, seed: int) -> tuple[Array, NDArray[np.int64]]:
    """Return two overlapping classes in the plane, their points mixed."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat([0, 1], [n_minus, n_plus]))
    X = rng.normal(size=(len(y), 2)) @ [[1.0, 0.5], [0.0, 0.7]]
    return X + np.outer(y, [1.0, 0.6]), y


def _two_class_sets() -> Iterator[tuple[str, Array, NDArray[np.int64]]]:
    yield "balanced", *cloud(12, 12, seed=0)
    yield "unbalanced", *cloud(20, 4, seed=1)
    X, y = cloud(6, 5, seed=2)
    yield "every point thrice, once with the other label", np.r_[X, X, X], np.r_[y, y, 1 - y]
    X, y = cloud(15, 10, seed=3)
    yield "on a coarse lattice", np.round(X), y
    X, y = cloud(10, 10, seed=4)
    yield "in other units, far from the origin", X * [30.0, 0.2] + [400.0, 7.0], y
    yield "one point of C-", *cloud(1, 6, seed=5)
    yield "one point of C+", *cloud(6, 1, seed=6)
    yield "two points", np.array([[0.0, 0.1], [1.0, 0.4]]), np.array([1, 0])
    line = np.array([0.1, 5.0]) + np.outer(np.arange(8.0), [0.3, 0.7])
    yield "collinear", line, np.arange(8) % 2
    yield "a constant feature", line * [1.0, 0.0] + 0.7, np.arange(8) // 3 % 2
    yield "C+ collinear", np.r_[line, X], np.repeat([1, 0], [8, 20])
    yield "all identical", np.full((5, 2), 0.3), np.array([0, 1, 0, 1, 1])


TWO_CLASS_SETS = {title: (X, y) for title, X, y in _two_class_sets()}


def read_plain(plain: Mapping[str, Any]) -> ScoreFunction:
    """Return the score that ``ScoreFunction.to_plain`` has written."""
    arrays = {name: np.array(plain[name]) for name in ("w", "W", "shift", "scale")}
    expansions = tuple(map(_read_expansion, plain["expansions"]))
    return ScoreFunction(**arrays, w0=plain["w0"], expansions=expansions, offset=plain["offset"])


def _read_expansion(plain: Mapping[str, Any]) -> Expansion:
    kind = KERNELS[plain["kernel"]["name"]]
    return Expansion(
        kind(**{name: value for name, value in plain["kernel"].items() if kind.has(name)}),
        np.column_stack([plain["z1"], plain["z2"]]),
        np.array(plain["coefficients"]),
        None if plain["root"] is None else np.array(plain["root"]),
        plain["square"],
    )
