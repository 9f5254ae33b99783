"""The weights of points as areas of markers, and the margin of an SVM, in the browser."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core import compute
from core.messages import describe_refit
from javascript import call, points_of
from lessons.kernel_bayes_and_svm.data import find_alphas
from lessons.kernel_bayes_and_svm.state import EXAMPLES, KernelBayesAndSvmState

STATES = [
    KernelBayesAndSvmState.first(),
    *(KernelBayesAndSvmState(example=name) for name in EXAMPLES),
]
STATES.append(replace(KernelBayesAndSvmState.first(), kernel="linear"))


def fitted(state: KernelBayesAndSvmState) -> tuple[Any, dict[str, Any]]:
    """Return the points, and what the browser's fit of the SVM says of them."""
    points = compute.dataset(state.lab.dataset_spec)
    settings = describe_refit(state.lab.beside, state.lab.model_spec) or {}
    gamma = state.gamma if settings["gamma"] is None else settings["gamma"]
    job = ["fitSvc", points_of(points.X), points.y == 1, settings | {"gamma": gamma}]
    return points, call("svc.js", [job])[0]


@pytest.mark.parametrize("state", STATES, ids=lambda state: f"{state.example} {state.kernel}")
def test_the_areas_of_markers_are_the_weights_that_scikit_learn_finds(
    state: KernelBayesAndSvmState,
) -> None:
    points, fit = fitted(state)
    alphas = find_alphas(compute.fitted_model(state.lab.fit_spec(state.lab.beside)), points.y)
    assert fit["support"] == np.flatnonzero(alphas).tolist()
    assert fit["alphas"] == pytest.approx(alphas[alphas > 0], rel=0.02, abs=0.02 * alphas.max())
    labels = points.y.tolist()
    (shares,) = call("weights.js", [["weightShares", labels, fit]])
    sums = [alphas[points.y == k].sum() for k in (0, 1)]
    assert shares == pytest.approx(alphas / np.take(sums, points.y), abs=0.01)
    usual = 10.0
    (sizes,) = call("weights.js", [["weightSizes", shares, usual]])
    drawn = (np.array(sizes) > 4) & (np.array(sizes) < 40)
    areas, weights = np.square(sizes)[drawn], np.array(shares)[drawn]
    assert areas / areas.max() == pytest.approx(weights / weights.max())
    assert all(size == 4 for size, alpha in zip(sizes, alphas, strict=True) if alpha == 0)


def test_in_kernel_bayes_all_points_of_a_class_have_the_same_weight() -> None:
    (shares,) = call("weights.js", [["weightShares", [0, 1, 1, 0, 1, 1], {}]])
    assert shares == [0.5, 0.25, 0.25, 0.5, 0.25, 0.25]
    ((one, other, *_),) = call("weights.js", [["weightSizes", shares, 12]])
    assert (one / other) ** 2 == pytest.approx(2)


def test_small_markers_are_painted_over_large_ones() -> None:
    (groups,) = call("weights.js", [["groupBySize", [0, 1, 0, 1], [4.0, 20.0, 9.1, 4.0]]])
    assert groups == [
        {"label": 1, "size": 20, "own": [1]},
        {"label": 0, "size": 9, "own": [2]},
        {"label": 0, "size": 4, "own": [0]},
        {"label": 1, "size": 4, "own": [3]},
    ]


def nodes_of(score: Any) -> dict[str, Any]:
    return {
        "labels": (score > 0).astype(int).ravel().tolist(),
        "strength": np.abs(score).ravel().tolist(),
        "deep": [0] * score.size,
        "size": len(score),
    }


def test_the_margin_is_where_the_score_is_one_or_minus_one() -> None:
    x = np.linspace(-2, 2, 21)
    lines = call("margin.js", [["findMargin", nodes_of(np.tile(x, (21, 1))), 1]])[0]
    assert len(lines) == 2
    for line, column in zip(lines, (15, 5), strict=True):  # x = 1 and x = -1
        places = np.reshape(line, (-1, 2))
        assert places[:, 0] == pytest.approx(column)
        assert sorted(places[:, 1]) == pytest.approx(range(21))
        assert np.abs(np.diff(places[:, 1])) == pytest.approx(1)  # to be dashed


def test_a_round_margin_is_one_closed_line() -> None:
    x = np.linspace(-4, 4, 42)
    radius = np.hypot(*np.meshgrid(x, x))
    lines = call("margin.js", [["findMargin", nodes_of(2.0 - radius), 1]])[0]
    inner, outer = (np.reshape(line, (-1, 2)) * (x[1] - x[0]) - 4 for line in lines)
    for line, r in ((inner, 1), (outer, 3)):
        assert np.hypot(*line.T) == pytest.approx(r, abs=0.02)
    assert inner[0] == pytest.approx(inner[-1])
