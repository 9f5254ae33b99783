"""The canvas's JavaScript against Python, run in node: the same numbers, labels and refusals.

Scores are held to 1e-9 of the size of their terms, and labels must be equal wherever rounding
cannot decide them: where the score exceeds 1e-12 of that size. Of two cuts of the line that are
equally good up to rounding, either may be chosen.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Self

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.multiclass import OneVsRestClassifier

from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.kernels import KERNELS, RBF, Kernel, Laplacian, Polynomial
from bayeslab.estimators.threshold import ThresholdSearch, best_threshold
from bayeslab.scoring.descriptions import describe
from bayeslab.scoring.scores import Expansion, ScoreFunction
from cases import (
    TWO_CLASS_SETS,
    binary_models,
    blobs,
    box_around,
    kernel_bayes_models,
    other_models,
    size_of_terms,
)
from javascript import call

Array = NDArray[np.float64]

COLUMNS, ROWS = 13, 9
ACCURACY = 1e-9
ROUNDING = 1e-12
# Kernel values below this may count as zero in JavaScript: far from all points there is no score.
NOTHING = 1e-110


def grid_nodes(box: list[float], columns: int = COLUMNS, rows: int = ROWS) -> Array:
    x1_min, x1_max, x2_min, x2_max = box
    x1, x2 = np.linspace(x1_min, x1_max, columns), np.linspace(x2_min, x2_max, rows)
    return np.stack(np.meshgrid(x1, x2), axis=-1).reshape(-1, 2)


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


def described_models() -> Iterator[ScoreFunction]:
    for n_classes in (2, 3):
        binary = [*kernel_bayes_models(), *binary_models()] if n_classes == 2 else []
        X, y = blobs(40, n_classes=n_classes)
        for model in (*binary, *other_models()):
            yield from describe(clone(model).fit(X, y)) or ()


def extreme_scores() -> Iterator[ScoreFunction]:
    """Yield expansions with every kernel, width and metric: round, stretched and sheared."""
    rng = np.random.default_rng(0)
    points, coefficients = rng.normal(size=(20, 2)), rng.normal(size=20)
    roots = [[[2.0, 0.0], [0.0, 0.3]], [[1.0, 0.0], [-0.8, 0.6]], [[0.7, 0.0], [0.999, 0.05]]]
    bumps = [kind(gamma) for kind in (RBF, Laplacian) for gamma in (0.01, 0.3, 5.0, 80.0, 1000.0)]
    kernels: list[Kernel] = [*bumps, Polynomial(1, 0.0), Polynomial(2, 1.0), Polynomial(9, -0.5)]
    for kernel, root in product(kernels, [None, *map(np.array, roots)]):
        z: Any = points if root is None else np.linalg.solve(root, points.T).T
        square = 0.25 if isinstance(kernel, Polynomial) else 0.0
        expansion = Expansion(kernel, z, coefficients, root, square)
        yield ScoreFunction(np.zeros(2), expansions=(expansion,))


SCORES = [*described_models(), *extreme_scores()]
BOX = [-3.0, 6.0, -2.5, 5.5]
GRIDS = [
    (BOX, COLUMNS, ROWS),
    (BOX, 2, 2),
    (BOX, 40, 3),
    ([-1e3, 1e3, -1e3, 1e3], 8, 7),
    ([0.2, 0.3, 0.1, 0.15], 5, 4),
    ([0.0, 2.0, 400.0, 401.0], 5, 4),
]


def test_grids_of_every_description_equal_python() -> None:
    jobs = list(product(SCORES, GRIDS))
    grids = call("evaluate.js", [["scoreGrid", score.to_plain(), *grid] for score, grid in jobs])
    comparison = Comparison()
    for (score, grid), found in zip(jobs, grids, strict=True):
        nodes = grid_nodes(*grid)
        comparison.compare(found, score(nodes), size_of_terms(score, nodes))
    assert comparison.undecided <= comparison.scores / 1000


def test_points_and_their_contributions_equal_python() -> None:
    points = [[0.3, -0.2], [1.7, 2.9], [5.0, -2.0]]
    jobs = list(product(SCORES, points))
    plain = [[score.to_plain(), *x] for score, x in jobs]
    scores = call("evaluate.js", [["scoreAt", *rest] for rest in plain])
    parts = call("evaluate.js", [["contributions", *rest] for rest in plain])
    for (score, x), value, part in zip(jobs, scores, parts, strict=True):
        tolerance = ACCURACY * size_of_terms(score, np.array([x])).item() + NOTHING
        assert value == pytest.approx(score([x]).item(), rel=0, abs=tolerance)
        expected = vars(score.terms(x))
        assert part.keys() == expected.keys()
        for name, term in expected.items():
            assert part[name] == pytest.approx(term, rel=0, abs=tolerance)


def test_grid_nodes_are_those_of_numpy_to_the_bit() -> None:
    ends = np.random.default_rng(2).normal(scale=[1.0, 1e3], size=(50, 2)).tolist()
    found = call("evaluate.js", [["gridNodes", a, b, 2 + k] for k, (a, b) in enumerate(ends)])
    assert found == [np.linspace(a, b, 2 + k).tolist() for k, (a, b) in enumerate(ends)]


def test_powers_equal_python_to_the_bit() -> None:
    bases = np.random.default_rng(5).normal(scale=3.0, size=40)
    kernels = [Polynomial(degree, 0.1) for degree in range(1, 34)]
    scores = [
        ScoreFunction(np.zeros(2), expansions=(Expansion(kernel, np.eye(2)[:1], np.ones(1)),))
        for kernel in kernels
    ]
    jobs = [["scoreAt", score.to_plain(), x, 0.0] for score in scores for x in bases.tolist()]
    expected = [kernel(bases[:, None], np.ones((1, 1)))[:, 0].tolist() for kernel in kernels]
    found = [float(value) for value in call("evaluate.js", jobs)]
    assert found == np.ravel(expected).tolist()


# The box


def test_boxes_equal_python_to_the_bit() -> None:
    rng = np.random.default_rng(4)
    clouds = [rng.normal(size=(n, 2)) * scale for n in (2, 9) for scale in (1e-9, 1.0, 1e6)]
    places = [(2.0, 0.0), (1e-7, -3.0), (-4e6, 2e9), (-1e12, 0.0)]
    narrow = [np.array([place, place]) * [[1.0], [1 + 1e-10]] for place in places]
    sets = [*clouds, *(X + 5.0 for X in clouds), *narrow, *(X[:1] for X in narrow), clouds[0][:0]]
    jobs = [["boundingBox", {"x": X[:, 0].tolist(), "y": X[:, 1].tolist()}] for X in sets]
    assert call("points.js", jobs) == [list(bounding_box(X)) for X in sets]


# The threshold


def test_searches_on_tied_lines_equal_python_to_the_bit() -> None:
    rng = np.random.default_rng(3)
    lines = []
    for _ in range(300):
        n = int(rng.integers(2, 20))
        scores = rng.integers(0, 8, n) / 4 + rng.choice([0.0, 1e-9, 0.1], n)
        lines.append((scores, rng.permutation(np.r_[1, 0, rng.integers(0, 2, n - 2)])))
    jobs: list[Any] = list(product(lines, ["error", "consistency"], [0.0, 1e-6]))
    calls = [["bestThreshold", x.tolist(), y.tolist(), *rest] for (x, y), *rest in jobs]
    for ((x, y), *rest), found in zip(jobs, call("threshold.js", calls), strict=True):
        expected = best_threshold(x, 2 * y - 1, *rest)
        assert found.pop("order") == np.argsort(x, kind="stable").tolist()
        assert (found.pop("threshold"), found.pop("offset")) == (
            expected.threshold,
            expected.offset,
        )
        assert found.pop("fewest") == best_threshold(x, 2 * y - 1, "error", rest[1]).index
        assert found == {
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in vars(expected).items()
        }


# The fit

THRESHOLDS = ("error", "consistency", "loo")


def settings() -> Iterator[dict[str, Any]]:
    """Yield the parameters of every kernel, variant, metric and determinants."""
    kernels = [
        (name, gamma)
        for name, kernel in KERNELS.items()
        for gamma in ((0.01, 2.0, 1000.0) if kernel.has("gamma") else (1.0,))
    ]
    shapes: list[dict[str, Any]] = [
        {"variant": "I"},
        {"variant": "II", "metric": "sum"},
        {"variant": "II", "metric": "pooled"},
        {"variant": "III", "determinants": False},
        {"variant": "III", "determinants": True},
    ]
    for (kernel, gamma), shape in product(kernels, shapes):
        yield KernelBayes(kernel=kernel, gamma=gamma, degree=3, coef0=0.5, **shape).get_params()


def fit_or_problem(parameters: dict[str, Any], X: Array, y: Any) -> KernelBayes | dict[str, str]:
    try:
        return KernelBayes(**parameters).fit(X, y)
    except ValueError as error:
        return {"problem": str(error)}


def told(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of kernel Bayes as the component is told them."""
    return {**parameters, "is_bump": KERNELS[parameters["kernel"]].is_bump}


