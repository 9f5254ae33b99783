"""The four covariance estimates against numpy, and what counts as singular."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bayeslab.estimators.covariance import (
    COVARIANCES,
    DIVISORS,
    CholeskyFactor,
    ClassMoments,
    PseudoFactor,
    class_moments,
    estimate_covariances,
    factorise_covariances,
    is_singular,
)

Array = NDArray[np.float64]

# The two classes of the Gaussian discriminants notes' worked example.
EIGHT_POINTS = np.array([[2, 6], [3, 8], [4, 6], [3, 4], [1, -2], [3, 0], [5, -2], [3, -4]], float)
EIGHT_CODES = np.array([0, 0, 0, 0, 1, 1, 1, 1])

seeds = st.integers(0, 2**32 - 1)


def moments_of(X: Array, codes: NDArray[np.int64] | None = None) -> ClassMoments:
    codes = np.zeros(len(X), int) if codes is None else codes
    return class_moments(X, codes, np.unique(codes))


def covariance_of(X: Array) -> Array:
    covariance: Array = estimate_covariances(moments_of(X), "full")[0]
    return covariance


def singular(X: Array) -> bool:
    return is_singular(covariance_of(X), moments_of(X).rounding)


def random_classes(seed: int) -> tuple[Array, NDArray[np.int64]]:
    """Draw 2 to 4 classes of 6 to 20 points with 1 to 4 correlated features."""
    rng = np.random.default_rng(seed)
    K, d = rng.integers(2, 5), rng.integers(1, 5)
    codes = np.repeat(np.arange(K), rng.integers(6, 21, K))
    X = rng.normal(size=(len(codes), d)) @ rng.normal(size=(d, d)) + rng.normal(size=(K, d))[codes]
    return X, codes


@pytest.mark.parametrize("divisor", DIVISORS)
@given(seed=seeds)
def test_the_estimates_equal_numpys(divisor: str, seed: int) -> None:
    X, codes = random_classes(seed)
    moments = moments_of(X, codes)
    counts = np.bincount(codes)
    K, d = len(counts), X.shape[1]
    ddof = 0 if divisor == "n" else 1
    full = np.stack([np.atleast_2d(np.cov(X[codes == k].T, ddof=ddof)) for k in range(K)])
    means = np.stack([X[codes == k].mean(axis=0) for k in range(K)])
    of_all = {"n": 0, "n-1": 1, "n-K": K}[divisor]
    pooled = np.atleast_2d(np.cov((X - means[codes]).T, ddof=of_all))
    expected = {
        "full": full,
        "diagonal": np.stack([np.diag(np.diag(C)) for C in full]),
        "pooled": np.stack([pooled] * K),
        "spherical": np.stack([np.diag(pooled).mean() * np.eye(d)] * K),
    }
    assert expected.keys() == COVARIANCES.keys()
    for name, covariances in expected.items():
        estimate = estimate_covariances(moments, name, divisor)
        np.testing.assert_allclose(estimate, covariances, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("covariance", COVARIANCES)
@given(seed=seeds)
def test_a_factor_gives_the_inverse_and_the_log_determinant(covariance: str, seed: int) -> None:
    moments = moments_of(*random_classes(seed))
    covariances = estimate_covariances(moments, covariance)
    np.testing.assert_array_equal(covariances, covariances.transpose(0, 2, 1))
    for C, factor in zip(covariances, factorise_covariances(covariances, moments), strict=True):
        assert isinstance(factor, CholeskyFactor)
        D = np.vstack([np.eye(len(C)), np.arange(len(C), dtype=float)])
        z, expected = factor.whiten(D), D @ np.linalg.solve(C, D.T)
        exact = 1e-9 + 10 * np.finfo(float).eps * np.linalg.cond(C)  # no algorithm can do better
        np.testing.assert_allclose(z @ z.T, expected, rtol=0, atol=exact * np.abs(expected).max())
        assert factor.log_determinant == pytest.approx(np.linalg.slogdet(C)[1], abs=exact)


def test_one_covariance_for_all_classes_has_one_factor() -> None:
    moments = moments_of(EIGHT_POINTS, EIGHT_CODES)
    pooled = estimate_covariances(moments, "pooled")
    first, second = factorise_covariances(pooled, moments, is_shared=True)
    assert first is second


@given(seed=seeds, d=st.integers(2, 6), rank=st.integers(1, 5))
def test_the_pseudo_factor_is_numpys_pinv_and_the_product_of_the_other_eigenvalues(
    seed: int, d: int, rank: int
) -> None:
    rank = min(rank, d - 1)
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(20, rank)) @ rng.normal(size=(rank, d)) + rng.normal(size=d)
    C, moments = covariance_of(X), moments_of(X)
    (factor,) = factorise_covariances(C[None], moments, singular="pseudo")
    assert isinstance(factor, PseudoFactor)
    root = factor.whiten(np.eye(d))
    assert root.shape == (d, rank)
    tolerance = d * np.finfo(float).eps
    inverse = np.linalg.pinv(C, rcond=tolerance, hermitian=True)
    np.testing.assert_allclose(root @ root.T, inverse, rtol=1e-6, atol=1e-8 * np.abs(inverse).max())
    values = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)[:rank] ** 2 / 20
    assert factor.log_determinant == pytest.approx(np.log(values).sum(), abs=1e-6)


@given(seed=seeds, exponents=st.lists(st.integers(-60, 60), min_size=3, max_size=3))
def test_whether_a_covariance_is_singular_does_not_depend_on_the_units(
    seed: int, exponents: list[int]
) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(15, 3))
    scales = 10.0 ** np.array(exponents)
    assert not singular(X * scales)
    X[:, 2] = X[:, 0] - 2 * X[:, 1]
    assert singular(X * scales)


@given(
    seed=seeds,
    n=st.integers(3, 200),
    slope=st.floats(-1e3, 1e3),
    intercept=st.floats(-1e3, 1e3),
    centre=st.sampled_from([0.0, 1.0, 1e3, 1e6, 1e9, 1e12]),
)
def test_points_on_any_line_have_a_singular_covariance(
    seed: int, n: int, slope: float, intercept: float, centre: float
) -> None:
    t = centre + np.random.default_rng(seed).normal(size=n)
    assert singular(np.column_stack([t, slope * t + intercept]))


@pytest.mark.parametrize("distance", [1e-6, 1e-3, 1.0])
def test_points_beside_a_line_have_a_regular_covariance(distance: float) -> None:
    t = np.linspace(-1, 1, 8)
    assert not singular(np.column_stack([t, 3 * t + 1 + distance * np.array([1, -1] * 4)]))


@pytest.mark.parametrize("value", [0.0, 0.1, 1e-150, -12345.678, 1e150])
def test_a_constant_feature_has_exactly_no_variance(value: float) -> None:
    X = np.column_stack([np.linspace(0, 1, 9), np.full(9, value)])
    assert covariance_of(X)[1].tolist() == [0, 0]
    assert singular(X)
