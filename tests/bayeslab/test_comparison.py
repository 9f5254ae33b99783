"""Comparison: intervals against the formula by hand, McNemar against counting."""

from collections.abc import Callable
from dataclasses import replace
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.evaluation.accuracy import Accuracy, Row, compare
from bayeslab.evaluation.comparison import (
    Disagreement,
    cells_of_disagreement,
    differences,
    holm_adjusted,
    mcnemar,
    paired_difference,
)
from bayeslab.evaluation.models import ModelSpec, build_model
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.scoring.regions import decision_regions

TEN_FOLDS = EvaluationSpec("k-fold")


def accuracy(*per_split: float, n_test: int = 10, n_train: int = 40) -> Accuracy:
    J = len(per_split)
    return Accuracy(float(np.mean(per_split)), 0.0, per_split, (n_test,) * J, (n_train,) * J)


def test_an_interval_worked_by_hand() -> None:
    # Differences .1 .0 .2 .1: mean .1, s^2 = .02 / 3; 1/4 + 10/40 = 1/2; t_3 = 3.182446.
    difference = paired_difference(
        "A", accuracy(0.9, 0.8, 0.9, 0.7), "B", accuracy(0.8, 0.8, 0.7, 0.6)
    )
    assert difference.mean == pytest.approx(0.1)
    assert difference.standard_error == pytest.approx(np.sqrt(0.01 / 3))
    assert difference.high - 0.1 == pytest.approx(3.182446 * np.sqrt(0.01 / 3))
    assert difference.low + difference.high == pytest.approx(0.2)
    assert difference.p_value == pytest.approx(2 * stats.t.sf(np.sqrt(3), 3))


def test_splits_that_share_no_training_points_need_no_correction() -> None:
    apart = [
        replace(accuracy(*shares), trains_overlap=False)
        for shares in ((0.9, 0.8, 0.9, 0.7), (0.8, 0.8, 0.7, 0.6))
    ]
    difference = paired_difference("A", apart[0], "B", apart[1])
    assert difference.standard_error == pytest.approx(np.sqrt(0.01 / 6))  # 1/4 alone
    usual = stats.t.interval(0.95, 3, 0.825, stats.sem(apart[0].per_split))
    assert apart[0].interval == pytest.approx((usual[0], min(usual[1], 1.0)))


@pytest.mark.parametrize(
    ("evaluation", "overlap"),
    [
        (EvaluationSpec("repeated k-fold", 2, 1), False),
        (EvaluationSpec("repeated k-fold", 2, 2), True),
        (EvaluationSpec("repeated k-fold", 3, 1), True),
    ],
)
def test_an_accuracy_says_whether_its_training_sets_overlap(
    evaluation: EvaluationSpec, overlap: bool
) -> None:
    points = load(DatasetSpec("moons", n=40))
    (row,) = compare({"naive": GaussianNB()}, points.X, points.y, evaluation)
    assert row.held_out is not None
    assert row.held_out.trains_overlap is overlap


def test_holms_correction_worked_by_hand() -> None:
    # In order: 3 * .01, 2 * .02, 1 * .03 raised to the one before.
    assert holm_adjusted([0.03, 0.01, 0.02]).tolist() == pytest.approx([0.04, 0.03, 0.04])
    assert holm_adjusted([0.6, 0.9]).tolist() == [1.0, 1.0]
    assert holm_adjusted([]).tolist() == []


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=12))
def test_swapping_the_classifiers_negates_the_interval(pairs: list[tuple[float, float]]) -> None:
    first, second = (accuracy(*shares) for shares in zip(*pairs, strict=True))
    difference = paired_difference("A", first, "B", second)
    swapped = paired_difference("B", second, "A", first)
    assert (swapped.mean, swapped.low, swapped.high) == (
        -difference.mean,
        -difference.high,
        -difference.low,
    )
    assert difference.low <= difference.mean <= difference.high
    assert difference.is_clear == swapped.is_clear
    assert (difference.p_value < 0.05) == (not difference.low <= 0 <= difference.high)


