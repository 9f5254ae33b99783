"""The questions of a lesson and its exercises as a file for a learning platform."""

import streamlit as st

from core.concurrency import heavy_slot
from core.effort import HEAVY_EFFORT
from lessons import LESSONS
from lessons.question_items import MOST_VARIANTS, list_items
from lessons.write_questions import FORMATS, VARIANTS, file_name

TEXT = (
    "The question of a lesson and its exercises with a number or a choice, for Moodle and other "
    "learning platforms. *Moodle XML* has pictures, formulas and feedback for each answer; most "
    "other platforms import *GIFT*. Each exercise becomes a category of variants, from which a "
    "quiz can draw one at random."
)


@st.fragment  # choosing a lesson does not run the page again
def show_question_download() -> None:
    """Show the button that opens the choices and the download."""
    with st.popover("Questions for Moodle", icon=":material/quiz:"):
        st.markdown(TEXT)
        place = st.selectbox(
            "Lesson", range(len(LESSONS)), format_func=lambda each: LESSONS[each].heading
        )
        ending = st.radio(
            "Format", list(FORMATS), format_func=lambda each: FORMATS[each][0], horizontal=True
        )
        variants = st.number_input("Variants of each exercise", 1, MOST_VARIANTS, VARIANTS)
        st.download_button(
            "Download the questions",
            lambda: write_questions(place, ending, variants),
            file_name=file_name(LESSONS[place], ending),
            mime="application/octet-stream",
            icon=":material/download:",
            on_click="ignore",
        )


def write_questions(place: int, ending: str, variants: int) -> bytes:
    """Return the file, which takes seconds to write."""
    write = FORMATS[ending][1]
    with heavy_slot(HEAVY_EFFORT):
        return write(list_items(LESSONS[place], variants)).encode()
