"""The page *Make an exercise*: a form, the picture as students get it, and what is left to do.

A lecturer sets up the situation on another page and comes here by "Make an exercise". The draft is
in the session, and the browser stores it (:mod:`lessons.exercises.editor.drafts`).
"""

import streamlit as st

from core.exercises.exercise import Exercise
from core.exercises.sets import name_of
from core.fields import State
from core.texts import split_sections
from lessons.exercises.attempt import PREVIEW
from lessons.exercises.editor.answer import ask_answer
from lessons.exercises.editor.drafts import (
    change_drafts,
    current_drafts,
    keep_drafts,
    make_exercise,
)
from lessons.exercises.editor.end import PREVIEWED, show_end
from lessons.exercises.editor.form import ask_changes, ask_end, ask_kind, ask_words
from lessons.exercises.editor.goal import ask_goal, ask_hints
from lessons.exercises.editor.picture import show_picture
from lessons.exercises.editor.trial import ask_variants
from lessons.exercises.own import add_drafts, show_open_button
from lessons.exercises.view import show_exercise
from ui.layout import problem_instead, read_prose
from ui.session.widgets import give, value_of

__all__ = ["show_editor"]

PICTURE, FORM = 1, 1  # widths


def show_editor() -> None:
    """Show the page."""
    st.title("Make an exercise")
    texts = split_sections(read_prose("make_exercise"))
    if current_drafts().drafts:
        _show_draft(texts)
    else:
        keep_drafts()
        st.markdown(texts["Nothing"])
        _show_start()


def _show_start() -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.page_link("lab.py", label="Go to the lab", icon=":material/science:")
        if st.button("Begin with the lab as it is", icon=":material/exercise:", type="primary"):
            make_exercise("lab")
        show_open_button(add_drafts)


@st.fragment
def _show_draft(texts: dict[str, str]) -> None:
    draft_list = current_drafts()
    if not draft_list.drafts:
        st.rerun()
    keep_drafts()
    draft = draft_list.draft
    if value_of(PREVIEWED) == draft_list.turn:
        _show_preview(draft)
        return
    _show_drafts()
    st.markdown(texts["Idea"])
    with st.container(key="draft"):
        picture, form = st.columns((PICTURE, FORM), gap="large")
    with picture.container(key="draft-picture"):
        state = draft.start
        with problem_instead():
            state = show_picture(draft)
    with form:
        _show_form(draft, state)
    show_end(draft)


def _show_drafts() -> None:
    """Show a menu of the drafts, if there are several."""
    draft_list = current_drafts()
    if len(draft_list.drafts) > 1:
        key = f"draft {draft_list.version} chosen"
        st.selectbox(
            "Your exercises",
            range(len(draft_list.drafts)),
            index=draft_list.place,
            format_func=lambda place: draft_list.drafts[place].title or f"Untitled {place + 1}",
            key=key,
            on_change=lambda: change_drafts(current_drafts().choose(value_of(key))),
            width=320,
        )


def _show_form(draft: Exercise, state: State) -> None:
    ask_kind(draft)
    ask_words(draft)
    if draft.kind == "reach":
        ask_changes(draft)
        ask_goal(draft, state, "Goal: all of these must hold")
    else:
        ask_answer(draft)
    with st.container(key="draft-hints"):
        ask_hints(draft, state)
    ask_variants(draft)
    if draft.kind == "choice" and draft.vary:
        ask_goal(draft, state, "What makes your answer right? It is checked on everybody’s points.")
    ask_end(draft)


def _show_preview(draft: Exercise) -> None:
    st.button(
        "Back to the form",
        icon=":material/arrow_back:",
        on_click=lambda: give({PREVIEWED: None}),
    )
    show_exercise(draft, f"{PREVIEW}{name_of(draft)}")
