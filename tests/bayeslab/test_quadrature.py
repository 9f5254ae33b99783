"""Quadrature of functions with jumps against integrals known in closed form."""

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from bayeslab.bayes_error.densities import Extents, Gaussian
from bayeslab.bayes_error.quadrature import integrate_pieces

Array = NDArray[np.float64]
Labels = NDArray[np.int64]

STANDARD = Gaussian((0, 0), ((1, 0), (0, 1)))


def probability_of(inside: ArrayLike, X: Array) -> tuple[Array, Labels]:
    """Return the standard normal density where `inside`, and everywhere."""
    p: Array = np.exp(STANDARD.log_density(X))
    labels = np.asarray(inside, dtype=np.int64)
    return np.column_stack([p * labels, p]), labels[:, None]


def test_cells_of_a_smooth_function_are_not_halved() -> None:
    calls = []

    def evaluate(X: Array) -> tuple[Array, Labels]:
        calls.append(len(X))
        return probability_of(np.ones(len(X), np.bool_), X)

    integrals, changes = integrate_pieces(evaluate, STANDARD.extents)
    assert integrals == pytest.approx([1, 1], abs=1e-5)  # the mesh ends at five deviations
    assert changes.tolist() == [0, 0]
    assert len(calls) == 1


@pytest.mark.parametrize("radius", [0.3, 1.0, 2.5])
def test_a_disc_has_its_probability(radius: float) -> None:
    def evaluate(X: Array) -> tuple[Array, Labels]:
        return probability_of(np.linalg.norm(X, axis=1) < radius, X)

    integrals, changes = integrate_pieces(evaluate, STANDARD.extents)
    exact = 1 - np.exp(-(radius**2) / 2)
    assert integrals[0] == pytest.approx(exact, abs=changes[0])
    assert changes[0] < 2e-3


def test_small_holes_are_found_only_by_thorough_integration() -> None:
    def evaluate(X: Array) -> tuple[Array, Labels]:
        hole = (np.abs(X - 0.5) < 0.1).all(axis=1)
        return probability_of(~hole, X)

    exact = 1 - (ndtr(0.6) - ndtr(0.4)) ** 2
    quick, thorough = (
        integrate_pieces(evaluate, STANDARD.extents, thorough=thorough)[0][0]
        for thorough in (False, True)
    )
    assert abs(thorough - exact) < 1e-4
    assert abs(quick - exact) > 1e-3


def test_densities_that_need_too_many_cells_are_refused() -> None:
    needle = Extents(np.zeros((1, 2)), widest=np.array([1.0]), narrowest=np.array([1e-3]))
    with pytest.raises(ValueError, match="too long and narrow"):
        integrate_pieces(lambda X: probability_of(np.ones(len(X), np.bool_), X), needle)
