"""The width of the kernel on a page: accuracies over γ, both pictures, the formula's lines."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from sklearn.neighbors import NearestNeighbors

from bayeslab.data.datasets import DatasetSpec
from bayeslab.estimators.kernel_bayes import KernelBayes, Threshold
from bayeslab.estimators.validation import count_labels
from bayeslab.evaluation.accuracy import Accuracy
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.figures import Curve, add_ellipses, draw_regions, draw_sweep
from bayeslab.scoring.descriptions import describe
from core.effort import FINEST
from core.state import LabState
from lessons.frame import Equation, begin_lesson, choose
from lessons.kernel_width.numbers import (
    CONFIDENCE,
    N_NEW,
    OwnVote,
    about_best,
    new_points,
    own_shares,
    own_vote,
)
from ui import compute
from ui.latex import matrix, number
from ui.layout import describe_points, percent, problem_instead, show_figure
from ui.session import start_at_lab_gamma, theme

__all__ = ["show"]

# Three steps a decade, as on a ruler, from the lab's smallest γ to its largest.
DECADES = (0.01, 0.1, 1.0, 10.0, 100.0)
GAMMAS = (*(float(f"{step * ten:.3g}") for ten in DECADES for step in (1, 2, 5)), 1000.0)
SOURCE_GAMMAS = {"used": "5", "low": "1", "high": "9"}
FOLDS = EvaluationSpec("k-fold", folds=10)
CURVES_HEIGHT, REGIONS_HEIGHT = 400, 480  # pixels


@dataclass(frozen=True)
class Measured:
    """A classifier's accuracies over ``GAMMAS``, by name, and the stretch where they are right.

    `spread` are the standard errors of "ten folds", `right` the first and the last place of the
    stretch. "leave-one-out" may be missing.
    """

    accuracies: dict[str, tuple[float, ...]]
    spread: tuple[float, ...]
    right: tuple[int, int] | None

    def at(self, gamma: float) -> dict[str, float]:
        """Return the accuracies for one γ."""
        return {name: row[GAMMAS.index(gamma)] for name, row in self.accuracies.items()}


def measure(state: LabState, refit_svm: bool = False) -> Measured:
    """Return the accuracies of the state's classifier over γ.

    Kernel Bayes leaves points out in closed form; the SVM only if it is to be fitted anew.

    Raises
    ------
    ValueError
        If the classifier fails for a γ.
    """
    points = compute.gamma_sweep(state, state.model, GAMMAS, FOLDS).points
    folds = [_present(point.cross_validated, point.problem) for point in points]
    rows: dict[str, Any] = {
        "training": [point.training for point in points],
        "ten folds": [fold.mean for fold in folds],
        "leave-one-out": [point.leave_one_out for point in points],
        "new points": compute.new_accuracies(state, state.model, GAMMAS),
    }
    if refit_svm:
        rows["leave-one-out"] = compute.left_out_accuracies(state, state.model, GAMMAS)
    y = compute.dataset(state).y
    return Measured(
        {name: tuple(row) for name, row in rows.items() if None not in row},
        tuple(fold.standard_error for fold in folds),
        about_best(folds, chance=count_labels(y).max() / len(y)),
    )


def _present(accuracy: Accuracy | None, problem: str | None) -> Accuracy:
    if accuracy is None:
        raise ValueError(problem)
    return accuracy


def show_curves(measured: Measured, gamma: float, key: str) -> None:
    """Show all accuracies over γ, with a marker at the chosen one."""
    spread = np.array(measured.spread)
    curves = [
        Curve(name, np.array(row), spread if name == "ten folds" else None, name == "new points")
        for name, row in measured.accuracies.items()
    ]
    figure = compute.figure(
        draw_sweep, np.array(GAMMAS), curves, gamma, zone=measured.right, theme=theme()
    )
    values = ", ".join(f"{name} {percent(value)}" for name, value in measured.at(gamma).items())
    alt = f"Accuracies over γ from {GAMMAS[0]:g} to {GAMMAS[-1]:g}; at γ = {gamma:g}: {values}."
    show_figure(figure, alt, CURVES_HEIGHT, key=key)


def show_values(measured: Measured, gamma: float) -> None:
    """Show the accuracies for one γ in large type."""
    with st.container(horizontal=True):
        for name, value in measured.at(gamma).items():
            st.metric(name, percent(value), width="content")


def show_regions(state: LabState, alt: str, key: str, mark: bool = False) -> None:
    """Show the decision regions with errors ringed; of kernel Bayes, mark one point's bump."""
    alt = f"{alt} {describe_points(compute.dataset(state))}"
    show_figure(compute.figure(_draw_errors, state, mark, theme()), alt, REGIONS_HEIGHT, key=key)


