"""The page of lesson 3: naive and optimal Bayes, then splits, then a class that does not vary."""

import streamlit as st

from core.state import LabState
from lessons.frame import LessonPage, begin_lesson, begin_part
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
from lessons.naive_and_optimal_bayes.state import HEIGHTS, NaiveAndOptimalBayesState
from ui import pictures
from ui.layout import show_figure
from ui.live_picture import live_picture
from ui.session.address import theme

__all__ = ["show"]


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson(NaiveAndOptimalBayesState.first())
    controls = lesson.controls
    with lesson.picture:
        with st.container(horizontal=True):
            controls.ask("classes", "axis")
        place = st.container() if controls.state.is_real else lesson.ask_exactly(*GRABBED)
        state = controls.settle()
        with place:
            if state.is_real:
                show_pair(state)
            else:
                live_picture("naive_and_optimal_bayes", state, GRABBED, picture_data(state))
    with lesson.beside:
        lesson.tell(list_parts(state))
        lesson.ask()
        lab = lab_state(state)
        lesson.try_this(lab, **describe_tries())
    show_splits(lesson, lab)
    show_singular(lesson)
    controls.settle()
    lesson.end(lab)


def show_pair(state: NaiveAndOptimalBayesState) -> None:
    """Show the regions of both classifiers side by side, with their estimated densities."""
    pair = fit_pair(state)
    for column, (name, model, title, alt) in zip(st.columns(2), describe_planes(pair), strict=True):
        figure = pictures.figure(draw_with_densities, pair.points, pair.box, model, title, theme())
        with column:
            show_figure(figure, alt, 440, key=name)


def show_singular(lesson: LessonPage[NaiveAndOptimalBayesState]) -> None:
    """Show two classes of which one does not vary in x2, and what is predicted far above them."""
    text, picture = begin_part("A class that does not vary in one direction")
    with picture:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            lesson.controls.ask("remedy")
            lesson.controls.ask("height", steps=HEIGHTS, width=240)
        state = lesson.controls.state
        figure = pictures.figure(draw_far_point, state.remedy, state.height, theme())
        show_figure(figure, describe_far_point(state.remedy, state.height), 440, key="singular")
    with text:
        lesson.say("Flat", **far_numbers())


def show_splits(lesson: LessonPage[NaiveAndOptimalBayesState], lab: LabState) -> None:
    """Show how the estimated accuracies of both classifiers vary over the splits of a data set."""
    text, picture = begin_part("How the estimated accuracy depends on the split")
    with picture:
        lesson.controls.ask("table")
        table = lesson.controls.state.table
        figure = pictures.figure(draw_estimates, split_estimates(table)[1], theme=theme())
        alt = f"Accuracy of naive and optimal Bayes on {table}, estimated by four schemes."
        show_figure(figure, alt, 460, key="splits")
    with text:
        lesson.say("Splits", **describe_splits(lesson.controls.state))
        lesson.try_this(lab, "Try splits")
