"""The presets show what their names and sentences say."""

import numpy as np
import pytest
from numpy.typing import NDArray

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.kernel_bayes import KernelBayes, Threshold
from core import compute, evaluations
from core.examples import EXAMPLES, HERO, PRESETS, Example
from core.link import decode, encode
from core.state import LabState

NAMES = {example.title: example for example in PRESETS}
RULES: tuple[Threshold, ...] = ("error", "loo")


def fit(example: Example) -> tuple[KernelBayes, Dataset]:
    points = compute.dataset(example.state.dataset_spec)
    model = KernelBayes(gamma=example.state.gamma).fit(points.X, points.y)
    return model, points


def accuracies(example: Example) -> tuple[float, float]:
    """Return the accuracy on the training points, and with each projected by all others."""
    model, points = fit(example)
    positive = points.y == 1
    kernel = model.kernel_(points.X, points.X)
    np.fill_diagonal(kernel, 0)
    plus, minus = kernel[:, positive].sum(axis=1), kernel[:, ~positive].sum(axis=1)
    p = plus / (positive.sum() - positive) - minus / ((~positive).sum() - ~positive)
    right: NDArray[np.bool_] = (p + model.offset_ > 0) == positive
    return model.score(points.X, points.y), float(right.mean())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_what_the_start_page_advertises_works_on_held_out_points(example: Example) -> None:
    for key in example.state.visible_models:
        row = evaluations.row(example.state.fit_spec(key), example.state.evaluation_spec)
        assert row.held_out is not None and row.held_out.mean > 0.9


@pytest.mark.parametrize("example", PRESETS, ids=lambda example: example.title)
def test_a_preset_is_a_link_that_opens_it(example: Example) -> None:
    assert decode(encode(example.state)) == (example.state, ())
    assert example.state.model == "I"  # the accuracies above are its own


def left_out_by(threshold: Threshold, state: LabState, gamma: float) -> tuple[float, float]:
    """Return training and leave-one-out accuracy with one of the ways to search the threshold."""
    points = compute.dataset(state.dataset_spec)
    model = KernelBayes(gamma=gamma, threshold=threshold).fit(points.X, points.y)
    search = KernelBayes(gamma=gamma, threshold="loo").fit(points.X, points.y).threshold_search_
    right = (search.scores + model.offset_ > 0) == (search.labels > 0)
    return model.score(points.X, points.y), float(right.mean())


def test_a_leave_one_out_threshold_undoes_nearly_half_of_the_errors_of_memorising() -> None:
    state = NAMES["Memorise"].state
    (training, trained), (_, left_out) = (left_out_by(rule, state, state.gamma) for rule in RULES)
    assert (training, trained, left_out) == (1, 0.75, 0.865)
    assert 0.4 < (left_out - trained) / (1 - trained) < 0.5
    assert left_out_by("error", state, 5.0)[1] == 0.855  # the wider bumps of the ready sets


def test_the_drop_on_start_is_caused_by_the_threshold() -> None:
    assert [left_out_by(rule, HERO, 5.0) for rule in RULES] == [(0.98, 0.98)] * 2
    assert [left_out_by(rule, HERO, 1000.0) for rule in RULES] == [(1, 0.77), (1, 0.97)]


def test_random_labels_are_near_chance_wherever_the_threshold_is() -> None:
    state = NAMES["Random labels"].state
    for training, held_out in (left_out_by(rule, state, state.gamma) for rule in RULES):
        assert training > 0.95
        assert held_out == pytest.approx(0.5, abs=0.06)


def test_in_the_lab_the_threshold_by_leave_one_out_recovers() -> None:
    assert left_out_by("error", LabState(), 1000.0) == (1, 0.915)
    assert left_out_by("loo", LabState(), 1000.0) == (1, 0.985)


def test_a_boundary_that_is_too_smooth_errs_on_the_training_points_too() -> None:
    training, held_out = accuracies(NAMES["Too smooth"])
    assert training == pytest.approx(held_out, abs=0.02)
    assert training < 0.85
    better = Example("", "", type(NAMES["Too smooth"].state)(gamma=5.0))
    assert min(accuracies(better)) > 0.97


def test_the_outlier_is_classified_correctly_only_with_its_own_kernel_value() -> None:
    model, points = fit(NAMES["One outlier"])
    assert model.score(points.X, points.y) == 1
    without = KernelBayes(gamma=model.gamma).fit(points.X[:-1], points.y[:-1])
    assert points.y[-1] == 1
    assert without.predict(points.X[-1:]) == [0]
    assert without.score(points.X[:-1], points.y[:-1]) == 1


def test_imbalance_hides_the_errors_of_the_small_class() -> None:
    model, points = fit(NAMES["Imbalance"])
    wrong = model.predict(points.X) != points.y
    assert model.score(points.X, points.y) == pytest.approx(0.9, abs=0.01)
    assert wrong[points.y == 1].mean() > 0.9
    assert not wrong[points.y == 0].any()


def test_rings_are_separated() -> None:
    assert accuracies(NAMES["Rings"]) == (1, 1)
