"""The Bayes classifier in the plane, and the excess errors of classifiers trained on points."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from bayeslab.bayes_error.optimal import BayesOptimal, Problem
from bayeslab.bayes_error.problems import known_problem
from bayeslab.data.datasets import Dataset, DatasetSpec
from bayeslab.evaluation.formats import PERCENT, fixed, percent
from bayeslab.evaluation.models import MODELS
from bayeslab.figures import draw_regions
from bayeslab.figures.overlays import add_boundary
from bayeslab.figures.theme import PALETTE, PERCENT_AXIS, dress, find_theme, plain
from bayeslab.scoring.regions import Regions, decision_regions
from core import compute
from core.caching import memoize
from core.fit_spec import FitSpec
from core.state import LabState
from lessons.bayes_rule.state import SIZES, BayesRuleState
from lessons.frame import LessonPage
from ui import pictures
from ui.lab_svg import describe_points
from ui.layout import problem_instead, show_figure
from ui.session.address import theme

# Excess error: a classifier's error minus the Bayes error, estimated on new points.
#
# The class densities are known. The classifier and the Bayes classifier predict the same new
# points, which gives two estimates:
#
# - *counted*: errors of the classifier minus errors of the Bayes classifier. Because both see the
#   same points, most of the sampling noise cancels; the rest can make the estimate negative;
# - *expected*: the mean of max_k P(k | x) - P(f(x) | x), where f(x) is the predicted class. It does
#   not depend on the sampled labels. No term is negative, which proves that no classifier is better
#   than the Bayes classifier.
#
# Source: the Bayes classifier post, optimality of the Bayes classifier.


@dataclass(frozen=True)
class Excess:
    """Two estimates of an excess error, as shares of all points.

    Attributes
    ----------
    counted : float
        Errors of the classifier minus those of the Bayes classifier, per point.
    standard_error : float
        Of `counted`, sd / sqrt(n) with the divisor n in the variance.
    expected : float
        Mean of `counted` over the labels, given the points; 0 or more.
    """

    counted: float
    standard_error: float
    expected: float


def simulate_excess(
    problem: Problem, models: Mapping[str, Any], n: int = 10_000, seed: int = 0
) -> dict[str, Excess]:
    """Estimate the excess errors of fitted classifiers on the same `n` new points.

    Parameters
    ----------
    problem : Problem
    models : mapping of str to scikit-learn classifiers, fitted
        Their labels are 0 ... K - 1.
    n : int
        1 or more.
    seed : int
        Equal seeds give equal points.

    Raises
    ------
    ValueError
        If a classifier predicts a label that the problem does not have.
    """
    X, y = problem.sample(n, seed)
    posterior = problem.posterior(X)
    best = posterior.argmax(axis=1)
    excesses = {}
    for name, model in models.items():
        predicted = problem.answers(model, X)
        difference = (predicted != y).astype(np.float64) - (best != y)
        loss = posterior.max(axis=1) - posterior[np.arange(n), predicted]
        excesses[name] = Excess(
            float(difference.mean()), float(difference.std() / np.sqrt(n)), float(loss.mean())
        )
    return excesses


# Figure of excess errors: each classifier's error minus the Bayes error.

Array = NDArray[np.float64]

# Other colours than those of the first two classes, because the rows are classifiers.
COUNTED, EXPECTED = PALETTE[2], PALETTE[4]
LEAST_REACH = 2.0  # percent, smallest extent of the axis to the right


def draw_excess(
    excesses: Mapping[str, tuple[float, float, float]], *, theme: str = "light"
) -> go.Figure:
    """Draw excess errors, one row per classifier, the smallest expected one on top.

    The area left of zero is shaded: only chance puts a count there. The expected excess error is
    written at the right edge.

    Parameters
    ----------
    excesses : mapping of str to (counted, standard error, expected)
        By classifier, as shares; the count has a bar of two standard errors on both sides.
    theme
        As in :func:`bayeslab.figures.draw_regions`.
    """
    look = find_theme(theme)
    order = sorted(excesses, key=lambda name: excesses[name][2])
    counted, error, expected = 100 * np.array([excesses[name] for name in order]).T
    names, rows = list(map(plain, order)), np.arange(len(order))
    figure = go.Figure()
    low = min(1.1 * float((counted - 2 * error).min()), -0.1 * LEAST_REACH)
    high = max(1.05 * float((counted + 2 * error).max()), LEAST_REACH)
    bars = {"array": 2 * error, "color": COUNTED.colour, "thickness": 2.5, "width": 5}
    outline = {"color": look.ink, "width": 1}
    dots = {"color": COUNTED.colour, "symbol": "circle", "size": 12, "line": outline}
    figure.add_trace(_dots("counted", names, counted, dots).update(error_x=bars))
    dots = {"color": EXPECTED.colour, "symbol": "diamond", "size": 10, "line": outline}
    figure.add_trace(_dots("expected", names, expected, dots))
    ground = {"type": "rect", "x0": low, "x1": 0, "y0": 0, "y1": 1, "yref": "paper"}
    ground |= {"fillcolor": look.grid, "line_width": 0, "layer": "below"}
    best = {"type": "line", "x0": 0, "x1": 0, "y0": 0, "y1": 1, "yref": "paper", "layer": "below"}
    place = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 8, "showarrow": False}
    figure.update_layout(
        shapes=[ground, {**best, "line": {"color": look.ink, "width": 2.5}}],
        annotations=[
            {"text": percent(value / 100), "y": row, "font": {"size": 16}, **place}
            for row, value in enumerate(expected)
        ],
        margin_r=72,
    )
    figure.update_xaxes(PERCENT_AXIS, range=[low, high], nticks=6)
    figure.update_xaxes(title_text="excess error over the Bayes classifier")
    figure.update_yaxes(tickvals=rows, ticktext=names, ticks="", showgrid=False)
    figure.update_yaxes(range=[len(order) - 0.4, -0.6])
    return dress(figure, theme, None)


def _dots(name: str, rows: list[str], x: Array, marker: dict[str, Any]) -> go.Scatter:
    """Return a dot in each row; hovering shows the row's name and the value in percent."""
    words = [[row, fixed(value, 2, "+")] for row, value in zip(rows, x, strict=True)]
    hover = f"<b>%{{customdata[0]}}</b><br>{name}: %{{customdata[1]}}{PERCENT}<extra></extra>"
    dots = go.Scatter(x=x, y=np.arange(len(rows)), mode="markers", marker=marker, name=name)
    return dots.update(customdata=words, hovertemplate=hover, cliponaxis=False)


