"""The state of the lab (:class:`core.state.LabState`), which Compare shares."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from bayeslab.data.datasets import Dataset
from core.all_columns import AllColumns
from core.drawing import DrawnSpec, draw, encode_drawing, identify
from core.limits import Names, Title
from core.link import decode, encode
from core.state import DRAWN, LabState
from ui.session.address import has_read_link, parameters_of, show_notices, write_address
from ui.session.areas import LAB, save_sync, with_drawing
from ui.session.canvas_sync import CanvasSync, is_blank
from ui.session.widgets import forget_widgets

ADDRESS = "lab address"  # the parameters of the URL as the lab last wrote them
NOTICES = "lab notices"
LATEST = "lab latest"  # a list with the state, for what is called outside a run
ORIGINAL = "lab original"  # which points are standardised, and those in the units of the table
COLUMNS = "lab columns"  # which points are of a table, and all its numeric columns
BEFORE = "lab before"  # the state that a link has replaced
DRAWING = "lab drawing"  # the last drawing, restored when the visitor returns
ASKS = "lab asks for a table"  # whether the window for a table of points is open


def current_state() -> LabState:
    """Return the state of the lab after the last run of a page that shows it."""
    state: LabState = st.session_state.get(LAB.state, LabState())
    return state


def knows_lab() -> bool:
    """Return whether the visitor has been in the lab."""
    return LAB.state in st.session_state


def load_state(*, all_parameters: bool) -> LabState:
    """Return the state this run starts from: that of the link that opened the page, else the last.

    A link to Compare has parameters of its own: unknown ones get a notice only if
    `all_parameters` are the lab's.
    """
    before, parameters = st.session_state.get(LAB.state), parameters_of(LabState)
    if before is not None and (has_read_link() or parameters in ({}, st.session_state[ADDRESS])):
        return before
    if all_parameters:
        parameters = st.query_params.to_dict()
    state, st.session_state[NOTICES] = decode(parameters)
    forget_widgets()
    if before is not None:
        st.session_state[BEFORE] = before
    return state


def replaced_state() -> LabState | None:
    """Return what the lab showed before a link replaced it, if one has."""
    before: LabState | None = st.session_state.get(BEFORE)
    return None if before == current_state() else before


def save_state(state: LabState, sync: CanvasSync | None = None) -> None:
    """Store the state and what the drawing area knows; show what of the link was ignored."""
    _save(state, sync)
    show_notices(st.session_state[NOTICES])


def _save(state: LabState, sync: CanvasSync | None) -> None:
    """Store the state and what the drawing area knows, and write the state to the URL."""
    st.session_state[LAB.state], st.session_state[ADDRESS] = state, encode(state)
    st.session_state.setdefault(LATEST, [state])[0] = state
    save_sync(sync)
    if state.data == DRAWN:
        st.session_state[DRAWING] = state.dataset_spec
    write_address(state)


def last_drawing() -> DrawnSpec:
    """Return the visitor's last drawing, or an empty one."""
    drawing: DrawnSpec = st.session_state.get(DRAWING, DrawnSpec())
    return drawing


def follow_drawing() -> LabState:
    """Return the state after the drawing area's message, where that alone runs (a fragment).

    γ, the switches, moved thresholds and where the points are change nothing outside the fragment.
    If anything else has changed, the whole page runs again.
    """
    before = current_state()
    state, sync = with_drawing(before)
    if _outside_fragment(before) != _outside_fragment(state):
        st.rerun()
    if sync != st.session_state.get(LAB.sync):
        _save(state, sync)
    return state


def _outside_fragment(state: LabState) -> tuple[Any, ...]:
    """Return what the page shows of the state outside the fragment of :func:`follow_drawing`."""
    has_none = state.data == DRAWN and is_blank(state.points)
    rest = state.reset("gamma", "switches", "points", "moved")
    return rest, has_none, original_points(state) is None


def follow_state() -> Callable[[], LabState]:
    """Return a function that returns the current state, also where no session is at hand."""
    latest: list[LabState] = st.session_state.setdefault(LATEST, [LabState()])
    return lambda: latest[0]


def ask_for_points(is_open: bool) -> None:
    """Open or close the window for a table of points.

    A button alone would open it for one run, and the next one, which another part of the page may
    ask for, would close it under the visitor's hands.
    """
    st.session_state[ASKS] = is_open


def asks_for_points() -> bool:
    """Return whether the window for a table of points is open."""
    return bool(st.session_state.get(ASKS))


def use_points(
    points: Dataset, title: str, original: Dataset | None = None, columns: AllColumns | None = None
) -> None:
    """Show these points in the lab as if the visitor had drawn them.

    Parameters
    ----------
    points : Dataset
    title : str
        That of the file they were read from, or empty.
    original : Dataset, optional
        The points in other units, for :func:`original_points`.
    columns : AllColumns, optional
        Of their table, for :func:`all_columns`.
    """
    drawing = _drawing_of(points, title)
    state, sync = with_drawing(current_state())  # else the next run would bring back its points
    save_sync(sync)
    st.session_state[LAB.state] = replace(state, data=DRAWN, moved="", **vars(drawing)).consistent()
    st.session_state[ADDRESS] = parameters_of(LabState)  # until the page writes its own
    forget_widgets("data")
    ask_for_points(False)
    number = identify(drawing.points)
    keep_original(number, None if original is None else _drawing_of(original, title))
    st.session_state[COLUMNS] = number, columns


def _drawing_of(points: Dataset, title: str) -> DrawnSpec:
    names = Names.fit(*points.feature_names, *points.class_names)
    return DrawnSpec(encode_drawing(draw(points.X, points.y)), names, Title.fit(title))


def keep_original(number: str, original: DrawnSpec | None) -> None:
    """Keep what the points with this number were before they were standardised."""
    st.session_state[ORIGINAL] = number, original


def original_points(state: LabState) -> DrawnSpec | None:
    """Return what the points of the lab were before they were standardised, unless edited since."""
    original: DrawnSpec | None = _value_for(state, ORIGINAL)
    return original


def all_columns(state: LabState) -> AllColumns | None:
    """Return all numeric columns of the table that the points are of, unless edited since."""
    columns: AllColumns | None = _value_for(state, COLUMNS)
    return columns


def _value_for(state: LabState, key: str) -> Any:
    """Return what is stored for the points of the state; None if it is for other points."""
    number, value = st.session_state.get(key, ("", None))
    return value if state.data == DRAWN and identify(state.points) == number else None
