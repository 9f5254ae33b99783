"""The lab: draw points, choose a classifier, see decision regions, projection and accuracies."""

import streamlit as st

from core import compute
from ui.lab import controls
from ui.lab.own_points import show_own_points
from ui.lab.panels import show_drawing
from ui.layout import problem_instead, show_prose
from ui.session.address import theme, view
from ui.session.lab import follow_drawing


@st.fragment  # a step of γ runs this alone
def show_picture() -> None:
    """Show the drawing area."""
    with problem_instead():
        state = follow_drawing()
        show_drawing(state, theme())
        if view() == "page":
            compute.dataset(state.dataset_spec)  # if there are no points, the sentence says why


if view() == "page":
    state = controls.lab_state("Lab")
    with st.sidebar:
        show_own_points(state)
    show_picture()
    show_prose("lab")
else:
    controls.picture_state()
    show_picture()
