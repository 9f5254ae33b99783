"""The data of lesson 3: its picture, the numbers of its texts, tables and its formula."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from bayeslab.data import datasets
from bayeslab.data.datasets import Dataset, DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.formats import decimal, percent
from core.caching import memoize
from core.drawing import draw, encode_drawing
from core.latex import NOISE, matrix, number, polynomial, quadratic
from core.state import DRAWN, LabState
from lessons.naive_and_optimal_bayes.numbers import (
    HEIGHT_B,
    SITUATIONS,
    Performance,
    correlated_problem,
    estimate_by_schemes,
    evaluate_exactly,
    evaluate_held_out,
    exact_errors,
    flat_class,
    points_with_moments,
)
from lessons.naive_and_optimal_bayes.state import FAR, NaiveAndOptimalBayesState
from lessons.parts import FormulaPart, Part, TablePart, TextPart
from lessons.texts import Equation
from lessons.tries import try_states

Array = NDArray[np.float64]

# What can be grabbed in the picture of known classes, and typed.
VALUES_ALT = "Correlations, log determinants, accuracies and mean confidences."
CLASS_SIZE = 100  # points drawn from each class
DIGITS = 3  # of their coordinates
RISEN = 0.9  # the correlation of the question's answer
REACH = 4.2  # fixed extent of the picture, so that its axes do not change with ρ
NAMES = ("x₁", "x₂", "class A", "class B")

# Two classes and two features of each data set, chosen because their correlations matter.
REAL_DATA = {
    "iris": DatasetSpec("iris", features=(0, 2), classes=(1, 2)),
    "wine": DatasetSpec("wine", features=(2, 3), classes=(1, 2)),
}


@dataclass(frozen=True, eq=False)
class Pair:
    """Points of two classes, both fitted classifiers, and their performances on new points."""

    points: Dataset
    box: tuple[float, float, float, float]
    naive: GaussianBayes
    optimal: GaussianBayes
    performances: tuple[Performance, Performance]


def list_parts(state: NaiveAndOptimalBayesState) -> list[Part]:
    """Return the parts beside the picture."""
    return [
        *([] if state.is_real else [TextPart("Grab")]),
        *([TextPart("Level")] if state.applies("axis") else []),
        TextPart("Held out" if state.is_real else "Known", numbers),
        FormulaPart(equations),
        TablePart(compare_values, VALUES_ALT),
        TextPart("Notes"),
    ]


def numbers(state: NaiveAndOptimalBayesState) -> dict[str, str]:
    """Return the performances of both classifiers as fields of the text."""
    pair = fit_pair(state)
    return {"folds": str(LabState().folds)} | {
        f"{name}_{what}": percent(share)
        for name, each in zip(("naive", "optimal"), pair.performances, strict=True)
        for what, share in (
            ("accuracy", each.accuracy),
            ("confidence", each.confidence),
            ("error", each.standard_error),
        )
    }


def fit_pair(state: NaiveAndOptimalBayesState) -> Pair:
    """Fit both classifiers to the classes of a state."""
    if state.is_real:
        return _fit_real(state.classes)
    return _fit_known(state.classes, state.rho, (state.value("gap1"), state.value("gap2")))


@memoize(8)
def _fit_real(name: str) -> Pair:
    points, models = load(REAL_DATA[name]), _classifiers()
    naive, optimal = (model.fit(points.X, points.y) for model in models)
    first, second = (
        evaluate_held_out(model, points.X, points.y, LabState().evaluation_spec) for model in models
    )
    return Pair(points, bounding_box(points.X), naive, optimal, (first, second))


@memoize(64)
def _fit_known(classes: str, rho: float, gap: tuple[float, float]) -> Pair:
    """Fit both classifiers to points that have exactly the moments of two known classes."""
    problem = correlated_problem(replace(SITUATIONS[classes], difference=gap), rho)
    X, y = points_with_moments(problem, CLASS_SIZE)
    points = Dataset(X, y, NAMES[:2], NAMES[2:], classes)
    naive, optimal = (model.fit(X, y) for model in _classifiers())
    first, second = (evaluate_exactly(model, problem) for model in (naive, optimal))
    return Pair(points, (-REACH, REACH, -REACH, REACH), naive, optimal, (first, second))


def _classifiers() -> tuple[GaussianBayes, GaussianBayes]:
    return GaussianBayes("diagonal"), GaussianBayes("full")


def picture_data(state: NaiveAndOptimalBayesState) -> dict[str, Any]:
    """Return the data of the live picture of known classes besides the movable fields.

    Its points have exactly the means and covariances of their classes.
    """
    situation = SITUATIONS[state.classes]
    problem = correlated_problem(replace(situation, difference=(0.0, 0.0)), 0.0)
    X, y = points_with_moments(problem, CLASS_SIZE)
    return {
        "white": [X[y == k].round(DIGITS).T.tolist() for k in (0, 1)],
        "signs": list(situation.signs),
        "names": list(problem.class_names),
        "corrected": float(state.axis == "corrected") if state.applies("axis") else None,
        "step": step_picture(state),
    }


def step_picture(state: NaiveAndOptimalBayesState) -> dict[str, Any] | None:
    """Return what the picture of a step shows: names, naive Bayes or not, and what is grabbed."""
    if state.shown == "all":
        return None
    hands = {"rho": ["rho"], "gap": ["gap1"]}.get(state.shown, [])
    certainties = [percent(each.confidence) for each in fit_pair(state).performances]
    return {
        "names": ["well", "fever"],
        "isNaive": state.shown != "optimal",
        "hands": hands,
        "isTwice": state.shown in ("both", "sure"),
        "certainties": certainties if state.shown == "sure" else None,
    }


def describe_step(state: NaiveAndOptimalBayesState) -> dict[str, str]:
    """Return both errors, also without correlation, and how sure naive Bayes is."""
    naive, optimal = fit_pair(state).performances
    alone, without = (1 - each.accuracy for each in fit_pair(state.change(rho=0.0)).performances)
    shares = {
        "naive": 1 - naive.accuracy,
        "optimal": 1 - optimal.accuracy,
        "alone": alone,
        "without": without,
        "confidence": naive.confidence,
        "accuracy": naive.accuracy,
        "certainty": optimal.confidence,
        "single": norm.sf(state.value("gap1") / 2),
        "below": norm.cdf(-1),
    }
    texts = {"rho": decimal(state.rho, 2), "unit": "−1"}
    return {name: percent(share) for name, share in shares.items()} | texts


def lab_state(state: NaiveAndOptimalBayesState) -> LabState:
    """Return the state of the lab with these points and both classifiers."""
    if state.is_real:
        spec = REAL_DATA[state.classes]
        lab = LabState(data=spec.name, features=spec.features, classes=spec.classes)
    else:
        points = fit_pair(state).points
        drawing = encode_drawing(draw(points.X, points.y).on_grid())  # for a short link
        lab = LabState(data=DRAWN, points=drawing, names=NAMES)
    return replace(lab, model="diagonal", beside="full")


def compare_values(state: NaiveAndOptimalBayesState) -> dict[str, Any]:
    """Return the columns of a table of the values in which the two classifiers differ."""
    pair = fit_pair(state)
    names, rows = pair.points.class_names, {}
    for name, correlation in zip(names, _correlations(pair), strict=True):
        rows[f"correlation in {name}"] = ["0", decimal(correlation)]
    logs = [np.linalg.slogdet(model.covariances_)[1] for model in (pair.naive, pair.optimal)]
    for k, name in enumerate(names):
        rows[f"ln|Σ| of {name}"] = [decimal(log[k].round(12)) for log in logs]
    training = [model.score(pair.points.X, pair.points.y) for model in (pair.naive, pair.optimal)]
    rows["accuracy on these points"] = [percent(share) for share in training]
    kind = "held-out" if state.is_real else "new"
    rows[f"accuracy on {kind} points"] = [percent(each.accuracy) for each in pair.performances]
    rows["mean confidence"] = [percent(each.confidence) for each in pair.performances]
    naive, optimal = zip(*rows.values(), strict=True)
    return {"": list(rows), "naive": naive, "optimal": optimal}


def _correlations(pair: Pair) -> Array:
    """Return the correlation of the two features in each class, (2,)."""
    C = pair.optimal.covariances_
    return C[:, 0, 1] / np.sqrt(C[:, 0, 0] * C[:, 1, 1])


def equations(state: NaiveAndOptimalBayesState) -> list[Equation]:
    """Return the equations from the points to c(x) of both; class A where c(x) > 0."""
    pair = fit_pair(state)
    full = pair.optimal
    return [
        *(
            Equation(f"M_{k}", rf"\tfrac{{1}}{{n_{k}}}\textstyle\sum_{k}x", matrix(mean))
            for k, mean in zip("AB", full.means_, strict=True)
        ),
        *(
            Equation(
                rf"\Sigma_{k}",
                rf"\tfrac{{1}}{{n_{k}}}\textstyle\sum_{k}(x-M_{k})(x-M_{k})^T",
                matrix(C),
            )
            for k, C in zip("AB", full.covariances_, strict=True)
        ),
        *(
            Equation(
                f"D_{k}(x)",
                rf"(x-M_{k})^T\Sigma_{k}^{{-1}}(x-M_{k})",
                _squared_distance(mean, C),
            )
            for k, mean, C in zip("AB", full.means_, full.covariances_, strict=True)
        ),
        Equation("c(x)", _CRITERION, write_criterion(full)),
        Equation(
            r"c_{\text{naive}}(x)",
            r"\text{the same, with }\Sigma_k\\&\quad\text{replaced by its diagonal}",
            write_criterion(pair.naive),
        ),
    ]


_CRITERION = r"\ln|\Sigma_B|-\ln|\Sigma_A|\\&\quad+D_B(x)-D_A(x)\\&\quad+2\ln\tfrac{n_A}{n_B}"


def write_criterion(model: GaussianBayes) -> str:
    """Return c(x), twice the log odds of class A, in LaTeX."""
    d = model.discriminant_
    return _on_two_lines(-2 * d.W, -2 * d.w, -2 * float(d.w0))


def _squared_distance(mean: Array, C: Array) -> str:
    """Return the squared Mahalanobis distance (x - mean)'C^-1 (x - mean), multiplied out."""
    W = np.linalg.solve(C, np.eye(len(C)))
    return _on_two_lines((W + W.T) / 2, -2 * W @ mean, float(mean @ W @ mean))