def _draw_errors(state: LabState, mark: bool, theme: str) -> go.Figure:
    model, points = compute.fitted_model(state, state.model), compute.dataset(state)
    regions = compute.regions(state, state.model, FINEST)  # narrow bumps need a fine grid
    figure = draw_regions(
        *(regions.x1, regions.x2, regions.label, regions.strength, points.X, points.y),
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=theme,
        wrong=model.predict(points.X) != points.y,
    )
    if mark and isinstance(model, KernelBayes):
        centre = points.X[[own_vote(model, points.X, points.y).index]]
        root = np.eye(2) if model.plus_.root is None else model.plus_.root
        bump = root @ root.T / (2 * model.gamma)  # exp(-γ|z|²) as a Gaussian
        add_ellipses(figure, centre, bump[None], name="its bump", theme=theme)
        figure.update_traces(name="xᵢ", selector={"name": "mean"})
    return figure


def equations_of(state: LabState) -> list[Equation]:
    """Return how the score of a training point comes about, with and without its own vote."""
    model = compute.fitted_model(state, state.model)
    if not isinstance(model, KernelBayes):
        return _svc_equations(state)
    own, x = _own_vote(state)
    m_plus, m_minus = (rf"\tfrac1{{n_{s}}}\textstyle\sum_{s}K(x_{s},x_i)" for s in "+-")
    second = "1+" if own.second else ""
    without = r"\tfrac{n_+m_+-1}{n_+-1}"
    return [
        Equation("x_i", r"\text{marked in the picture}", matrix(x)),
        *_kernel(model),
        Equation("m_+", m_plus, number(own.own_mean)),
        Equation("m_-", m_minus, number(own.other_mean)),
        Equation(r"\tfrac1{n_+}K(x_i,x_i)", r"\tfrac1{n_+}", number(1 / own.n)),
        Equation("b", r"-(\text{best cut})", number(own.offset)),
        Equation("p(x_i)+b", f"{second}m_+-m_-+b", number(own.projection + own.offset)),
        Equation("p_{-i}(x_i)+b", f"{second}{without}-m_-+b", number(own.left_out + own.offset)),
    ]


def _kernel(model: KernelBayes) -> list[Equation]:
    """Return the kernel and the distance it takes, by the variant."""
    metric = {"I": "", "II": "(C_++C_-)^{-1}", "III": r"C_\pm^{-1}"}[model.variant]
    distance = "|x-x'|^2" if not metric else rf"(x-x')^T{metric}\\&\quad\cdot(x-x')"
    kernel = Equation("K(x,x')", r"e^{-\gamma r^2}", f"e^{{-{number(model.gamma)}\\,r^2}}")
    return [Equation("r^2", distance, distance), kernel]


def _svc_equations(state: LabState) -> list[Equation]:
    """Return the SVC's score: the same sum, with weights of its own."""
    weights, b = _svc_weights(state)
    gamma, n = number(state.gamma), len(compute.dataset(state).y)
    kernel = Equation("K(x,x')", r"e^{-\gamma|x-x'|^2}", f"e^{{-{gamma}|x-x'|^2}}")
    score = r"\textstyle\sum_i\alpha_iy_iK(x_i,x)"
    return [
        kernel,
        Equation("f(x)", f"{score}+b", score + _signed(b)),
        Equation("n", r"\text{points}", f"{n}"),
        Equation("n_{\\alpha>0}", r"\text{support vectors}", f"{len(weights)}"),
        Equation(r"\max\alpha_i", r"\text{at most }C", number(weights.max())),
    ]


def _signed(value: float) -> str:
    return ("-" if value < 0 else "+") + number(abs(value))


