"""The URL of the page, and how the browser shows the page."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.fields import State, fields_of
from core.link import encode
from core.scenes import CONTROLS
from ui.session.widgets import note_address

IS_READ = "lab is open"  # whether the page has read the link that opened it
WRITTEN = "written state"  # the last one that was written to the URL


def theme() -> str:
    """Return the theme of the visitor's browser, "light" or "dark"."""
    return st.context.theme.type or "light"


def view() -> str:
    """Return how the page is shown: "page", or with its picture alone "embedded" or "presented".

    "notes" is a window with the speaker's notes, which shows no page.
    """
    if st.context.is_embedded:
        return "embedded"
    if "notes" in st.query_params:
        return "notes"
    return "presented" if "present" in st.query_params else "page"


def page_query() -> dict[str, list[str]]:
    """Return the parameters of the URL that say what the page shows."""
    return {name: st.query_params.get_all(name) for name in st.query_params if name not in CONTROLS}


def parameters_of(kind: type[State]) -> dict[str, str]:
    """Return the parameters of the URL that a state reads; others belong to a page or a server."""
    parameters = st.query_params.to_dict()
    return {name: text for name, text in parameters.items() if name in fields_of(kind)}


def has_read_link() -> bool:
    """Return whether the page has read the link that opened it.

    From then on its address only follows the state: the browser may know an older one, if the
    visitor was quicker than the answer, and going back leaves the page (:mod:`ui.index_page`).
    """
    is_read: bool = st.session_state[IS_READ]
    return is_read


def write_address(state: State) -> None:
    """Write a state to the URL."""
    parameters, present = encode(state), parameters_of(type(state))
    for name in present.keys() - parameters.keys():
        del st.query_params[name]
    if parameters.items() - present.items():
        st.query_params.update(parameters)
    st.session_state[IS_READ], st.session_state[WRITTEN] = True, state
    note_address()


def browser_has_address() -> bool:
    """Return whether the browser has sent the address of the last run with this one's values."""
    state: Any = st.session_state.get(WRITTEN)
    return state is not None and parameters_of(type(state)) == encode(state)


def show_notices(notices: Sequence[str]) -> None:
    """Show which parts of the link were ignored; several notices are folded into one."""
    icon = ":material/link_off:"
    if len(notices) == 1:
        st.info(notices[0], icon=icon)
    elif notices:  # together they would push the picture off the screen
        with st.expander(f"{len(notices)} parts of the link were ignored", icon=icon):
            st.markdown("\n".join(f"- {notice}" for notice in notices))