def columns_of(X: Array) -> dict[str, list[float]]:
    return {"x1": X[:, 0].tolist(), "x2": X[:, 1].tolist()}


def test_refits_equal_python() -> None:
    cases = list(product(TWO_CLASS_SETS.values(), settings()))
    jobs = [
        [columns_of(X), y.tolist(), told({**parameters, "threshold": rule}), box_around(X)]
        for ((X, y), parameters), rule in product(cases, THRESHOLDS)
    ]
    found = iter(call("fits.mjs", [["drawOne", *job, COLUMNS, ROWS] for job in jobs]))
    comparison, n_fits, n_ties = Comparison(), 0, 0
    for (X, y), parameters in cases:
        fits = {
            rule: fit_or_problem({**parameters, "threshold": rule}, X, y) for rule in THRESHOLDS
        }
        reference = Reference.of(fits["error"], fits["loo"], X)
        for theirs, ours in zip(fits.values(), found, strict=False):
            if reference is None or isinstance(theirs, dict):
                assert ours == theirs
                continue
            n_fits += 1
            n_ties += ours["search"]["index"] != theirs.threshold_search_.index
            check_fit(ours, theirs, reference, y > 0)
            offset = ours["search"]["offset"]
            size = reference.size_on_grid + abs(offset)
            comparison.compare(ours["grid"], reference.projection_on_grid + offset, size)
    assert n_fits > 500
    assert n_ties <= n_fits / 100
    assert comparison.undecided <= comparison.scores / 1000


