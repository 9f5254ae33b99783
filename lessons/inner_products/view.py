"""The page of lesson 6: a line through two rings, bumps that separate them, and the algebra."""

import streamlit as st

from lessons.frame import begin_lesson
from lessons.inner_products.data import GRABBED, describe_tries, list_parts, picture_data
from lessons.inner_products.state import InnerProductsState
from ui.layout import problem_instead
from ui.live_picture import live_picture

__all__ = ["show"]


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson(InnerProductsState.first())
    controls = lesson.controls
    with lesson.picture:
        with st.container(horizontal=True):
            controls.ask("kernel", "points", "variant")
        place = lesson.ask_exactly(*GRABBED)
        state = controls.settle()
        with place:
            live_picture("inner_products", state, GRABBED, picture_data(state))
    with lesson.beside, problem_instead():
        lesson.tell(list_parts(state))
    lesson.ask()
    with lesson.beside:
        lesson.try_this(state.lab, **describe_tries())
    lesson.end(state.lab)
