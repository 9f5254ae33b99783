"""Naive and optimal Bayes side by side: regions, equations and table of values."""

from dataclasses import dataclass, replace

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from bayeslab.data.datasets import Dataset, DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.formats import decimal, percent
from bayeslab.figures import add_ellipses, draw_regions
from bayeslab.scoring.regions import decision_regions
from core.drawing import draw, encode_drawing
from core.state import DRAWN, LabState
from lessons.frame import Equation
from lessons.naive_and_optimal_bayes.numbers import (
    SITUATIONS,
    Performance,
    correlated_problem,
    evaluate_exactly,
    evaluate_held_out,
    points_with_moments,
)
from ui import compute
from ui.caching import memoize
from ui.latex import NOISE, matrix, polynomial, quadratic
from ui.layout import show_figure
from ui.session import theme

__all__ = [
    "REAL_DATA",
    "Pair",
    "describe_pair",
    "equations_of",
    "fit_pair",
    "lab_state",
    "show_pair",
    "show_values",
]

Array = NDArray[np.float64]

CLASS_SIZE = 100  # points drawn from each class
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
    is_real: bool


def describe_pair(pair: Pair) -> dict[str, str]:
    """Return the performances of both classifiers as fields of the text."""
    return {
        f"{name}_{what}": percent(share)
        for name, each in zip(("naive", "optimal"), pair.performances, strict=True)
        for what, share in (
            ("accuracy", each.accuracy),
            ("confidence", each.confidence),
            ("error", each.standard_error),
        )
    }


@memoize(64)
def fit_pair(data: str, rho: float, gap: tuple[float, float] | None = None) -> Pair:
    """Fit both classifiers to one of ``SITUATIONS`` or ``REAL_DATA``.

    Parameters
    ----------
    data : str
    rho : float
        The correlation; not used for real data.
    gap : tuple of 2 float, optional
        Mean of class B minus mean of class A; that of the situation if none is given.
    """
    models = GaussianBayes("diagonal"), GaussianBayes("full")
    if data in REAL_DATA:
        points = load(REAL_DATA[data])
        naive, optimal = (model.fit(points.X, points.y) for model in models)
        performances = [
            evaluate_held_out(model, points.X, points.y, LabState().evaluation_spec)
            for model in models
        ]
        box = bounding_box(points.X)
    else:
        situation = SITUATIONS[data]
        problem = correlated_problem(
            replace(situation, difference=gap or situation.difference), rho
        )
        X, y = points_with_moments(problem, CLASS_SIZE)
        points = Dataset(X, y, NAMES[:2], NAMES[2:], data)
        naive, optimal = (model.fit(X, y) for model in models)
        performances = [evaluate_exactly(model, problem) for model in models]
        box = (-REACH, REACH, -REACH, REACH)
    both = performances[0], performances[1]
    return Pair(points, box, naive, optimal, both, is_real=data in REAL_DATA)


def lab_state(data: str, pair: Pair) -> LabState:
    """Return the state of the lab with these points and both classifiers."""
    if data in REAL_DATA:
        spec = REAL_DATA[data]
        state = LabState(data=spec.name, features=spec.features, classes=spec.classes)
    else:
        drawing = encode_drawing(draw(pair.points.X, pair.points.y).on_grid())  # for a short link
        state = LabState(data=DRAWN, points=drawing, names=NAMES)
    return replace(state, model="diagonal", beside="full")


def show_pair(pair: Pair) -> None:
    """Show the regions of both classifiers side by side, with their estimated densities."""
    points, titles = pair.points, ("Naive Bayes", "Optimal Bayes")
    models = (pair.naive, pair.optimal)
    for column, title, model, performance in zip(
        st.columns(2), titles, models, pair.performances, strict=True
    ):
        heading = f"{title}: accuracy {percent(performance.accuracy)}"
        figure = compute.figure(_draw_with_densities, points, pair.box, model, heading, theme())
        alt = f"Regions of {title.lower()}, accuracy {percent(performance.accuracy)}."
        with column:
            show_figure(figure, alt, 440, key=title)


def _draw_with_densities(
    points: Dataset,
    box: tuple[float, float, float, float],
    model: GaussianBayes,
    title: str,
    theme: str,
) -> go.Figure:
    """Return the regions of a classifier with the ellipses of its estimated densities."""
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
    """Show a table of the values in which the two classifiers differ."""
    names, rows = pair.points.class_names, {}
    for name, correlation in zip(names, _correlations(pair), strict=True):
        rows[f"correlation in {name}"] = ["0", decimal(correlation)]
    logs = [np.linalg.slogdet(model.covariances_)[1] for model in (pair.naive, pair.optimal)]
    for k, name in enumerate(names):
        rows[f"ln|Σ| of {name}"] = [decimal(log[k].round(12)) for log in logs]
    training = [model.score(pair.points.X, pair.points.y) for model in (pair.naive, pair.optimal)]
    rows["accuracy on these points"] = [percent(share) for share in training]
    kind = "held-out" if pair.is_real else "new"
    rows[f"accuracy on {kind} points"] = [percent(each.accuracy) for each in pair.performances]
    rows["mean confidence"] = [percent(each.confidence) for each in pair.performances]
    naive, optimal = zip(*rows.values(), strict=True)
    st.dataframe(
        {"": list(rows), "naive": naive, "optimal": optimal},
        alt="Correlations, log determinants, accuracies and mean confidences of both classifiers.",
    )


def _correlations(pair: Pair) -> Array:
    """Return the correlation of the two features in each class, (2,)."""
    C = pair.optimal.covariances_
    return C[:, 0, 1] / np.sqrt(C[:, 0, 0] * C[:, 1, 1])


def equations_of(pair: Pair) -> list[Equation]:
    """Return the equations from the points to c(x) of both; class A where c(x) > 0."""
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
        Equation("c(x)", _CRITERION, written_out(full)),
        Equation(
            r"c_{\text{naive}}(x)",
            r"\text{the same, with }\Sigma_k\\&\quad\text{replaced by its diagonal}",
            written_out(pair.naive),
        ),
    ]


_CRITERION = r"\ln|\Sigma_B|-\ln|\Sigma_A|\\&\quad+D_B(x)-D_A(x)\\&\quad+2\ln\tfrac{n_A}{n_B}"


def written_out(model: GaussianBayes) -> str:
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
