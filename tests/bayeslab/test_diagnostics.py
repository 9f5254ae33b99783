"""Held-out answers against a loop by hand, and the three curves against counting."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.evaluation.accuracy import CancelledError
from bayeslab.evaluation.diagnostics import (
    HeldOutPredictions,
    calibration_curve,
    held_out_predictions,
    roc_curve,
)
from bayeslab.evaluation.models import MODELS, ModelSpec, build_model
from bayeslab.evaluation.splits import EvaluationSpec

FIVE_FOLDS = EvaluationSpec("k-fold", folds=5)


def answers(y: list[int], scores: list[float]) -> HeldOutPredictions:
    probability = np.array(scores)
    return HeldOutPredictions(
        np.array([0, 1]),
        np.array(y),
        (probability > 0.5).astype(int),
        probability,
        np.stack([1 - probability, probability], axis=1),
    )


@pytest.mark.parametrize("data", ["moons", "three_blobs"])
def test_predictions_are_those_of_scikit_learns_cross_validation(data: str) -> None:
    points = load(DatasetSpec(data, n=60))
    predictions = held_out_predictions(GaussianNB(), points.X, points.y, FIVE_FOLDS)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    for method, mine in (
        ("predict", predictions.predicted),
        ("predict_proba", predictions.probabilities),
    ):
        theirs = cross_val_predict(GaussianNB(), points.X, points.y, cv=folds, method=method)
        np.testing.assert_array_equal(mine, theirs)
    np.testing.assert_array_equal(predictions.y, points.y)


@pytest.mark.parametrize("key", MODELS)
@pytest.mark.parametrize("data", ["moons", "three_blobs"])
def test_every_classifier_has_curves_or_says_why_not(key: str, data: str) -> None:
    points = load(DatasetSpec(data, n=60))
    K = len(points.class_names)
    predictions = held_out_predictions(
        build_model(key, ModelSpec(), K), points.X, points.y, FIVE_FOLDS
    )
    assert 0.7 < roc_curve(predictions).area <= 1
    if predictions.probabilities is None:
        with pytest.raises(ValueError, match="no probabilities"):
            calibration_curve(predictions)
    else:
        assert 0 <= calibration_curve(predictions).brier < 0.25


scored = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from([0.1, 0.3, 0.5, 0.7, 0.9])), min_size=2
).filter(lambda rows: len({y for y, _ in rows}) == 2)


@given(scored)
def test_the_area_is_the_chance_that_a_positive_scores_higher(
    rows: list[tuple[int, float]],
) -> None:
    y, scores = (list(column) for column in zip(*rows, strict=True))
    positive, negative = (np.array([s for label, s in rows if label == k]) for k in (1, 0))
    wins = (positive[:, None] > negative) + 0.5 * (positive[:, None] == negative)
    assert roc_curve(answers(y, scores)).area == pytest.approx(wins.mean())
    assert roc_curve(answers(y, scores), k=0).area == pytest.approx(wins.mean())


def test_calibration_is_the_share_of_positives_in_each_bin() -> None:
    bins = calibration_curve(answers([0, 0, 0, 1, 0, 1, 1, 1], [0.1] * 4 + [0.8] * 4), bins=2)
    assert bins.predicted.tolist() == pytest.approx([0.1, 0.8])
    assert bins.observed.tolist() == pytest.approx([0.25, 0.75])
    assert bins.brier == pytest.approx((3 * 0.01 + 0.81 + 0.64 + 3 * 0.04) / 8)


@pytest.mark.parametrize("scheme", ["repeated k-fold", "random half", "hold-out"])
def test_a_scheme_that_tests_points_twice_or_never_is_refused(scheme: str) -> None:
    points = load(DatasetSpec("moons", n=60))
    with pytest.raises(ValueError, match="use k-fold"):
        held_out_predictions(GaussianNB(), points.X, points.y, EvaluationSpec(scheme, folds=3))


def test_predictions_are_cancelled_between_two_fits() -> None:
    points = load(DatasetSpec("moons", n=60))
    reports: list[tuple[int, int]] = []

    def progress(done: int, of: int) -> bool:
        reports.append((done, of))
        return done < 2

    with pytest.raises(CancelledError):
        held_out_predictions(GaussianNB(), points.X, points.y, FIVE_FOLDS, progress)
    assert reports == [(1, 5), (2, 5)]


def test_a_classifier_without_scores_has_no_curve() -> None:
    labels: NDArray[Any] = np.array([0, 1])
    with pytest.raises(ValueError, match="no scores"):
        roc_curve(HeldOutPredictions(labels, labels, labels, None, None))
