"""The start page: a drawing area to try at once, the lessons, and examples."""

import streamlit as st

from core.examples import EXAMPLES, HERO
from core.link import encode
from core.texts import split_sections
from lessons import LESSONS
from lessons.cards import show_lesson_cards
from lessons.exercises.progress import show_path
from ui.for_teachers import show_tools
from ui.lab.panels import show_drawing, show_example
from ui.layout import read_prose
from ui.session.address import theme
from ui.session.areas import START, load_area
from ui.session.lab import knows_lab

TEXTS = split_sections(read_prose("start"))


@st.fragment
def show_hero() -> None:
    """Show the drawing area; what is done there runs this part of the page alone."""
    state = load_area(START, HERO)
    with st.container(key="start-hero"):
        st.title("bayeslab")
        st.markdown(TEXTS["Invitation"])
        show_drawing(state, theme(), START, compact=True)
        with st.container(key="start-links"):
            is_new = state != HERO or not knows_lab()
            st.page_link(
                "lab.py",
                label="Open this in the lab" if is_new else "Back to the lab",
                icon=":material/science:",
                query_params=encode(state) if is_new else None,
            )
            st.page_link(LESSONS[0].page, label="Start with lesson 1", icon=":material/school:")
            st.markdown(TEXTS["Hint"])


show_hero()
st.header("Ten lessons")
show_path()
show_lesson_cards(theme())
st.header("Three examples")
with st.container(key="cards-examples"):
    for example in EXAMPLES:
        show_example(example)
st.header("For teachers")
show_tools()
