"""What the browser refits and validates by itself, in node, against Python.

Scores are held to 1e-9 of the size of their terms; labels must be equal wherever rounding cannot
decide them.
"""

from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.fit_error import FitError
from bayeslab.evaluation.accuracy import evaluate
from bayeslab.evaluation.models import ModelSpec, build_model
from bayeslab.evaluation.splits import EvaluationSpec, find_splits
from bayeslab.scoring.descriptions import describe
from cases import TWO_CLASS_SETS, blobs, box_around, cloud, read_plain, size_of_terms
from core.messages import describe_refit
from javascript import call

Array = NDArray[np.float64]

ACCURACY = 1e-9
ROUNDING = 1e-12
GAUSSIANS = ("full", "diagonal", "pooled", "nearest-mean")
SETS = {
    **TWO_CLASS_SETS,
    **{f"{n} classes": blobs(40, n_classes=n, seed=n) for n in (3, 4)},
    "labels 1 and 3": (cloud(9, 7, seed=8)[0], 1 + 2 * cloud(9, 7, seed=8)[1]),
    "equal covariances": (
        np.array([[0, 0], [1, 0], [0, 2], [5, 5], [6, 5], [5, 7]]),
        [0, 0, 0, 1, 1, 1],
    ),
}


def nodes_of(X: Array) -> Array:
    a, b, c, d = box_around(X)
    grid = np.meshgrid(np.linspace(a, b, 9), np.linspace(c, d, 7))
    return np.stack(grid, axis=-1).reshape(-1, 2)


def job(function: str, key: str, spec: ModelSpec, X: Array, y: Any, last: Any) -> list[Any]:
    points, labels = {"x1": X[:, 0].tolist(), "x2": X[:, 1].tolist()}, [int(label) for label in y]
    names = [f"class {k}" for k in range(1 + max(labels))]
    return [function, describe_refit(key, spec), spec.gamma, points, labels, names, last]


@pytest.mark.parametrize("key", GAUSSIANS)
def test_gaussian_classes_equal_python(key: str) -> None:
    spec = ModelSpec()
    model = build_model(key, spec)
    jobs = [job("fit", key, spec, X, y, nodes_of(X).tolist()) for X, y in SETS.values()]
    found = call("fits.mjs", jobs)
    refused = 0
    for (X, y), ours in zip(SETS.values(), found, strict=True):
        try:
            fitted = model.fit(X, y)
        except FitError as problem:
            assert ours == {"problem": str(problem.with_names(["0", "1"]))}
            refused += 1
            continue
        check_scores(fitted, X, np.asarray(y), ours)
    assert refused < len(SETS) / 2


@pytest.mark.parametrize("key", ["I", "II", "III", "full"])
def test_more_than_two_classes_are_refused_in_the_same_words(key: str) -> None:
    spec, (X, y) = ModelSpec(threshold="loo"), blobs(40, n_classes=3, seed=3)
    names = ["setosa", "class 2", "<b>{label}</b>"]
    one, line, rest = y != 1, X.copy(), X.copy()
    one[np.flatnonzero(y == 1)[0]] = True
    line[y == 2, 1] = 0.0
    rest[y > 0, 1] = 0.0
    sets = [(X[one], y[one]), (line, y), (rest, y), (np.ones_like(X), y)]
    jobs = [[*job("fit", key, spec, X, y, [])[:-2], names, []] for X, y in sets]
    sentences = []
    for (X, y), ours in zip(sets, call("fits.mjs", jobs), strict=True):
        try:
            build_model(key, spec, 3).fit(X, y)
        except FitError as error:
            assert ours == {"problem": str(error.with_names(names))}
            sentences.append(ours["problem"])
        else:
            assert "problem" not in ours
    assert len(set(sentences)) == {"I": 2, "II": 2, "III": 4, "full": 3}[key]


def check_scores(fitted: Any, X: Array, y: NDArray[np.int64], ours: dict[str, Any]) -> None:
    nodes, descriptions = nodes_of(X), describe(fitted) or ()
    theirs = np.column_stack([score(nodes) for score in descriptions])
    size = np.column_stack([size_of_terms(score, nodes) for score in descriptions])
    assert (np.abs(np.array(ours["scores"]) - theirs) <= ACCURACY * size).all()
    second, best = (
        np.sort(theirs, axis=1)[:, -2:].T if theirs.shape[1] > 1 else (0, abs(theirs[:, 0]))
    )
    decided = best - second > ROUNDING * size.max(axis=1)
    assert (np.array(ours["labels"]) == fitted.predict(nodes))[decided].all()
    assert decided.mean() > 0.9
    assert ours["errors"] == (fitted.predict(X) != y).sum()


def test_folds_are_those_of_python() -> None:
    rng = np.random.default_rng(0)
    cases = [
        (rng.permutation(np.r_[np.arange(3).repeat(k), rng.integers(0, 3, n)]), k, seed)
        for n, k, seed in product((0, 1, 50, 700), (2, 5, 20), (0, 1, 2**32 - 1))
    ]
    found = call("folds.js", [["stratifiedFolds", y.tolist(), k, seed] for y, k, seed in cases])
    for (y, k, seed), ours in zip(cases, found, strict=True):
        folds = np.empty(len(y), int)
        for number, (_, test) in enumerate(EvaluationSpec(folds=k, seed=seed).splits(y)):
            folds[test] = number
        assert ours == folds.tolist()


