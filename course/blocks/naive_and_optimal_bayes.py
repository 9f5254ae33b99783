"""Lesson 3: naive and optimal Bayes on classes that are known, on real ones, and on a flat one."""

from functools import partial

import plotly.graph_objects as go

from bayeslab.evaluation.formats import percent
from course.page import Page, draw_still, live, say
from course.parts import Block, Formula, Part, Shown, tabulate
from lessons.naive_and_optimal_bayes.data import (
    GRABBED,
    LOWEST,
    VALUES_ALT,
    compare_values,
    describe_splits,
    describe_tries,
    equations,
    far_numbers,
    fit_pair,
    lab_state,
    numbers,
    picture_data,
    split_estimates,
)
from lessons.naive_and_optimal_bayes.picture import draw_estimates
from lessons.naive_and_optimal_bayes.planes import (
    describe_far_point,
    draw_far_point,
    draw_with_densities,
)
from lessons.naive_and_optimal_bayes.state import FAR, NaiveAndOptimalBayesState

__all__ = ["PAGE"]

section = partial(say, "naive_and_optimal_bayes")


def show(state: NaiveAndOptimalBayesState) -> Shown:
    """Return the plane, or both planes of real classes, and their texts."""
    parts: list[Part] = [] if state.is_real else [section("Grab")]
    if state.applies("axis"):
        parts.append(section("Level"))
    parts += [
        section("Held out" if state.is_real else "Known", numbers(state)),
        Formula(equations(state)),
        tabulate(compare_values(state), VALUES_ALT),
        section("Notes"),
    ]
    if not state.is_real:
        return Shown((live(state, GRABBED, picture_data(state)),), tuple(parts))
    pair = fit_pair(state)
    planes = []
    for title, model, performance in zip(
        ("Naive Bayes", "Optimal Bayes"), (pair.naive, pair.optimal), pair.performances, strict=True
    ):
        heading = f"{title}: accuracy {percent(performance.accuracy)}"
        draw = partial(draw_with_densities, pair.points, pair.box, model, heading)
        alt = f"Regions of {title.lower()}, accuracy {percent(performance.accuracy)}."
        planes.append(draw_still(draw, alt, 560, 440))
    return Shown(tuple(planes), tuple(parts))


def show_splits(state: NaiveAndOptimalBayesState) -> Shown:
    """Return the estimates of both accuracies on the splits of a data set."""

    def draw(theme: str) -> go.Figure:
        estimates, axis = split_estimates(state.table)[1], "accuracy on held-out points"
        return draw_estimates(estimates, axis_name=axis, low=LOWEST, theme=theme)

    alt = f"Accuracy of naive and optimal Bayes on {state.table}, estimated by four schemes."
    return Shown((draw_still(draw, alt, 640, 460),), (section("Splits", describe_splits(state)),))


def show_singular(state: NaiveAndOptimalBayesState) -> Shown:
    """Return the class that does not vary in one direction, and what is predicted far from it."""
    draw = partial(draw_far_point, state.remedy, state.height)
    still = draw_still(draw, describe_far_point(state.remedy, state.height), 560, 440)
    return Shown((still,), (section("Flat", far_numbers()),))


PAGE = Page(
    (
        Block(show, ("classes", "axis"), GRABBED),
        Block(
            show_splits,
            ("table",),
            heading="How the estimated accuracy depends on the split",
            tries="Try splits",
        ),
        Block(
            show_singular,
            ("remedy", "height"),
            steps={"height": (0, 5, 30, FAR)},
            heading="A class that does not vary in one direction",
        ),
    ),
    lab=lab_state,
    tries=describe_tries,
)
