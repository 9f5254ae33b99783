"""The start page: a drawing area to try at once, the lessons, and examples."""

import streamlit as st

import pocket
from core.examples import EXAMPLES, HERO
from core.link import encode
from lessons import LESSONS
from ui import session
from ui.lab.panels import show_drawing, show_example
from ui.layout import read_prose, split_sections

TEXTS = split_sections(read_prose("start"))


@st.fragment
def show_hero() -> None:
    """Show the drawing area; what is done there runs this part of the page alone."""
    state = session.load_hero(HERO)
    with st.container(key="start-hero"):
        st.title("bayeslab")
        st.markdown(TEXTS["Invitation"])
        show_drawing(state, session.theme(), session.START, compact=True)
        with st.container(key="start-links"):
            is_new = state != HERO or not session.knows_lab()
            st.page_link(
                "lab.py",
                label="Open this in the lab" if is_new else "Back to the lab",
                icon=":material/science:",
                query_params=encode(state) if is_new else None,
            )
            st.page_link(LESSONS[0].page, label="Start with lesson 1", icon=":material/school:")
            st.markdown(TEXTS["Hint"])


show_hero()
for place, example in zip(st.columns(3, gap="medium"), EXAMPLES, strict=True):
    with place.container(border=True, height="stretch"):
        show_example(example, session.theme())
with st.container(horizontal=True):
    st.page_link("connection.py", label="Check the connection", icon=":material/lan:")
    if pocket.FILE.exists():
        label = "Pocket lab: works without a server"
        st.link_button(
            label, f"{pocket.ADDRESS[1:]}/", icon=":material/smartphone:", type="tertiary"
        )