def test_one_against_the_rest_equals_python() -> None:
    sets = [blobs(40, n_classes=n_classes, seed=n_classes) for n_classes in (3, 4)]
    cases = list(product(sets, settings()))
    jobs = [
        [columns_of(X), y.tolist(), sorted(set(y.tolist())), told(parameters), box_around(X)]
        for (X, y), parameters in cases
    ]
    found = call("fits.mjs", [["drawEach", *job, COLUMNS, ROWS] for job in jobs])
    shares = []
    for ((X, y), parameters), fits in zip(cases, found, strict=True):
        nodes = grid_nodes(box_around(X))
        model = OneVsRestClassifier(KernelBayes(**parameters)).fit(X, y)
        size = np.column_stack([size_of_terms(score, nodes) for score in describe(model) or ()])
        ours, theirs = (
            np.column_stack([fit["grid"] for fit in fits]),
            model.decision_function(nodes),
        )
        assert (np.abs(ours - theirs) <= ACCURACY * size).all()
        second, best = np.sort(theirs, axis=1)[:, -2:].T
        decided = best - second > ROUNDING * size.max(axis=1)
        assert (ours.argmax(axis=1) == model.predict(nodes))[decided].all()
        shares.append(decided.mean())
    assert np.median(shares) == 1.0


def refused() -> Iterator[tuple[Array, Any, dict[str, Any]]]:
    """Yield points too far out, kept off a line by rounding, and with squares that underflow."""
    X, y = TWO_CLASS_SETS["balanced"]
    yield X, y, KernelBayes("I", "polynomial", degree=900).get_params()
    yield 1e160 * X, y, KernelBayes("I", "polynomial").get_params()
    yield 1e151 * X, y, KernelBayes("I", "linear").get_params()
    line, labels = TWO_CLASS_SETS["collinear"]
    for model in (KernelBayes("II", gamma=5.0), KernelBayes("III", gamma=5.0)):
        yield line + 3e9, labels, model.get_params()
        for scale in (1e160, 1e-140, 1e-148, 1e-155, 1e-170):
            yield X * scale, y, model.get_params()
    for scale in (1e-140, 1e-148, 1e-155, 1e-170):
        yield X * scale, y, KernelBayes("II", gamma=5.0, metric="pooled").get_params()


