"""Compare: all classifiers on the lab's points, with intervals and tests of their differences."""

from html import escape

import streamlit as st

from core import compute
from ui.compare import SECTIONS
from ui.compare.choices import describe_data, list_features, say
from ui.compare.comparison import choose_features
from ui.lab import controls
from ui.layout import problem_instead
from ui.linked import choose

state, below_title = controls.state_beside("Compare")
if st.query_params.get("show") == "Wall":  # the name of this section in the first release
    st.query_params["show"] = "Gallery"
section = choose("What to compare", SECTIONS, "show")
with problem_instead():
    comparison = choose_features(state)
    description, features = map(  # with names that people type
        escape, (describe_data(comparison.points), list_features(comparison.points))
    )
    below_title.html(f'<strong title="{features}">{description}</strong>')
    compute.count_classes(comparison.points)
    SECTIONS[section](comparison)
say("Idea")
