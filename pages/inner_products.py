"""Lesson: a quadratic discriminant needs only inner products, and a kernel may take their place."""

from dataclasses import replace
from typing import get_args

import streamlit as st

from bayeslab.kernel_bayes import Variant
from bayeslab.state import LabState
from ui import compute
from ui.layout import problem_instead
from ui.lesson import begin_lesson, choose
from ui.lessons.inner_products import (
    show_bumps,
    show_limit,
    show_with_classical,
    tell_of_bumps,
    tell_of_classical,
    tell_of_limit,
)
from ui.lessons.kernel_steps import equations_of, show_loudest, show_same_numbers

KERNELS = {"inner product": "linear", "RBF kernel": "rbf"}
SETS = {
    "two clouds": LabState(data="unequal_gaussians", n=60),
    "clouds 9 : 1": LabState(data="unequal_gaussians", n=60, balance=0.1),
    "moons": LabState(data="moons", n=60),
    "rings": LabState(data="rings", n=60),
}
GAMMAS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)

lesson = begin_lesson("inner_products")
with lesson.picture, st.container(horizontal=True):
    kernel = KERNELS[choose("Kernel", KERNELS, "kernel")]
    variant = choose("Variant", get_args(Variant), "variant")
    state = replace(SETS[choose("Points", SETS, "points")], model=variant, kernel=kernel)
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
    points, model = compute.dataset(state), compute.fitted_model(state, variant)
    regions = compute.regions(state, variant)
    if kernel == "linear":
        show_with_classical(model, regions, points, x)
        lesson.say(f"Inner product {variant}", **tell_of_classical(model, points))
    else:
        show_bumps(model, regions, points, x)
        lesson.say(f"Bumps {variant}")
        lesson.say("Bumps", **tell_of_bumps(model, points, x))
    with lesson.show_formula(equations_of(model, points, x)):
        if kernel == "linear":
            show_same_numbers(model, x)
        else:
            show_loudest(model, points, x)
        lesson.say(f"Notes {kernel}")
lesson.ask(
    "Kernel Bayes I on the moons, with the RBF kernel. Now γ is made so small that every bump is "
    "far wider than the picture. What will the boundary be?",
    (
        "There is none: flat bumps are all alike, so everything is one class.",
        "It winds even more, around single points.",
        "The straight line of the linear kernel.",
    ),
    right="The straight line of the linear kernel.",
    draw=show_limit,
    **tell_of_limit(),
)
lesson.show_code()
lesson.end(state)
