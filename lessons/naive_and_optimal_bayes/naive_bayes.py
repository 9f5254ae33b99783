"""Naive and optimal Bayes side by side: their regions, their formulas and their numbers."""

from dataclasses import dataclass, replace

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from bayeslab.data.datasets import Dataset, DatasetSpec, bounding_box, load
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.figures import add_ellipses, draw_regions
from bayeslab.scoring.regions import decision_regions
from core.drawing import draw, encode_drawing
from core.state import DRAWN, LabState
from lessons.frame import Equation
from lessons.naive_and_optimal_bayes.numbers import (
    SITUATIONS,
    Judgement,
    correlated_problem,
    judge_held_out,
    judge_on_new_points,
    points_with_moments,
)
from ui import compute
from ui.latex import NOISE, matrix, polynomial, quadratic
from ui.layout import percent, show_figure
from ui.session import theme

__all__ = [
    "MEASUREMENTS",
    "Pair",
    "equations_of",
    "fit_pair",
    "lab_state",
    "show_pair",
    "show_values",
]

Array = NDArray[np.float64]

CLASS_SIZE = 100  # points drawn of each class
REACH = 4.2  # of the picture of drawn points, so that it stands still while ρ moves
NAMES = ("x₁", "x₂", "class A", "class B")

# Two species and two features of each table, whose correlations matter.
MEASUREMENTS = {
    "iris": DatasetSpec("iris", features=(0, 2), classes=(1, 2)),
    "wine": DatasetSpec("wine", features=(2, 3), classes=(1, 2)),
}


@dataclass(frozen=True, eq=False)
class Pair:
    """Points of classes A and B with both classifiers, fitted and judged on new points."""

    points: Dataset
    box: tuple[float, float, float, float]
    naive: GaussianBayes
    optimal: GaussianBayes
    judgements: tuple[Judgement, Judgement]

    @property
    def judged(self) -> dict[str, str]:
        """How often both are right and how sure they are, for the text."""
        return {
            f"{name}_{what}": percent(share)
            for name, judgement in zip(("naive", "optimal"), self.judgements, strict=True)
            for what, share in (("right", judgement.right), ("sure", judgement.certainty))
        }


def fit_pair(data: str, rho: float) -> Pair:
    """Fit both classifiers to one of ``SITUATIONS`` or ``MEASUREMENTS``."""
    naive, optimal = GaussianBayes("diagonal"), GaussianBayes("full")
    if data in MEASUREMENTS:
        points = load(MEASUREMENTS[data])
        box = bounding_box(points.X)
        judged = [
            judge_held_out(
                model.fit(points.X, points.y), points.X, points.y, LabState().evaluation_spec
            )
            for model in (naive, optimal)
        ]
    else:
        problem = correlated_problem(SITUATIONS[data], rho)
        X, y = points_with_moments(problem, CLASS_SIZE)
        points = Dataset(X, y, NAMES[:2], NAMES[2:], data)
        box = (-REACH, REACH, -REACH, REACH)
        judged = [judge_on_new_points(model.fit(X, y), problem) for model in (naive, optimal)]
    return Pair(points, box, naive, optimal, (judged[0], judged[1]))


def lab_state(data: str, pair: Pair) -> LabState:
    """Return the state of the lab with these points and both classifiers."""
    if data in MEASUREMENTS:
        spec = MEASUREMENTS[data]
        state = LabState(data=spec.name, features=spec.features, classes=spec.classes)
    else:
        drawing = encode_drawing(draw(pair.points.X, pair.points.y).on_grid())  # for a short link
        state = LabState(data=DRAWN, points=drawing, names=NAMES)
    return replace(state, model="diagonal", beside="full")


