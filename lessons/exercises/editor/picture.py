"""The picture in the editor, as students get it, and the buttons that take states from it."""

from dataclasses import replace
from typing import Any

import streamlit as st

from core.exercises.check import check_goal, verdict
from core.exercises.exercise import Exercise
from core.exercises.state import ExerciseState
from core.fields import State
from core.state import LabState
from lessons.exercises.attempt import Attempt, ask_state
from lessons.exercises.editor.drafts import change_draft, current_drafts
from lessons.exercises.editor.form import press
from lessons.exercises.pictures import show_densities, show_drawn, show_plane
from lessons.exercises.view import first_line, show_situation
from ui.session.lab import current_state
from ui.session.widgets import give, value_of

__all__ = ["show_picture"]

POSITION = "exercise position"  # the state that the picture of a draft starts from


def show_picture(draft: Exercise) -> State:
    """Show the picture as students get it, or with the right place; return what is on it."""
    title = "with the right answer" if draft.kind == "place" else "as your students get it"
    st.markdown(f"**The picture, {title}**")
    if draft.kind == "reach":
        return _show_attempt(draft)
    attempt = Attempt(draft, 0, f"draft {current_drafts().turn}")
    if draft.kind == "place" and isinstance(draft.start, LabState):
        show_plane(draft, attempt.key("plane"), first_line(draft), is_solved=True)
    elif draft.kind == "place":
        show_densities(draft, attempt.key("picture"), 0.0, is_solved=True)
    else:
        show_situation(attempt)
    if draft.kind == "choice" and isinstance(draft.start, LabState):
        _ask_after(draft)
    return draft.solution


def _show_attempt(draft: Exercise) -> State:
    place = current_drafts().turn
    begin, turn = value_of(POSITION, {}).get(place, (draft.start, 0))
    tools = "points" if "points" in draft.may else "fixed"  # its tools are fixed from the start
    attempt = Attempt(
        replace(draft, start=draft.keep_to(begin)), 0, f"draft {place} {turn} {tools}"
    )
    state = ask_state(attempt)
    show_drawn(draft, state, attempt.area)
    plain = replace(state, switches=())
    with st.container(horizontal=True, key="draft-states"):
        _state_button("This is a solution", "solution", plain, ":material/flag:", type="primary")
        _state_button("Start here", "start", plain, ":material/play_arrow:")
        _go_button("Back to the start", draft.start, turn)
        _go_button("Go to the solution", draft.solution, turn)
    for name, each in (("The start", draft.start), ("The solution", draft.solution)):
        if draft.goal:
            st.caption(f"{name}: {verdict(check_goal(draft, each))}")
    return plain


def _state_button(label: str, field: str, state: ExerciseState, icon: str, **how: Any) -> None:
    """Show a button that makes the state of the picture the start or the solution."""

    def take() -> None:
        change: dict[str, Any] = {field: state}
        draft = replace(current_drafts().draft, **change)
        change_draft(replace(draft, solution=draft.keep_to(draft.solution)))

    if st.button(label, key=f"draft take {field}", icon=icon, on_click=take, **how):
        # Without a goal, or without a change, nothing else on the page confirms it.
        st.toast(f"The {field} is now as in the picture.", icon=icon)


def _go_button(label: str, state: State, turn: int) -> None:
    """Show a button that brings the picture to a state."""
    place = current_drafts().turn
    st.button(
        label,
        key=f"draft go {label}",
        type="tertiary",
        on_click=lambda: give({POSITION: {place: (state, turn + 1)}}),
    )


def _ask_after(draft: Exercise) -> None:
    """Offer the lab's picture as the one after the answer."""
    lab = ExerciseState(**vars(current_state()))
    st.caption(
        "After the answer the picture can show something else: set up the lab, return by the "
        "browser’s Back button, and press"
    )
    press(
        "After the answer, show the lab as it is now",
        "after",
        lambda draft: replace(draft, solution=lab),
        icon=":material/science:",
        disabled=lab == draft.solution,
    )
    if draft.solution != draft.start:
        press(
            "The same picture after the answer",
            "no after",
            lambda draft: replace(draft, solution=draft.start),
            type="tertiary",
        )
