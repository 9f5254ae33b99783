"""The lab, the lessons and Compare share what has been evaluated."""

import numpy as np
import pytest

from bayeslab.estimators.fit_error import FitError
from bayeslab.evaluation.accuracy import Accuracy, Row
from bayeslab.evaluation.splits import EvaluationSpec
from cases import cloud
from core import compute, evaluations
from core.drawing import draw, encode_drawing
from core.state import DRAWN, LabState
from lessons.kernel_width.accuracies import sweep_gammas
from ui.compare import parts

FOLDS = EvaluationSpec("k-fold", folds=3)


def test_compare_finds_the_row_that_the_lab_has_evaluated() -> None:
    fit = LabState(n=30, seed=501).fit_spec("full")
    part = parts.evaluation_of(fit, FOLDS)
    assert part.slot == []
    assert part.slot == [evaluations.row(fit, FOLDS)]


def test_the_lab_and_compare_evaluate_a_row_alike() -> None:
    fit = LabState(n=30, seed=502).fit_spec("full")
    part = parts.evaluation_of(fit, FOLDS)
    row = part.work(lambda *_: None)
    assert (row.training, row.held_out) == (
        (again := evaluations.row(fit, FOLDS)).training,
        again.held_out,
    )


@pytest.mark.parametrize(
    "key, svc_C, scheme", [("process", 1.0, "leave-one-out"), ("svc-rbf", 1000.0, "k-fold")]
)
def test_the_lab_shows_what_only_compare_has_the_time_for(
    key: str, svc_C: float, scheme: str
) -> None:
    state = LabState(data="random_labels", n=400, seed=503, svc_C=svc_C)
    fit, evaluation = state.fit_spec(key), EvaluationSpec(scheme, folds=20)
    row = evaluations.row(fit, evaluation)
    assert row.held_out is None
    assert "the page Compare" in (row.problem or "")
    part = parts.evaluation_of(fit, evaluation)
    assert part.slot == []  # Compare evaluates it all the same
    complete = Row(key, 0.5, Accuracy(0.5, 0.1, (0.4, 0.6), (10, 10), (10, 10)))
    part.slot[:] = [complete]
    assert evaluations.row(fit, evaluation) is complete


def test_compare_finds_the_sweep_of_a_lesson() -> None:
    state, gammas = LabState(n=30, seed=504), (0.5, 2.0)
    part = parts.sweep_of(LabState(n=30, seed=504, gamma=9.0).fit_spec(), gammas, (), FOLDS)
    assert part.slot == []
    result = sweep_gammas(state.fit_spec(), gammas, FOLDS)
    assert part.slot == [result]
    assert parts.sweep_of(state.fit_spec(), (0.5, 3.0), (), FOLDS).slot == []
    assert part.work(lambda *_: None) == result


def test_every_refusal_of_a_class_with_one_point_names_the_class() -> None:
    X, y = cloud(17, 16, seed=3)
    y = np.where(np.arange(33) == 0, 2, y)
    points = encode_drawing(draw(X, y))
    state = LabState(data=DRAWN, points=points, names=("x", "y", "A", "class B", "C"), model="III")
    fit, sentence = state.fit_spec(), "Class C has one point, and variant III needs its covariance"
    with pytest.raises(FitError, match=sentence):
        compute.fitted_model(fit)
    comparison = parts.evaluation_of(fit, FOLDS).work(lambda *_: None)
    swept = parts.sweep_of(fit, (1.0,), (), EvaluationSpec("first half")).work(lambda *_: None)
    assert evaluations.row(fit, FOLDS).problem == comparison.problem
    assert (comparison.problem or "").startswith(sentence)
    assert (swept.points[0].problem or "").startswith(sentence)


def test_a_sweep_of_the_svc_keeps_the_settings_that_it_does_not_try() -> None:
    fits = [LabState(svc_C=C, svc_gamma="own").fit_spec("svc-rbf") for C in (1.0, 2.0)]
    first, second = (evaluations.sweep_spec(fit, (1.0,), (), FOLDS) for fit in fits)
    assert first != second
    first, second = (evaluations.sweep_spec(fit, (1.0,), (1.0, 2.0), FOLDS) for fit in fits)
    assert first == second


def test_the_pictures_of_two_classifiers_are_on_one_grid() -> None:
    state = LabState(n=60)
    first, second = compute.regions_of_both([state.fit_spec("full"), state.fit_spec("neighbours")])
    assert first.x1.tolist() == second.x1.tolist()
