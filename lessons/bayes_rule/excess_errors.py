"""The Bayes classifier in the plane, and the excess errors of classifiers trained on points."""

from contextlib import suppress

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from bayeslab.bayes_error.optimal import BayesOptimal
from bayeslab.bayes_error.problems import known_problem
from bayeslab.data.datasets import Dataset, DatasetSpec
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.models import MODELS
from bayeslab.figures import add_boundary, draw_regions
from bayeslab.scoring.regions import Regions, decision_regions
from core import compute
from core.caching import memoize
from core.fit_spec import FitSpec
from core.state import LabState
from lessons.bayes_rule.numbers import Excess, simulate_excess
from lessons.bayes_rule.picture import draw_excess
from lessons.bayes_rule.state import SIZES, BayesRuleState
from lessons.frame import LessonPage
from ui import pictures
from ui.layout import describe_points, problem_instead, show_figure
from ui.session.address import theme

HEIGHT = 540  # pixels


def show_plane(lesson: LessonPage[BayesRuleState]) -> None:
    """Show both pictures with their controls and their text."""
    controls = lesson.controls
    st.subheader("In the plane")
    controls.ask("data")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.ask("balance", width=220)
        controls.ask("n", steps=SIZES, width=220)
        controls.ask("model", look="menu", width=220)
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
    return BayesOptimal(problem).fit()


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
