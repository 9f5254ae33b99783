"""Classroom: students take part on their phones, and the projector shows what everybody does."""

import streamlit as st

from core.scenes import Scene
from lessons.exercises import load_exercises
from lessons.questions import list_questions
from ui.present import add_scene, current_scenes
from ui.room import show_room
from ui.session.address import view


def add(title: str, query: str) -> None:
    """Add an activity of the room to the scenes."""
    add_scene(Scene(title, page="room", query=query))


if view() == "page":  # elsewhere the room fills the window
    st.title("Classroom")
show_room(list_questions(), load_exercises().values(), current_scenes(), add)
