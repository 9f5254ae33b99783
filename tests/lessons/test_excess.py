"""Excess errors by counting and by the known posteriors."""

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from test_problems import each_problem

from bayeslab.bayes_error.optimal import BayesOptimal, Problem, error_rate
from bayeslab.bayes_error.problems import PROBLEMS_1D, PROBLEMS_2D
from lessons.bayes_rule.numbers import simulate_excess


class Contrary:
    """Answers with the class that is not the best."""

    def __init__(self, problem: Problem) -> None:
        self.best = BayesOptimal(problem).fit()

    def predict(self, X: NDArray[np.float64]) -> NDArray[np.int64]:
        return 1 - self.best.predict(X)


def test_who_always_contradicts_the_best_rule_has_one_minus_twice_its_errors() -> None:
    problem, n = PROBLEMS_1D["equal_variances"], 2000
    X, y = problem.sample(n, 3)
    wrong = (BayesOptimal(problem).fit().predict(X) != y).mean()
    excess = simulate_excess(problem, {"contrary": Contrary(problem)}, n, seed=3)["contrary"]
    assert excess.counted == pytest.approx(1 - 2 * wrong)
    # Each difference is 1 or -1.
    assert excess.standard_error == pytest.approx(np.sqrt((1 - excess.counted**2) / n))
    lead = np.abs(np.diff(problem.posterior(X), axis=1))
    assert excess.expected == pytest.approx(lead.mean())


@each_problem
def test_no_classifier_is_expected_to_beat_the_best_rule(problem: Problem) -> None:
    X, y = problem.sample(60, seed=0)
    models = {
        "best": BayesOptimal(problem).fit(),
        "equal priors": BayesOptimal(problem, "equal").fit(),
        "tree": DecisionTreeClassifier(random_state=0).fit(X, y),
        "neighbours": KNeighborsClassifier(5).fit(X, y),
    }
    for excess in simulate_excess(problem, models, 3000).values():
        assert excess.expected >= 0
        assert abs(excess.counted - excess.expected) <= 4 * excess.standard_error
    best = simulate_excess(problem, models, 100)["best"]
    assert (best.counted, best.standard_error, best.expected) == (0, 0, 0)


@pytest.mark.parametrize("problem", [PROBLEMS_1D["same_mean"], PROBLEMS_2D["three_classes"]])
def test_the_expected_excess_is_the_integrated_one(problem: Problem) -> None:
    tree = DecisionTreeClassifier(max_leaf_nodes=5, random_state=0).fit(*problem.sample(60, seed=0))
    rate = error_rate(problem, tree)
    excess = simulate_excess(problem, {"tree": tree}, 20_000)["tree"]
    # No term is above 1, so the variance of the mean is at most that of a share.
    margin = 4 * np.sqrt(rate.excess / 20_000) + rate.uncertainty
    assert excess.expected == pytest.approx(rate.excess, abs=margin)


def test_on_few_points_luck_can_make_a_worse_rule_look_better() -> None:
    problem = PROBLEMS_1D["unequal_variances"]
    tree = DecisionTreeClassifier(max_leaf_nodes=4, random_state=0).fit(
        *problem.sample(200, seed=0)
    )
    draws = [simulate_excess(problem, {"tree": tree}, 30, seed)["tree"] for seed in range(60)]
    assert min(excess.counted for excess in draws) < 0
    assert min(excess.expected for excess in draws) >= 0
    assert max(excess.expected for excess in draws) > 0


def test_what_cannot_be_counted_is_refused() -> None:
    problem = PROBLEMS_1D["equal_variances"]
    with pytest.raises(ValueError, match="1 or more"):
        simulate_excess(problem, {}, 0)
    stranger = KNeighborsClassifier(1).fit([[0], [1]], [1, 7])
    with pytest.raises(ValueError, match="labels 0 to 1"):
        simulate_excess(problem, {"stranger": stranger}, 50)