HEIGHT = 540  # pixels


def show_plane(lesson: LessonPage[BayesRuleState]) -> None:
    """Show both pictures with their controls and their text."""
    controls = lesson.controls
    st.subheader("In the plane")
    controls.ask("data")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.ask("balance", width=220)
        controls.ask("n", steps=SIZES, width=220)
        controls.ask("model", widget="menu", width=220)
    left, right = st.columns(2, gap="large")
    with left, problem_instead():
        _show_best(lesson, controls.state.lab)
    with right, problem_instead():
        controls.ask("new")
        _show_excess(lesson, controls.settle())
    lesson.try_this(controls.state.lab, "Try plane")


def _show_best(lesson: LessonPage[BayesRuleState], state: LabState) -> None:
    """Show the Bayes classifier's regions and errors, and the boundary of a trained classifier."""
    spec = state.dataset_spec
    assert isinstance(spec, DatasetSpec)
    points, best = compute.dataset(spec), best_regions(spec)
    wrong = best_rule(spec).predict(points.X) != points.y
    name = MODELS[state.model].title
    with st.spinner("Integrating the densities of the classes …"):
        bayes = pictures.bayes_error(spec)
    assert bayes is not None
    other = compute.regions(state.fit_spec())
    figure = pictures.figure(_draw_best, best, points, wrong, other, name, theme())
    alt = f"Regions of the Bayes classifier and the boundary of {name}. {describe_points(points)}"
    show_figure(figure, alt, HEIGHT, key="plane")
    lesson.say(
        "Plane",
        bayes=percent(bayes),
        name=name,
        wrong=str(int(wrong.sum())),
        n=str(len(points.y)),
        share=percent(float(wrong.mean())),
    )


def best_rule(spec: DatasetSpec) -> BayesOptimal:
    """Return the best possible rule for a generated data set.

    Raises
    ------
    ValueError
        If the densities of the points are not known.
    """
    problem = known_problem(spec)
    if problem is None:
        raise ValueError("The densities of these points are not known: choose generated data.")
    return problem.rule()


@memoize(64)
def best_regions(spec: DatasetSpec) -> Regions:
    """Return the decision regions of the best rule, in the same box as those of a classifier."""
    return decision_regions(best_rule(spec), compute.box(spec), compute.RESOLUTION)


@memoize(64, max_bytes=2**18)
def excess_errors(fits: tuple[FitSpec, ...], n: int) -> dict[str, Excess]:
    """Return the excess errors of classifiers of the same points on `n` new points, by key.

    A classifier that cannot be fitted is left out.
    """
    models = {}
    for fit in fits:
        with suppress(ValueError):
            models[fit.classifier] = compute.fitted_model(fit)
    spec = fits[0].data
    assert isinstance(spec, DatasetSpec)
    return simulate_excess(best_rule(spec).problem, models, n)


def _draw_best(
    best: Regions, points: Dataset, wrong: NDArray[np.bool_], other: Regions, name: str, theme: str
) -> go.Figure:
    figure = draw_regions(
        *(best.x1, best.x2, best.label, best.strength, points.X, points.y),
        class_names=points.class_names,
        theme=theme,
        wrong=wrong,
        equal_scale=True,
    )
    return add_boundary(figure, other.x1, other.x2, other.score, name, theme=theme)


def _show_excess(lesson: LessonPage[BayesRuleState], state: BayesRuleState) -> None:
    """Show the excess errors of all classifiers."""
    new = int(state.new)
    with st.spinner("Counting errors on new points …"):
        excesses = excess_errors(tuple(state.lab.fit_spec(key) for key in MODELS), new)
    rows = {
        MODELS[key].title: (each.counted, each.standard_error, each.expected)
        for key, each in excesses.items()
    }
    figure = pictures.figure(draw_excess, rows, theme=theme())
    least = min(each.expected for each in excesses.values())
    alt = f"Excess errors of {len(rows)} classifiers; the smallest is {percent(least)}."
    show_figure(figure, alt, HEIGHT, key="excess")
    negative = sum(each.counted < 0 for each in excesses.values())
    lesson.say("Excess", new=f"{new:,}", n=str(state.n), negative=str(negative), of=str(len(rows)))
    if without_fit := [MODELS[key].title for key in MODELS if key not in excesses]:
        st.caption(f"Cannot be fitted to these points: {', '.join(without_fit)}.")
