"""Vectors of the model: what Python defines, and what the browser computes, run in node.

Scores are held to 1e-9 of the size of their terms, and labels must be equal wherever rounding
cannot decide them: where the score exceeds 1e-12 of that size. Of two cuts of the line that are
equally good up to rounding, either may be chosen.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, get_args

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.multiclass import OneVsRestClassifier

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.estimators.covariance import DIVISORS
from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.kernels import (
    GAMMA_RANGE,
    KERNELS,
    Kernel,
    LaplacianKernel,
    PolynomialKernel,
    RBFKernel,
)
from bayeslab.estimators.threshold import Criterion, ThresholdSearch, best_threshold
from bayeslab.evaluation.accuracy import evaluate
from bayeslab.evaluation.comparison import cells_of_disagreement
from bayeslab.evaluation.models import ModelSpec, build_model
from bayeslab.evaluation.splits import EvaluationSpec, find_splits
from bayeslab.figures.theme import marker_size
from bayeslab.scoring import islands
from bayeslab.scoring.descriptions import describe
from bayeslab.scoring.scores import Expansion, ScoreFunction
from cases import (
    TWO_CLASS_SETS,
    binary_models,
    blobs,
    box_around,
    cloud,
    kernel_bayes_models,
    other_models,
    read_plain,
    size_of_terms,
)
from core import compute
from core.messages import describe_refit
from core.state import LabState
from javascript import points_of, read, vectors
from left_out import BUMPS, NOTHING, data_sets, log_means_of_others

Array = NDArray[np.float64]
Check = Callable[[Any], None]

ACCURACY = 1e-9
ROUNDING = 1e-12
# Kernel values below this may count as zero in JavaScript: far from all points there is no score.
FAINTEST = 1e-110


def grid_nodes(box: list[float], columns: int = 13, rows: int = 9) -> Array:
    x1_min, x1_max, x2_min, x2_max = box
    x1, x2 = np.linspace(x1_min, x1_max, columns), np.linspace(x2_min, x2_max, rows)
    return np.stack(np.meshgrid(x1, x2), axis=-1).reshape(-1, 2)


def assert_near(ours: Any, theirs: Any, tolerance: Any) -> None:
    assert (np.abs(np.array(ours, dtype=np.float64) - theirs) <= tolerance).all()


def within(theirs: Array, tolerance: Array) -> Check:
    return lambda ours: assert_near(ours, theirs, tolerance)


def scores_near(theirs: Array, size: Array) -> Check:
    """Return a check of scores, of whose terms `size` is the size."""
    decided = np.abs(theirs) > ROUNDING * size + FAINTEST

    def check(ours: Any) -> None:
        assert_near(ours, theirs, ACCURACY * size + FAINTEST)
        assert ((np.array(ours) > 0) == (theirs > 0))[decided].all()

    return check


# Score functions


def extreme_scores() -> Iterator[ScoreFunction]:
    """Yield expansions with every kernel, width and metric: round, stretched and sheared."""
    rng = np.random.default_rng(0)
    points, coefficients = rng.normal(size=(20, 2)), rng.normal(size=20)
    roots = [[[2.0, 0.0], [0.0, 0.3]], [[1.0, 0.0], [-0.8, 0.6]], [[0.7, 0.0], [0.999, 0.05]]]
    bumps = [
        kind(gamma)
        for kind in (RBFKernel, LaplacianKernel)
        for gamma in (0.01, 0.3, 5.0, 80.0, 1000.0)
    ]
    kernels: list[Kernel] = [
        *bumps,
        PolynomialKernel(1, 0.0),
        PolynomialKernel(2, 1.0),
        PolynomialKernel(9, -0.5),
    ]
    for kernel, root in product(kernels, [None, *map(np.array, roots)]):
        z: Any = points if root is None else np.linalg.solve(root, points.T).T
        square = 0.25 if isinstance(kernel, PolynomialKernel) else 0.0
        expansion = Expansion(kernel, z, coefficients, root, square)
        yield ScoreFunction(np.zeros(2), expansions=(expansion,))


SETS = {n: blobs(40, n_classes=n) for n in (2, 3)}
MODELS = [
    *(clone(model).fit(*SETS[2]) for model in (*kernel_bayes_models(), *binary_models())),
    *(clone(model).fit(*SETS[n]) for n in (2, 3) for model in other_models()),
]
SCORES = [*(score for model in MODELS for score in describe(model) or ()), *extreme_scores()]
BOX = [-3.0, 6.0, -2.5, 5.5]
GRIDS: list[tuple[list[float], int, int]] = [
    (BOX, 13, 9),
    (BOX, 2, 2),
    (BOX, 40, 3),
    ([-1e3, 1e3, -1e3, 1e3], 8, 7),
    ([0.2, 0.3, 0.1, 0.15], 5, 4),
    ([0.0, 2.0, 400.0, 401.0], 5, 4),
]


@vectors("evaluate.js", "scoreGrid")
def test_grids_of_every_description() -> Iterator[Any]:
    undecided = all_scores = 0
    for score, grid in product(SCORES, GRIDS):
        nodes = grid_nodes(*grid)
        scores, size = score(nodes), size_of_terms(score, nodes)
        yield [score.to_plain(), *grid], scores_near(scores, size)
        undecided += ((np.abs(scores) <= ROUNDING * size + FAINTEST) & (size > FAINTEST)).sum()
        all_scores += scores.size
    assert undecided <= all_scores / 1000


PLACES = [[0.3, -0.2], [1.7, 2.9], [5.0, -2.0]]


def at_places() -> Iterator[tuple[ScoreFunction, list[float], float]]:
    for score, x in product(SCORES, PLACES):
        yield score, x, ACCURACY * size_of_terms(score, np.array([x])).item() + FAINTEST


@vectors("evaluate.js", "scoreAt")
def test_scores_of_points() -> Iterator[Any]:
    for score, x, tolerance in at_places():
        yield [score.to_plain(), *x], pytest.approx(score([x]).item(), rel=0, abs=tolerance)


@vectors("evaluate.js", "contributions")
def test_the_contributions_to_scores() -> Iterator[Any]:
    for score, x, tolerance in at_places():
        terms = vars(score.terms(x))
        yield [score.to_plain(), *x], pytest.approx(terms, rel=0, abs=tolerance)


@vectors("evaluate.js", "gridNodes")
def test_the_nodes_of_a_grid_are_those_of_numpy_to_the_bit() -> Iterator[Any]:
    ends = np.random.default_rng(2).normal(scale=[1.0, 1e3], size=(50, 2)).tolist()
    for k, (a, b) in enumerate(ends):
        yield [a, b, 2 + k], np.linspace(a, b, 2 + k)


@vectors("evaluate.js", "scoreAt")
def test_powers_to_the_bit() -> Iterator[Any]:
    bases = np.random.default_rng(5).normal(scale=3.0, size=40)
    for degree in range(1, 34):
        kernel = PolynomialKernel(degree, 0.1)
        expansion = Expansion(kernel, np.eye(2)[:1], np.ones(1))
        score = ScoreFunction(np.zeros(2), expansions=(expansion,)).to_plain()
        for x, value in zip(bases, kernel(bases[:, None], np.ones((1, 1)))[:, 0], strict=True):
            yield [score, float(x), 0.0], float(value)


@vectors("model/points.js", "boundingBox")
def test_boxes_to_the_bit() -> Iterator[Any]:
    rng = np.random.default_rng(4)
    clouds = [rng.normal(size=(n, 2)) * scale for n in (2, 9) for scale in (1e-9, 1.0, 1e6)]
    places = [(2.0, 0.0), (1e-7, -3.0), (-4e6, 2e9), (-1e12, 0.0)]
    narrow = [np.array([place, place]) * [[1.0], [1 + 1e-10]] for place in places]
    sets = [*clouds, *(X + 5.0 for X in clouds), *narrow, *(X[:1] for X in narrow), clouds[0][:0]]
    for X in sets:
        yield [points_of(X)], bounding_box(X)


# The threshold


@vectors("threshold.js", "bestThreshold")
def test_searches_on_tied_lines_to_the_bit() -> Iterator[Any]:
    rng = np.random.default_rng(3)
    for _ in range(300):
        n = int(rng.integers(2, 20))
        scores = rng.integers(0, 8, n) / 4 + rng.choice([0.0, 1e-9, 0.1], n)
        labels = rng.permutation(np.r_[1, 0, rng.integers(0, 2, n - 2)])
        for criterion, resolution in product(get_args(Criterion), (0.0, 1e-6)):
            search = best_threshold(scores, 2 * labels - 1, criterion, resolution)
            expected = vars(search) | {
                "order": np.argsort(scores, kind="stable"),
                "fewest": best_threshold(scores, 2 * labels - 1, "error", resolution).index,
                "threshold": search.threshold,
                "offset": search.offset,
            }
            yield [scores, labels, criterion, resolution], expected


def search_near(theirs: ThresholdSearch, size: float, ties: list[bool]) -> Check:
    """Return a check of a search on scores of that size; `ties` tells whether another cut won."""

    def check(ours: Any) -> None:
        found = {name: np.array(value) for name, value in ours.items()}
        index, best = ours["index"], theirs.index
        assert ours["criterion"] == theirs.criterion
        assert_near(found["scores"], theirs.scores, ACCURACY * size)
        # Where all scores are equal, nothing but rounding says how far out the ends lie.
        inner = slice(None) if np.ptp(theirs.scores) > ROUNDING * size else slice(1, -1)
        assert_near(found["cuts"][inner], theirs.cuts[inner], ACCURACY * size)
        assert (found["realisable"] == theirs.realisable).all()
        # Points that rounding may put in either order are on one side of every realisable cut.
        assert (found["errors"] == theirs.errors)[theirs.realisable].all()
        assert (found["values"] == theirs.values)[theirs.realisable].all()
        assert ours["offset"] == -ours["threshold"] == -ours["cuts"][index]
        ties.append(index != best)
        if index != best:
            gaps = np.r_[np.inf, np.diff(theirs.scores), np.inf]
            assert found["values"][index] == theirs.values[best]
            assert_near(gaps[index], gaps[best], ROUNDING * size)

    return check


# Kernel Bayes


def settings() -> Iterator[KernelBayes]:
    shapes: list[dict[str, Any]] = [
        {"variant": "I"},
        {"variant": "II", "metric": "sum"},
        {"variant": "II", "metric": "pooled"},
        {"variant": "III", "determinants": False},
        {"variant": "III", "determinants": True},
    ]
    for (name, kernel), shape in product(KERNELS.items(), shapes):
        for gamma in (0.01, 2.0, 1000.0) if kernel.has("gamma") else (1.0,):
            yield KernelBayes(kernel=name, gamma=gamma, degree=3, coef0=0.5, **shape)


def told(model: KernelBayes) -> dict[str, Any]:
    """Return the parameters of kernel Bayes as the component is told them."""
    return model.get_params() | {"is_bump": KERNELS[str(model.kernel)].is_bump}


def fit_or_problem(
    model: KernelBayes, X: Array, y: Any, ties: list[bool]
) -> Check | dict[str, str]:
    try:
        model.fit(X, y)
    except FitError as error:
        return {"problem": str(error.plain())}
    (score,) = describe(model) or ()
    score = replace(score, offset=0.0)
    sizes, nodes = size_of_terms(score, X), grid_nodes(box_around(X))
    check_search = search_near(model.threshold_search_, sizes.max(), ties)

    def check(ours: Any) -> None:
        b, projection = ours["search"]["offset"], np.array(ours["projection"])
        assert_near(projection, model.projection_, ACCURACY * sizes)
        check_search(ours["search"])
        assert ours["trainingErrors"] == ((projection + b > 0) != (y > 0)).sum()
        size_at_nodes = size_of_terms(score, nodes) + abs(b)
        scores_near(model.project(nodes) + b, size_at_nodes)(read_plain(ours["description"])(nodes))
        alone = ours["looProjection"]
        if model.threshold == "loo":
            assert sorted(alone) == ours["search"]["scores"]
        assert ours["looErrors"] == (
            None if alone is None else ((np.array(alone) + b > 0) != (y > 0)).sum()
        )

    return check


@pytest.mark.parametrize("rule", ["error", "consistency", "loo"])
def test_refits(rule: str) -> None:
    ties: list[bool] = []

    @vectors("refit.js", "refit")
    def refits() -> Iterator[Any]:
        for (X, y), each in product(TWO_CLASS_SETS.values(), settings()):
            model = clone(each).set_params(threshold=rule)
            yield [points_of(X), y, told(model)], fit_or_problem(model, X, y, ties)

    refits()
    assert len(ties) > 167
    assert sum(ties) <= len(ties) / 100


def sides_near(
    descriptions: Sequence[ScoreFunction], X: Array, shares: list[float]
) -> Callable[[list[Any]], None]:
    """Return a check of the sides of a fit; `shares` are those of the nodes that count."""
    nodes = grid_nodes(box_around(X))
    theirs = np.column_stack([score(nodes) for score in descriptions])
    size = np.column_stack([size_of_terms(score, nodes) for score in descriptions])
    labels, decided = best_of(theirs, size)
    shares.append(decided.mean())

    def check(ours: list[Any]) -> None:
        found = np.column_stack([read_plain(each["description"])(nodes) for each in ours])
        assert_near(found, theirs, ACCURACY * size)
        assert (best_of(found, size)[0] == labels)[decided].all()

    return check


def best_of(scores: Array, size: Array) -> tuple[Any, NDArray[np.bool_]]:
    """Return the class of each row of scores, and whether rounding has no say in that."""
    if scores.shape[1] == 1:
        return scores[:, 0] > 0, (np.abs(scores) > ROUNDING * size)[:, 0]
    second, best = np.sort(scores, axis=1)[:, -2:].T
    return scores.argmax(axis=1), best - second > ROUNDING * size.max(axis=1)


@vectors("refit.js", "oneVsRest")
def test_fits_of_one_against_the_rest() -> Iterator[Any]:
    shares: list[float] = []
    for n_classes, model in product((3, 4), settings()):
        X, y = blobs(40, n_classes=n_classes, seed=n_classes)
        fitted = OneVsRestClassifier(model).fit(X, y)
        yield (
            [points_of(X), y, list(range(n_classes)), told(model)],
            sides_near(describe(fitted) or (), X, shares),
        )
    assert np.median(shares) == 1.0


def refused() -> Iterator[tuple[Array, Any, KernelBayes]]:
    """Yield points too far out, kept off a line by rounding, and with squares that underflow."""
    X, y = TWO_CLASS_SETS["balanced"]
    yield X, y, KernelBayes("I", "polynomial", degree=900)
    yield 1e160 * X, y, KernelBayes("I", "polynomial")
    yield 1e151 * X, y, KernelBayes("I", "linear")
    line, labels = TWO_CLASS_SETS["collinear"]
    for model in (KernelBayes("II", gamma=5.0), KernelBayes("III", gamma=5.0)):
        yield line + 3e9, labels, model
        for scale in (1e160, 1e-140, 1e-148, 1e-155, 1e-170):
            yield X * scale, y, model
    for scale in (1e-140, 1e-148, 1e-155, 1e-170):
        yield X * scale, y, KernelBayes("II", gamma=5.0, metric="pooled")


def problem_of(model: Any, X: Array, y: Any, names: Sequence[str] = ()) -> str | None:
    """Return the sentence with which a fit is refused, if it is."""
    try:
        model.fit(X, y)
    except FitError as error:
        return str(error.with_names(names) if names else error.plain())
    return None


def problem_is(sentence: str | None) -> Check:
    def check(ours: Any) -> None:
        assert ours.get("problem") == sentence

    return check


@vectors("refit.js", "refit")
def test_what_cannot_be_fitted_is_refused_with_one_sentence() -> Iterator[Any]:
    sentences = set()
    for X, y, model in refused():
        sentence = problem_of(model, X, y)
        sentences.add(sentence)
        yield [points_of(X), y, told(model)], problem_is(sentence)
    assert len(sentences - {None}) == 5
    (X, y), names = TWO_CLASS_SETS["one point of C-"], ["dots", "rings"]
    model = KernelBayes("III", gamma=5.0)
    sentence = problem_of(model, X, np.array(names)[y])
    yield [points_of(X), y, told(model) | {"classes": names}], {"problem": sentence}


@vectors("refit.js", "refit")
def test_leave_one_out_is_a_sum_over_the_others_however_little_they_contribute() -> Iterator[Any]:
    gammas = (GAMMA_RANGE[0], 5.0, 100.0, GAMMA_RANGE[1])
    sets = [(X, y) for X, y in data_sets().values() if X.shape[1] == 2]
    for (X, y), variant, kernel, gamma in product(sets, get_args(Variant), BUMPS, gammas):
        model = KernelBayes(variant, kernel, gamma=gamma, threshold="loo").fit(X, y)
        log_plus, log_minus = log_means_of_others(X, y, variant, kernel, gamma)
        tolerance = ACCURACY * np.exp(np.maximum(log_plus, log_minus)) + len(X) * np.exp(NOTHING)
        expected, search = np.exp(log_plus) - np.exp(log_minus), model.threshold_search_
        yield (
            [points_of(X), y, told(model)],
            {
                "looProjection": within(expected, tolerance),
                "looErrors": search.errors[search.index],
                "search": {"offset": pytest.approx(model.offset_, rel=1e-6)},
            },
        )


# All models, as the component is told them


GAUSSIANS = ("full", "diagonal", "pooled", "nearest-mean")
FEW_CLASSES: dict[str, tuple[Array, Any]] = {
    **TWO_CLASS_SETS,
    **{f"{n} classes": blobs(40, n_classes=n, seed=n) for n in (3, 4)},
    "labels 1 and 3": (cloud(9, 7, seed=8)[0], 1 + 2 * cloud(9, 7, seed=8)[1]),
    "equal covariances": (
        np.array([[0, 0], [1, 0], [0, 2], [5, 5], [6, 5], [5, 7]]),
        np.array([0, 0, 0, 1, 1, 1]),
    ),
}


def job(key: str, spec: ModelSpec, X: Array, y: Any, names: Sequence[str] = ()) -> list[Any]:
    styles = [{"name": name} for name in names or [f"class {k}" for k in range(1 + max(y))]]
    return [describe_refit(key, spec), spec.gamma, points_of(X, y), styles]


@pytest.mark.parametrize("divisor", DIVISORS)
@pytest.mark.parametrize("key", GAUSSIANS)
@vectors("model.js", "fitModel")
def test_gaussian_classes(key: str, divisor: str) -> Iterator[Any]:
    spec = ModelSpec(divisor=divisor)
    model, shares = build_model(key, spec), list[float]()
    for X, y in FEW_CLASSES.values():
        problem = problem_of(model, X, y, [f"class {k}" for k in range(1 + max(y))])
        expected: dict[str, Any] = {"problem": problem}
        if problem is None:
            expected = {"sides": sides_near(describe(model) or (), X, shares)}
        yield job(key, spec, X, y), expected
    assert len(shares) > len(FEW_CLASSES) / 2
    assert min(shares) > 0.9


@vectors("model.js", "predict")
def test_predictions() -> Iterator[Any]:
    for model, (X, y) in fitted_gaussians():
        sides, nodes = describe(model) or (), grid_nodes(box_around(X))
        theirs, size = (
            np.column_stack([each(score, nodes) for score in sides])
            for each in (ScoreFunction.__call__, size_of_terms)
        )
        nodes = nodes[best_of(theirs, size)[1]]
        fit = {"classes": sorted(set(y)), "sides": [{"description": s.to_plain()} for s in sides]}
        yield [fit, points_of(nodes)], model.predict(nodes)


@vectors("model.js", "findWrong")
def test_training_errors() -> Iterator[Any]:
    for model, (X, y) in fitted_gaussians():
        sides = [{"projection": score(X) - 0.5, "offset": 0.5} for score in describe(model) or ()]
        wrong = model.predict(X) != y
        yield [{"classes": sorted(set(y)), "sides": sides}, points_of(X, y)["labels"]], wrong


def fitted_gaussians() -> Iterator[tuple[Any, tuple[Array, Any]]]:
    for key, (X, y) in product(GAUSSIANS, FEW_CLASSES.values()):
        model = build_model(key, ModelSpec())
        if problem_of(model, X, y) is None:
            yield model, (X, y)


@pytest.mark.parametrize(("key", "count"), [("I", 2), ("II", 2), ("III", 4), ("full", 3)])
@vectors("model.js", "fitModel")
def test_more_than_two_classes_are_refused_in_the_same_words(key: str, count: int) -> Iterator[Any]:
    spec, (X, y) = ModelSpec(threshold="loo"), blobs(40, n_classes=3, seed=3)
    names, sentences = ["setosa", "class 2", "<b>{label}</b>"], set()
    one, line, rest = y != 1, X.copy(), X.copy()
    one[np.flatnonzero(y == 1)[0]] = True
    line[y == 2, 1] = 0.0
    rest[y > 0, 1] = 0.0
    for points, labels in ((X[one], y[one]), (line, y), (rest, y), (np.ones_like(X), y)):
        sentence = problem_of(build_model(key, spec, 3), points, labels, names)
        sentences.add(sentence)
        yield job(key, spec, points, labels, names), problem_is(sentence)
    assert len(sentences - {None}) == count


@vectors("folds.js", "stratifiedFolds")
def test_folds() -> Iterator[Any]:
    rng = np.random.default_rng(0)
    for n, k, seed in product((0, 1, 50, 700), (2, 5, 20), (0, 1, 2**32 - 1)):
        y = rng.permutation(np.r_[np.arange(3).repeat(k), rng.integers(0, 3, n)])
        folds = np.empty(len(y), int)
        for number, (_, test) in enumerate(EvaluationSpec(folds=k, seed=seed).splits(y)):
            folds[test] = number
        yield [y, k, seed], folds


TWO_CLASSES = [
    (DatasetSpec("iris", classes=(1, 2)), 5),
    (DatasetSpec("random_labels", n=120), 3),
    (DatasetSpec("moons", n=80), 2),
    (DatasetSpec("imbalanced", n=60), 20),
    (DatasetSpec("two_gaussians", n=400, noise=1.0), 20),
]
VALIDATED = [*TWO_CLASSES, (DatasetSpec("iris"), 5), (DatasetSpec("wine"), 10)]


@pytest.mark.parametrize("key", [*GAUSSIANS, "I", "II", "III", "svc-linear", "svc-rbf"])
@vectors("cross_validation.js", "evaluate")
def test_the_rows_of_the_table(key: str) -> Iterator[Any]:
    spec = ModelSpec(gamma=2.0)
    for data, folds in TWO_CLASSES if key.startswith("svc") else VALIDATED:
        points = load(data)
        splits, problem = find_splits(points.y, EvaluationSpec(folds=folds))
        model = build_model(key, spec, len(points.class_names))
        row = evaluate(key, model, points.X, points.y, splits)
        held_out: dict[str, Any] = {"problem": problem}
        if row.held_out is not None and problem is None:
            held_out = {
                "perFold": row.held_out.per_split,
                "mean": row.held_out.mean,
                "standardError": pytest.approx(row.held_out.standard_error, rel=1e-12),
            }
        expected = {"training": row.training, "heldOut": held_out}
        yield [*job(key, spec, points.X, points.y), {"folds": folds, "seed": 0}], expected


# The support vector classifier: the browser takes the steps of libsvm.

SVC_SPECS = [
    ModelSpec(),
    ModelSpec(svc_C=50.0, gamma=0.5, svc_gamma="scale", svc_standardise=True, degree=3),
    ModelSpec(svc_C=0.05, svc_gamma="own", svc_gamma_value=30.0),
]
SVC_SETS = [
    *TWO_CLASS_SETS.values(),
    *((each.X, each.y) for n in ("moons", "random_labels") for each in [load(DatasetSpec(n, 150))]),
]


def test_support_vector_classifiers_are_those_of_scikit_learn() -> None:
    differences: list[float] = []

    @vectors("svc.js", "fitSvc")
    def fits() -> Iterator[Any]:
        keys = ("svc-linear", "svc-rbf", "svc-polynomial")
        for (X, y), key, spec in product(SVC_SETS, keys, SVC_SPECS):
            settings, model = dict(describe_refit(key, spec) or {}), build_model(key, spec)
            if settings["gamma"] is None:
                settings["gamma"] = spec.gamma
            problem = problem_of(model, X, y)
            expected = {"problem": problem} if problem else svc_near(model, X, differences)
            yield [points_of(X), y > 0, settings], expected

    fits()
    assert len(differences) > 0.9 * len(SVC_SETS) * 3 * len(SVC_SPECS)
    assert max(differences) <= 1e-3  # libsvm's tolerance
    # On a lattice points tie to the bit, and rounding decides which of them is taken first.
    assert sorted(differences)[-2] <= 1e-6


def svc_near(model: Any, X: Array, differences: list[float]) -> Check:
    (score,), nodes = describe(model) or (), grid_nodes(box_around(X))
    theirs, size = score(nodes), size_of_terms(score, nodes).max()
    return lambda ours: differences.append(np.abs(read_plain(ours)(nodes) - theirs).max() / size)


# Pictures


@vectors("islands.js", "bumpWidth")
def test_the_widths_of_bumps() -> Iterator[Any]:
    X, y = TWO_CLASS_SETS["balanced"]
    box = box_around(X)
    for variant, kernel, gamma in product(get_args(Variant), BUMPS, (1.0, 1000.0)):
        scores = describe(KernelBayes(variant, kernel=kernel, gamma=gamma).fit(X, y)) or ()
        width = islands.bump_width(scores, box)
        yield [[score.to_plain() for score in scores], box], pytest.approx(width, rel=1e-12)


@vectors("look.js", "markerSize")
def test_the_sizes_of_markers() -> Iterator[Any]:
    for n, bump in product((1, 8, 200, 5000), (0.0, 1.9, 2.5, 6.0, np.inf)):
        yield [n, bump], pytest.approx(marker_size(n, bump), rel=1e-12)


def test_the_constants_of_narrow_bumps() -> None:
    for name in ("FINEST_DETAIL", "NARROW", "FINE", "FAR", "NOTHING", "EDGE"):
        assert read("islands.js", name) == getattr(islands, name), name


@vectors("agreement.js", "compareRegions")
def test_where_two_classifiers_predict_different_classes() -> Iterator[Any]:
    box = [0.0, 1.0, 0.0, 1.0]

    def side(size: int, labels: list[int]) -> dict[str, Any]:
        return {"size": size, "box": box, "labels": labels}

    by_hand = {"share": 0.75, "differ": [0, 1, 0, 0]}
    yield [side(2, [0, 0, 1, 1]), side(2, [0, 1, 1, 1]), box], by_hand
    # Outside the box of the points nodes do not count: three columns of four, in three rows.
    outer = [1, 0, 0, 0, 1] * 5
    inner = [0.26, 1.0, 0.24, 0.74]
    yield [side(5, [0] * 25), side(5, outer), inner], {"share": 0.75, "differ": outer}
    # A coarser grid gives each node its nearest neighbour.
    yield [side(4, [0, 0, 1, 1] * 4), side(2, [0, 1, 0, 1]), box], {"share": 1}
    maps = compute.regions_of_both([LabState().fit_spec(key) for key in ("I", "svc-rbf")])
    box = [*maps[0].x1[[0, -1]].tolist(), *maps[0].x2[[0, -1]].tolist()]
    sides = [side(len(each.x1), each.label.ravel().tolist()) for each in maps]
    share = 1 - np.mean(cells_of_disagreement(*maps))
    assert 0.5 < share < 1
    yield [*sides, box], {"share": pytest.approx(share, abs=1e-12)}
