"""The page of lesson 5: messages, categories or digits, classified from counts."""

import streamlit as st

from core.state import LabState
from lessons.discrete_bayes.binary_digits import show_digits
from lessons.discrete_bayes.tables import edit_categories, edit_messages
from lessons.discrete_bayes.two_classes import show_problem
from lessons.discrete_bayes.zero_count import explain_zero, show_zero
from lessons.frame import begin_lesson, choose
from ui import compute
from ui.layout import percent, problem_instead

__all__ = ["show"]

ALPHAS = (0.0, 0.001, 0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 20.0, 100.0)
TABLES = {"messages": edit_messages, "categories": edit_categories}
GAUSSIAN = LabState(data="digits", model="diagonal")


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("discrete_bayes")
    with lesson.picture, st.container(horizontal=True, vertical_alignment="bottom"):
        data = choose("Data", (*TABLES, "digits"), "data")
        alpha = st.select_slider(
            "Smoothing α",
            ALPHAS,
            1.0,
            lambda a: f"{a:g}",
            key="alpha",
            bind="query-params",
            width=260,
        )
    if data == "digits":
        show_digits(lesson, alpha)
    else:
        with lesson.beside:
            read = TABLES[data]()
        with problem_instead():
            show_problem(lesson, read(), alpha)
    lesson.ask(show_zero, **explain_zero())
    points = compute.dataset(GAUSSIAN.dataset_spec)
    fitted = compute.fitted_model(GAUSSIAN.fit_spec())
    with lesson.beside:
        accuracy = (fitted.predict(points.X) == points.y).mean()
        lesson.try_this(GAUSSIAN, gaussian=percent(accuracy))
    lesson.end(GAUSSIAN)