def test_rows_are_compared_with_the_reference_and_failures_left_out() -> None:
    points = load(DatasetSpec("moons", n=80))
    models = {"naive": GaussianNB(), "nearest": KNeighborsClassifier(1), "again": GaussianNB()}
    rows = compare(models, points.X, points.y, EvaluationSpec("repeated k-fold", 4, 3))
    by_name = differences([*rows, Row("failed", problem="No.")], "naive")
    assert list(by_name) == ["nearest", "again"]
    assert by_name["again"].mean == by_name["again"].standard_error == 0
    naive, nearest = (row.held_out for row in rows[:2])
    assert naive is not None
    assert nearest is not None
    alone = paired_difference("nearest", nearest, "naive", naive)
    both = min(2 * alone.p_value, 1.0)
    assert by_name["nearest"] == replace(alone, comparisons=2, adjusted_p_value=both)
    assert len(nearest.per_split) == 12


def test_accuracies_of_different_splits_are_refused_with_a_sentence() -> None:
    one, two, other = accuracy(0.5), accuracy(0.5, 0.6), accuracy(0.5, 0.6, n_test=11)
    with pytest.raises(ValueError, match="repeated k-fold"):
        paired_difference("A", one, "B", one)
    with pytest.raises(ValueError, match="different splits"):
        paired_difference("A", two, "B", other)
    with pytest.raises(ValueError, match="B could not be evaluated"):
        differences([Row("A", held_out=two), Row("B", problem="No.")], "B")


# Points.


def test_a_table_and_a_p_value_worked_by_hand() -> None:
    table = mcnemar([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 0], [0, 1, 1, 0, 1, 0])
    assert table.counts == ((2, 3), (0, 1))
    assert table.differ.tolist() == [False, True, True, True, False, False]
    assert table.p_value == pytest.approx(2 / 8)  # three heads of three, or three tails


@given(st.integers(0, 12), st.integers(0, 12))
def test_mcnemars_p_value_is_that_of_counting_coin_tosses(first: int, second: int) -> None:
    n = first + second
    right = np.repeat([True, False], [first, second])
    p_value = Disagreement(right, ~right, np.full(n, True)).p_value
    chances = np.array([comb(n, k) for k in range(n + 1)]) / 2**n
    rarer = chances <= chances[first] * (1 + 1e-9)
    assert p_value == pytest.approx(min(1.0, float(chances[rarer].sum())))


def test_predictions_for_other_points_are_refused() -> None:
    with pytest.raises(ValueError, match="2 labels and 3 and 2 predictions"):
        mcnemar([0, 1], [0, 1, 1], [0, 1])


def test_cells_of_disagreement_are_those_with_different_labels() -> None:
    points = load(DatasetSpec("moons", n=60))
    box = (-2.0, 3.0, -1.5, 2.0)
    first, second = (
        decision_regions(build_model(key, ModelSpec()).fit(points.X, points.y), box, 12)
        for key in ("I", "pooled")
    )
    differ = cells_of_disagreement(first, second)
    assert differ.shape == (12, 12)
    assert differ.any()
    assert (differ == (first.label != second.label)).all()
    assert not cells_of_disagreement(first, first).any()
    model = build_model("I", ModelSpec()).fit(points.X, points.y)
    with pytest.raises(ValueError, match="one box"):
        cells_of_disagreement(first, decision_regions(model, box, 13))


# Every classifier, and the reference accuracies.


@pytest.mark.parametrize(
    ("data", "naive", "full", "pooled", "nearest_mean"),
    [
        (load_iris, 0.953, 0.973, 0.980, 0.927),
        (load_wine, 0.972, 0.994, 0.989, 0.719),
        # GaussianNB has 0.939 here, because it adds a little to every variance.
        (load_breast_cancer, 0.937, 0.956, 0.956, 0.893),
    ],
)
def test_the_classifiers_of_the_app_have_the_reference_accuracies(
    data: Callable[..., Any], naive: float, full: float, pooled: float, nearest_mean: float
) -> None:
    expected = {"diagonal": naive, "full": full, "pooled": pooled, "nearest-mean": nearest_mean}
    X, y = data(return_X_y=True)
    models = {key: build_model(key, ModelSpec(), len(np.unique(y))) for key in expected}
    for row in compare(models, X, y, TEN_FOLDS):
        assert row.held_out is not None
        assert row.held_out.mean == pytest.approx(expected[row.name], abs=1e-3)
