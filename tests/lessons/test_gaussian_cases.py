"""The three cases: the notes' worked example to the digit, and against the classifier itself."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from bayeslab.estimators.gaussian import Discriminant, GaussianBayes
from lessons.covariance_assumptions.numbers import (
    COVARIANCE_OF_CASE,
    WORKED_X,
    WORKED_Y,
    crossings,
    linear_discriminant,
    solve_case,
)

Array = NDArray[np.float64]

every_case = pytest.mark.parametrize("case", COVARIANCE_OF_CASE)


def two_clouds(seed: int) -> tuple[Array, NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], rng.integers(4, 12, size=2))
    return rng.normal(size=(len(y), 2)) @ rng.normal(size=(2, 2)) + 3 * y[:, None], y


@every_case
def test_the_means_of_the_worked_example(case: int) -> None:
    assert solve_case(WORKED_X, WORKED_Y, case).means.tolist() == [[3, 6], [3, -2]]


def test_case_1_of_the_worked_example() -> None:
    solved = solve_case(WORKED_X, WORKED_Y, 1)
    assert solved.covariances == pytest.approx(np.stack([1.625 * np.eye(2)] * 2))
    assert solved.discriminant.w == pytest.approx([0, 8])
    assert (solved.formula_b, solved.searched_b) == pytest.approx((-16, -16))
    assert solved.search.scores == pytest.approx([-32, -16, -16, 0, 32, 48, 48, 64])


def test_in_case_1_the_priors_count_with_the_formulas_b() -> None:
    X, y = np.array(WORKED_X, dtype=float), np.array(WORKED_Y)
    twice = np.concatenate((X, X[y == 1])), np.concatenate((y, y[y == 1]))  # the same means
    equal, unequal = solve_case(X, y, 1), solve_case(*twice, 1)
    variance = unequal.covariances[0][0, 0]
    assert unequal.formula_b - equal.formula_b == pytest.approx(variance * np.log(2))


def test_case_2_of_the_worked_example_with_the_scatter_within_the_classes() -> None:
    solved = solve_case(WORKED_X, WORKED_Y, 2)
    assert solved.covariances == pytest.approx(np.stack([np.diag([1.25, 2])] * 2))
    assert solved.log_determinants == pytest.approx(np.log([2.5, 2.5]))
    assert solved.discriminant.w == pytest.approx([0, 4])
    assert (solved.formula_b, solved.searched_b) == pytest.approx((-8, -8))


def test_case_2_as_printed_takes_the_scatter_about_the_common_mean() -> None:
    solved = solve_case(WORKED_X, WORKED_Y, 2)
    total = np.cov(np.transpose(WORKED_X), bias=True)
    assert total == pytest.approx(np.diag([10 / 8, 18]))
    printed = linear_discriminant(solved.means, total)
    assert printed.w == pytest.approx([0, 4 / 9])
    assert printed.w0 == pytest.approx(-8 / 9)
    within = solved.covariances[0]
    assert crossings(linear_discriminant(solved.means, total, 9), 0) == pytest.approx(
        [-2.944], abs=5e-4
    )
    assert crossings(linear_discriminant(solved.means, within, 9), 0) == pytest.approx(
        [1.451], abs=5e-4
    )


def test_case_3_of_the_worked_example() -> None:
    solved = solve_case(WORKED_X, WORKED_Y, 3)
    assert solved.covariances == pytest.approx(np.stack([np.diag([0.5, 2]), np.diag([2.0, 2])]))
    assert solved.log_determinants == pytest.approx([0, np.log(4)])
    d = solved.discriminant
    assert pytest.approx(np.diag([-1.5, 0])) == d.W
    assert d.w == pytest.approx([9, 8])
    assert d.w0 == pytest.approx(-29.5)
    assert solved.search.scores == pytest.approx([-48, -38, -38, -16, 16, 30.5, 30.5, 48])
    assert solved.searched_b == 0
    assert solved.formula_b == pytest.approx(np.log(4))
    assert crossings(solved.with_b(0), 20) == pytest.approx([56.1875])


@every_case
@settings(max_examples=25)
@given(seed=st.integers(0, 10_000))
def test_the_sign_of_d_with_the_formula_is_the_answer_of_the_classifier(
    case: int, seed: int
) -> None:
    X, y = two_clouds(seed)
    solved = solve_case(X, y, case)
    model = GaussianBayes(covariance=COVARIANCE_OF_CASE[case]).fit(X, y)
    scale = {1: model.covariances_[0, 0, 0], 2: 1.0, 3: 2.0}[case]
    d = solved.with_b(solved.formula_b)(X)
    assert d == pytest.approx(scale * model.decision_function(X), rel=1e-9, abs=1e-9)


@every_case
@settings(max_examples=25)
@given(seed=st.integers(0, 10_000))
def test_the_searched_b_makes_no_more_errors_than_that_of_the_formula(case: int, seed: int) -> None:
    X, y = two_clouds(seed)
    solved = solve_case(X, y, case)
    searched, formula = (
        ((solved.with_b(b)(X) > 0) != (y == 1)).sum() for b in (solved.searched_b, solved.formula_b)
    )
    assert searched <= formula


@settings(max_examples=25)
@given(seed=st.integers(0, 10_000))
def test_the_linear_discriminant_is_case_2_of_its_covariance(seed: int) -> None:
    X, y = two_clouds(seed)
    solved = solve_case(X, y, 2)
    odds = (y == 1).sum() / (y == 0).sum()
    linear = linear_discriminant(solved.means, solved.covariances[0], odds)
    assert linear.w == pytest.approx(solved.discriminant.w)
    assert linear.w0 == pytest.approx(solved.formula_b)


def test_equal_covariances_make_case_3_twice_case_2() -> None:
    rng = np.random.default_rng(0)
    cloud = rng.normal(size=(9, 2))
    X, y = np.concatenate((cloud, cloud + 3)), np.repeat([0, 1], 9)
    second, third = (solve_case(X, y, case) for case in (2, 3))
    assert pytest.approx(np.zeros((2, 2)), abs=1e-12) == third.discriminant.W
    nodes = rng.normal(size=(20, 2))
    twice = 2 * second.with_b(second.formula_b)(nodes)
    assert third.with_b(third.formula_b)(nodes) == pytest.approx(twice)


def test_crossings_are_the_zeros_along_a_vertical_line() -> None:
    circle = Discriminant(np.eye(2), np.zeros(2), -25.0)
    assert crossings(circle, 3.0) == pytest.approx([-4, 4])
    assert crossings(circle, 6.0) == []
    assert crossings(Discriminant(np.zeros((2, 2)), np.array([1.0, 0.0]), 0.0), 6.0) == []
    assert crossings(Discriminant(np.zeros((2, 2)), np.zeros(2), 0.0), 6.0) == []


@pytest.mark.parametrize(
    ("X", "y", "case", "sentence"),
    [
        (WORKED_X, WORKED_Y, 4, "There is no case 4"),
        ([], [], 1, "Class + has no points"),
        (WORKED_X[:4], WORKED_Y[:4], 2, "Class - has no points"),
        (WORKED_X[2:6], WORKED_Y[2:6], 3, "The covariance of class . is singular"),
        ([(1, 1)] * 4, [0, 1, 0, 1], 1, "singular"),
        ([(3, 4), (1e200, 1), (1, 2)], [0, 1, 1], 1, "overflow"),
        ([(np.nan, 1), (1, 2), (3, 4)], [0, 1, 1], 1, "NaN"),
    ],
)
def test_what_cannot_be_solved_is_told_in_a_sentence(
    X: Array, y: list[int], case: int, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence.replace("+", r"\+")):
        solve_case(X, y, case)
