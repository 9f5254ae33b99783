"""Known densities against scipy, their own samples, and values worked by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import cumulative_trapezoid
from scipy.stats import kstest, multivariate_normal

from bayeslab.bayes_error.densities import (
    Density,
    Gaussian,
    Mixture,
    NoisyBoard,
    NoisyCurve,
    normal,
)
from densities import ROUND, Array, assert_sample_fits, plane_gaussians


def unit_circle(u: Array) -> Array:
    return np.column_stack([np.cos(2 * np.pi * u), np.sin(2 * np.pi * u)])


LINE = {
    "normal": normal(-1, 0.6),
    "mixture": Mixture((0.3, 0.7), (normal(-2, 0.7), normal(2, 1.1))),
}
PLANE = {
    "gaussian": Gaussian((-0.7, 0.4), ((1, 0.6), (0.6, 0.8))),
    "mixture": Mixture((0.3, 0.7), (Gaussian((1, 1), ROUND), Gaussian((-2, 0), ROUND))),
    "curve": NoisyCurve(unit_circle, 2 * np.pi, 0.3),
    "board": NoisyBoard(1, 0.2),
}


@given(plane_gaussians(), st.integers(0, 2**32))
def test_a_gaussian_is_scipys(density: Gaussian, seed: int) -> None:
    X = 5 * np.random.default_rng(seed).normal(size=(10, 2))
    expected = multivariate_normal(density.mean, density.covariance).logpdf(X)
    np.testing.assert_allclose(density.log_density(X), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("density", LINE.values(), ids=LINE)
def test_masses_are_integrals_of_the_density_and_those_of_its_samples(density: Density) -> None:
    x: Array = np.linspace(-12, 12, 12_001)
    low = np.full(len(x), -np.inf)
    below = density.mass(low, x)
    integral = cumulative_trapezoid(np.exp(density.log_density(x[:, None])), x, initial=0)
    np.testing.assert_allclose(below, integral, atol=1e-6)
    np.testing.assert_allclose(below + density.mass(x, -low), 1, rtol=1e-12)
    X = density.sample(3000, np.random.default_rng(0))[:, 0]
    assert kstest(X, lambda t: np.interp(t, x, below)).pvalue > 1e-3


def test_a_small_tail_mass_keeps_its_digits() -> None:
    far = normal(0, 1).mass(np.array([-31.0, 30.0]), np.array([-30.0, 31.0]))
    assert far == pytest.approx(4.906713927148187e-198, rel=1e-9, abs=0)


@pytest.mark.parametrize("density", PLANE.values(), ids=PLANE)
def test_samples_in_the_plane_follow_the_density(density: Density) -> None:
    assert_sample_fits(density, density.sample(2000, np.random.default_rng(0)))


def test_a_circle_and_a_board_have_the_density_of_their_shape_at_a_point() -> None:
    # From its centre all of the unit circle is equally far away.
    expected = -1 / (2 * 0.09) - np.log(2 * np.pi * 0.09)
    assert PLANE["curve"].log_density(np.zeros((1, 2)))[0] == pytest.approx(expected)
    # In the middle of a field with next to no noise the density is 1 / 8, or next to nothing.
    middle = np.array([[0.5, 0.5]])
    assert NoisyBoard(0, 0.05).log_density(middle)[0] == pytest.approx(np.log(1 / 8))
    assert NoisyBoard(1, 0.05).log_density(middle)[0] < -40


@pytest.mark.parametrize("density", PLANE.values(), ids=PLANE)
def test_a_density_far_out_is_small_but_has_a_logarithm(density: Density) -> None:
    logs = density.log_density(np.array([[1e5, -1e5], [-1e9, 3.0]]))
    assert np.isfinite(logs).all()
    assert (logs < -1e6).all()


@pytest.mark.parametrize("density", [*LINE.values(), *PLANE.values()], ids=[*LINE, *PLANE])
def test_nearly_all_points_lie_within_the_extents(density: Density) -> None:
    X, extents = density.sample(500, np.random.default_rng(1)), density.extents
    distance = np.linalg.norm(X[:, None] - extents.centres, axis=2) / extents.widest
    assert density.n_features == X.shape[1] == extents.centres.shape[1]
    assert (distance.min(axis=1) < 5).all()
    assert (extents.narrowest > 0).all()


def test_invalid_densities_are_refused() -> None:
    for variance in 0, -1:
        with pytest.raises(ValueError, match="is not positive definite"):
            Gaussian((0,), ((variance,),))
    for covariance in ((1.0, 1.0), (1.0, 1.0)), ((1.0, 2.0), (2.0, 1.0)):
        with pytest.raises(ValueError, match="is not positive definite"):
            Gaussian((0, 0), covariance)
    with pytest.raises(ValueError, match="d × d"):
        Gaussian((0, 0), ((1.0,),))
    with pytest.raises(ValueError, match="finite"):
        Gaussian((np.nan,), ((1.0,),))
    with pytest.raises(ValueError, match="sum to 1"):
        Mixture((0.5, 0.6), (normal(0, 1), normal(1, 1)))
    with pytest.raises(ValueError, match="same number of features"):
        Mixture((0.5, 0.5), (normal(0, 1), Gaussian((0, 0), ROUND)))
    for density in PLANE["gaussian"], PLANE["curve"]:
        with pytest.raises(ValueError, match="on the line"):
            density.mass(np.zeros(1), np.ones(1))
