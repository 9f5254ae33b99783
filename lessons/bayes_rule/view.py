"""The page of lesson 1: known densities on a line, then classifiers in the plane."""

import streamlit as st

from core.state import LabState
from lessons.bayes_rule.data import GRABBED, list_parts, picture_data
from lessons.bayes_rule.excess_errors import show_plane
from lessons.bayes_rule.state import BayesRuleState
from lessons.frame import begin_lesson
from ui.layout import problem_instead
from ui.live_picture import live_picture

__all__ = ["show"]


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson(BayesRuleState.first())
    controls = lesson.controls
    with lesson.picture:
        with st.container(horizontal=True):
            controls.ask("classes", "rule", "medical")
        place = lesson.ask_exactly(*GRABBED)
        state = controls.settle()
        with place:
            live_picture("bayes_rule", state, GRABBED, picture_data(state))
    with lesson.beside, problem_instead():
        lesson.tell(list_parts(state))
        lesson.ask()
        lesson.try_this(LabState())
    show_plane(lesson)
    lesson.end(controls.state.lab)
