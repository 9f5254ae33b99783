"""Solved exercises: stored in the browser alone, and marked beside links to them.

There are no accounts. ``web/picture/progress.js`` keeps the stems in the browser's storage. It
gives links to solved exercises the style property ``--solved``, and links to lessons
``--exercises``, how many of theirs are solved; style sheets write them.
"""

import streamlit as st

import web
from lessons import LESSONS
from lessons.exercises import load_exercises

__all__ = ["note_progress"]

LOADER = f"""
const at = new URL("{web.ADDRESS[1:]}/web/picture/progress.js", document.baseURI);
const {{ note }} = await import(at);
export default ({{ data }}) => note(data[0]);
"""


def note_progress(solved: str | None = None) -> None:
    """Let the browser store that an exercise is solved, and mark the links to all solved ones."""
    lessons = {lesson.stem: [] for lesson in LESSONS}
    for exercise in load_exercises().values():
        lessons[LESSONS[exercise.lesson - 1].stem].append(exercise.stem)
    data = {"solved": solved, "lessons": lessons}
    component = st.components.v2.component("bayeslab.progress", js=LOADER)
    component(key="exercise-progress", data=[data], height=0)
