"""The lab: choose points and a classifier, see regions, projection, threshold and accuracies."""

import streamlit as st

from bayeslab.state import NOTHING
from ui import compute, controls
from ui.lab import show_accuracies, show_classifier
from ui.layout import problem_instead, show_prose

st.title("Lab")
state = controls.lab_state()
with problem_instead():
    points = compute.dataset(state)
    show_classifier(state, points, state.model, controls.theme())
    if state.beside not in (NOTHING, state.model):
        show_classifier(state, points, state.beside, controls.theme())
    show_accuracies(state, points)
show_prose("lab")
