"""The page of lesson 8: regions and accuracies over γ, then the best γ for many features."""

from contextlib import nullcontext

import streamlit as st

from lessons.frame import LessonPage, begin_lesson, begin_part
from lessons.kernel_width.data import describe_first, describe_source, list_parts, picture_data
from lessons.kernel_width.many_features import dimension_data, list_features
from lessons.kernel_width.state import KernelWidthState
from ui.layout import problem_instead
from ui.live_picture import live_picture

__all__ = ["show"]

STEM = "kernel_width"


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson(KernelWidthState.first(), **describe_first())
    controls = lesson.controls
    with lesson.picture:
        with st.container(horizontal=True, vertical_alignment="center"):
            controls.ask("data", "classifier", look="menu", width=155, label_visibility="collapsed")
            controls.ask("cut", "refit", "all_curves")
        place = lesson.ask_exactly("gamma", look="box")
        state = controls.settle()
        with problem_instead():
            wait = st.spinner("Leaving each point out, for every γ …")
            with place, wait if state.refit else nullcontext():
                live_picture(STEM, state, ["gamma"], picture_data(state))
            with lesson.beside:
                lesson.tell(list_parts(state))
    lesson.ask()
    with lesson.beside:
        lesson.try_this(state.lab)
    lesson.say("Source", **describe_source())
    show_features(lesson)
    lesson.end(state.lab)


def show_features(lesson: LessonPage[KernelWidthState]) -> None:
    """Show how the good γ depend on the number of features, and why."""
    controls = lesson.controls
    text, picture = begin_part("What happens to the best γ with many features?")
    with picture:
        controls.ask("situation")
        place = lesson.ask_exactly("features")
        state = controls.settle()
        with place:
            live_picture(STEM, state, ["features"], dimension_data(state), "dimension")
    with text:
        lesson.tell(list_features(state))
        lesson.try_this(state.lab, "Try features", title="")
