"""The start page: an introduction, links to the lab and the first lesson, and examples."""

import streamlit as st

from core.examples import EXAMPLES
from core.link import encode
from core.state import DRAWN, LabState
from lessons import LESSONS
from ui import session
from ui.lab.panels import show_example
from ui.layout import show_prose

st.title("bayeslab")
show_prose("start")
with st.container(horizontal=True):
    blank = encode(LabState(data=DRAWN))
    st.page_link(
        "lab.py", label="Draw on a blank sheet", icon=":material/draw:", query_params=blank
    )
    st.page_link(LESSONS[0].page, label="Start with the first lesson", icon=":material/school:")
for place, example in zip(st.columns(3, gap="medium"), EXAMPLES, strict=True):
    with place.container(border=True, height="stretch"):
        show_example(example, session.theme())
st.page_link("connection.py", label="Check the connection", icon=":material/lan:")
