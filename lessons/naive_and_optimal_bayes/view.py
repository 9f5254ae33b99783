"""The page of lesson 3: naive and optimal Bayes compared, then how splits affect estimates."""

import streamlit as st

from core.state import LabState
from lessons.frame import begin_lesson, choose
from lessons.naive_and_optimal_bayes.naive_bayes import (
    REAL_DATA,
    equations_of,
    fit_pair,
    lab_state,
    show_pair,
    show_values,
)
from lessons.naive_and_optimal_bayes.numbers import SITUATIONS
from lessons.naive_and_optimal_bayes.singular import far_numbers, show_singular
from lessons.naive_and_optimal_bayes.splits import show_splits

__all__ = ["show"]


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("naive_and_optimal_bayes")
    with lesson.picture:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            data = choose("Classes", (*SITUATIONS, *REAL_DATA), "classes")
            rho = st.slider(
                "Correlation ρ",
                *(-0.95, 0.95, 0.8, 0.05),
                key="rho",
                bind="query-params",
                disabled=data in REAL_DATA,
                width=260,
            )
        pair = fit_pair(data, rho)
        show_pair(pair)
    with lesson.beside:
        section = "Held out" if pair.is_real else "Known"
        lesson.say(section, folds=str(LabState().folds), **pair.performance_texts)
        with lesson.show_formula(equations_of(pair)):
            show_values(pair)
            lesson.say("Notes")
        lesson.ask(show_singular, **far_numbers())
        state = lab_state(data, pair)
        lesson.try_this(state)
    show_splits(lesson, state)
    lesson.end(state)
