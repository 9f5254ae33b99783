"""Compare: all classifiers on the lab's points, with intervals and tests of their differences."""

from html import escape

import streamlit as st

from core import compute
from ui.compare import SECTIONS
from ui.compare.choices import describe_data, say
from ui.lab import controls
from ui.layout import problem_instead
from ui.linked import choose

state, below_title = controls.state_beside("Compare")
if st.query_params.get("show") == "Wall":  # the name of this section in the first release
    st.query_params["show"] = "Gallery"
section = choose("What to compare", SECTIONS, "show")
with problem_instead():
    points = compute.dataset(state.dataset_spec)
    below_title.html(f"<strong>{escape(describe_data(points))}</strong>")  # names that people type
    compute.count_classes(points)
    SECTIONS[section](state)
say("Idea")
