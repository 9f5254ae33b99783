"""Densities and problems that several tests take, and samples held against them."""

import numpy as np
import pytest
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import kstest

from bayeslab.bayes_error.densities import (
    Density,
    Gaussian,
    Mixture,
    normal,
)
from bayeslab.bayes_error.optimal import Problem
from bayeslab.bayes_error.problems import PROBLEMS_1D

Array = NDArray[np.float64]
ROUND = ((1.0, 0.0), (0.0, 1.0))
normals = st.builds(normal, st.floats(-3, 3), st.floats(0.3, 3))
mixtures = st.tuples(normals, normals, st.floats(0.05, 0.95)).map(
    lambda parts: Mixture((parts[2], 1 - parts[2]), parts[:2])
)


@st.composite
def plane_gaussians(draw: st.DrawFn) -> Gaussian:
    s1, s2 = draw(st.floats(0.5, 2)), draw(st.floats(0.5, 2))
    c = draw(st.floats(-0.8, 0.8)) * s1 * s2
    mean = draw(st.tuples(st.floats(-2, 2), st.floats(-2, 2)))
    return Gaussian(mean, ((s1**2, c), (c, s2**2)))


def assert_sample_fits(density: Density, X: Array) -> None:
    """Compare the distribution of x1, x2 and x1 + x2 with the density, summed over a grid."""
    count, step = 161, 0.1
    index = np.arange(count) - count // 2
    first, second = (grid.ravel() for grid in np.meshgrid(index, index))
    at_nodes = np.column_stack([first, second]).astype(np.float64) * step
    p = np.exp(density.log_density(at_nodes)) * step**2
    assert p.sum() == pytest.approx(1, abs=1e-3)
    for nodes, values in (
        (first, X[:, 0]),
        (second, X[:, 1]),
        (first + second, X.sum(axis=1)),
    ):
        weights = np.bincount(nodes - nodes.min(), p)
        at = step * np.arange(nodes.min(), nodes.max() + 1)
        below = np.cumsum(weights) - weights / 2
        assert kstest(values, lambda t, a=at, c=below: np.interp(t, a, c)).pvalue > 1e-3


def _round(x1: float, x2: float, deviation: float) -> Gaussian:
    return Gaussian((x1, x2), ((deviation**2, 0), (0, deviation**2)))


# fmt: off
PROBLEMS_2D = {
    "equal_covariances": Problem("Equal covariances", (
        Gaussian((-1, 0), ((1, 0.5), (0.5, 1))), Gaussian((1, 0), ((1, 0.5), (0.5, 1))))),
    "unequal_covariances": Problem("Unequal covariances", (
        Gaussian((-0.7, 0), ((1, 0.6), (0.6, 1))), Gaussian((0.7, 0), ((0.5, -0.3), (-0.3, 0.5))))),
    "same_mean": Problem("Same mean, different spread", (_round(0, 0, 1.5), _round(0, 0, 0.5))),
    "rare_class": Problem("A rare class", (_round(-1, 0, 1), _round(1, 0, 1)), (0.9, 0.1)),
    "three_classes": Problem("Three classes", (
        _round(0, 1.2, 0.8), _round(-1.2, -0.8, 0.8), _round(1.2, -0.8, 0.5))),
    "mixture": Problem("Opposite corners", (
        Mixture((0.5, 0.5), (_round(1, 1, 0.6), _round(-1, -1, 0.6))),
        Mixture((0.5, 0.5), (_round(1, -1, 0.6), _round(-1, 1, 0.6))))),
}
# fmt: on
PROBLEMS = {
    f"{key} ({p.n_features}-D)": p for r in (PROBLEMS_1D, PROBLEMS_2D) for key, p in r.items()
}
each_problem = pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)