TWO_CLASSES = [
    (DatasetSpec("iris", classes=(1, 2)), 5),
    (DatasetSpec("random_labels", n=120), 3),
    (DatasetSpec("moons", n=80), 2),
    (DatasetSpec("imbalanced", n=60), 20),
    (DatasetSpec("two_gaussians", n=400, noise=1.0), 20),
]
VALIDATED = [*TWO_CLASSES, (DatasetSpec("iris"), 5), (DatasetSpec("wine"), 10)]


@pytest.mark.parametrize("key", [*GAUSSIANS, "I", "II", "III", "svc-linear", "svc-rbf"])
def test_the_rows_of_the_table_equal_python(key: str) -> None:
    spec = ModelSpec(gamma=2.0)
    chosen = TWO_CLASSES if key.startswith("svc") else VALIDATED
    sets = [(load(data), folds) for data, folds in chosen]
    jobs = [
        job("evaluate", key, spec, points.X, points.y, {"folds": folds, "seed": 0})
        for points, folds in sets
    ]
    for (points, folds), ours in zip(sets, call("fits.mjs", jobs), strict=True):
        splits, problem = find_splits(points.y, EvaluationSpec(folds=folds))
        model = build_model(key, spec, len(points.class_names))
        theirs = evaluate(key, model, points.X, points.y, splits)
        assert ours["training"] == theirs.training
        held_out = ours["heldOut"]
        if theirs.held_out is None or problem is not None:
            assert held_out == {"problem": problem}
            continue
        assert held_out["perFold"] == list(theirs.held_out.per_split)
        assert held_out["mean"] == theirs.held_out.mean
        assert held_out["standardError"] == pytest.approx(theirs.held_out.standard_error, rel=1e-12)


# The support vector classifier: the browser takes the steps of libsvm.

SVC_KEYS = ("svc-linear", "svc-rbf", "svc-polynomial")
SVC_SPECS = [
    ModelSpec(),
    ModelSpec(svc_C=50.0, gamma=0.5, svc_gamma="scale", svc_standardise=True, degree=3),
    ModelSpec(svc_C=0.05, svc_gamma="own", svc_gamma_value=30.0),
]
SVC_SETS = {
    **TWO_CLASS_SETS,
    **{
        name: (points.X, points.y)
        for name in ("moons", "random_labels")
        for points in (load(DatasetSpec(name, n=150)),)
    },
}


def test_support_vector_classifiers_are_those_of_scikit_learn() -> None:
    cases = list(product(SVC_SETS.values(), SVC_KEYS, SVC_SPECS))
    jobs = []
    for (X, y), key, spec in cases:
        settings = describe_refit(key, spec) or {}
        columns = {"x": X[:, 0].tolist(), "y": X[:, 1].tolist()}
        gamma = spec.gamma if settings["gamma"] is None else settings["gamma"]
        jobs.append(["fitSvcOrProblem", columns, (y > 0).tolist(), settings | {"gamma": gamma}])
    found, refused, differences = call("fits.mjs", jobs), 0, []
    for ((X, y), key, spec), ours in zip(cases, found, strict=True):
        try:
            fitted = build_model(key, spec).fit(X, y)
        except ValueError as problem:
            assert ours == {"problem": str(problem)}
            refused += 1
            continue
        (theirs,), nodes = describe(fitted) or (), nodes_of(X)
        scores, size = read_plain(ours)(nodes), size_of_terms(theirs, nodes).max()
        differences.append(np.abs(scores - theirs(nodes)).max() / size)
    assert refused < len(cases) / 10
    assert max(differences) <= 1e-3  # libsvm's tolerance
    # On a lattice points tie to the bit, and rounding decides which of them is taken first.
    assert sorted(differences)[-2] <= 1e-6


def frames_of_a_hand(what: str) -> list[tuple[float, Array, NDArray[np.int64]]]:
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
    told = [(gamma, *X.T.tolist(), y.tolist()) for gamma, X, y in frames]
    (found,) = call("fits.mjs", [["dragSvc", model, told]])
    for (_, X, y), ours in zip(frames, found["held"], strict=True):
        grows, shrinks = residuals_of(ours, X, np.where(y == 1, 1.0, -1.0), model["C"])
        assert grows.max() - shrinks.min() <= 1.01e-3  # libsvm's tolerance


def test_a_solver_starts_from_the_frame_before_only_while_a_hand_moves() -> None:
    model, frames = describe_refit("svc-rbf", ModelSpec()) or {}, frames_of_a_hand("gamma")
    told = [(gamma, *X.T.tolist(), y.tolist()) for gamma, X, y in frames]
    moved, still, alone = (
        call("fits.mjs", [["dragSvc", model, each]])[0]
        for each in (told, [told[-1], told[-1]], [told[-1]])
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
        drags.append([(1.0, *each.T.tolist(), y.tolist()) for each in frames])
    jobs = [["dragSvc", model, each] for drag in drags for each in (drag, drag[-1:])]
    found = [each["resting"]["offset"] for each in call("fits.mjs", jobs)]
    assert found[::2] == found[1::2]