def _on_two_lines(W: Array, w: Array, w0: float) -> str:
    """Return x'Wx + w'x + w0 in LaTeX, the quadratic terms on a line of their own."""
    largest = max(np.abs(W).max(), np.abs(w).max())
    W, w = (np.where(np.abs(part) > NOISE * largest, part, 0.0) for part in (W, w))
    curved = quadratic(W, np.zeros(2), 0.0, digits=3)
    straight = polynomial([(w[0], "x_1"), (w[1], "x_2"), (w0, "")], digits=3)
    if not W.any():
        return straight
    return rf"{curved}\\&\quad{'' if straight.startswith('-') else '+'}{straight}"


FLAT_CLASS = flat_class()


def fit_remedy(remedy: str) -> GaussianBayes:
    """Return the classifier of the two classes of which one is flat, with one of the remedies."""
    covariance = "pooled" if remedy == "pooled" else "full"
    return GaussianBayes(covariance, singular="pseudo").fit(*FLAT_CLASS)


def explain_correlation() -> dict[str, str]:
    """Return the numbers of the question: the errors without and with a strong correlation."""
    before, after = (exact_errors(SITUATIONS["level"], rho) for rho in (0.0, RISEN))
    return {
        "rho": decimal(RISEN),
        "before": percent(before[1]),
        "after": percent(after[1]),
        "naive": percent(after[0]),
        "rest": decimal(1 - RISEN**2),
    }


