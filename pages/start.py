"""The start page: what this is, and three examples that open the lab."""

import streamlit as st

from bayeslab.state import LabState
from ui import controls
from ui.lab import show_example
from ui.layout import show_prose

EXAMPLES = (
    (
        "Bend the boundary",
        "Two moons, and one number that decides how closely the boundary follows them.",
        LabState(data="moons", model="I", gamma=5.0),
    ),
    (
        "Fisher's iris",
        "Versicolor or virginica? Kernel Bayes beside the support vector machine.",
        LabState(data="iris", classes=(1, 2), model="I", beside="svc-rbf"),
    ),
    (
        "The same mean twice",
        "A small class inside a wide one: no straight line helps, and one formula as printed fails.",
        LabState(data="concentric", model="III"),
    ),
)

st.title("bayeslab")
show_prose("start")
for place, (title, text, state) in zip(st.columns(3, gap="medium"), EXAMPLES, strict=True):
    with place.container(border=True):
        show_example(title, text, state, controls.theme())
