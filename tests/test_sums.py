"""Fast sums against the naive ones: grids with and without a metric, scattered points, extremes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from bayeslab import sums
from bayeslab.sums import gaussian_grid, gaussian_means

Array = NDArray[np.float64]
gammas = st.floats(-6, 6).map(lambda exponent: 10.0**exponent)
seeds = st.integers(0, 2**32 - 1)


def naive_grid(
    x1: Array, x2: Array, points: Array, weights: Array, gamma: float, root: Array | None
) -> Array:
    nodes = np.array([[a, b] for b in x2 for a in x1])
    z = nodes if root is None else np.linalg.solve(root, nodes.T).T
    K = np.exp(-gamma * cdist(z, points, "sqeuclidean"))
    values: Array = (K @ weights).reshape(len(x2), len(x1))
    return values


@given(seed=seeds, gamma=gammas, n=st.integers(1, 40), offset=st.sampled_from([0.0, 1e3]))
@settings(max_examples=60)
def test_a_grid_equals_the_naive_sum(seed: int, gamma: float, n: int, offset: float) -> None:
    rng = np.random.default_rng(seed)
    points, weights = rng.normal(size=(n, 2)), rng.dirichlet(np.ones(n))
    x1, x2 = np.linspace(-3, 2, 13) + offset, np.linspace(-2, 4, 17) - offset
    fast = gaussian_grid(x1, x2, points, weights, gamma)
    assert fast == pytest.approx(naive_grid(x1, x2, points, weights, gamma, None), abs=1e-12)


@given(seed=seeds, gamma=gammas, correlation=st.floats(-0.99, 0.99))
@settings(max_examples=60)
def test_a_grid_under_a_metric_equals_the_naive_sum(
    seed: int, gamma: float, correlation: float
) -> None:
    rng = np.random.default_rng(seed)
    covariance = np.array([[1.0, correlation], [correlation, 1.0]])
    root = np.linalg.cholesky(covariance).astype(np.float64)
    points, weights = rng.normal(size=(30, 2)), rng.dirichlet(np.ones(30))
    x1, x2 = np.linspace(-3, 3, 15), np.linspace(-3, 3, 12)
    fast = gaussian_grid(x1, x2, points, weights, gamma, root)
    assert fast == pytest.approx(naive_grid(x1, x2, points, weights, gamma, root), abs=1e-12)


@given(seed=seeds, gamma=gammas, shift=st.sampled_from([0.0, 5.0, 1e4]))
@settings(max_examples=25)
def test_means_of_many_points_equal_the_naive_ones(seed: int, gamma: float, shift: float) -> None:
    rng = np.random.default_rng(seed)
    A, B = rng.normal(size=(700, 2)), rng.normal(size=(600, 2)) + shift
    naive = np.exp(-gamma * cdist(A, B, "sqeuclidean")).mean(axis=1)
    assert gaussian_means(A, B, gamma) == pytest.approx(naive, abs=1e-12)


def test_many_points_are_interpolated_where_that_is_less_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(0)
    X = rng.uniform(-2, 2, size=(2000, 2))
    monkeypatch.setattr(sums, "cdist", None)  # any sum pair by pair would fail
    assert np.isfinite(gaussian_means(X, X, 5.0)).all()
    with pytest.raises(TypeError):
        gaussian_means(X, X, 1e6)


def test_equal_points_get_equal_means_to_the_bit_on_every_path() -> None:
    rng = np.random.default_rng(1)
    X = np.repeat(rng.uniform(-2, 2, size=(700, 2)), 2, axis=0)
    for gamma in (0.1, 5.0, 1e5):
        means = gaussian_means(X, X, gamma).reshape(-1, 2)
        assert (means[:, 0] == means[:, 1]).all()


def test_identical_input_gives_identical_sums() -> None:
    X = np.random.default_rng(2).normal(size=(1500, 2))
    assert (gaussian_means(X, X, 5.0) == gaussian_means(X.copy(), X.copy(), 5.0)).all()
