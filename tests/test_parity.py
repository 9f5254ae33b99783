"""The canvas's JavaScript against Python, run in Chromium: the same numbers, labels and refusals.

Scores are held to 1e-9 of the size of their terms, and labels must be equal wherever rounding cannot
decide them: that is, wherever the score exceeds 1e-12 of that size. Where two cuts of the line are
equally good up to rounding, either may be chosen.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page, Route
from sklearn.base import clone
from sklearn.multiclass import OneVsRestClassifier

from bayeslab.descriptions import describe
from bayeslab.kernel_bayes import KernelBayes
from bayeslab.kernels import RBF, Kernel, Laplacian, Polynomial
from bayeslab.scores import Expansion, ScoreFunction
from bayeslab.threshold import best_threshold
from cases import binary_models, blobs, kernel_bayes_models, other_models, size_of_terms
from source import ROOT

Array = NDArray[np.float64]
Call = Callable[[str, list[Any]], list[Any]]

COLUMNS, ROWS = 13, 9
ACCURACY = 1e-9
ROUNDING = 1e-12
NOTHING = (
    1e-140  # where all terms are smaller there is no score: JavaScript drops values below 1e-152
)

# Each job is [function, ...arguments]; what it returns is written with plain lists for typed arrays.
RUN = """async ([module, jobs]) => {
  const functions = await import("/" + module);
  const plain = (key, value) => ArrayBuffer.isView(value) ? Array.from(value) : value;
  return JSON.stringify(jobs.map(([name, ...rest]) => functions[name](...rest)), plain);
}"""


@pytest.fixture
def call(page: Page) -> Call:
    """Return a way to call exported functions of the canvas's modules in Chromium."""

    def serve(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name:
            route.fulfill(path=ROOT / "ui" / "canvas" / name, content_type="text/javascript")
        else:
            route.fulfill(body="<title>blank</title>", content_type="text/html")

    def call(module: str, jobs: list[Any]) -> list[Any]:
        results: list[Any] = json.loads(page.evaluate(RUN, [module, jobs]))
        return results

    page.route("http://127.0.0.1/**", serve)
    page.goto("http://127.0.0.1/")
    return call


def grid_nodes(box: list[float], columns: int = COLUMNS, rows: int = ROWS) -> Array:
    x1, x2 = np.linspace(*box[:2], columns), np.linspace(*box[2:], rows)
    return np.stack(np.meshgrid(x1, x2), axis=-1).reshape(-1, 2)


def box_around(X: Array) -> list[float]:
    """Return a box half as wide again as the points, as the canvas might show them."""
    low, high = X.min(axis=0), X.max(axis=0)
    margin = 0.25 * np.maximum(high - low, 0.1)
    corners: list[float] = np.stack([low - margin, high + margin], axis=1).ravel().tolist()
    return corners


class Comparison:
    """Scores compared so far, and how many of them rounding was left to decide."""

    def __init__(self) -> None:
        self.scores = 0
        self.undecided = 0

    def compare(self, ours: Any, theirs: Array, size: Array) -> None:
        """Hold JavaScript's scores to Python's; `size` is that of the terms of each."""
        found = np.array(ours, dtype=np.float64)
        assert (np.abs(found - theirs) <= ACCURACY * size + NOTHING).all()
        decided = np.abs(theirs) > ROUNDING * size + NOTHING
        assert ((found > 0) == (theirs > 0))[decided].all()
        self.scores += decided.size
        self.undecided += int((~decided & (size > NOTHING)).sum())


# Descriptions


def described_models() -> Iterator[tuple[str, ScoreFunction]]:
    for n_classes in (2, 3):
        binary = [*kernel_bayes_models(), *binary_models()] if n_classes == 2 else []
        X, y = blobs(40, n_classes=n_classes)
        for model in (*binary, *other_models()):
            for score in describe(clone(model).fit(X, y)) or ():
                yield str(model), score


def extreme_scores() -> Iterator[tuple[str, ScoreFunction]]:
    """Yield expansions with every kernel, width and metric, straight, stretched and sheared."""
    rng = np.random.default_rng(0)
    points, coefficients = rng.normal(size=(20, 2)), rng.normal(size=20)
    roots = [None, [[2.0, 0.0], [0.0, 0.3]], [[1.0, 0.0], [-0.8, 0.6]], [[0.7, 0.0], [0.999, 0.05]]]
    bumps = [kind(gamma) for kind in (RBF, Laplacian) for gamma in (0.01, 0.3, 5.0, 80.0, 1000.0)]
    kernels: list[Kernel] = [*bumps, Polynomial(1, 0.0), Polynomial(2, 1.0), Polynomial(9, -0.5)]
    for kernel, root in product(kernels, roots):
        L = None if root is None else np.array(root)
        z = points if L is None else np.linalg.solve(L, points.T).T
        square = 0.25 if isinstance(kernel, Polynomial) else 0.0
        expansion = Expansion(kernel, z, coefficients, L, square)
        yield str((kernel, root)), ScoreFunction(np.zeros(2), expansions=(expansion,))


SCORES = dict([*described_models(), *extreme_scores()])
BOX = [-3.0, 6.0, -2.5, 5.5]
GRIDS = [(BOX, COLUMNS, ROWS), (BOX, 2, 2), (BOX, 40, 3), ([-1e3, 1e3, -1e3, 1e3], 8, 7)]


def test_grids_of_every_description_equal_python(call: Call) -> None:
    jobs = list(product(SCORES.values(), GRIDS))
    grids = call("evaluate.js", [["scoreGrid", score.to_plain(), *grid] for score, grid in jobs])
    comparison = Comparison()
    for (score, grid), found in zip(jobs, grids, strict=True):
        nodes = grid_nodes(*grid)
        comparison.compare(found, score(nodes), size_of_terms(score, nodes))
    assert comparison.undecided <= comparison.scores / 1000


def test_points_and_their_contributions_equal_python(call: Call) -> None:
    points = np.random.default_rng(1).uniform(-2.0, 5.0, size=(8, 2)).tolist()
    jobs = list(product(SCORES.values(), points))
    plain = [[score.to_plain(), *x] for score, x in jobs]
    scores = call("evaluate.js", [["scoreAt", *rest] for rest in plain])
    parts = call("evaluate.js", [["contributions", *rest] for rest in plain])
    for (score, x), value, part in zip(jobs, scores, parts, strict=True):
        size = size_of_terms(score, np.array([x])).item()
        assert value == pytest.approx(score([x]).item(), rel=0, abs=ACCURACY * size)
        terms = {
            name: pytest.approx(term, abs=ACCURACY * size)
            for name, term in vars(score.terms(x)).items()
        }
        assert part == terms


def test_grid_nodes_are_those_of_numpy_to_the_bit(call: Call) -> None:
    ends = np.random.default_rng(2).normal(scale=[[1.0, 1e3]], size=(50, 2)).tolist()
    found = call("evaluate.js", [["gridNodes", *pair, 2 + k] for k, pair in enumerate(ends)])
    assert found == [np.linspace(*pair, 2 + k).tolist() for k, pair in enumerate(ends)]


# The threshold


def test_searches_on_tied_lines_equal_python_to_the_bit(call: Call) -> None:
    rng = np.random.default_rng(3)
    lines = []
    for _ in range(300):
        n = int(rng.integers(2, 20))
        scores = rng.integers(0, 8, n) / 4 + rng.choice([0.0, 1e-9, 0.1], n)
        lines.append((scores, rng.permutation(np.r_[1, 0, rng.integers(0, 2, n - 2)])))
    jobs = list(product(lines, ["error", "consistency"], [0.0, 1e-6]))
    calls = [["bestThreshold", x.tolist(), y.tolist(), *rest] for (x, y), *rest in jobs]
    for ((x, y), *rest), found in zip(jobs, call("threshold.js", calls), strict=True):
        expected = best_threshold(x, 2 * y - 1, *rest)
        assert found.pop("order") == np.argsort(x, kind="stable").tolist()
        assert (found.pop("threshold"), found.pop("offset")) == (
            expected.threshold,
            expected.offset,
        )
        assert found == {
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in vars(expected).items()
        }
