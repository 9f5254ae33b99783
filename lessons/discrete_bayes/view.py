"""The page of lesson 5: messages, categories or digits, classified from counts."""

from functools import partial

import streamlit as st

from lessons.discrete_bayes.data import (
    GAUSSIAN,
    GRABBED,
    describe_gaussian,
    list_numbers,
    list_words,
    picture_data,
)
from lessons.discrete_bayes.row_table import edit_rows
from lessons.discrete_bayes.state import DiscreteBayesState
from lessons.edited_table import edit_table
from lessons.frame import begin_lesson
from ui.layout import problem_instead
from ui.live_picture import live_picture

__all__ = ["show"]


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson(DiscreteBayesState.first())
    controls = lesson.controls
    with lesson.beside:
        controls.ask("digit", look="box")
        table = st.container()
    with lesson.picture:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            controls.ask("data", "shown")
            controls.ask("weather", "wind", "day", look="menu", width=130)
            if controls.state.shown == "drawn":
                controls.ask("drawing", width=200)
        names = (*GRABBED, "messages_table", "categories_table")
        place = lesson.ask_exactly(*names)
    with table:
        if name := controls.state.table:
            edit_table(controls, name, partial(edit_rows, controls.state.data))
        texts = st.container()
        controls.ask("densities")
    state = controls.settle()
    with lesson.beside, problem_instead():
        with texts:
            lesson.tell(list_words(state))
        script = "picture" if state.table else "digits"
        with place:
            live_picture("discrete_bayes", state, names, picture_data(state), script)
        lesson.tell(list_numbers(state))
    lesson.ask()
    with lesson.beside:
        lesson.try_this(GAUSSIAN, **describe_gaussian())
    lesson.end(GAUSSIAN)
