"""The lab: choose points and a classifier, see regions, projection, threshold and accuracies."""

import streamlit as st

from ui import compute, controls
from ui.lab import show_accuracies, show_classifiers
from ui.layout import problem_instead, show_prose

st.title("Lab")
state = controls.lab_state()
with problem_instead():
    points = compute.dataset(state)
    show_classifiers(state, points, controls.theme())
    show_accuracies(state, points)
show_prose("lab")
