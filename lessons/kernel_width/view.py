"""Lesson: the choice of γ, with accuracies over γ, decision regions and equations."""

from dataclasses import dataclass, replace
from math import log10
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from sklearn.neighbors import NearestNeighbors

from bayeslab.data.datasets import Dataset, DatasetSpec
from bayeslab.estimators.kernel_bayes import KernelBayes, Threshold
from bayeslab.estimators.validation import count_labels
from bayeslab.evaluation.accuracy import Accuracy
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.figures import draw_regions
from bayeslab.scoring.descriptions import describe
from core.effort import FINEST
from core.fit_spec import PointsSpec
from core.state import LabState
from lessons.cached import accuracy
from lessons.frame import Equation, begin_lesson, choose
from lessons.kernel_width.accuracies import left_out_accuracies, new_accuracies, sweep_gammas
from lessons.kernel_width.bandwidths import best_neighbours, rule_gammas
from lessons.kernel_width.many_features import show_features
from lessons.kernel_width.numbers import (
    CONFIDENCE,
    N_NEW,
    SelfContribution,
    indistinguishable_from_best,
    new_points,
    self_contribution,
)
from ui import compute, evaluations
from ui.caching import memoize
from ui.canvas.messages import describe_refit, encode_points
from ui.latex import matrix, number
from ui.layout import describe_points, problem_instead, show_figure
from ui.live_picture import Number, live_picture
from ui.session import start_at_lab_gamma, theme

__all__ = ["NARROW", "WIDE", "explain_overfitting", "show"]

# Three values a decade, from the smallest γ of the lab to its largest.
DECADES = (0.01, 0.1, 1.0, 10.0, 100.0)
GAMMAS = (*(float(f"{step * ten:.3g}") for ten in DECADES for step in (1, 2, 5)), 1000.0)
SOURCE_GAMMAS = {"used": "5", "low": "1", "high": "9"}
FOLDS = EvaluationSpec("k-fold", folds=10)
STEM = "kernel_width"
REGIONS_HEIGHT = 480  # pixels
SMALL = 3  # pixels of a marker that leaves its island visible


@dataclass(frozen=True)
class GammaScale(Number):
    """γ in a live picture, as its logarithm; the widget has γ itself."""

    def ask_gamma(self) -> float:
        """Ask for γ, at first that of the lab; it is in the page's link."""
        if self.widget not in st.query_params:
            start_at_lab_gamma(self.widget, GAMMAS)
        return st.number_input(
            self.label,
            *(GAMMAS[0], GAMMAS[-1], round(10**self.start, 3)),
            format="%g",
            key=self.widget,
            bind="query-params",
        )

    def read(self, sent: Any) -> float | None:
        """Return γ with three digits."""
        value = super().read(sent)
        return None if value is None else float(f"{10**value:.3g}")


@dataclass(frozen=True)
class AccuracyCurves:
    """The accuracies of a classifier over ``GAMMAS`` by name; "leave-one-out" may be missing.

    `spread` holds the standard errors of "ten folds". `interval` holds the first and the last index
    of the γ whose ten-fold accuracy cannot be distinguished from the best one.
    """

    accuracies: dict[str, tuple[float, ...]]
    spread: tuple[float, ...]
    interval: tuple[int, int] | None


def evaluate(state: LabState, refit_svm: bool = False) -> AccuracyCurves:
    """Return the accuracies of the state's classifier over γ.

    Leave-one-out has a closed form for kernel Bayes; the SVM is fitted again only if asked for.

    Raises
    ------
    ValueError
        If the classifier fails for a γ.
    """
    points = sweep_gammas(state.fit_spec(), GAMMAS, FOLDS).points
    folds = [_present(point.cross_validated, point.problem) for point in points]
    rows: dict[str, Any] = {
        "training": [point.training for point in points],
        "ten folds": [fold.mean for fold in folds],
        "leave-one-out": [point.leave_one_out for point in points],
        "new points": new_accuracies(state, GAMMAS),
    }
    if refit_svm:
        rows["leave-one-out"] = left_out_accuracies(state, GAMMAS)
    y = compute.dataset(state.dataset_spec).y
    return AccuracyCurves(
        {name: tuple(row) for name, row in rows.items() if None not in row},
        tuple(fold.standard_error for fold in folds),
        indistinguishable_from_best(folds, chance=count_labels(y).max() / len(y)),
    )


def _present(accuracy: Accuracy | None, problem: str | None) -> Accuracy:
    if accuracy is None:
        raise ValueError(problem)
    return accuracy


@memoize(16)
def neighbours_of(spec: PointsSpec) -> tuple[int, float]:
    """Return the best number of nearest neighbours by ten folds, and their accuracy."""
    points = compute.dataset(spec)
    return best_neighbours(points.X, points.y, FOLDS)


