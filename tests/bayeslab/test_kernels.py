"""The kernels against scikit-learn's, and the means against the values they are means of."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics.pairwise import linear_kernel, polynomial_kernel, rbf_kernel

from bayeslab.estimators import kernels
from bayeslab.estimators.kernels import KERNELS, Kernel, make_kernel

RNG = np.random.default_rng(0)
A, B = RNG.normal(size=(7, 3)), RNG.normal(size=(5, 3))
every_kernel = pytest.mark.parametrize("name", KERNELS)
seeds = st.integers(0, 2**32 - 1)


def test_values_agree_with_scikit_learn() -> None:
    assert make_kernel("linear")(A, B) == pytest.approx(linear_kernel(A, B))
    assert make_kernel("rbf", gamma=0.7)(A, B) == pytest.approx(rbf_kernel(A, B, gamma=0.7))
    expected = polynomial_kernel(A, B, degree=3, gamma=1, coef0=0.5)
    assert make_kernel("polynomial", degree=3, coef0=0.5)(A, B) == pytest.approx(expected)


def test_the_laplacian_kernel_uses_the_distance_not_squared() -> None:
    value = make_kernel("laplacian", gamma=2.0)(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]))
    assert value == pytest.approx(np.exp(-10.0))


@every_kernel
@given(seed=seeds, scale=st.sampled_from([0.01, 1.0, 30.0]))
def test_every_kernel_matrix_is_symmetric_and_positive_semidefinite(
    name: str, seed: int, scale: float
) -> None:
    X = np.random.default_rng(seed).normal(scale=scale, size=(8, 2))
    K = make_kernel(name)(X, X)
    assert pytest.approx(K.T) == K
    smallest = np.linalg.eigvalsh(K).min()
    assert smallest >= -1e-12 * np.abs(K).max()


@every_kernel
def test_diagonal_holds_the_values_of_each_point_with_itself(name: str) -> None:
    kernel = make_kernel(name)
    assert kernel.diagonal(A) == pytest.approx(np.diagonal(kernel(A, A)))


@every_kernel
def test_mean_is_the_mean_of_the_values(name: str) -> None:
    kernel = make_kernel(name)
    assert kernel.mean(A, B) == pytest.approx(kernel(A, B).mean(axis=1))


@every_kernel
def test_mean_does_not_depend_on_how_the_rows_are_blocked(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = make_kernel(name)
    whole = kernel.mean(A, B)
    monkeypatch.setattr(kernels, "BLOCK_CELLS", 2 * len(B))
    assert kernel.mean(A, B) == pytest.approx(whole, rel=1e-14)


@every_kernel
def test_equal_points_get_equal_means_to_the_bit(name: str) -> None:
    twins = np.repeat(A, 3, axis=0)
    means = make_kernel(name).mean(twins, B).reshape(-1, 3)
    assert (means == means[:, :1]).all()


def test_a_function_serves_as_a_kernel() -> None:
    kernel = make_kernel(rbf_kernel)
    assert isinstance(kernel, Kernel)
    assert kernel(A, B) == pytest.approx(rbf_kernel(A, B))
    assert kernel.diagonal(A) == pytest.approx(np.ones(len(A)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kernel": "gauss"}, "not known; use one of rbf, linear, laplacian, polynomial"),
        ({"kernel": "rbf", "gamma": 0.0}, "gamma is 0.0; give a finite number above 0"),
        ({"kernel": "rbf", "gamma": float("nan")}, "gamma is nan"),
        ({"kernel": "laplacian", "gamma": float("inf")}, "gamma is inf"),
        ({"kernel": "laplacian", "gamma": "5"}, "gamma is '5'"),
        ({"kernel": "rbf", "gamma": True}, "gamma is True"),
        ({"kernel": "polynomial", "degree": 0}, "degree is 0; give the polynomial kernel a whole"),
        ({"kernel": "polynomial", "degree": 1.5}, "degree is 1.5"),
        ({"kernel": "polynomial", "coef0": float("inf")}, "coef0 is inf"),
    ],
)
def test_a_parameter_out_of_range_is_refused_with_a_sentence(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        make_kernel(**arguments)


def test_a_function_that_is_no_kernel_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="returned shape"):
        make_kernel(lambda A, B: A)(A, B)
    with pytest.raises(ValueError, match="NaN or infinite"):
        make_kernel(lambda A, B: np.full((len(A), len(B)), np.nan))(A, B)