def describe_tries() -> dict[str, str]:
    """Return the numbers of the things to try, each computed for the state that it sets up."""
    names = "corrected", "negative", "along", "uphill", "crossed"
    tries = try_states("naive_and_optimal_bayes", "Try", NaiveAndOptimalBayesState)
    states = dict(zip(names, tries, strict=True))
    texts = {}
    for name, state in states.items():
        naive, optimal = (1 - each.accuracy for each in fit_pair(state).performances)
        texts |= {f"{name}_rho": decimal(state.rho)}
        texts |= {f"{name}_naive": percent(naive), f"{name}_optimal": percent(optimal)}
    naive, _ = fit_pair(states["uphill"]).performances
    return texts | {
        "accuracy": percent(naive.accuracy),
        "confidence": percent(naive.confidence),
    }


def far_numbers() -> dict[str, str]:
    """Return a far point's distances by the pseudo-inverse, and how many of B are misclassified."""
    (X, y), model = FLAT_CLASS, fit_remedy("pseudo_inverse")
    to_A, to_B = model.mahalanobis([[0, FAR]])[0]
    B = X[y == 1]
    return {
        "height_a": number(X[y == 0, 1].mean()),
        "height_b": number(HEIGHT_B),
        "far": str(FAR),
        "far_a": number(to_A, 3),
        "far_b": number(to_B, 3),
        "lost": str(int((model.predict(B) == 0).sum())),
        "size": str(len(B)),
    }


@memoize(8)
def split_estimates(name: str) -> tuple[Dataset, dict[str, dict[str, Array]]]:
    """Return a real data set with all features, and both Bayes classifiers' estimated accuracies.

    By classifier, "naive" and "optimal", then by scheme.
    """
    every = tuple(range(len(datasets.DATASETS[name].feature_names)))
    points = load(DatasetSpec(name, features=every))
    models = {"naive": GaussianBayes("diagonal"), "optimal": GaussianBayes("full")}
    return points, {
        key: estimate_by_schemes(model, points.X, points.y) for key, model in models.items()
    }


def describe_splits(state: NaiveAndOptimalBayesState) -> dict[str, str]:
    """Return the numbers of the text about splits of real data."""
    points, estimates = split_estimates(state.table)
    naive, optimal = estimates.values()
    d = points.X.shape[1]
    return {
        "points": str(len(points.y)),
        "table": state.table,
        "last": points.class_names[-1],
        "first": percent(naive["first half"].mean()),
        "halves": str(len(naive["random half"])),
        "ahead": str(int((naive["random half"] > optimal["random half"]).sum())),
        "naive_half": percent(naive["random half"].mean()),
        "optimal_half": percent(optimal["random half"].mean()),
        "naive_fold": percent(naive["k-fold"].mean()),
        "optimal_fold": percent(optimal["k-fold"].mean()),
        "features": str(d),
        "entries": str(d * (d + 1) // 2),
    }
