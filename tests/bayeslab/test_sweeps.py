"""Sweeps: every point against fits by hand, and the same to the bit however they are spread."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

import dask
import joblib
import numpy as np
import pytest
from dask.distributed import Client, LocalCluster
from sklearn.svm import SVC

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.evaluation.accuracy import CancelledError, cross_validated_accuracy, training_accuracy
from bayeslab.evaluation.models import ModelSpec
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.evaluation.sweeps import SWEPT_MODELS, Sweep, SweepPoint, SweepSpec, sweep
from source import ROOT

POINTS = load(DatasetSpec("moons", n=60))
X, Y = POINTS.X, POINTS.y
THREE_FOLDS = EvaluationSpec("k-fold", folds=3)
SMALL = SweepSpec("II", gammas=(1.0, 5.0, 20.0), evaluation=THREE_FOLDS)
WITH_C = replace(SMALL, key="svc-rbf", Cs=(0.1, 10.0))


@pytest.mark.parametrize("variant", ["I", "II", "III"])
def test_each_point_of_kernel_bayes_is_what_its_fits_give(variant: Variant) -> None:
    for point in sweep(replace(SMALL, key=variant), X, Y).points:
        model = KernelBayes(variant, gamma=point.gamma)
        assert point.C is None
        assert point.training == training_accuracy(model, X, Y)
        expected = cross_validated_accuracy(model, X, Y, THREE_FOLDS)
        assert (point.cross_validated, point.held_out) == (expected, expected.mean)


def test_each_point_of_the_svc_is_what_its_fits_give() -> None:
    points = sweep(WITH_C, X, Y).points
    assert [(point.gamma, point.C) for point in points] == [
        (gamma, C) for gamma in (1.0, 5.0, 20.0) for C in (0.1, 10.0)
    ]
    for point in points:
        model = SVC(gamma=point.gamma, C=point.C)
        assert point.leave_one_out is None
        assert point.training == training_accuracy(model, X, Y)
        assert point.cross_validated == cross_validated_accuracy(model, X, Y, THREE_FOLDS)


def test_the_closed_form_projects_each_point_by_all_the_others() -> None:
    [point] = sweep(SweepSpec("I", gammas=(5.0,), evaluation=None), X, Y).points
    projections = [
        KernelBayes(gamma=5.0).fit(np.delete(X, i, axis=0), np.delete(Y, i)).project(X[[i]]).item()
        for i in range(len(Y))
    ]
    order = np.argsort(projections)
    below = np.concatenate([[0], np.cumsum(2 * Y[order] - 1)])
    fewest = ((Y == 0).sum() + below).min()
    assert point.leave_one_out == pytest.approx(1 - fewest / len(Y))
    assert point.cross_validated is None
    assert point.held_out == point.leave_one_out


TWO_WORKERS = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}  # as the guide


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    patient = {"distributed.comm.timeouts.connect": "120s"}  # others may keep the machine busy
    with dask.config.set(patient), LocalCluster(**TWO_WORKERS) as cluster:
        yield cluster


def sweep_both() -> list[Sweep]:
    reports: list[int] = []
    sweeps = [
        sweep(spec, X, Y, progress=lambda done, _: reports.append(done)) for spec in (SMALL, WITH_C)
    ]
    assert reports == [1, 2, 3, 1, 2, 3, 4, 5, 6]
    return sweeps


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_the_results_are_the_same_to_the_bit_in_threads_and_processes(backend: str) -> None:
    expected = sweep_both()
    with joblib.parallel_config(backend, n_jobs=2):
        assert sweep_both() == expected


@pytest.mark.soak
def test_the_results_are_the_same_to_the_bit_on_a_cluster(cluster: LocalCluster) -> None:
    expected = sweep_both()
    with Client(cluster), joblib.parallel_config("dask"):
        assert sweep_both() == expected


@pytest.mark.soak
def test_the_examples_of_the_guide_print_the_same_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, cluster: LocalCluster
) -> None:
    def take_cluster(**settings: object) -> AbstractContextManager[LocalCluster]:
        assert settings == TWO_WORKERS
        return nullcontext(cluster)

    monkeypatch.setattr("dask.distributed.LocalCluster", take_cluster)
    text = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
    on_one_machine, on_a_cluster = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    exec(on_one_machine, {"__name__": "__main__"})
    printed = capsys.readouterr().out
    assert printed.startswith("gamma = ")
    exec(on_a_cluster, {"__name__": "__main__"})
    assert capsys.readouterr().out == printed


def test_the_best_of_tied_points_is_the_smoothest() -> None:
    points = [
        SweepPoint(2.0, 1.0, leave_one_out=0.9),
        SweepPoint(1.0, 10.0, leave_one_out=0.9 + 1e-15),
        SweepPoint(1.0, 0.1, leave_one_out=0.9),
        SweepPoint(0.5, 0.1, leave_one_out=0.8),
        SweepPoint(0.1, 0.1, problem="Failed."),
    ]
    result = Sweep(tuple(points))
    assert result.best == points[2]
    assert len(result.tied) == 3


def test_a_point_that_fails_has_a_reason_and_leaves_the_others_alone() -> None:
    line = np.column_stack([np.arange(12.0), 2 * np.arange(12.0)])
    result = sweep(replace(SMALL, key="III"), line, np.arange(12) % 2)
    assert all("singular" in (point.problem or "") for point in result.points)
    with pytest.raises(ValueError, match="No setting could be evaluated: The covariance"):
        _ = result.best
    unbounded = ModelSpec(kernel="rbf")
    mixed = sweep(SweepSpec("I", unbounded, (-1.0, 5.0), (), THREE_FOLDS), X, Y)
    assert [point.problem is None for point in mixed.points] == [False, True]
    assert mixed.best.gamma == 5.0


@pytest.mark.parametrize("key", SWEPT_MODELS)
def test_more_than_two_classes_are_swept_by_folds(key: str) -> None:
    blobs = load(DatasetSpec("three_blobs", n=60))
    result = sweep(replace(SMALL, key=key), blobs.X, blobs.y)
    assert [point.problem for point in result.points] == [None] * 3
    assert {point.leave_one_out for point in result.points} == {None}


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (replace(SMALL, key="full"), "has no γ"),
        (replace(SMALL, settings=ModelSpec(kernel="linear")), "linear kernel has no γ"),
        (replace(SMALL, gammas=()), "at least one γ"),
        (replace(SMALL, Cs=(1.0,)), "for the SVC only"),
        (replace(WITH_C, evaluation=None), "choose k folds"),
        (replace(SMALL, evaluation=EvaluationSpec(folds=40)), "fewer than the 40 folds"),
    ],
)
def test_an_impossible_sweep_is_refused_with_one_sentence(spec: SweepSpec, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as refusal:
        sweep(spec, X, Y)
    assert str(refusal.value).endswith(".")


def test_the_closed_form_is_refused_for_more_than_two_classes() -> None:
    blobs = load(DatasetSpec("three_blobs", n=60))
    with pytest.raises(ValueError, match="choose k folds"):
        sweep(replace(SMALL, evaluation=None), blobs.X, blobs.y)


def test_a_sweep_is_cancelled_between_two_points() -> None:
    with pytest.raises(CancelledError):
        sweep(SMALL, X, Y, progress=lambda done, _: done < 2)


def test_a_sweep_can_be_ended_between_two_fits_of_one_point() -> None:
    fits: list[None] = []

    def end_at_the_third() -> None:
        fits.append(None)
        if len(fits) == 3:
            raise InterruptedError

    assert SMALL.evaluation is not None
    with pytest.raises(InterruptedError):
        sweep(replace(SMALL, gammas=(1.0,)), X, Y, between=end_at_the_third)
    assert len(fits) == 3 <= SMALL.evaluation.folds
    sweep(SMALL, X, Y, between=lambda: fits.append(None))
    assert len(fits) == 3 + len(SMALL.gammas) * SMALL.evaluation.folds