def show_picture(
    state: LabState, accuracies: AccuracyCurves, scale: GammaScale, gamma: float
) -> None:
    """Show the regions and, below them, all accuracies over γ."""
    points = compute.dataset(state.dataset_spec)
    live_picture(
        STEM,
        [scale],
        {scale.name: log10(gamma)},
        points=encode_points(points),
        box=list(compute.box(state.dataset_spec)),
        classes=list(points.class_names),
        features=list(points.feature_names),
        model=describe_refit(state.model, state.model_spec),
        gammas=list(GAMMAS),
        curves={name: list(row) for name, row in accuracies.accuracies.items()},
        zone=accuracies.interval,
        rules=_name_rules(rule_gammas(points.X, points.y)),
        neighbours=list(neighbours_of(state.dataset_spec)),
        centre=_find_centre(state, points),
        isRound=state.model == "I",
    )


def _name_rules(gammas: dict[str, float]) -> dict[str, float]:
    """Return each γ once, under the names of all rules that choose it."""
    rounded = {name: float(f"{gamma:.6g}") for name, gamma in gammas.items()}
    return {
        " = ".join(name for name, other in rounded.items() if other == gamma): gamma
        for gamma in rounded.values()
    }


def _find_centre(state: LabState, points: Dataset) -> list[float] | None:
    """Return the point of the formula; the SVM has none."""
    model = compute.fitted_model(state.fit_spec())
    if not isinstance(model, KernelBayes):
        return None
    return list(points.X[self_contribution(model, points.X, points.y).index])


def show_regions(state: LabState, alt: str, key: str, *, small: bool = False) -> None:
    """Show the decision regions with errors ringed.

    `small` draws small markers, so that islands around single points are visible.
    """
    alt = f"{alt} {describe_points(compute.dataset(state.dataset_spec))}"
    figure = compute.figure(_draw_errors, state, small, theme())
    show_figure(figure, alt, REGIONS_HEIGHT, key=key)


def _draw_errors(state: LabState, small: bool, theme: str) -> go.Figure:
    model, points = compute.fitted_model(state.fit_spec()), compute.dataset(state.dataset_spec)
    regions = compute.regions(state.fit_spec(), FINEST)  # narrow bumps need a fine grid
    figure = draw_regions(
        *(regions.x1, regions.x2, regions.label, regions.strength, points.X, points.y),
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=theme,
        wrong=model.predict(points.X) != points.y,
    )
    if small:
        figure.update_traces(marker={"size": SMALL, "line_width": 0}, selector={"mode": "markers"})
    return figure


def equations_of(state: LabState) -> list[Equation]:
    """Return the score of a training point with and without its own bump."""
    model = compute.fitted_model(state.fit_spec())
    if not isinstance(model, KernelBayes):
        return _svc_equations(state)
    own, x = _self_contribution(state)
    m_plus, m_minus = (rf"\tfrac1{{n_{s}}}\textstyle\sum_{s}K(x_{s},x_i)" for s in "+-")
    second = "1+" if own.second else ""
    without = r"\tfrac{n_+m_+-1}{n_+-1}"
    return [
        Equation("x_i", r"(x_{i1},\,x_{i2})^T", matrix(x)),
        *_kernel(model),
        Equation("m_+", m_plus, number(own.own_mean)),
        Equation("m_-", m_minus, number(own.other_mean)),
        Equation(r"\tfrac1{n_+}K(x_i,x_i)", r"\tfrac1{n_+}", number(1 / own.n)),
        Equation("b", r"-\operatorname{arg\,min}_tE(t)", number(own.offset)),
        Equation("p(x_i)+b", f"{second}m_+-m_-+b", number(own.projection + own.offset)),
        Equation("p_{-i}(x_i)+b", f"{second}{without}-m_-+b", number(own.left_out + own.offset)),
    ]


def _kernel(model: KernelBayes) -> list[Equation]:
    """Return the kernel and the distance that the variant uses."""
    metric = {"I": "", "II": r"(\Sigma_++\Sigma_-)^{-1}", "III": r"\Sigma_\pm^{-1}"}[model.variant]
    distance = "|x-x'|^2" if not metric else rf"(x-x')^T{metric}\\&\quad\cdot(x-x')"
    kernel = Equation("K(x,x')", r"e^{-\gamma r^2}", f"e^{{-{number(model.gamma)}\\,r^2}}")
    return [Equation("r^2", distance, distance), kernel]


def _svc_equations(state: LabState) -> list[Equation]:
    """Return the score of the SVC: the same bumps with other weights."""
    weights, b = _svc_weights(state)
    gamma = number(state.gamma)
    kernel = Equation("K(x,x')", r"e^{-\gamma|x-x'|^2}", f"e^{{-{gamma}|x-x'|^2}}")
    score = r"\textstyle\sum_i\alpha_iy_iK(x_i,x)"
    return [
        kernel,
        Equation("f(x)", f"{score}+b", score + _signed(b)),
        Equation(r"n_\text{SV}", r"|\{i:\alpha_i>0\}|", f"{len(weights)}"),
    ]


def _signed(value: float) -> str:
    return ("-" if value < 0 else "+") + number(abs(value))


