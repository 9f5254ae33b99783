"""The page of lesson 10: a hunt for errors in printed lines, and all entries to search."""

import streamlit as st

from lessons.checking_the_sources.board import show_hunt
from lessons.checking_the_sources.data import (
    COUNTS,
    LISTED,
    STEM,
    describe_step,
    describe_tries,
    equations,
    lab_state,
    measure_of_line,
)
from lessons.checking_the_sources.state import CheckingTheSourcesState
from lessons.checking_the_sources.table import (
    show_beginning,
    show_search,
    show_table,
    show_way_to_entry,
)
from lessons.frame import begin_lesson
from lessons.page import Block, Hunt, Page
from lessons.parts import FormulaPart
from lessons.show import end_step
from lessons.texts import read_sections


def show() -> None:
    """Show the page of this lesson, which is not made of blocks in the app."""
    lesson = begin_lesson(CheckingTheSourcesState.first(), **COUNTS)
    if lesson.step is not None:
        with lesson.picture:
            show_hunt(lesson.controls, has_choice=lesson.shows("line"))
        end_step(lesson, PAGE)
        show_way_to_entry()
        return
    with lesson.picture:
        show_hunt(lesson.controls, read_sections(STEM)["Tests"])
    state = lesson.controls.settle()
    lesson.tell([FormulaPart(equations)]).markdown(measure_of_line(state.line))
    lesson.ask()
    lab = lab_state(state)
    with lesson.beside:
        lesson.try_this(lab, **describe_tries())
    st.subheader("All entries")
    lesson.say("Entries", **COUNTS)
    with st.container(key="errata"):
        show_beginning()
        show_search()
        for kind in LISTED:
            with st.container(key=f"{kind}s"):
                st.subheader(f"{kind.capitalize()}s: {COUNTS[f'{kind}s']}")
                lesson.say(f"{kind.capitalize()}s")
                show_table(kind, state.erratum)
    lesson.end(lab)


PAGE = Page(
    (Block(Hunt(), moved=("line", "test", "judged", "erratum")),),
    lab=lab_state,
    steps=describe_step,
    idea=lambda: COUNTS,
    tries=describe_tries,
    show=show,
    keeps=("judged",),
)
