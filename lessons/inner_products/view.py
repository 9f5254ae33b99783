"""Lesson: kernel Bayes compared with the classical rules, and as a sum of bumps."""

from dataclasses import replace
from typing import get_args

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.validation import count_labels
from bayeslab.figures import add_boundary, add_bumps, add_level, add_star, draw_bumps, draw_regions
from bayeslab.scoring.descriptions import describe
from bayeslab.scoring.regions import Regions
from bayeslab.scoring.scores import ScoreFunction
from core.state import LabState
from lessons.frame import LessonPage, begin_lesson, choose
from lessons.inner_products.kernel_steps import (
    Point,
    equations_of,
    show_largest_terms,
    show_same_numbers,
)
from lessons.inner_products.numbers import (
    angle_between,
    bump_shapes,
    correct_with_mean_bumps,
    decision_terms,
    fit_classical,
    slice_bumps,
)
from ui import compute
from ui.latex import number
from ui.layout import describe_points, problem_instead, show_figure
from ui.session import theme

__all__ = ["describe_limit", "show"]

NARROW = LabState(data="moons", n=60, model="I", kernel="rbf", gamma=5.0)
WIDE = replace(NARROW, gamma=0.0005)
LINEAR = replace(NARROW, kernel="linear")
CLASSICAL_NAMES = {"I": "nearest mean", "II": "LDA", "III": "QDA"}
PLANE_HEIGHT, SLICE_HEIGHT = 440, 260  # pixels
SLICE_NODES = 160


def draw_plane(regions: Regions, points: Dataset, theme: str) -> go.Figure:
    """Return the decision regions and the points, with equal scales on both axes."""
    return draw_regions(
        *(regions.x1, regions.x2, regions.label, regions.strength, points.X, points.y),
        class_names=points.class_names,
        theme=theme,
        equal_scale=True,
    )


def show_plane(figure: go.Figure, model: KernelBayes, points: Dataset, key: str) -> None:
    """Show the decision regions with their text alternative."""
    alt = f"Decision regions of kernel Bayes {model.variant}. {describe_points(points)}"
    show_figure(figure, alt, PLANE_HEIGHT, key=key)


def show_with_classical(model: KernelBayes, regions: Regions, points: Dataset, x: Point) -> None:
    """Show the regions of the linear kernel and the boundary of the classical rule as a band."""
    figure = compute.figure(_draw_with_classical, model.variant, regions, points, x, theme())
    show_plane(figure, model, points, "plane")


def _draw_with_classical(
    variant: Variant, regions: Regions, points: Dataset, x: Point, theme: str
) -> go.Figure:
    figure = draw_plane(regions, points, theme)
    rule = fit_classical(variant, points.X, points.y)
    score = ScoreFunction(rule.w, rule.W, float(rule.w0)).grid(regions.x1, regions.x2)
    add_boundary(figure, regions.x1, regions.x2, score, CLASSICAL_NAMES[variant], theme=theme)
    return add_star(figure, *x, "x", theme=theme)


def show_bumps(model: KernelBayes, regions: Regions, points: Dataset, x: Point) -> None:
    """Show the regions of the RBF kernel with every bump, and the bumps along the line of x."""
    figure = compute.figure(_draw_with_bumps, model, regions, points, x, theme())
    show_plane(figure, model, points, "plane")
    bumps = slice_bumps(model, np.linspace(regions.x1[0], regions.x1[-1], SLICE_NODES), x[1])
    slice_figure = compute.figure(
        draw_bumps,
        *(bumps.x1, bumps.heights, bumps.score),
        class_names=points.class_names,
        mark=x[0],
        axis_name=f"x₁ (at x₂ = {x[1]:g})",
        theme=theme(),
    )
    alt = f"The bumps of both classes and their sums along the dotted line at x₂ = {x[1]:g}."
    show_figure(slice_figure, alt, SLICE_HEIGHT, key="slice")


def _draw_with_bumps(
    model: KernelBayes, regions: Regions, points: Dataset, x: Point, theme: str
) -> go.Figure:
    figure = draw_plane(regions, points, theme)
    add_bumps(figure, [points.X[points.y == k] for k in (0, 1)], bump_shapes(model))
    add_level(figure, x[1], theme=theme)
    return add_star(figure, *x, "x", theme=theme)


def describe_classical(model: KernelBayes, points: Dataset) -> dict[str, str]:
    """Return the numbers of the text about the linear kernel."""
    rule = fit_classical(model.variant, points.X, points.y)
    (score,) = describe(model) or ()
    minus, plus = count_labels(points.y)
    return {
        "angle": f"{angle_between(rule.w, score.w):.1f}",
        "n_plus": number(plus),
        "n_minus": number(minus),
    }


