"""The browser's fast sums, products in WebAssembly and interpolants, against Python."""

import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bayeslab.data.points import bounding_box
from bayeslab.estimators.exponentials import gaussian_values
from bayeslab.estimators.kernel_bayes import KernelBayes, Threshold, Variant
from bayeslab.scoring.grid import grid_axes, grid_nodes
from javascript import call, points_of
from left_out import log_means_of_others
from source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
from product_bytes import ASSEMBLER, MODULE, write_module

Array = NDArray[np.float64]

N, SIZE = 900, 50
ACCURACY, BOUND = 1e-9, 1e-12  # of scores, relative to the largest; of what rounding may decide
N_CUT = 5000  # points that are interpolated where 900 are summed pair by pair


def moons(n: int, seed: int = 0) -> tuple[Array, NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    y, angle = rng.integers(0, 2, n), rng.uniform(0, np.pi, n)
    x1, x2 = (
        np.where(y, 1 - np.cos(angle), np.cos(angle)),
        np.where(y, 0.5, 0) + np.where(y, -1, 1) * np.sin(angle),
    )
    return np.column_stack([x1, x2]) + rng.normal(scale=0.2, size=(n, 2)), y


def corners(n: int) -> tuple[Array, NDArray[np.int64]]:
    rng = np.random.default_rng(1)
    places = rng.integers(0, 2, (n, 2))
    return 3.0 * places + rng.normal(scale=0.01, size=(n, 2)), places.sum(axis=1) % 2


def line(n: int) -> tuple[Array, NDArray[np.int64]]:
    rng = np.random.default_rng(2)
    x = rng.normal(size=n)
    return np.column_stack([x, np.full(n, 0.7)]), (np.sin(3 * x) > 0).astype(np.int64)


def twice(n: int) -> tuple[Array, NDArray[np.int64]]:
    X, y = moons(n // 2)
    return np.repeat(X, 2, axis=0), np.repeat(y, 2)


def scattered(n: int) -> tuple[Array, NDArray[np.int64]]:
    """A few points far from a crowd, and a small class: few tiles, with more points than nodes."""
    rng = np.random.default_rng(3)
    points = rng.normal(scale=1.5, size=(n, 2))
    points[:40] = np.column_stack([np.linspace(6, 13, 40), rng.uniform(5, 7, 40)])
    return points, (rng.random(n) < 0.01).astype(np.int64)


X, Y = moons(N)
CASES: dict[str, tuple[Array, NDArray[np.int64], Variant, float]] = {
    "moons": (X, Y, "I", 5.0),
    "wide bumps": (X, Y, "I", 0.02),
    "narrow bumps": (X, Y, "I", 300.0),
    "far from the origin": (X + np.array([1e6, -1e6]), Y, "I", 5.0),
    "in four corners": (*corners(N), "I", 2.0),
    "on a line": (*line(N), "I", 5.0),
    "every point twice": (*twice(N), "I", 5.0),
    "one metric": (X, Y, "II", 2.0),
    "two metrics": (X, Y, "III", 1.0),
    "thousands": (*moons(N_CUT), "I", 5.0),
    "thousands in two metrics": (*moons(N_CUT), "III", 1.0),
    "some far away": (*scattered(3000), "I", 2.0),
}


def test_the_bytes_of_the_product_are_those_of_its_text() -> None:
    if not ASSEMBLER.exists():
        pytest.fail("wabt, which assembles product.wat, is not installed: run make lint.")
    written = MODULE.read_text(encoding="utf-8")
    assert written == write_module(), "run: python scripts/product_bytes.py --write"


@pytest.mark.parametrize("is_plain", [False, True])
def test_products_equal_those_of_numpy_with_and_without_webassembly(is_plain: bool) -> None:
    rng = np.random.default_rng(0)
    shapes = [(1, 1, 1), (4, 2, 2), (5, 3, 7), (2, 9, 1), (13, 6, 300)]
    factors = [(rng.normal(size=(n, k)), rng.normal(size=(m, k))) for n, m, k in shapes]
    jobs = [[A.ravel(), B.ravel(), *shape] for (A, B), shape in zip(factors, shapes, strict=True)]
    (products,) = call("fits.mjs", [["products", is_plain, jobs]])
    for (A, B), found in zip(factors, products, strict=True):
        np.testing.assert_allclose(found, (A @ B.T).ravel(), rtol=0, atol=1e-12)


def test_many_points_are_interpolated_and_few_or_narrow_ones_are_not() -> None:
    def cuts(n: int, gamma: float) -> int:
        t, v = moons(n)[0].T
        ranges = [{"from": 0, "to": n // 2}, {"from": n // 2, "to": n}]
        (found,) = call("tiles.js", [["weighTiles", gamma, t, v, ranges]])
        return int(found["cuts"])

    assert cuts(100, 5.0) == cuts(N, 300.0) == 1
    assert 1 < cuts(N, 5.0) < cuts(N_CUT, 5.0)


def fit(name: str, threshold: Threshold) -> tuple[KernelBayes, dict[str, Any]]:
    points, y, variant, gamma = CASES[name]
    model = KernelBayes(variant, gamma=gamma, threshold=threshold)
    config = model.get_params() | {"is_bump": True}
    job = ["fitMany", points_of(points), y, config, list(bounding_box(points)), SIZE]
    (found,) = call("fits.mjs", [job])
    return model.fit(points, y), found


@pytest.mark.parametrize("name", CASES)
def test_fits_to_many_points_equal_python(name: str) -> None:
    points = CASES[name][0]
    model, found = fit(name, "error")
    search, size = model.threshold_search_, np.abs(model.projection_).max()
    assert np.abs(np.array(found["projection"]) - model.projection_).max() <= ACCURACY * size
    assert found["trainingErrors"] == search.errors[search.index]
    assert found["threshold"] == pytest.approx(search.threshold, rel=0, abs=ACCURACY * size)
    predicted = np.array(found["scores"]) > 0
    decided = np.abs(model.decision_function(points)) > BOUND
    assert (predicted == (model.predict(points) == 1))[decided].all() and decided.mean() > 0.99
    nodes = grid_nodes(*grid_axes(bounding_box(points), SIZE))
    scores, ours = model.decision_function(nodes), np.array(found["grid"]) + found["offset"]
    assert np.abs(ours - scores).max() <= ACCURACY * max(size, np.abs(scores).max())
    decided = np.abs(scores) > BOUND
    assert ((ours > 0) == (scores > 0))[decided].all()


@pytest.mark.parametrize("name", ["thousands", "far from the origin", "every point twice"])
def test_a_grid_takes_the_moments_of_its_fit_and_of_no_other_weights(name: str) -> None:
    points, y, variant, gamma = CASES[name]
    config = KernelBayes(variant, gamma=gamma).get_params() | {"is_bump": True}
    job = ["gridsOfCopies", points_of(points), y, config, list(bounding_box(points))]
    (found,) = call("fits.mjs", [job])
    of_fit, of_copy, changed, changed_copy = map(np.array, found)
    assert 0 < np.abs(of_fit - of_copy).max() < ACCURACY * np.abs(of_copy).max()
    np.testing.assert_array_equal(changed, changed_copy)


@pytest.mark.parametrize("name", CASES)
def test_leave_one_out_of_many_points_is_a_sum_over_the_others(name: str) -> None:
    points, y, variant, gamma = CASES[name]
    model, found = fit(name, "loo")
    search = model.threshold_search_
    assert found["looErrors"] == search.errors[search.index]
    some = np.arange(0, len(y), max(1, len(y) // 300)) if len(y) > N else np.arange(len(y))
    if variant == "I":
        K = gaussian_values(points[some], points, gamma)
        K[np.arange(len(some)), some] = 0.0
        own = y[some, None] == y
        counts = [(own & (y == label)).sum(axis=1) for label in (1, 0)]
        parts = [
            (K * (y == label)).sum(axis=1) / np.where(count > 0, count - 1, (y == label).sum())
            for label, count in zip((1, 0), counts, strict=True)
        ]
    elif len(y) <= N:
        parts = [np.exp(part) for part in log_means_of_others(points, y, variant, "rbf", gamma)]
    else:
        return
    tolerance = ACCURACY * np.maximum(*parts) + 1e-300
    assert (
        np.abs(np.array(found["looProjection"])[some] - (parts[0] - parts[1])) <= tolerance
    ).all()


def test_faint_places_have_the_labels_of_sums_point_by_point() -> None:
    """Between the bumps of many points every sum is smaller than an interpolant's error."""
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, N)
    points = 8.0 * y[:, None] + rng.normal(scale=0.3, size=(N, 2))
    model = KernelBayes(gamma=1.0, threshold="loo").fit(points, y)
    box = list(bounding_box(points))
    job = ["fitMany", points_of(points), y, model.get_params() | {"is_bump": True}, box, SIZE]
    (found,) = call("fits.mjs", [job])
    nodes = grid_nodes(*grid_axes(box, SIZE))
    exact = gaussian_values(nodes, points, 1.0) @ np.where(y, 1 / y.sum(), -1 / (N - y.sum()))
    assert (np.abs(exact) < BOUND).any()
    faint = np.abs(exact) < BOUND
    ours = np.array(found["grid"])
    assert (np.abs(ours - exact)[faint] <= 1e-6 * np.abs(exact[faint])).all()


@pytest.mark.parametrize("n", [60, 2000])
@pytest.mark.parametrize(
    ("variant", "classes", "held"), [("I", 2, 5), ("I", 4, 5), ("II", 2, 0), ("III", 2, 5)]
)
def test_a_dragged_point_costs_no_digit(variant: Variant, classes: int, held: int, n: int) -> None:
    """What is held serves variant I, and in variant III the class whose points rest."""
    rng = np.random.default_rng(4)
    y = rng.integers(0, classes, n)
    points = rng.normal(size=(n, 2)) + 2.0 * np.column_stack([y % 2, y // 2])
    model = KernelBayes(variant, gamma=2.0).get_params() | {"kind": "kernel", "is_bump": True}
    (found,) = call("fits.mjs", [["dragPoints", model, 2.0, points_of(points, y), [3]]])
    assert found["held"] == held
    assert max(found["projection"], found["grid"]) <= 1e-13
    assert found["loo"] <= 1e-7  # relative, where classes nearly cancel
    assert all(ours == theirs for ours, theirs in found["cuts"])


def test_a_class_that_is_dragged_as_a_whole_costs_no_digit_of_faint_points() -> None:
    """The sums that are held have no point of it."""
    rng = np.random.default_rng(6)
    points, y = rng.normal(scale=1.5, size=(3000, 2)), np.arange(3000) < 2
    points[5:8] = [[21.0, 9.0], [23.0, 0.0], [25.0, 9.0]]
    model = KernelBayes(gamma=0.5).get_params() | {"kind": "kernel", "is_bump": True}
    job = ["dragPoints", model, 0.5, points_of(points, y), [0, 1]]
    (found,) = call("fits.mjs", [job])
    assert found["held"] == 5
    assert found["loo"] <= 1e-7


def test_a_coarse_grid_is_followed_by_the_finest_while_a_point_is_dragged() -> None:
    """The first frame after the press has nothing that is held, and may have no time for all."""
    rng = np.random.default_rng(5)
    points, y = rng.normal(size=(2000, 2)), rng.integers(0, 2, 2000)
    model = KernelBayes(gamma=2.0).get_params() | {"kind": "kernel", "is_bump": True}
    (found,) = call("fits.mjs", [["sizes", model, 2.0, points_of(points, y), [3]]])
    assert found[0] < found[1] == found[-1] == 200
