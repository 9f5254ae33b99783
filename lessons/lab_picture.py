"""The lab's drawing component as the picture of a lesson.

Its points, γ and the threshold can be moved. While a hand moves one of them the browser fits the
classifiers by itself; when the hand lets go, the page runs with what it has left behind.
Moved points are in the page's link. A page calls :func:`follow_hand`, shows its widgets, and calls
:func:`load_picture` and :func:`show_lab_picture`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from bayeslab.evaluation.models import MODELS
from core.drawing import DrawnSpec
from core.input_error import InputError
from core.limits import Names
from core.state import DRAWN, LabState
from ui import compute
from ui.canvas import drawing_area
from ui.canvas.messages import describe_refit
from ui.lab.panels import describe_drawing
from ui.lab.table import describe_table, shown_models
from ui.session import Area, give, load_area, overrule, theme, unread_commit, value_of

__all__ = ["follow_hand", "load_picture", "show_lab_picture"]

POINTS = "points"  # the parameter of the link


def follow_hand(stem: str, widgets: Mapping[str, str]) -> None:
    """Give widgets what a hand has left behind in a lesson's picture, before they are drawn.

    Parameters
    ----------
    stem : str
        Of the lesson.
    widgets : dict
        The keys of the widgets for "gamma", for "cut".
    """
    commit = unread_commit(_area(stem))
    if commit is None:
        return
    left = {"gamma": commit.changes.get("gamma"), "cut": commit.cut}
    overrule({key: left[name] for name, key in widgets.items() if left[name] is not None})


def load_picture(stem: str, first: LabState) -> LabState:
    """Return the state of a lesson's picture: `first`, with the points that a hand has moved.

    Parameters
    ----------
    stem : str
        Of the lesson.
    first : LabState
        What the widgets of the page say. Points that they choose anew replace moved ones.
    """
    area, known = _area(stem), f"{stem} points"
    text = st.query_params.get(POINTS, "")
    if text and text != value_of(known) and (linked := _with_points(first, text)):
        give({area.state: (first, linked)})
    state = load_area(area, first)
    moved = state.points if state.points != first.points else ""
    give({known: moved})
    if moved:
        st.query_params[POINTS] = moved
    else:
        st.query_params.pop(POINTS, None)
    return state


def _with_points(first: LabState, text: str) -> LabState | None:
    """Return the state with the points of a link; None if it holds no points of two classes."""
    try:
        labels = DrawnSpec(text).drawing.labels
    except InputError:
        return None
    if list(np.unique(labels)) != [0, 1]:
        return None
    points = compute.dataset(first.dataset_spec)
    names = Names.fit(*points.feature_names, *points.class_names)
    return replace(first, data=DRAWN, points=text, names=names).fitting_its_data()


def show_lab_picture(
    stem: str, state: LabState, cut: int | None = None, *, rings_support: bool = False
) -> None:
    """Show the drawing component with the classifiers of a state, one or two.

    Parameters
    ----------
    stem : str
        Of the lesson.
    state : LabState
        That of :func:`load_picture`. The browser must be able to fit its classifiers.
    cut : int, optional
        The cut of the projections, which are shown below the plane; without it they are not.
    rings_support : bool
        Whether rings mark the support vectors, instead of the errors.
    """
    area = _area(stem)
    table, _ = describe_table(state, is_shown=False)
    data = describe_drawing(state, theme(), area) | {
        "presets": [],
        "table": table,
        "panels": [_panel(state, key) for key in shown_models(state)],
        "lesson": {"line": cut is not None, "cut": cut, "support": rings_support},
    }
    drawing_area(data, area.key)


def _area(stem: str) -> Area:
    return Area(f"drawing {stem}", f"{stem} state", f"{stem} sync")


def _panel(state: LabState, key: str) -> dict[str, Any]:
    model = describe_refit(key, state.model_spec)
    assert model is not None, f"a browser cannot fit {key}"
    return {"title": MODELS[key].title, "name": key, "model": model, "accuracy": None}
