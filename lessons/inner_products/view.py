"""The page of lesson 6: a line through two rings, bumps that separate them, and the algebra."""

from functools import partial

import streamlit as st

from bayeslab.evaluation.formats import fixed
from lessons.frame import begin_lesson
from lessons.inner_products.data import (
    GRABBED,
    TABLE_ALT,
    describe_tries,
    equations,
    numbers,
    picture_data,
    table,
)
from lessons.inner_products.state import InnerProductsState
from ui.layout import problem_instead, show_numbers
from ui.live_picture import live_picture

__all__ = ["show"]


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson(InnerProductsState.first())
    controls = lesson.controls
    with lesson.picture:
        with st.container(horizontal=True):
            controls.ask("kernel", "points", "variant")
        place = st.container()
        with st.expander("Exact values", icon=":material/tune:"):
            controls.ask(*GRABBED)
        state = controls.settle()
        with place:
            live_picture("inner_products", state, GRABBED, picture_data(state))
    is_linear = state.kernel == "linear"
    with lesson.beside, problem_instead():
        told = numbers(state)
        lesson.say("Line" if is_linear else "Bumps", **told)
        if not is_linear:
            lesson.say(f"Bumps {state.variant}")
        with lesson.show_formula(equations(state)):
            show_numbers(table(state), write=partial(fixed, places=3), alt=TABLE_ALT[state.kernel])
            lesson.say(f"Notes {state.kernel}")
            lesson.say("Algebra")
            if is_linear:
                lesson.say(f"Inner product {state.variant}", **told)
    lesson.ask()
    with lesson.beside:
        lesson.try_this(state.lab, **describe_tries())
    lesson.end(state.lab)
