"""Teaching problems as values, and the densities of generated data against the generators."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ndtr
from scipy.stats import norm

from bayeslab.bayes_error.optimal import Problem, error_rate
from bayeslab.bayes_error.problems import known_problem
from bayeslab.data.datasets import DATASETS, DatasetSpec, GeneratedEntry, load
from densities import assert_sample_fits, each_problem

GENERATED = [key for key, entry in DATASETS.items() if isinstance(entry, GeneratedEntry)]

each_generated_set = pytest.mark.parametrize("name", GENERATED)


def blurred(
    name: str, n: int = 200, balance: float | None = None, seed: int = 0
) -> tuple[DatasetSpec, Problem]:
    """Return a data set with some noise, where coarse grids will do, and its problem."""
    entry = DATASETS[name]
    assert isinstance(entry, GeneratedEntry)
    spec = DatasetSpec(name, n, max(0.3, entry.noise), balance, seed)
    problem = known_problem(spec)
    assert problem is not None
    return spec, problem


@each_problem
def test_problems_of_the_registries_are_values_with_names(problem: Problem) -> None:
    assert hash(problem) == hash(replace(problem))
    assert problem == replace(problem)
    assert len(problem.class_names) == len(problem.priors)
    assert 0 < len(problem.title) < 40


@each_generated_set
def test_the_density_is_that_of_the_generator(name: str) -> None:
    spec, problem = blurred(name, n=4000)
    points = load(spec)
    for k, density in enumerate(problem.densities):
        assert_sample_fits(density, points.X[points.y == k])


@each_generated_set
def test_the_bayes_error_of_a_generator_is_the_error_of_its_best_rule(name: str) -> None:
    spec, problem = blurred(name, n=6000, balance=0.3, seed=2)
    points = load(spec)
    shares = np.bincount(points.y) / len(points.y)
    assert problem.priors == pytest.approx(shares, abs=1e-4)
    rate = error_rate(problem)
    standard_error = np.sqrt(rate.value * (1 - rate.value) / len(points.y))
    wrong = 1 - problem.rule().score(points.X, points.y)
    assert abs(wrong - rate.value) <= 4 * standard_error + rate.uncertainty
    assert rate.uncertainty < 1e-3


def test_generators_with_closed_forms_have_their_bayes_errors() -> None:
    x = np.linspace(-4, 4, 40_001)
    ends = ndtr((x - np.arange(-2, 3)[:, None]) / 0.3)
    stripes = (ends[:-1] - ends[1:]) * [[1], [-1], [1], [-1]] / 2
    difference = np.trapezoid(np.abs(stripes.sum(axis=0)), x)
    apart = 1.4 / np.sqrt(2) / 0.45
    exact = {
        "two_gaussians": norm.cdf(-2),
        "xor": 2 * norm.cdf(-1 / 0.3) * norm.sf(-1 / 0.3),
        "four_blobs": 1 - norm.cdf(apart) ** 2,
        "checkerboard": (1 - difference**2 / 4) / 2,
        "random_labels": 0.5,
    }
    for name, error in exact.items():
        rate = error_rate(blurred(name)[1])
        assert abs(rate.value - error) <= rate.uncertainty + 1e-8, name
        assert rate.uncertainty < 1e-5, name


def test_only_generated_sets_with_some_noise_have_a_known_problem() -> None:
    assert known_problem(DatasetSpec("iris")) is None
    for name in GENERATED:
        assert known_problem(DatasetSpec(name, noise=0)) is None
    with pytest.raises(ValueError, match="There is no data set 'nothing'"):
        known_problem(DatasetSpec("nothing"))
    with pytest.raises(ValueError, match="There is no problem 'moons'; choose one of equal_var"):
        known_problem("moons")
    with pytest.raises(ValueError, match="The noise of this data set must be"):
        known_problem(DatasetSpec("moons", noise=-1))
