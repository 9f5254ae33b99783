"""Lesson 3: naive and optimal Bayes on classes that are known, on real ones, and on a flat one."""

from functools import partial

import plotly.graph_objects as go

from course.page import Page, draw_still, live, tell
from course.parts import Block, Content
from lessons.naive_and_optimal_bayes.data import (
    GRABBED,
    describe_splits,
    describe_tries,
    far_numbers,
    fit_pair,
    lab_state,
    list_parts,
    picture_data,
    split_estimates,
)
from lessons.naive_and_optimal_bayes.picture import draw_estimates
from lessons.naive_and_optimal_bayes.planes import (
    describe_far_point,
    describe_planes,
    draw_far_point,
    draw_with_densities,
)
from lessons.naive_and_optimal_bayes.state import FAR, NaiveAndOptimalBayesState
from lessons.parts import TextPart

__all__ = ["PAGE"]

STEM = "naive_and_optimal_bayes"


def show(state: NaiveAndOptimalBayesState) -> Content:
    """Return the plane, or both planes of real classes, and their texts."""
    parts = tell(STEM, state, *list_parts(state))
    if not state.is_real:
        return Content((live(state, GRABBED, picture_data(state)),), parts)
    pair = fit_pair(state)
    planes = (
        draw_still(
            partial(draw_with_densities, pair.points, pair.box, model, heading), alt, 560, 440
        )
        for _, model, heading, alt in describe_planes(pair)
    )
    return Content(tuple(planes), parts)


def show_splits(state: NaiveAndOptimalBayesState) -> Content:
    """Return the estimates of both accuracies on the splits of a data set."""

    def draw(theme: str) -> go.Figure:
        return draw_estimates(split_estimates(state.table)[1], theme=theme)

    alt = f"Accuracy of naive and optimal Bayes on {state.table}, estimated by four schemes."
    texts = tell(STEM, state, TextPart("Splits", describe_splits))
    return Content((draw_still(draw, alt, 640, 460),), texts)


def show_singular(state: NaiveAndOptimalBayesState) -> Content:
    """Return the class that does not vary in one direction, and what is predicted far from it."""
    draw = partial(draw_far_point, state.remedy, state.height)
    still = draw_still(draw, describe_far_point(state.remedy, state.height), 560, 440)
    return Content((still,), tell(STEM, state, TextPart("Flat", lambda _: far_numbers())))


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
