"""The start page: what this is, and three examples that open the lab."""

import streamlit as st

from ui import controls
from ui.examples import EXAMPLES
from ui.lab import show_example
from ui.layout import show_prose

st.title("bayeslab")
show_prose("start")
for place, example in zip(st.columns(3, gap="medium"), EXAMPLES, strict=True):
    with place.container(border=True):
        show_example(example, controls.theme())
st.page_link("connection.py", label="Does it work from here?", icon=":material/lan:")
