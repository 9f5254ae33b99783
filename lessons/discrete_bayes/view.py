"""The page of lesson 5: messages, categories or digits, classified from counts."""

from functools import partial

import streamlit as st

from bayeslab.evaluation.formats import fixed
from lessons.discrete_bayes.data import (
    GAUSSIAN,
    GRABBED,
    TABLE_ALT,
    describe_gaussian,
    equations,
    numbers,
    picture_data,
    tabulate,
)
from lessons.discrete_bayes.row_table import edit_rows
from lessons.discrete_bayes.state import DiscreteBayesState
from lessons.edited_table import edit_table
from lessons.frame import LessonPage, begin_lesson
from ui.layout import problem_instead, show_numbers
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
        place = st.container()
        grabbed = (*GRABBED, "messages_table", "categories_table")
        with st.expander("Exact values", icon=":material/tune:"):
            controls.ask(*filter(controls.state.applies, grabbed))
    with table:
        if name := controls.state.table:
            edit_table(controls, name, partial(edit_rows, controls.state.data))
        said = st.container()
        controls.ask("densities")
    state = controls.settle()
    with lesson.beside, problem_instead():
        with said:
            _say_what_is_shown(lesson, state)
        if state.densities:
            lesson.say("Densities")
        script = "picture" if state.table else "digits"
        with place:
            live_picture("discrete_bayes", state, grabbed, picture_data(state), script)
        with lesson.show_formula(equations(state)):
            show_numbers(
                tabulate(state),
                alt=TABLE_ALT,
                evidence=partial(fixed, places=2, sign="+"),
            )
            if state.table:
                lesson.say("Notes")
    lesson.ask()
    with lesson.beside:
        lesson.try_this(GAUSSIAN, **describe_gaussian())
    lesson.end(GAUSSIAN)


def _say_what_is_shown(lesson: LessonPage[DiscreteBayesState], state: DiscreteBayesState) -> None:
    """Show the text beside the picture."""
    if state.table:
        lesson.say(state.data.capitalize(), **numbers(state))
        lesson.say("Shares")
    else:
        lesson.say("Paint")
        lesson.say("Drawn" if state.shown == "drawn" else "Expected")
        lesson.say("Digits", **numbers(state))
