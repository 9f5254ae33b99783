"""The lab: draw points, choose a classifier, see regions, line, threshold and accuracies."""

import streamlit as st

from ui import compute, controls, session
from ui.lab import show_accuracies, show_drawing
from ui.layout import problem_instead, show_prose
from ui.own_points import show_own_points

state = controls.lab_state("Lab")
with st.sidebar:
    show_own_points(state)
with problem_instead():
    show_drawing(state, session.theme())
    show_accuracies(state, compute.dataset(state))
show_prose("lab")
