"""The end of the editor: what is left to do, the preview, the file and the link."""

from urllib.parse import urljoin

import streamlit as st

from core.exercises.exercise import Exercise
from core.exercises.file import write_exercise
from core.exercises.sets import write_link, write_set
from core.exercises.trial import missing
from core.input_error import InputError
from core.share import write_link as write_address
from lessons.exercises.editor.drafts import change_drafts, current_drafts
from lessons.exercises.own import OWN, add_drafts, show_open_button
from lessons.exercises.view import say_verdict
from ui.layout import open_expander
from ui.session.widgets import give

__all__ = ["PREVIEWED", "show_end"]

PREVIEWED = "exercise preview"  # the turn of the draft list whose draft is shown as to a student
EXERCISES = "exercises"  # the path of the page
HOMEWORK = (
    "In a lecture, share the link. To set it as homework, save it as a file; in the classroom, "
    "press *Homework* and choose it."
)


def show_end(draft: Exercise) -> None:
    """Say what is left to do, or how to save and share the exercise."""
    tasks = missing(draft)
    with st.container(border=True, key="draft-end"):
        if tasks:
            say_verdict(False, f"{len(tasks)} thing{'s' if len(tasks) > 1 else ''} left to do")
            st.markdown("\n".join(f"- {sentence}" for sentence in tasks))
        else:
            say_verdict(True, "the exercise is complete")
        _show_ways_out(draft, is_complete=not tasks)
    if len(current_drafts().drafts) > 1:
        _show_all()


def _show_ways_out(draft: Exercise, *, is_complete: bool) -> None:
    turn = current_drafts().turn
    with st.container(horizontal=True):
        st.button(
            "Preview as a student",
            key="draft preview",
            icon=":material/visibility:",
            disabled=not is_complete,
            on_click=lambda: give({PREVIEWED: turn}),
        )
        st.download_button(
            "Save as a file",
            write_exercise(draft) if is_complete else "",
            file_name=f"{draft.stem}.md",
            mime="text/markdown",
            icon=":material/download:",
            on_click="ignore",
            disabled=not is_complete,
        )
        show_open_button(add_drafts)
        st.button(
            "Remove this exercise",
            key="draft remove",
            icon=":material/delete:",
            type="tertiary",
            on_click=lambda: change_drafts(current_drafts().remove()),
        )
    if is_complete:
        _show_link((draft,), "This link opens the exercise:")
        st.caption(HOMEWORK)
        st.page_link("room.py", label="Open the classroom", icon=":material/groups:")


def _show_link(exercises: tuple[Exercise, ...], label: str) -> None:
    try:
        text = write_link(exercises)
    except InputError as problem:
        st.caption(str(problem))
        return
    st.caption(label)
    address = urljoin(st.context.url or "", EXERCISES)
    st.code(write_address(address, {OWN: text}), language=None, wrap_lines=True)


def _show_all() -> None:
    """Show a file and a link with all complete exercises."""
    part = open_expander("All your exercises in one", "library_books", key="all-drafts")
    if part is None:
        return
    complete = tuple(each for each in current_drafts().drafts if not missing(each))
    with part:
        st.markdown("\n".join(f"- {each.title}" for each in complete) or "None is complete yet.")
        if complete:
            st.download_button(
                f"Save {len(complete)} in one file",
                write_set(complete),
                file_name="exercises.md",
                mime="text/markdown",
                icon=":material/download:",
                on_click="ignore",
            )
            _show_link(complete, "This link opens all of them:")
