"""The page that a visitor is on."""

from dataclasses import replace

import streamlit as st

from core.share import describe
from ui.session.address import IS_READ, WRITTEN, browser_has_address
from ui.session.areas import LAB, save_sync, unread_commit
from ui.session.canvas_sync import CanvasSync
from ui.session.lab import ask_for_points, current_state
from ui.session.lesson import LATER, LESSONS
from ui.session.widgets import ASSIGNMENTS, LESSON_WIDGET, forget_widgets, give_again, value_of

LAB_PAGES = ("lab", "compare")  # they show the state of the lab
PAGE = "lab page"  # the page of the last run
SCENE = "lab scene"  # the number of the scene that it showed


def describe_page(page: str, title: str) -> str:
    """Return what the page of this path and title shows, in a few words."""
    return describe(current_state()) if page in LAB_PAGES else title


def enter(page: str) -> None:
    """Note which page this run is of; reset the widgets when it is another one."""
    scene = st.query_params.get("scene")
    is_new_scene = st.session_state.get(SCENE) != scene
    if st.session_state.get(PAGE) == page and not is_new_scene:
        give_again(has_heard=browser_has_address())
        return
    forget_widgets()
    forget_widgets(start=LESSON_WIDGET)
    for key in (ASSIGNMENTS, WRITTEN, LATER):
        st.session_state.pop(key, None)
    ask_for_points(False)
    st.session_state[IS_READ] = False
    if is_new_scene:  # the link says all, also if it says nothing
        st.session_state.pop(LAB.state, None)
        st.session_state.get(LESSONS, {}).pop(page, None)
        if commit := unread_commit(LAB):  # what a hand did in the scene before
            save_sync(replace(value_of(LAB.sync, CanvasSync()), seq=commit.seq))
    st.session_state[PAGE], st.session_state[SCENE] = page, scene