def _svc_weights(state: LabState) -> tuple[np.ndarray, float]:
    """Return the αᵢ above 0 of the state's SVC, and its b."""
    description = describe(compute.fitted_model(state.fit_spec()))
    assert description is not None  # the RBF kernel can be described
    (score,) = description
    return np.abs(score.expansions[0].coefficients), score.offset


def _self_contribution(state: LabState) -> tuple[SelfContribution, np.ndarray]:
    """Return the contribution of the marked point to its own score, and the point."""
    points = compute.dataset(state.dataset_spec)
    own = self_contribution(compute.fitted_model(state.fit_spec()), points.X, points.y)
    return own, points.X[own.index]


def describe_weights(state: LabState) -> dict[str, str]:
    """Return how many points have a positive weight in the state's SVC, and the largest one."""
    weights, _ = _svc_weights(state)
    return {
        "support": f"{len(weights)}",
        "n": f"{len(compute.dataset(state.dataset_spec).y)}",
        "largest": number(weights.max(), 3),
        "C": number(state.svc_C, 3),
    }


def compare_thresholds(state: LabState) -> dict[str, str]:
    """Return the accuracies of both thresholds on new points, and the marked point's share."""
    own, _ = _self_contribution(state)
    trained, left_out = (
        new_accuracies(replace(state, threshold=threshold), (state.gamma,))[0]
        for threshold in ("error", "loo")
    )
    shares = {"share": own.share, "trained": trained, "left_out": left_out}
    return {name: percent(share) for name, share in shares.items()}


def explain_overfitting(before: LabState, after: LabState) -> dict[str, str]:
    """Return the accuracies of narrow bumps on training points and on others."""
    fit, spec = after.fit_spec(), after.dataset_spec
    held_out = evaluations.row(fit, after.evaluation_spec).held_out
    assert isinstance(spec, DatasetSpec)
    assert held_out is not None  # ten folds of many points
    X = compute.dataset(spec).X
    nearest = NearestNeighbors(n_neighbors=2).fit(X).kneighbors(X)[0][:, 1]
    shares = {
        "before": accuracy(before.fit_spec(), spec),
        "after": accuracy(fit, spec),
        "new": accuracy(fit, new_points(spec)),
        "folds": held_out.mean,
    }
    lengths = {"width": (2 * after.gamma) ** -0.5, "spacing": float(np.median(nearest))}
    return (
        {name: percent(share) for name, share in shares.items()}
        | {name: number(length, 2) for name, length in lengths.items()}
        | {"n_new": f"{N_NEW}", "wide": f"{before.gamma:g}", "narrow": f"{after.gamma:g}"}
    )


DATA = {
    "moons": "moons",
    "spirals": "spirals",
    "two Gaussians": "two_gaussians",
    "random labels": "random_labels",
}

CLASSIFIERS = {"I": "I", "II": "II", "III": "III", "SVC": "svc-rbf"}

THRESHOLDS: dict[str, Threshold] = {"cut by leave-one-out": "loo", "cut by training": "error"}

WIDE = LabState(data="random_labels", gamma=1.0)
NARROW = replace(WIDE, gamma=GAMMAS[-1])


def show_prediction(moved: bool) -> None:
    """Show the regions of random labels with wide bumps, or with narrow ones."""
    state = NARROW if moved else WIDE
    alt = f"Regions for random labels at γ = {state.gamma:g}."
    show_regions(state, alt, "prediction", small=moved)


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson(STEM)
    with lesson.picture:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            data = DATA[choose("Data", DATA, "data")]
            model = CLASSIFIERS[choose("Classifier", CLASSIFIERS, "classifier")]
            threshold, refit = THRESHOLDS["cut by leave-one-out"], False
            if model == "svc-rbf":
                refit = st.toggle(
                    "compute leave-one-out (some seconds)", key="refit", bind="query-params"
                )
            else:
                threshold = THRESHOLDS[choose("Threshold", THRESHOLDS, "cut")]
        place, scale = st.container(), GammaScale("lg", "γ", -2.0, 3.0, log10(5), "gamma")
        with st.expander("Exact values", icon=":material/tune:"):
            gamma = scale.ask_gamma()
        state = LabState(data=data, model=model, gamma=gamma, threshold=threshold)
        with problem_instead():
            accuracies = evaluate(state, refit_svm=refit)
            with place:
                show_picture(state, accuracies, scale, gamma)
            with lesson.beside:
                lesson.say("Picture", confidence=f"{100 * CONFIDENCE:g}")
            with lesson.show_formula(equations_of(state)):
                if model == "svc-rbf":
                    lesson.say("SVC", **describe_weights(state))
                else:
                    lesson.say("Notes", **compare_thresholds(state))
    lesson.ask(show_prediction, **explain_overfitting(WIDE, NARROW))
    with lesson.beside:
        lesson.try_this(state)
    lesson.say("Source", **SOURCE_GAMMAS)
    show_features(lesson)
    lesson.end(state)