def test_what_python_cannot_fit_is_refused_with_its_sentence() -> None:
    cases = list(refused())
    expected = [fit_or_problem(parameters, X, y) for X, y, parameters in cases]
    jobs = [["refit", columns_of(X), y.tolist(), told(parameters)] for X, y, parameters in cases]
    found = call("refit.js", jobs)
    for theirs, ours in zip(expected, found, strict=True):
        assert ours.get("problem") == (theirs["problem"] if isinstance(theirs, dict) else None)
    assert len({str(problem) for problem in expected if isinstance(problem, dict)}) == 5


def test_problems_name_the_classes_as_asked() -> None:
    X, y = TWO_CLASS_SETS["one point of C-"]
    parameters = KernelBayes("III", gamma=5.0).get_params()
    job = [columns_of(X), y.tolist(), {**told(parameters), "classes": ["dots", "rings"]}]
    expected = fit_or_problem(parameters, X, np.array(["dots", "rings"])[y])
    assert call("refit.js", [["refit", *job]]) == [expected]


@dataclass(frozen=True)
class Reference:
    """What Python says about one projection, whatever its threshold."""

    projection: Array
    size: Array
    projection_on_grid: Array
    size_on_grid: Array
    leaving_one_out: ThresholdSearch | None

    @classmethod
    def of(cls, fit: Any, leaving_one_out: Any, X: Array) -> Self | None:
        if isinstance(fit, dict):
            return None
        (score,) = describe(fit) or ()
        projection, nodes = replace(score, offset=0.0), grid_nodes(box_around(X))
        return cls(
            fit.projection_,
            size_of_terms(projection, X),
            fit.project(nodes),
            size_of_terms(projection, nodes),
            getattr(leaving_one_out, "threshold_search_", None),
        )


def check_fit(
    ours: dict[str, Any], theirs: KernelBayes, reference: Reference, positive: NDArray[np.bool_]
) -> None:
    size, largest = reference.size, reference.size.max()
    assert (np.abs(ours["projection"] - reference.projection) <= ACCURACY * size).all()
    check_search(ours["search"], theirs.threshold_search_, largest)
    b = ours["search"]["offset"]
    assert ours["trainingErrors"] in possible_errors(reference.projection + b, positive, size)
    alone = reference.leaving_one_out
    if alone is None:
        assert ours["looProjection"] is ours["looErrors"] is None
        return
    assert_close(np.sort(ours["looProjection"]), alone.scores, ACCURACY * largest)
    assert ours["looErrors"] in possible_errors(alone.scores + b, alone.labels > 0, largest)


def check_search(ours: dict[str, Any], theirs: ThresholdSearch, size: float) -> None:
    found = {name: np.array(value) for name, value in ours.items()}
    assert ours["criterion"] == theirs.criterion
    assert_close(found["scores"], theirs.scores, ACCURACY * size)
    assert_close(found["cuts"][1:-1], theirs.cuts[1:-1], ACCURACY * size)
    if (
        np.ptp(theirs.scores) > ROUNDING * size
    ):  # else nothing but rounding says how far out they lie
        assert_close(found["cuts"], theirs.cuts, ACCURACY * size)
    assert (found["realisable"] == theirs.realisable).all()
    # Points that rounding may put in either order are on one side of every realisable cut.
    assert (found["errors"] == theirs.errors)[theirs.realisable].all()
    assert (found["values"] == theirs.values)[theirs.realisable].all()
    assert ours["offset"] == -ours["threshold"] == -ours["cuts"][ours["index"]]
    if ours["index"] != theirs.index:
        gaps = np.r_[np.inf, np.diff(theirs.scores), np.inf]
        assert found["values"][ours["index"]] == theirs.values[theirs.index]
        assert_close(gaps[ours["index"]], gaps[theirs.index], ROUNDING * size)


def assert_close(ours: Any, theirs: Any, tolerance: float) -> None:
    assert (np.abs(ours - theirs) <= tolerance).all()


def possible_errors(scores: Array, positive: NDArray[np.bool_], size: Any) -> range:
    """Return how many scores may be on the wrong side if rounding decides those that it could."""
    undecided = np.abs(scores) <= ROUNDING * size
    errors = int((((scores > 0) != positive) & ~undecided).sum())
    return range(errors, errors + int(undecided.sum()) + 1)
