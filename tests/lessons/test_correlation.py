"""Classes with correlated features: exact moments, known errors, and two numbers that judge."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from bayeslab.bayes_error.optimal import Gaussian, error_rate
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.accuracy import EvaluationSpec
from lessons.naive_and_optimal_bayes.numbers import (
    SITUATIONS,
    correlated_problem,
    flat_class,
    judge_held_out,
    judge_on_new_points,
    points_with_moments,
)

every_situation = pytest.mark.parametrize("name", SITUATIONS)


@every_situation
@settings(max_examples=15)
@given(rho=st.floats(-0.95, 0.95), seed=st.integers(0, 99))
def test_the_points_have_exactly_the_means_and_covariances_asked_for(
    name: str, rho: float, seed: int
) -> None:
    problem = correlated_problem(SITUATIONS[name], rho)
    X, y = points_with_moments(problem, 20, seed)
    for k, density in enumerate(problem.densities):
        assert isinstance(density, Gaussian)
        assert X[y == k].mean(axis=0) == pytest.approx(np.array(density.mean), abs=1e-12)
        assert np.cov(X[y == k].T, bias=True) == pytest.approx(np.array(density.covariance))


def test_the_level_classes_are_those_of_the_hand_worked_case() -> None:
    A, B = correlated_problem(SITUATIONS["level"], 0.6).densities
    assert isinstance(A, Gaussian)
    assert isinstance(B, Gaussian)
    assert (A.mean, B.mean) == ((-1, 0), (1, 0))
    assert A.covariance == B.covariance == ((1, 0.6), (0.6, 1))


@pytest.mark.parametrize("rho", [-0.9, 0.0, 0.6])
def test_fitted_to_exact_moments_both_make_the_errors_of_the_formulas(rho: float) -> None:
    problem = correlated_problem(SITUATIONS["level"], rho)
    X, y = points_with_moments(problem, 100)
    # Distance 2 between the means; seen across the ellipses it is 2 / sqrt(1 - rho²).
    expected = {"diagonal": norm.cdf(-1), "full": norm.cdf(-1 / np.sqrt(1 - rho**2))}
    for covariance, error in expected.items():
        model = GaussianBayes(covariance).fit(X, y)
        integrated = error_rate(problem, model)
        assert integrated.value == pytest.approx(error, abs=integrated.uncertainty)
        judged = judge_on_new_points(model, problem)
        assert 1 - judged.right == pytest.approx(error, abs=4 * np.sqrt(error / 20_000))


@every_situation
def test_optimal_bayes_is_as_sure_as_it_is_right(name: str) -> None:
    problem = correlated_problem(SITUATIONS[name], 0.8)
    model = GaussianBayes("full").fit(*points_with_moments(problem, 100))
    judged = judge_on_new_points(model, problem)
    assert judged.certainty == pytest.approx(judged.right, abs=0.01)


def test_uphill_naive_bayes_is_right_as_often_but_far_too_sure() -> None:
    problem = correlated_problem(SITUATIONS["uphill"], 0.9)
    points = points_with_moments(problem, 100)
    naive, optimal = (
        judge_on_new_points(GaussianBayes(covariance).fit(*points), problem)
        for covariance in ("diagonal", "full")
    )
    assert naive.right == pytest.approx(optimal.right, abs=1e-3)
    assert naive.certainty > optimal.certainty + 0.05


def test_held_out_points_are_judged_without_their_own_fold() -> None:
    X = np.array([[0.0, 0], [1, 1], [0, 1], [9, 9], [8, 9], [9, 8]])
    judged = judge_held_out(
        GaussianBayes("spherical"), X, [0, 0, 0, 1, 1, 1], EvaluationSpec(folds=3)
    )
    assert judged.right == 1
    assert 0.99 < judged.certainty <= 1


@pytest.mark.parametrize("rho", [-1.0, 1.0, 2.0, np.nan])
def test_an_impossible_correlation_is_refused(rho: float) -> None:
    with pytest.raises(ValueError, match="between -1 and 1"):
        correlated_problem(SITUATIONS["crossed"], rho)


def test_the_pseudo_inverse_takes_a_point_far_off_the_line_for_one_on_it() -> None:
    X, y = flat_class()
    assert (X[y == 0, 1] == 0).all()
    assert X[y == 1, 1].mean() == pytest.approx(5, abs=0.5)
    blind = GaussianBayes("full", singular="pseudo").fit(X, y)
    assert blind.predict([[0, 1000]]) == [0]
    on_line, far_off = blind.mahalanobis([[1, 0], [1, 1000]])[:, 0]
    assert on_line == far_off
    assert GaussianBayes("pooled").fit(X, y).predict([[0, 1000]]) == [1]
    with pytest.raises(ValueError, match="singular"):
        GaussianBayes("full").fit(X, y)
