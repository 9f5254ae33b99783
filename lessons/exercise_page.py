"""The page *Exercises*: all of them by lesson, or one at a time."""

import streamlit as st

from core.exercise import LEVELS, VARIANTS, Exercise
from core.texts import split_sections
from lessons import LESSONS
from lessons.exercise_progress import note_progress
from lessons.exercise_sheets import MOST_SHEETS, show_sheets
from lessons.exercise_view import show_exercise, variant_key
from lessons.exercises import load_exercises
from lessons.question_download import show_question_download
from ui.layout import read_prose
from ui.session import give, value_of, view

__all__ = ["show_exercises"]

PAGE = "exercises.py"
FIRST_SHEETS = 4
CHOSEN, VARIANT = "exercise", "variant"  # parameters of the link
SHEETS = "sheets"  # parameter of the link: how many variants to print
OPENED = "exercise link"  # the link that was read last


def show_exercises() -> None:
    """Show the exercise of the link, or all of them."""
    exercises, stem = load_exercises(), st.query_params.get(CHOSEN, "")
    if view() == "page":
        st.title("Exercises")
    if stem in exercises and SHEETS in st.query_params:
        _show_sheets(exercises[stem])
        return
    if stem in exercises:
        _read_variant(stem)
        show_exercise(stem)
        if view() == "page":
            _show_ways_on(stem)
        return
    if stem:
        st.info("There is no such exercise: choose another one.", icon=":material/link_off:")
    _show_list()


def _read_variant(stem: str) -> None:
    """Take the variant of the link, when the link is opened."""
    text = st.query_params.get(VARIANT, "0")
    if value_of(OPENED) == (stem, text):
        return
    number = int(text) if text.isdecimal() and len(text) < 7 else 0
    give({OPENED: (stem, text), variant_key(stem): number % VARIANTS})
    st.query_params[CHOSEN] = stem  # a link of this page leaves the address as it was


def _show_sheets(exercise: Exercise) -> None:
    """Show some variants of an exercise to print, and ask how many."""
    text = st.query_params.get(SHEETS, "")
    first = int(text) if text.isdecimal() and len(text) < 3 else 0
    with st.container(horizontal=True, vertical_alignment="bottom"):
        count = st.number_input(
            "Variants", 1, MOST_SHEETS, min(max(first, 1), MOST_SHEETS), width=150
        )
        chosen = {CHOSEN: exercise.stem}
        st.page_link(
            PAGE, label="Back", icon=":material/arrow_back:", query_params=chosen, width="content"
        )
    st.query_params[CHOSEN], st.query_params[SHEETS] = exercise.stem, str(count)
    show_sheets(exercise, count)


def _show_list() -> None:
    st.markdown(split_sections(read_prose("exercises"))["Invitation"])
    note_progress()
    show_question_download()
    with st.container(key="exercise-list"):
        for lesson in LESSONS:
            own = [each for each in load_exercises().values() if each.lesson == lesson.number]
            with st.container(border=True):
                st.markdown(f"**{lesson.heading}**")
                for exercise in own:
                    link_to(exercise)


def link_to(exercise: Exercise) -> None:
    """Show a link to an exercise, with its level."""
    label = f"{exercise.title} :gray[· {LEVELS[exercise.level]}]"
    st.page_link(PAGE, label=label, query_params={CHOSEN: exercise.stem})


def _show_ways_on(stem: str) -> None:
    """Show links to the exercises before and after this one, to all, and to its lesson."""
    stems = list(load_exercises())
    place, exercise = stems.index(stem), load_exercises()[stem]
    before, after = stems[max(place - 1, 0) : place], stems[place + 1 : place + 2]
    with st.container(key="ways-on", horizontal=True, horizontal_alignment="distribute"):
        for other in before:
            chosen = {CHOSEN: other}
            st.page_link(PAGE, label="Previous", icon=":material/arrow_back:", query_params=chosen)
        st.page_link(PAGE, label="All exercises", icon=":material/list:", query_params={})
        lesson = LESSONS[exercise.lesson - 1]
        st.page_link(lesson.page, label=f"Lesson {lesson.number}", icon=":material/school:")
        sheets = {CHOSEN: stem, SHEETS: str(FIRST_SHEETS)}
        st.page_link(PAGE, label="Sheets", icon=":material/print:", query_params=sheets)
        for other in after:
            st.page_link(
                PAGE,
                label="Next",
                icon=":material/arrow_forward:",
                icon_position="right",
                query_params={CHOSEN: other},
            )