def _svc_weights(state: LabState) -> tuple[np.ndarray, float]:
    """Return the αᵢ above 0 of the state's SVC, and its b."""
    description = describe(compute.fitted_model(state, state.model))
    assert description is not None  # the RBF kernel can be described
    (score,) = description
    return np.abs(score.expansions[0].coefficients), score.offset


def _own_vote(state: LabState) -> tuple[OwnVote, np.ndarray]:
    """Return the vote of the marked point of the state's kernel Bayes, and the point."""
    points = compute.dataset(state)
    own = own_vote(compute.fitted_model(state, state.model), points.X, points.y)
    return own, points.X[own.index]


def count_weights(state: LabState) -> dict[str, str]:
    """Return how many points have a weight in the state's SVC."""
    weights, _ = _svc_weights(state)
    return {"support": f"{len(weights)}", "n": f"{len(compute.dataset(state).y)}"}


def compare_cuts(state: LabState) -> dict[str, str]:
    """Return what both ways to search b make of new points, and the marked point's own share."""
    own, _ = _own_vote(state)
    trained, left_out = (
        compute.new_accuracies(replace(state, threshold=cut), state.model, (state.gamma,))[0]
        for cut in ("error", "loo")
    )
    shares = {"share": own.own_share, "trained": trained, "left_out": left_out}
    return {name: percent(share) for name, share in shares.items()}


def explain_memorising(before: LabState, after: LabState) -> dict[str, str]:
    """Return what narrow bumps make of the training points and of others."""
    key, spec, held_out = after.model, after.dataset_spec, compute.row(after, after.model).held_out
    assert isinstance(spec, DatasetSpec)
    assert held_out is not None  # ten folds of many points
    X, y = compute.dataset(after).X, compute.dataset(after).y
    own = own_shares(compute.fitted_model(after, key), X, y)
    nearest = NearestNeighbors(n_neighbors=2).fit(X).kneighbors(X)[0][:, 1]
    shares = {
        "before": compute.accuracy(before, key, spec),
        "after": compute.accuracy(after, key, spec),
        "share": float(np.median(own)),
        "new": compute.accuracy(after, key, new_points(spec)),
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


CUTS: dict[str, Threshold] = {"cut by leave-one-out": "loo", "cut by training": "error"}


TOSSED = LabState(data="random_labels", gamma=1.0)


MEMORISED = replace(TOSSED, gamma=GAMMAS[-1])


def show_prediction(moved: bool) -> None:
    """Show the tossed labels under wide bumps, or under narrow ones."""
    state = MEMORISED if moved else TOSSED
    show_regions(state, f"Regions for tossed labels at γ = {state.gamma:g}.", "prediction")


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("kernel_width")
    with lesson.picture:
        with st.container(horizontal=True):
            data = DATA[choose("Data", DATA, "data")]
            model = CLASSIFIERS[choose("Classifier", CLASSIFIERS, "classifier")]
        with st.container(horizontal=True, vertical_alignment="bottom"):
            cut, refit = CUTS["cut by leave-one-out"], False
            if model == "svc-rbf":
                refit = st.toggle("leave out each point", key="refit", bind="query-params")
            else:
                cut = CUTS[choose("Cut", CUTS, "cut")]
            start_at_lab_gamma("gamma", GAMMAS)
            gamma = st.select_slider(
                "γ", GAMMAS, format_func="{:g}".format, key="gamma", bind="query-params"
            )
        state = LabState(data=data, model=model, gamma=gamma, threshold=cut)
        with problem_instead():
            measured = measure(state, refit_svm=refit)
            show_values(measured, gamma)
            show_regions(state, f"Regions at γ = {gamma:g}, errors ringed.", "picture", mark=True)
            with lesson.beside:
                show_curves(measured, gamma, "curves")
                lesson.say("Picture", confidence=f"{100 * CONFIDENCE:g}")
            with lesson.show_formula(equations_of(state)):
                if model == "svc-rbf":
                    lesson.say("SVC", **count_weights(state))
                else:
                    lesson.say("Notes", **compare_cuts(state))
    lesson.ask(show_prediction, **explain_memorising(TOSSED, MEMORISED))
    lesson.say("Source", **SOURCE_GAMMAS)
    lesson.show_code()
    lesson.end(state)
