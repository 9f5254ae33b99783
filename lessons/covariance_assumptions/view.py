"""The page of lesson 2: assumptions beside each other, equations and values on editable points."""

from dataclasses import replace

import streamlit as st

from lessons.covariance_assumptions.data import (
    GRABBED,
    compare_scatters,
    list_numbers,
    list_words,
    picture_data,
)
from lessons.covariance_assumptions.point_table import edit_points
from lessons.covariance_assumptions.points import write_points
from lessons.covariance_assumptions.population import REDRAWS
from lessons.covariance_assumptions.state import DRAWN_SAMPLE, CovarianceAssumptionsState
from lessons.edited_table import edit_table
from lessons.frame import begin_lesson
from ui.layout import problem_instead
from ui.live_picture import live_picture
from ui.session.widgets import was_pressed

__all__ = ["show"]

AGAIN = "draw another sample"  # the key of a button


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson(CovarianceAssumptionsState.first())
    controls = lesson.controls
    if was_pressed(AGAIN) and controls.state.example == DRAWN_SAMPLE:
        controls.change(sample=controls.state.sample % REDRAWS + 1)
    with lesson.beside:
        words = st.container()
        lesson.say("Points")
        controls.ask("example")
        table = st.container()
    with lesson.picture:
        with st.container(horizontal=True, vertical_alignment="center", key="sample-row"):
            controls.ask("case", "size")
            if controls.state.applies("sample"):
                st.button("Draw again", key=AGAIN, icon=":material/casino:")
        place = st.container()
        with st.expander("More planes, another offset, exact values", icon=":material/tune:"):
            with st.container(horizontal=True):
                controls.ask("planes", "offset", "view")
            controls.ask("redraws", "sample")
            controls.ask(*(GRABBED if controls.state.planes == "all" else ("points",)))
    with table:
        edit_table(controls, "points", edit_points)
    state = controls.settle()
    with place:
        # The browser does not read all ways to write a number that Python reads.
        picture_state = replace(state, points=write_points(state.training_points))
        live_picture("covariance_assumptions", picture_state, GRABBED, picture_data(state))
    with words:
        lesson.tell(list_words(state))
    with lesson.beside, problem_instead():
        # On a phone there is room for a short name.
        free = st.column_config.Column("free", help="Free parameters of the covariances.")
        lesson.tell(list_numbers(), column_config={"parameters": free})
    lesson.ask()
    with lesson.beside:
        lesson.try_this(state.lab)
    lesson.say("Source", **compare_scatters())
    lesson.end(state.lab)
