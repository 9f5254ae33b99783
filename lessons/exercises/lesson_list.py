"""The exercises at the end of a lesson: one of them is shown when it is chosen."""

import streamlit as st

from lessons import Lesson
from lessons.exercises import load_exercises
from lessons.exercises.progress import exercises_of, note_progress
from lessons.exercises.view import show_exercise


@st.fragment  # choosing one does not run the page again
def show_lesson_exercises(lesson: Lesson) -> None:
    """Show the titles of the exercises of a lesson, and the one that is chosen."""
    own = {stem: load_exercises()[stem] for stem in exercises_of(lesson.number)}
    with st.container(key="lesson-exercises"):
        st.subheader("Exercises")
        stem = st.pills(
            "Exercise",
            list(own),
            format_func=lambda stem: own[stem].title,
            key=f"{lesson.stem} exercise",
            label_visibility="collapsed",
        )
        if stem is None:
            st.caption("Choose one; each has a goal or a question, hints and a solution.")
            note_progress()
        else:
            show_exercise(own[stem])