def show_pair(pair: Pair) -> None:
    """Show the regions of both classifiers beside each other, with the densities they assume."""
    points, titles = pair.points, ("Naive Bayes", "Optimal Bayes")
    models = (pair.naive, pair.optimal)
    for column, title, model, judged in zip(
        st.columns(2), titles, models, pair.judgements, strict=True
    ):
        heading = f"{title}: {percent(judged.right)} right"
        figure = compute.figure(_draw_with_densities, points, pair.box, model, heading, theme())
        alt = f"Regions of {title.lower()}, right on {percent(judged.right)} of new points."
        with column:
            show_figure(figure, alt, 440, key=title)


def _draw_with_densities(
    points: Dataset,
    box: tuple[float, float, float, float],
    model: GaussianBayes,
    title: str,
    theme: str,
) -> go.Figure:
    """Return the regions of a classifier with the ellipses of the densities it assumes."""
    regions = decision_regions(model, box, compute.RESOLUTION)
    figure = draw_regions(
        *(regions.x1, regions.x2, regions.label, regions.strength, points.X, points.y),
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=theme,
        title=title,
        equal_scale=points.feature_names == NAMES[:2],
    )
    return add_ellipses(figure, model.means_, model.covariances_, theme=theme)


def show_values(pair: Pair) -> None:
    """Show what tells the two classifiers apart in numbers."""
    names, rows = pair.points.class_names, {}
    for name, correlation in zip(names, _correlations(pair), strict=True):
        rows[f"correlation in {name}"] = ["0", f"{correlation:.3g}"]
    logs = [np.linalg.slogdet(model.covariances_)[1] for model in (pair.naive, pair.optimal)]
    for k, name in enumerate(names):
        rows[f"ln|Σ| of {name}"] = [f"{log[k].round(12) + 0.0:.3g}" for log in logs]
    training = [model.score(pair.points.X, pair.points.y) for model in (pair.naive, pair.optimal)]
    rows["right on these points"] = [percent(share) for share in training]
    rows["right on new points"] = [percent(judged.right) for judged in pair.judgements]
    rows["mean certainty"] = [percent(judged.certainty) for judged in pair.judgements]
    naive, optimal = zip(*rows.values(), strict=True)
    st.dataframe(
        {"": list(rows), "naive": naive, "optimal": optimal},
        alt="Correlations, log determinants, share of right answers and mean certainty of both.",
    )


def _correlations(pair: Pair) -> Array:
    """Return the correlation of the two features in each class, (2,)."""
    C = pair.optimal.covariances_
    return C[:, 0, 1] / np.sqrt(C[:, 0, 0] * C[:, 1, 1])


def equations_of(pair: Pair) -> list[Equation]:
    """Return the steps from the points to c(x), naive and optimal; class A where c(x) > 0."""
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
        Equation("D_k(x)", r"(x-M_k)^T\Sigma_k^{-1}(x-M_k)", r"\text{multiplied out below}"),
        Equation("c(x)", _CRITERION, written_out(full)),
        Equation(
            r"c_{\text{naive}}(x)",
            r"\text{the same, with }\\&\quad\Sigma_k\text{ cut to its diagonal}",
            written_out(pair.naive),
        ),
    ]


_CRITERION = r"\ln|\Sigma_B|-\ln|\Sigma_A|\\&\quad+D_B(x)-D_A(x)\\&\quad+2\ln\tfrac{n_A}{n_B}"


def written_out(model: GaussianBayes) -> str:
    """Return c(x), twice the log odds of class A, its quadratic terms on a line of their own."""
    d = model.discriminant_
    W, w = -2 * d.W, -2 * d.w
    largest = max(np.abs(W).max(), np.abs(w).max())
    W, w = (np.where(np.abs(part) > NOISE * largest, part, 0.0) for part in (W, w))
    curved = quadratic(W, np.zeros(2), 0.0, digits=3)
    straight = polynomial([(w[0], "x_1"), (w[1], "x_2"), (-2 * float(d.w0), "")], digits=3)
    if not W.any():
        return straight
    return rf"{curved}\\&\quad{'' if straight.startswith('-') else '+'}{straight}"
