"""The lessons as cards for the start page: a thumbnail, the title and the minutes it takes."""

import streamlit as st

from lessons import LESSONS
from lessons.thumbnails import thumbnail
from ui.layout import show_card_picture


def show_lesson_cards(theme: str) -> None:
    """Show a card for each lesson, in teaching order."""
    with st.container(key="cards-lessons"):
        for lesson in LESSONS:
            with st.container(border=True, height="stretch"):
                show_card_picture(*thumbnail(lesson.stem, theme))
                st.page_link(lesson.page, label=lesson.heading)
                st.caption(f"{lesson.minutes} minutes")
