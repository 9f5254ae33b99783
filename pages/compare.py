"""Compare: all classifiers on the lab's points, with intervals and tests of their differences."""

import streamlit as st

from lessons.frame import choose
from ui import compute
from ui.compare import SECTIONS
from ui.compare.choices import say
from ui.lab import controls
from ui.layout import problem_instead

state = controls.state_beside()  # the sidebar first: it takes its share of the width from the title
st.title("Compare")
say("Idea")
if st.query_params.get("show") == "Wall":  # the name of this section in the first release
    st.query_params["show"] = "Gallery"
section = choose("What to compare", SECTIONS, "show")
with problem_instead():
    compute.count_classes(compute.dataset(state.dataset_spec))
    SECTIONS[section](state)
