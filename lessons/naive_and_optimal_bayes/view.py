"""The page of lesson 3: naive and optimal Bayes compared, then how splits affect estimates."""

import streamlit as st

from core.state import LabState
from lessons.frame import begin_lesson, choose
from lessons.naive_and_optimal_bayes.known_classes import gap_of, list_numbers, show_known
from lessons.naive_and_optimal_bayes.naive_bayes import (
    REAL_DATA,
    Pair,
    describe_pair,
    equations_of,
    fit_pair,
    lab_state,
    show_pair,
    show_values,
)
from lessons.naive_and_optimal_bayes.numbers import SITUATIONS
from lessons.naive_and_optimal_bayes.singular import far_numbers, show_singular
from lessons.naive_and_optimal_bayes.splits import show_splits
from ui.live_picture import ask_numbers

__all__ = ["show"]


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("naive_and_optimal_bayes")
    with lesson.picture:
        data = choose("Classes", (*SITUATIONS, *REAL_DATA), "classes")
        pair = _show_picture(data)
    with lesson.beside:
        section = "Held out" if pair.is_real else "Known"
        lesson.say(section, folds=str(LabState().folds), **describe_pair(pair))
        with lesson.show_formula(equations_of(pair)):
            show_values(pair)
            lesson.say("Notes")
        lesson.ask(show_singular, **far_numbers())
        state = lab_state(data, pair)
        lesson.try_this(state)
    show_splits(lesson, state)
    lesson.end(state)


def _show_picture(data: str) -> Pair:
    """Show known classes to grab, or two pictures of real data; return the classifiers."""
    if data in REAL_DATA:
        pair = fit_pair(data, 0.0)
        show_pair(pair)
        return pair
    numbers, place = list_numbers(data), st.container()
    values = ask_numbers(numbers)
    with place:
        show_known(data, numbers, values)
    return fit_pair(data, values["rho"], gap_of(values))
