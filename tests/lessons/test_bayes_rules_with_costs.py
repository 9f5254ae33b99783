"""The rules of lesson 1: against sums over a fine grid, and the browser's against Python's."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import norm

from bayeslab.bayes_error.optimal import Problem
from javascript import call
from lessons.bayes_rule.rules import (
    COSTS,
    RULES,
    Costs,
    decision_shares,
    evaluate_rule,
    find_moments,
    intervals_of,
    move_density,
    standard_parts,
)
from lessons.bayes_rule.state import CLASSES, BayesRuleState


def known_classes(situation: str, prior: float) -> Problem:
    return BayesRuleState(classes=situation, prior=prior).problem


CASES = [
    (situation, rule, prior, Costs(loss, reject))
    for (situation, rule), (prior, loss, reject) in product(
        product(CLASSES, RULES), [(0.3, 5.0, 0.3), (0.9, 1.0, 1.0), (0.05, 0.2, 0.05)]
    )
]


@cache
def joint_densities(situation: str) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Return the joint densities of C- and C+ on a fine line, and its step."""
    x, step = np.linspace(-30, 30, 600_001, retstep=True)
    minus, plus = np.exp(known_classes(situation, 0.3).log_joint(x[:, None])).T
    return minus, plus, step


@pytest.mark.parametrize("situation", CLASSES)
@pytest.mark.parametrize(("loss", "reject"), [(5.0, 0.3), (0.2, 0.1), (1.0, 0.6), (20.0, 0.95)])
def test_the_mean_loss_is_the_integral_of_the_smallest_expected_loss(
    situation: str, loss: float, reject: float
) -> None:
    problem, costs = known_classes(situation, 0.3), Costs(loss, reject)
    minus, plus, step = joint_densities(situation)
    least = np.min([minus, loss * plus, reject * (minus + plus)], axis=0).sum() * step
    evaluation = evaluate_rule(problem, intervals_of(problem, COSTS, 0.0, costs), costs)
    assert np.isclose(evaluation.risk, least, rtol=1e-7)
    for rule in RULES:
        other = evaluate_rule(problem, intervals_of(problem, rule, 0.5, costs), costs)
        assert other.risk >= evaluation.risk - 1e-12


def test_a_moved_density_has_the_mean_and_deviation_it_was_given() -> None:
    for density in known_classes("mixture", 0.5).densities:
        assert np.allclose(find_moments(move_density(density, 1.5, 0.4)), (1.5, 0.4))
        same = move_density(density, *find_moments(density))
        x = np.linspace(-4, 4, 9)[:, None]
        assert np.allclose(same.log_density(x), density.log_density(x))


def in_browser(problem: Problem) -> list[dict[str, Any]]:
    return [
        {
            "prior": prior,
            "parts": [
                [weight, mean + deviation * m, deviation * s]
                for weight, m, s in standard_parts(density)
            ],
        }
        for prior, density in zip(problem.priors, problem.densities, strict=True)
        for mean, deviation in [find_moments(density)]
    ]


def test_the_browser_computes_the_same_intervals_shares_and_losses() -> None:
    jobs, expected = [], []
    for situation, rule, prior, costs in CASES:
        problem = known_classes(situation, prior)
        classes, sent = in_browser(problem), vars(costs)
        intervals = intervals_of(problem, rule, 1.5, costs)
        plain = {
            "boundaries": intervals.boundaries.tolist(),
            "labels": intervals.labels.tolist(),
        }
        jobs += [
            ["intervalsOf", rule, classes, 1.5, sent],
            ["shares", classes, plain],
            ["performance", classes, plain, sent],
        ]
        expected.append(
            (plain, decision_shares(problem, intervals), evaluate_rule(problem, intervals, costs))
        )
    results = iter(call("rules.js", jobs))
    for plain, shares, performance in expected:
        result = next(results)
        assert result["labels"] == plain["labels"]
        assert np.allclose(result["boundaries"], plain["boundaries"], atol=1e-9)
        assert np.allclose(next(results), shares, atol=1e-12)
        result = next(results)
        assert np.allclose(
            [result[name] for name in vars(performance)], list(vars(performance).values())
        )


def test_the_browser_evaluates_and_moves_densities_as_python_does() -> None:
    z = np.linspace(-9, 9, 181)
    assert np.allclose(
        call("normal.js", [["normalCdf", each] for each in z]), norm.cdf(z), atol=1e-14
    )
    (mixture, _) = known_classes("mixture", 0.5).densities
    moved = move_density(mixture, -1.2, 0.7)
    (parts,) = call("rules.js", [["place", standard_parts(mixture), -1.2, 0.7]])
    logs = call("rules.js", [["logDensity", {"parts": parts}, x] for x in z])
    assert np.allclose(logs, moved.log_density(z[:, None]))
