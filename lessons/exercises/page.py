"""The page *Exercises*: all of them by lesson, or one at a time; also those from outside."""

import streamlit as st

from core.exercises.exercise import LEVELS, VARIANTS, Exercise
from core.input_error import InputError
from core.texts import split_sections
from lessons import LESSONS
from lessons.exercises import load_exercises
from lessons.exercises.attempt import variant_key
from lessons.exercises.editor.drafts import add_draft, make_exercise
from lessons.exercises.own import (
    CHOSEN,
    OWN,
    Entry,
    find_exercise,
    list_own,
    open_text,
    show_open_button,
)
from lessons.exercises.progress import note_progress
from lessons.exercises.sheets import MOST_SHEETS, show_sheets
from lessons.exercises.view import show_exercise
from lessons.question_download import show_question_download
from ui.layout import read_prose
from ui.session.address import view
from ui.session.widgets import give, value_of

PAGE = "exercises.py"
EDITOR = "make_exercise.py"
FIRST_SHEETS = 4
VARIANT = "variant"  # parameter of the link
SHEETS = "sheets"  # parameter of the link: how many variants to print
LINK = "exercise link"  # the link that was read last


def show_exercises() -> None:
    """Show the exercise of the link, or all of them."""
    if view() == "page":
        st.title("Exercises")
    try:
        entry = find_exercise()
    except InputError as problem:
        st.info(str(problem), icon=":material/link_off:")
        entry = None
        st.query_params.clear()
    if entry is None:
        _show_list()
    elif SHEETS in st.query_params:
        _show_sheets(entry)
    else:
        _read_variant(entry)
        show_exercise(entry.exercise, entry.name)
        if view() == "page":
            _show_ways_on(entry)


def _read_variant(entry: Entry) -> None:
    """Start with the variant of a link that has not been read."""
    text = st.query_params.get(VARIANT, "0")
    if value_of(LINK) == (entry.name, text):
        return
    number = int(text) if text.isdecimal() and len(text) < 7 else 0
    give({LINK: (entry.name, text), variant_key(entry.name): number % VARIANTS})
    st.query_params.update(entry.query)  # a link to the page itself does not change the address


def _show_sheets(entry: Entry) -> None:
    """Show some variants of an exercise to print, and ask how many."""
    text = st.query_params.get(SHEETS, "")
    first = int(text) if text.isdecimal() and len(text) < 3 else 0
    with st.container(horizontal=True, vertical_alignment="bottom"):
        count = st.number_input(
            "Variants", 1, MOST_SHEETS, min(max(first, 1), MOST_SHEETS), width=150
        )
        back = dict(entry.query)
        st.page_link(
            PAGE, label="Back", icon=":material/arrow_back:", query_params=back, width="content"
        )
    st.query_params.update(entry.query | {SHEETS: str(count)})
    show_sheets(entry.exercise, count, entry.query)


def _show_list() -> None:
    texts = split_sections(read_prose("exercises"))
    st.markdown(texts["Invitation"])
    note_progress()
    with st.container(horizontal=True, key="exercise-tools"):
        if st.button("Make an exercise", icon=":material/exercise:", help=texts["Making"]):
            make_exercise("lab")
        show_open_button(open_text)
        show_question_download()
    with st.container(key="exercise-list"):
        if own := list_own():
            with st.container(border=True):
                st.markdown("**Opened from a link or a file**")
                for entry in own:
                    _link_to(entry.exercise, entry.query)
        for lesson in LESSONS:
            exercises = [each for each in load_exercises().values() if each.lesson == lesson.number]
            with st.container(border=True):
                st.markdown(f"**{lesson.heading}**")
                for exercise in exercises:
                    _link_to(exercise, {CHOSEN: exercise.stem})


def _link_to(exercise: Exercise, query: dict[str, str]) -> None:
    """Show a link to an exercise, with its level."""
    label = f"{exercise.title} :gray[·\N{NO-BREAK SPACE}{LEVELS[exercise.level]}]"
    st.page_link(PAGE, label=label, query_params=dict(query))


def _show_ways_on(entry: Entry) -> None:
    """Show links to the exercises before and after this one, to all, and to its lesson."""
    exercise, stems = entry.exercise, list(load_exercises())
    place = stems.index(exercise.stem) if OWN not in entry.query else -1
    before = stems[max(place - 1, 0) : place] if place >= 0 else []
    after = stems[place + 1 : place + 2] if place >= 0 else []
    ways = st.container(key="exercise-ways").container(
        key="ways-on",
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
    )
    with ways:
        for other in before:
            query = {CHOSEN: other}
            st.page_link(PAGE, label="Previous", icon=":material/arrow_back:", query_params=query)
        st.page_link(PAGE, label="All exercises", icon=":material/list:", query_params={})
        lesson = LESSONS[exercise.lesson - 1]
        st.page_link(lesson.page, label=f"Lesson {lesson.number}", icon=":material/school:")
        sheets = entry.query | {SHEETS: str(FIRST_SHEETS)}
        st.page_link(PAGE, label="Sheets", icon=":material/print:", query_params=sheets)
        if st.button(
            "Make one like this", icon=":material/edit:", type="tertiary", key="exercise-edit"
        ):
            _edit(exercise)
        for other in after:
            st.page_link(
                PAGE,
                label="Next",
                icon=":material/arrow_forward:",
                icon_position="right",
                query_params={CHOSEN: other},
            )


def _edit(exercise: Exercise) -> None:
    """Go to the editor with a copy of an exercise."""
    try:
        add_draft(exercise)
    except InputError as problem:
        st.toast(str(problem), icon=":material/info:")
    else:
        st.switch_page(EDITOR)
