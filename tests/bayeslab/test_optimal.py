"""The best rule and the Bayes error against closed forms, samples and other classifiers."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr
from scipy.stats import norm
from sklearn.base import clone
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from bayeslab.bayes_error.densities import Gaussian, normal
from bayeslab.bayes_error.optimal import (
    Intervals,
    Problem,
    class_errors,
    class_intervals,
    error_rate,
)
from bayeslab.bayes_error.problems import PROBLEMS_1D
from densities import PROBLEMS_2D, ROUND, each_problem, mixtures, normals, plane_gaussians

priors_of_two = st.floats(0.02, 0.98).map(lambda p: (1 - p, p))


@st.composite
def line_problems(draw: st.DrawFn) -> Problem:
    K = draw(st.integers(2, 3))
    densities = draw(st.lists(normals | mixtures, min_size=K, max_size=K))
    weights = np.array(draw(st.lists(st.floats(0.05, 1), min_size=K, max_size=K)))
    return Problem("random", densities, (weights / weights.sum()).tolist())


@st.composite
def plane_problems(draw: st.DrawFn) -> Problem:
    densities = (draw(plane_gaussians()), draw(plane_gaussians()))
    return Problem("random", densities, draw(priors_of_two))


# Worked by hand


def test_a_cut_anywhere_else_has_the_error_of_its_two_tails() -> None:
    problem = replace(PROBLEMS_1D["equal_variances"], priors=(0.3, 0.7))
    cut = Intervals(np.array([0.5]), np.array([0, 1]))
    expected = [0.3 * norm.sf(1.5), 0.7 * norm.cdf(-0.5)]
    assert class_errors(problem, cut) == pytest.approx(expected, rel=1e-12)
    always = Intervals(np.empty(0), np.array([1]))
    assert class_errors(problem, always) == pytest.approx([0.3, 0])


def test_a_rare_class_moves_the_cut_by_the_log_of_the_odds() -> None:
    problem = PROBLEMS_1D["rare_class"]
    cut = np.log(9) / 2
    assert class_intervals(problem, problem.rule()).boundaries == pytest.approx([cut])
    error = 0.9 * norm.sf(cut + 1) + 0.1 * norm.cdf(cut - 1)
    assert error_rate(problem).value == pytest.approx(error, rel=1e-12)


def test_the_ml_rule_ignores_the_priors_and_has_an_excess_error() -> None:
    problem = PROBLEMS_1D["rare_class"]
    ml = problem.rule("equal")
    assert class_intervals(problem, ml).boundaries == pytest.approx([0], abs=1e-12)
    rate = error_rate(problem, ml)
    assert rate.value == pytest.approx(norm.cdf(-1))
    assert rate.excess == pytest.approx(norm.cdf(-1) - error_rate(problem).value)


def test_unequal_variances_give_the_two_roots_of_a_quadratic() -> None:
    problem = PROBLEMS_1D["same_mean"]  # deviations 2 and 1/2
    edge = np.sqrt(2 * np.log(4) / (4 - 1 / 4))
    intervals = class_intervals(problem, problem.rule())
    assert intervals.boundaries == pytest.approx([-edge, edge])
    assert intervals.labels.tolist() == [0, 1, 0]
    error = (norm.cdf(edge / 2) - norm.cdf(-edge / 2)) / 2 + norm.sf(2 * edge)
    assert error_rate(problem).value == pytest.approx(error, rel=1e-12)


@pytest.mark.parametrize("middle", [0.0, 0.0123, 1 / 512])
@pytest.mark.parametrize("half_width", [0.002, 1e-4])
def test_an_interval_thinner_than_the_scan_is_found(middle: float, half_width: float) -> None:
    # Seen from the wide class, the narrow one just reaches it, and they cross twice.
    ratio = 0.5 * np.exp(3 / 2 * half_width**2)
    densities = (normal(middle, 1.0), normal(middle, 0.5))
    problem = Problem("touching", densities, (1 / (1 + ratio), ratio / (1 + ratio)))
    boundaries = class_intervals(problem, problem.rule()).boundaries
    assert boundaries == pytest.approx([middle - half_width, middle + half_width], abs=1e-9)


# The Bayes error


@given(st.floats(0.05, 6), priors_of_two)
def test_equal_variances_have_the_closed_form(distance: float, priors: tuple[float, float]) -> None:
    shift = np.log(priors[0] / priors[1]) / distance
    exact = priors[0] * ndtr(-distance / 2 - shift) + priors[1] * ndtr(-distance / 2 + shift)
    line = Problem("line", (normal(0, 1), normal(distance, 1)), priors)
    assert error_rate(line).value == pytest.approx(exact, rel=1e-9, abs=1e-15)
    across = (0.6 * distance, 0.8 * distance)
    plane = Problem("plane", (Gaussian((0, 0), ROUND), Gaussian(across, ROUND)), priors)
    rate = error_rate(plane)
    assert abs(rate.value - exact) <= rate.uncertainty + 1e-8
    assert rate.uncertainty < 1e-4


@given(line_problems())
def test_the_error_on_the_line_is_the_integral_of_the_lesser_joints(problem: Problem) -> None:
    x = np.linspace(-20, 20, 8001)
    joint = np.exp(problem.log_joint(x[:, None]))
    lesser = joint.sum(axis=1) - joint.max(axis=1)
    rate = error_rate(problem)
    assert rate.value == pytest.approx(np.trapezoid(lesser, x), abs=2e-5)
    assert 0 <= rate.value <= 1 - max(problem.priors) + 1e-12


@given(plane_problems())
def test_the_error_in_the_plane_is_the_integral_of_the_lesser_joint(problem: Problem) -> None:
    x = np.linspace(-14, 14, 281)
    nodes = np.stack(np.meshgrid(x, x), axis=-1).reshape(-1, 2)
    expected = np.exp(problem.log_joint(nodes)).min(axis=1).sum() * (x[1] - x[0]) ** 2
    rate = error_rate(problem)
    assert abs(rate.value - expected) <= rate.uncertainty + 5e-4
    assert 0 <= rate.value <= min(problem.priors) + rate.uncertainty


@each_problem
def test_counting_errors_agrees_with_integrating_them(problem: Problem) -> None:
    n, best = 5000, error_rate(problem)
    tree = DecisionTreeClassifier(random_state=0).fit(*problem.sample(120, seed=0))
    other = error_rate(problem, tree)
    assert other.excess >= 0
    assert other.bayes == pytest.approx(best.value, abs=2 * other.uncertainty + 1e-6)
    for model, rate in (problem.rule(), best), (tree, other):
        X, y = problem.sample(n, seed=1)
        estimate = 1 - model.score(X, y)
        standard_error = np.sqrt(estimate * (1 - estimate) / n)
        assert abs(estimate - rate.value) <= 4 * standard_error + rate.uncertainty


# The rule as a classifier


@given(line_problems() | plane_problems(), st.integers(0, 2**32))
def test_posteriors_are_bayes_rule_and_sum_to_one(problem: Problem, seed: int) -> None:
    X, _ = problem.sample(40, seed)
    posterior = problem.posterior(X)
    np.testing.assert_allclose(posterior.sum(axis=1), 1)
    joint = np.exp(problem.log_joint(X))
    marginal = np.exp(problem.marginal.log_density(X))
    np.testing.assert_allclose(posterior, joint / marginal[:, None], atol=1e-9)


@each_problem
def test_the_rule_behaves_like_a_scikit_learn_classifier(problem: Problem) -> None:
    rule = clone(problem.rule()).fit()
    X, y = problem.sample(500, seed=5)
    np.testing.assert_array_equal(rule.predict(X), problem.log_joint(X).argmax(axis=1))
    assert rule.score(X, y) == (rule.predict_proba(X).argmax(axis=1) == y).mean()
    score = rule.decision_function(X)
    answer = (score > 0) if score.ndim == 1 else score.argmax(axis=1)
    np.testing.assert_array_equal(rule.predict(X), answer)


@each_problem
def test_samples_repeat_with_their_seed_and_follow_the_priors(problem: Problem) -> None:
    X, y = problem.sample(3000, seed=6)
    again, _ = problem.sample(3000, seed=6)
    other, _ = problem.sample(3000, seed=7)
    np.testing.assert_array_equal(X, again)
    assert not np.array_equal(X, other)
    assert X.shape == (3000, problem.n_features)
    assert np.bincount(y) / 3000 == pytest.approx(problem.priors, abs=0.04)


def test_far_points_still_have_posteriors() -> None:
    problem = PROBLEMS_2D["unequal_covariances"]
    assert np.isfinite(problem.posterior([[1e6, -1e6], [-1e9, 3]])).all()


# Bad input


def test_problems_that_do_not_fit_together_are_refused() -> None:
    pair = (normal(0, 1), normal(1, 1))
    with pytest.raises(ValueError, match="two classes or more"):
        Problem("one", pair[:1])
    with pytest.raises(ValueError, match="sum to 1"):
        Problem("priors", pair, (0.5, 0.6))
    with pytest.raises(ValueError, match="one for each of 2"):
        Problem("names", pair, class_names=("a", "b", "c"))
    with pytest.raises(ValueError, match="same number of features"):
        Problem("features", (normal(0, 1), Gaussian((0, 0), ROUND)))


def test_points_and_models_that_do_not_fit_the_problem_are_refused() -> None:
    line, plane = PROBLEMS_1D["equal_variances"], PROBLEMS_2D["mixture"]
    with pytest.raises(ValueError, match="1 feature"):
        line.log_joint([[0, 0]])
    for far in (1e200, np.nan):
        with pytest.raises(ValueError, match="Row 1 of X is missing or lies so far out"):
            line.log_joint([[0.0], [far]])
    stranger = KNeighborsClassifier(1).fit([[0], [1]], [1, 7])
    with pytest.raises(ValueError, match="labels 0 to 1"):
        error_rate(line, stranger)
    with pytest.raises(ValueError, match="on the line"):
        class_intervals(plane, plane.rule())
    needles = [Gaussian((k, 0), ((1, 0.9999), (0.9999, 1))) for k in range(2)]
    with pytest.raises(ValueError, match="too long and narrow"):
        error_rate(Problem("needles", needles))


def test_errors_in_more_than_two_features_are_counted_only() -> None:
    cube = Problem("cube", [Gaussian((k, 0, 0), np.eye(3).tolist()) for k in range(2)])
    with pytest.raises(ValueError, match="one or two features"):
        error_rate(cube)
    assert cube.rule().score(*cube.sample(20_000, 0)) == pytest.approx(norm.cdf(0.5), abs=0.02)
