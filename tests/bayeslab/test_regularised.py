"""Regularised discriminant analysis: against its definition, scikit-learn and the browser's fit."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.covariance import ledoit_wolf
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.preprocessing import scale

from bayeslab.estimators.covariance import DIVISORS
from bayeslab.estimators.gaussian import GaussianBayes
from javascript import near, points_of, vectors

close = partial(near, rel=1e-9, abs=1e-12)
same = partial(pytest.approx, rel=1e-9, abs=1e-9)
Points = tuple[NDArray[np.float64], NDArray[np.int64]]

SHARES = [(0.0, 0.0), (0.3, 0.0), (0.0, 0.4), (0.25, 0.6), (1.0, 0.5), (0.7, 1.0)]

every_share = pytest.mark.parametrize(("pooling", "shrinkage"), SHARES)


def clouds(d: int, seed: int = 0) -> Points:
    """Draw three classes of different sizes and shapes."""
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1, 2], [9, 14, 20])
    shapes = rng.normal(size=(3, d, d))
    X = np.stack([shapes[k] @ rng.normal(size=d) for k in y]) + 2 * rng.normal(size=(3, d))[y]
    return X, y


def log_joint_by_definition(
    X: NDArray[np.float64],
    y: NDArray[np.int64],
    pooling: float,
    shrinkage: float,
    divisor: str,
) -> NDArray[np.float64]:
    """Return log P(k) + log p(x | k) with inverses and determinants, term by term."""
    n, d = X.shape
    labels = np.unique(y)
    scatters = {k: np.cov(X[y == k].T, bias=True) * np.sum(y == k) for k in labels}
    of_one, of_all = {"n": (0, 0), "n-1": (1, 1), "n-K": (1, len(labels))}[divisor]
    own = {k: scatters[k] / (np.sum(y == k) - of_one) for k in labels}
    pooled = sum(scatters.values()) / (n - of_all)
    columns = []
    for k in labels:
        C = (1 - pooling) * own[k] + pooling * pooled
        C = (1 - shrinkage) * C + shrinkage * np.mean(np.diag(C)) * np.eye(d)
        D = X - X[y == k].mean(axis=0)
        distances = np.einsum("ni,ij,nj->n", D, np.linalg.inv(C), D)
        constant = np.log(np.mean(y == k)) - np.log(np.linalg.det(2 * np.pi * C)) / 2
        columns.append(constant - distances / 2)
    return np.stack(columns, axis=1)


@every_share
@pytest.mark.parametrize("divisor", DIVISORS)
def test_the_scores_are_those_of_the_definition(
    pooling: float, shrinkage: float, divisor: str
) -> None:
    X, y = clouds(3)
    model = GaussianBayes("full", divisor=divisor, pooling=pooling, shrinkage=shrinkage).fit(X, y)
    expected = log_joint_by_definition(X, y, pooling, shrinkage, divisor)
    assert model.decision_function(X) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_a_singular_covariance_becomes_regular_by_either_share() -> None:
    X = np.array([[0.0, 0], [1, 1], [4, 0], [5, 0.5], [4, 2]])
    y = np.array([0, 0, 1, 1, 1])
    with pytest.raises(ValueError, match="class 0 is singular"):
        GaussianBayes("full").fit(X, y)
    for pooling, shrinkage in ((0.01, 0.0), (0.0, 0.01)):
        model = GaussianBayes("full", pooling=pooling, shrinkage=shrinkage).fit(X, y)
        assert model.predict(X).tolist() == y.tolist()
    with pytest.raises(ValueError, match="class 0 is singular"):
        GaussianBayes("full", shrinkage=0.5).fit(X[1:], y[1:])  # one point has no variance


# Ledoit and Wolf's share


@pytest.mark.parametrize("read", [load_iris, load_wine, load_breast_cancer])
@pytest.mark.parametrize(
    ("covariance", "theirs"),
    [
        ("pooled", LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto")),
        ("full", QuadraticDiscriminantAnalysis(solver="eigen", shrinkage="auto", tol=0.0)),
    ],
)
def test_the_automatic_share_is_scikit_learns(covariance: str, theirs: Any, read: Any) -> None:
    X, y = read(return_X_y=True)
    X = scale(X)  # their least squares lose digits between features in very different units
    ours = GaussianBayes(covariance, shrinkage="auto").fit(X, y)
    assert ours.predict_proba(X) == same(theirs.fit(X, y).predict_proba(X))
    standardised = [scale(X[y == k]) for k in np.unique(y)]
    assert ours.shrinkage_ == same([ledoit_wolf(Z)[1] for Z in standardised])


def test_the_automatic_share_needs_all_points_and_follows_weights() -> None:
    X, y = clouds(3)
    weights = np.random.default_rng(1).integers(1, 4, len(y))
    auto = GaussianBayes(shrinkage="auto")
    copied = clone(auto).fit(X.repeat(weights, axis=0), y.repeat(weights))
    weighted = clone(auto).fit(X, y, weights)
    assert weighted.shrinkage_ == same(copied.shrinkage_)
    assert weighted.predict_joint_log_proba(X) == same(copied.predict_joint_log_proba(X))
    with pytest.raises(ValueError, match="'auto' needs all points at once; call fit with them"):
        weighted.partial_fit(X, y)
    # The sums stay as they are: without the share, batches go on from them.
    more = weighted.set_params(shrinkage=0.0).partial_fit(X, y)
    expected = GaussianBayes().fit(X, y, weights + 1)
    assert more.predict_joint_log_proba(X) == same(expected.predict_joint_log_proba(X))


def test_the_automatic_share_does_not_depend_on_units() -> None:
    X, y = clouds(2)
    cross = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [1e-80, 1e-80], [-1e-80, -1e-80]]
    hardly_correlated = np.array(cross * 2)  # by 1e-160, whose square underflows
    for points, labels in ((X, y), (hardly_correlated, np.arange(14) // 7)):
        expected = GaussianBayes(shrinkage="auto").fit(points, labels).shrinkage_
        for units in ([1e-60, 1e-60], [1e60, 1e-60], [1e120, 1e120]):
            model = GaussianBayes(shrinkage="auto").fit(points * units, labels)
            assert model.shrinkage_ == same(expected)
    # Light points far apart have a sum of squares, although their variance overflows.
    pooled = GaussianBayes("pooled", shrinkage="auto")
    light = np.where(y == 0, 1e-9, 1.0)
    expected = clone(pooled).fit(X, y, light).shrinkage_
    far_apart = X * np.where(y == 0, 1e155, 1e150)[:, None]
    assert pooled.fit(far_apart, y, light).shrinkage_ == same(expected)
    # A feature so small that its squares underflow has no correlations.
    auto = GaussianBayes(shrinkage="auto", singular="pseudo")
    small = np.c_[X, 1e-160 * X[:, :1]]
    assert auto.fit(small, y).shrinkage_ == same(clone(auto).fit(X, y).shrinkage_)


@pytest.mark.parametrize("name", ["pooling", "shrinkage"])
@pytest.mark.parametrize("share", [-0.1, 1.1, np.nan])
def test_a_share_outside_0_and_1_is_refused(name: str, share: float) -> None:
    model = GaussianBayes("full").set_params(**{name: share})
    with pytest.raises(ValueError, match=f"{name} is .*; give a number from 0 to 1"):
        model.fit(*clouds(2))


@pytest.mark.parametrize("covariance", ["full", "diagonal", "pooled", "spherical"])
@vectors("gaussian_bayes.js", "fitGaussians")
def test_the_browser_fits_the_same_scores(covariance: str) -> Iterator[Any]:
    X, y = clouds(2)
    for (pooling, shrinkage), divisor in product(SHARES, DIVISORS):
        settings: dict[str, Any] = {"covariance": covariance, "priors": None, "divisor": divisor}
        settings |= {"pooling": pooling, "shrinkage": shrinkage}
        of_all: Any = GaussianBayes(**settings).fit(X, y).discriminant_
        yield (
            [points_of(X, y), [0, 1, 2], settings, ["a", "b", "c"]],
            [
                {name: close(getattr(of_all, name)[k]) for name in ("W", "w", "w0")}
                for k in range(3)
            ],
        )
