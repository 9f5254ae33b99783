"""Figures of states, in words, and as SVGs for slides, question banks and paper."""

import numpy as np
import plotly.graph_objects as go

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.validation import count_labels
from bayeslab.evaluation.models import MODELS
from bayeslab.figures import draw_regions
from bayeslab.figures.theme import PALETTE, TEMPLATES
from core import compute
from core.exercises.case import Case
from core.fields import State
from core.fit_spec import FitSpec
from core.state import LabState
from ui.figure_svg import write_svg

THEME = "light"  # of slides and paper
REACH, NODES = 5.0, 201  # of densities on a line


def draw_lab(state: LabState, width: int, height: int) -> tuple[str, str]:
    """Return the decision regions and the points, the misclassified ones ringed, and words.

    Parameters
    ----------
    state : LabState
    width, height : int
        In pixels.

    Raises
    ------
    ValueError
        If the classifier has no fit to these points.
    """
    fit = state.fit_spec()
    figure, title = draw_fit(state, fit, THEME), MODELS[state.model].title
    words = f"Decision regions of {title}. {describe_points(compute.dataset(fit.data))}"
    return write_svg(figure, words, width, height, THEME), words


def draw_lab_points(state: LabState, width: int, height: int) -> tuple[str, str]:
    """Return the points alone, and words; the parameters are as above."""
    points, (a, b, c, d) = compute.dataset(state.dataset_spec), compute.box(state.dataset_spec)
    blank = np.zeros((2, 2))
    figure = draw_regions(
        *(np.array([a, b]), np.array([c, d]), blank.astype(int), blank, points.X, points.y),
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=THEME,
        equal_scale=state.shares_a_scale(points.feature_names),
    )
    figure.data = [trace for trace in figure.data if trace.type == "scatter"]
    words = describe_points(points)
    return write_svg(figure, words, width, height, THEME), words


def draw_densities(state: State, width: int, height: int) -> tuple[str, str]:
    """Return the density of each class on a line, and words; the parameters are as above."""
    problem = Case(state).problem
    line = np.linspace(-REACH, REACH, NODES)
    densities = np.exp(problem.log_densities(line[:, None]))
    figure = go.Figure(layout={"template": TEMPLATES[THEME]})
    for k, name in enumerate(problem.class_names):
        style = {"color": PALETTE[k].colour, "width": 2.5, "dash": "dash" if k else "solid"}
        figure.add_scatter(x=line, y=densities[:, k], name=name, mode="lines", line=style)
    figure.update_xaxes(title="x", range=[-REACH, REACH])
    figure.update_yaxes(title="density", range=[0, 1.05 * densities.max()])
    words = f"The densities of {' and '.join(problem.class_names)} on a line."
    return write_svg(figure, words, width, height, THEME), words


def draw_fit(state: LabState, fit: FitSpec, theme: str) -> go.Figure:
    """Return the decision regions of a fit and its points, the misclassified ones ringed.

    The scales of the axes are those of the state.
    """
    regions, points = compute.regions(fit), compute.dataset(fit.data)
    predicted = compute.fitted_model(fit).predict(points.X)
    label = regions.classes[regions.label]  # a class without points keeps its colour
    return draw_regions(
        *(regions.x1, regions.x2, label, regions.strength, points.X, points.y),
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=theme,
        wrong=predicted != points.y,
        equal_scale=state.shares_a_scale(points.feature_names),
        **regions.islands(predicted),
    )


def describe_points(points: Dataset) -> str:
    """Return a description of the points: how many of each class, and with which marker."""
    counts = count_labels(points.y, len(points.class_names))
    classes = ", ".join(
        f"{count} of {name} as {PALETTE[k].name}s"
        for k, (count, name) in enumerate(zip(counts, points.class_names, strict=True))
    )
    return f"{len(points.y)} points: {classes}."
