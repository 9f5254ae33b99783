"""Class room: a class takes part from its phones, and the projector shows what everybody does."""

import streamlit as st

from lessons.questions import list_questions
from ui.room import show_room

st.title("Class room")
show_room(list_questions())
