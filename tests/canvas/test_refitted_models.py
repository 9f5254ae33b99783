"""What the browser refits while a hand changes γ or the points, and after it lets go."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.evaluation.models import ModelSpec
from cases import read_plain
from core.messages import describe_refit
from javascript import call, points_of

Array = NDArray[np.float64]
Frame = tuple[float, Array, NDArray[np.int64]]


def frames_of_a_hand(what: str) -> list[Frame]:
    """Return gamma, points and labels of each frame."""
    points, frames = load(DatasetSpec("moons", n=200)), []
    for k in range(12):
        gamma, X, y = 2.0, points.X.copy(), points.y.copy()
        if what == "gamma":
            gamma *= 1.2**k
        elif what == "a point":
            X[0] += 0.1 * k
        elif what == "more points":
            X, y = X[: 100 + 5 * k], y[: 100 + 5 * k]
        elif what == "fewer points":
            X, y = X[5 * k :], y[5 * k :]
        elif what == "another class":
            y[:k] = 1 - y[:k]
        frames.append((gamma, X, y))
    return frames


def drag(jobs: list[tuple[Any, list[Frame]]]) -> list[Any]:
    """Return what the panel shows of a model at each frame, and when the hand has let go."""
    told = [[model, [[gamma, points_of(X, y)] for gamma, X, y in each]] for model, each in jobs]
    return call("fits.mjs", [["drag", *each] for each in told])


def residuals_of(ours: dict[str, Any], X: Array, signs: Array, C: float) -> tuple[Array, Array]:
    """Return the residuals of the points that may grow, and of those that may shrink."""
    residuals, coefficients = signs - read_plain(ours)(X), np.zeros(len(X))
    coefficients[ours["support"]] = np.array(ours["alphas"]) * signs[ours["support"]]
    assert coefficients.sum() == pytest.approx(0, abs=1e-9)
    assert (np.abs(coefficients) <= C).all()
    grows = coefficients < np.where(signs > 0, C, 0)
    shrinks = coefficients > np.where(signs > 0, 0, -C)
    return residuals[grows], residuals[shrinks]


@pytest.mark.parametrize("key", ["svc-rbf", "svc-polynomial"])
@pytest.mark.parametrize(
    "what", ["gamma", "a point", "more points", "fewer points", "another class"]
)
def test_a_solver_that_starts_from_the_frame_before_ends_at_an_optimum(key: str, what: str) -> None:
    model, frames = describe_refit(key, ModelSpec()) or {}, frames_of_a_hand(what)
    (found,) = drag([(model, frames)])
    for (_, X, y), ours in zip(frames, found["held"], strict=True):
        grows, shrinks = residuals_of(ours, X, np.where(y == 1, 1.0, -1.0), model["C"])
        assert grows.max() - shrinks.min() <= 1.01e-3  # libsvm's tolerance


def test_a_solver_starts_from_the_frame_before_only_while_a_hand_moves() -> None:
    model, frames = describe_refit("svc-rbf", ModelSpec()) or {}, frames_of_a_hand("gamma")
    moved, still, alone = drag(
        [(model, each) for each in (frames, [frames[-1], frames[-1]], frames[-1:])]
    )
    assert moved["held"][-1] != moved["resting"]  # another place within the tolerance
    first, second = (fit["alphas"] for fit in still["held"])
    assert second == first  # nothing is left to be done
    assert moved["resting"] == alone["resting"]  # of which another test says that it is Python's


def test_after_a_drag_the_largest_consistency_is_that_of_a_fresh_fit() -> None:
    """Points at equal places have equal scores, up to the rounding of the sums that are held."""
    model = describe_refit("I", ModelSpec(threshold="consistency")) or {}
    drags = []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        X, y = rng.integers(-2, 3, (30, 2)) / 2, rng.integers(0, 2, 30)
        places = np.concatenate([rng.integers(-2, 3, (3, 2)) / 2, X[[1]]])
        frames = [np.vstack([place, X[1:]]) for place in places]
        drags.append([(1.0, each, y) for each in frames])
    jobs = [(model, each) for frames in drags for each in (frames, frames[-1:])]
    found = [each["resting"]["offset"] for each in drag(jobs)]
    assert found[::2] == found[1::2]
