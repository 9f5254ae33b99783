"""The lab: draw points, choose a classifier, see decision regions, projection and accuracies."""

import streamlit as st

from ui import compute, session
from ui.lab import controls
from ui.lab.own_points import show_own_points
from ui.lab.panels import show_accuracies, show_drawing
from ui.layout import problem_instead, show_prose


@st.fragment  # a step of γ runs this alone
def show_picture() -> None:
    """Show the drawing area, and on the whole page what follows it."""
    with problem_instead():
        state = session.follow_drawing()
        show_drawing(state, session.theme())
        if session.view() == "page":
            show_accuracies(state, compute.dataset(state.dataset_spec))


if session.view() == "page":
    state = controls.lab_state("Lab")
    with st.sidebar:
        show_own_points(state)
    show_picture()
    show_prose("lab")
else:
    controls.picture_state()
    show_picture()
