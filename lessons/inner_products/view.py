"""Lesson: kernel Bayes compared with the classical rules, and as a sum of bumps."""

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.validation import count_labels
from bayeslab.figures import add_boundary, draw_regions
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
    correct_with_mean_bumps,
    decision_terms,
    fit_classical,
    parzen_densities,
)
from ui import compute
from ui.canvas.messages import describe_settings
from ui.latex import number
from ui.layout import describe_points, problem_instead, show_figure
from ui.live_picture import Number, ask_numbers, live_picture
from ui.session import theme

__all__ = ["describe_limit", "show"]

NARROW = LabState(data="moons", n=60, model="I", kernel="rbf", gamma=5.0)
WIDE = replace(NARROW, gamma=0.0005)
LINEAR = replace(NARROW, kernel="linear")
PLANE_HEIGHT = 360  # pixels
REACH, MARGIN = 2.5, 0.2  # of the star, and around the points


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


def list_numbers(kernel: str) -> list[Number]:
    """Return what can be grabbed in the picture."""
    star = [
        Number("x1", "x₁ of the star", -REACH, REACH, 0.5),
        Number("x2", "x₂ of the star", -REACH, REACH, 0.5),
    ]
    return star if kernel == "linear" else [*star, Number("gamma", "γ", 0.05, 100.0, NARROW.gamma)]


def show_terms(
    state: LabState,
    model: KernelBayes,
    points: Dataset,
    numbers: list[Number],
    values: Mapping[str, float],
) -> None:
    """Show the live picture of a classifier, and with the linear kernel the classical rule."""
    classical, angle = None, None
    if state.kernel == "linear":
        rule = fit_classical(model.variant, points.X, points.y)
        classical = ScoreFunction(rule.w, rule.W, float(rule.w0)).to_plain()
        angle = describe_classical(model, points)["angle"]
    box = np.reshape(compute.box(state.dataset_spec), (2, 2))
    reach = box + MARGIN * np.array([-1, 1])
    live_picture(
        "inner_products",
        numbers,
        values,
        model=describe_settings(model.variant, state.model_spec),
        points={
            "x1": points.X[:, 0].tolist(),
            "x2": points.X[:, 1].tolist(),
            "labels": points.y.tolist(),
        },
        box=reach.ravel().tolist(),
        classical=classical,
        angle=angle,
    )


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
    minus, plus = parzen_densities(model, x)
    return {
        "minus_density": number(minus, 3),
        "plus_density": number(plus, 3),
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


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("inner_products")
    with lesson.picture:
        with st.container(horizontal=True):
            kernel = KERNELS[choose("Kernel", KERNELS, "kernel")]
            variant = choose("Variant", get_args(Variant), "variant")
            state = replace(
                DATA_SETS[choose("Points", DATA_SETS, "points")], model=variant, kernel=kernel
            )
        numbers, place = list_numbers(kernel), st.container()
        values = ask_numbers(numbers)
        x, state = (values["x1"], values["x2"]), replace(state, gamma=values.get("gamma", 5.0))
        fit = state.fit_spec(variant)
        points, model = compute.dataset(fit.data), compute.fitted_model(fit)
        with place:
            show_terms(state, model, points, numbers, values)
    with lesson.beside, problem_instead():
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