def describe_bumps(model: KernelBayes, points: Dataset, x: Point) -> dict[str, str]:
    """Return the numbers of the text about the RBF kernel."""
    correct = int((model.predict(points.X) == points.y).sum())
    return {
        "lead": number(-decision_terms(model, x).second - model.offset_, 3),
        "right": number(correct),
        "n": number(len(points.y)),
        "mean_right": number(correct_with_mean_bumps(model, points.X, points.y)),
    }


def show_limit(moved: bool) -> None:
    """Show narrow bumps on the moons, or wide ones and the boundary of the linear kernel."""
    state = WIDE if moved else NARROW
    points, model = compute.dataset(state.dataset_spec), compute.fitted_model(state.fit_spec())
    show_plane(compute.figure(_draw_limit, moved, theme()), model, points, "prediction")


def _draw_limit(moved: bool, theme: str) -> go.Figure:
    state = WIDE if moved else NARROW
    fit = state.fit_spec()
    figure = draw_plane(compute.regions(fit), compute.dataset(fit.data), theme)
    if moved:
        line = compute.regions(LINEAR.fit_spec())
        add_boundary(figure, line.x1, line.x2, line.score, "linear kernel", theme=theme)
    return figure


def describe_limit() -> dict[str, str]:
    """Return the numbers of the text about bumps that are wider than the picture."""
    wide, linear = (compute.fitted_model(state.fit_spec()) for state in (WIDE, LINEAR))
    left, right, *_ = compute.box(WIDE.dataset_spec)
    n = len(wide.projection_)
    wide_correct, linear_correct = (
        n - model.threshold_search_.errors[model.threshold_search_.index]
        for model in (wide, linear)
    )
    correlation = np.corrcoef(wide.projection_, linear.projection_)[0, 1]
    return {
        "width": number(1 / np.sqrt(2 * wide.gamma), 2),
        "breadth": number(right - left, 2),
        "gap": number(1 - correlation, 2),
        "wide_right": number(wide_correct),
        "linear_right": number(linear_correct),
        "n": number(n),
    }


KERNELS = {"inner product": "linear", "RBF kernel": "rbf"}

DATA_SETS = {
    "two clouds": LabState(data="unequal_gaussians", n=60),
    "clouds 9 : 1": LabState(data="unequal_gaussians", n=60, balance=0.1),
    "moons": LabState(data="moons", n=60),
    "rings": LabState(data="rings", n=60),
}

GAMMAS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("inner_products")
    with lesson.picture, st.container(horizontal=True):
        kernel = KERNELS[choose("Kernel", KERNELS, "kernel")]
        variant = choose("Variant", get_args(Variant), "variant")
        state = replace(
            DATA_SETS[choose("Points", DATA_SETS, "points")], model=variant, kernel=kernel
        )
    with lesson.beside:
        if kernel == "rbf":
            gamma = st.select_slider(
                "γ", GAMMAS, state.gamma, "{:g}".format, key="gamma", bind="query-params"
            )
            state = replace(state, gamma=gamma)
        x = (
            st.slider("x₁ of the star", -2.5, 2.5, 0.5, 0.1, key="x1", bind="query-params"),
            st.slider("x₂ of the star", -2.5, 2.5, 0.5, 0.1, key="x2", bind="query-params"),
        )
    with lesson.picture, problem_instead():
        fit = state.fit_spec(variant)
        points, model = compute.dataset(fit.data), compute.fitted_model(fit)
        regions = compute.regions(fit)
        if kernel == "linear":
            show_with_classical(model, regions, points, x)
        else:
            show_bumps(model, regions, points, x)
        with lesson.beside:
            _say_what_is_shown(lesson, model, points, x)
        with lesson.show_formula(equations_of(model, points, x)):
            if kernel == "linear":
                show_same_numbers(model, x)
            else:
                show_largest_terms(model, points, x)
            lesson.say(f"Notes {kernel}")
    lesson.ask(show_limit, **describe_limit())
    with lesson.beside:
        lesson.try_this(state)
    lesson.end(state)


def _say_what_is_shown(lesson: LessonPage, model: KernelBayes, points: Dataset, x: Point) -> None:
    if model.kernel == "linear":
        lesson.say(f"Inner product {model.variant}", **describe_classical(model, points))
    else:
        lesson.say(f"Bumps {model.variant}")
        lesson.say("Bumps", **describe_bumps(model, points, x))
