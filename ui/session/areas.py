"""Drawing areas: their messages, and what they know of the state (:class:`CanvasSync`)."""

from dataclasses import dataclass, replace

import streamlit as st

from core.state import POINT_FIELDS, LabState
from ui.session.canvas_sync import CanvasSync, follow
from ui.session.commit import Commit, read_commit
from ui.session.widgets import forget_widgets, value_of


@dataclass(frozen=True)
class Area:
    """A drawing area, by the keys of the session: of its component, its state and what it knows."""

    key: str
    state: str
    sync: str


LAB = Area("canvas", "lab", "lab canvas")
START = Area("hero", "start", "start canvas")  # it leaves the lab as it is


def with_drawing(state: LabState, area: Area = LAB) -> tuple[LabState, CanvasSync | None]:
    """Return the state after an unread message of the drawing area, and what the area then knows.

    The message counts as read only when :func:`save_sync` is called, after all controls: if a run
    is interrupted before, the next one reads it again.
    """
    sync, commit = st.session_state.get(area.sync), unread_commit(area)
    if commit is None:
        return state, sync
    before = state
    state, sync = follow(commit, before, sync)
    if commit.setting is not None and state is not before:
        forget_widgets()
    elif state.point_values != before.point_values:
        forget_widgets("data")
    return state, sync


def unread_commit(area: Area) -> Commit | None:
    """Return the message of a drawing area that no run has read, if there is one."""
    commit, sync = _commit(area), st.session_state.get(area.sync)
    return None if commit is None or (sync is not None and commit.seq <= sync.seq) else commit


def _commit(area: Area) -> Commit | None:
    return read_commit(value_of(area.key))


def save_sync(sync: CanvasSync | None, area: Area = LAB) -> None:
    """Store what the drawing area knows, if it has sent or received anything."""
    if sync is not None:
        st.session_state[area.sync] = sync


def load_area(area: Area, first: LabState) -> LabState:
    """Return the state of a drawing area outside the lab: `first`, and what a hand has changed.

    A field of `first` that is another than in the last run counts again; points count as one.
    """
    former, state = st.session_state.get(area.state, (first, first))
    news = {name: value for name, value in vars(first).items() if value != getattr(former, name)}
    if news.keys() & set(POINT_FIELDS):
        news |= first.point_values
    state, sync = with_drawing(replace(state, **news), area)
    st.session_state[area.state] = first, state
    save_sync(sync, area)
    return state


def sync_canvas(state: LabState, area: Area = LAB) -> CanvasSync:
    """Return what the drawing area has to know: a new revision if it shows other points."""
    sync = st.session_state.get(area.sync, CanvasSync())
    if not sync.shows(state):
        sync = CanvasSync(sync.revision + 1, sync.seq, origin=state, current=state)
        save_sync(sync, area)
    return sync


def has_points(sync: CanvasSync, area: Area = LAB) -> bool:
    """Return whether the drawing area has answered that it has the points of its revision."""
    commit = _commit(area)
    return commit is not None and commit.revision == sync.revision
