"""Growth: every method is measured at every size, and the counts are those of the formulas."""

import numpy as np
import pytest

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.evaluation import models
from bayeslab.evaluation.accuracy import CancelledError
from bayeslab.scoring.regions import decision_regions
from core.growth import FAST, METHODS, NAIVE, SVC, measure_growth


def test_every_method_is_measured_at_every_size() -> None:
    reports: list[tuple[int, ...]] = []
    timings = measure_growth([20, 50], resolution=9, progress=lambda *done: reports.append(done))
    assert [(timing.n, timing.method) for timing in timings] == [
        (n, method) for n in (20, 50) for method in METHODS
    ]
    assert reports == [(done, 6) for done in range(1, 7)]
    for timing in timings:
        assert timing.problem is None
        assert timing.fit_seconds is not None
        assert timing.grid_seconds is not None
        assert min(timing.fit_seconds, timing.grid_seconds) > 0


def test_the_counts_are_those_of_pairs_of_points_and_of_points_and_cells() -> None:
    fast, naive, svc = measure_growth([40], gamma=2.0, resolution=10)
    assert (fast.fit_evaluations, fast.grid_evaluations) == (None, None)
    assert (naive.fit_evaluations, naive.grid_evaluations) == (1600, 4000)
    points = load(DatasetSpec("moons", n=40))
    support = len(METHODS[SVC](2.0).fit(points.X, points.y).support_)
    assert (svc.support_vectors, svc.grid_evaluations) == (support, 100 * support)


@pytest.mark.parametrize("gamma", [0.5, 5.0, 50.0])
def test_fast_and_naive_sums_are_the_same_classifier(gamma: float) -> None:
    points = load(DatasetSpec("moons", n=80))
    box = bounding_box(points.X)
    fast, naive = (
        decision_regions(METHODS[method](gamma).fit(points.X, points.y), box, 40)
        for method in (FAST, NAIVE)
    )
    np.testing.assert_allclose(fast.score, naive.score, rtol=0, atol=1e-12)
    assert (fast.label == naive.label).all()


def test_a_method_that_fails_has_a_reason_and_leaves_the_others_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(models, "MAX_SVC_STEPS", 1)
    fast, naive, svc = measure_growth([20], resolution=5)
    assert (fast.problem, naive.problem) == (None, None)
    assert svc.problem is not None
    assert "did not finish within 1 steps" in svc.problem


def test_a_measurement_is_cancelled_between_two_methods() -> None:
    with pytest.raises(CancelledError):
        measure_growth([20], resolution=5, progress=lambda done, _: done < 2)
