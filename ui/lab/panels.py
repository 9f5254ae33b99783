"""The parts of the lab: the drawing area with one or two classifiers, and the accuracies."""

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from bayeslab.data.datasets import DATASETS, Dataset
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.models import MODELS, TABLE_MODELS
from bayeslab.figures import PALETTE
from core.drawing import DrawnSpec, is_kept
from core.examples import PRESETS, Example
from core.link import encode
from core.reports import describe_scheme
from core.state import DRAWN, NOTHING, LabState
from ui import compute, evaluations, session
from ui.canvas import drawing_area
from ui.canvas.messages import describe_limits, describe_switches, encode_points
from ui.layout import describe_points, percent, percent_with_error, plain, show_card_picture

__all__ = ["describe_drawing", "show_accuracies", "show_drawing", "show_example", "shown_models"]

SCIENCE = ":material/science:"


def show_drawing(
    state: LabState, theme: str, area: session.Area = session.LAB, compact: bool = False
) -> None:
    """Show the points with the chosen classifier, or two, as a picture to draw on.

    A compact one has the picture, γ and the accuracies, but no tools and no projection.
    """
    data = describe_drawing(state, theme, area) | {
        "setting": _describe_setting(state),
        "presets": [] if compact else [_describe_preset(preset) for preset in PRESETS],
        "panels": [_panel(state, key) for key in shown_models(state)],
        "compact": compact,
    }
    drawing_area(data, key=area.key)


def describe_drawing(state: LabState, theme: str, area: session.Area) -> dict[str, Any]:
    """Return what a drawing area is told of its points and of what can be chosen on it."""
    sync = session.sync_canvas(state, area)
    return {
        "revision": sync.revision,
        "seq": sync.seq,
        "theme": theme,
        "view": session.view(),
        **_sheet(state, with_points=not session.has_points(sync, area)),
        "gamma": state.gamma if KERNELS[state.kernel].has("gamma") else None,
        "limits": describe_limits(state.kernel),
        "offered": describe_switches(),
        "switches": state.switches,
    }


def shown_models(state: LabState) -> list[str]:
    """Return the keys of the classifiers that are shown, each once."""
    return list(dict.fromkeys(key for key in (state.model, state.beside) if key != NOTHING))


def _describe_setting(state: LabState) -> dict[str, str]:
    """Return the parameters of a link to the state, without the points that are drawn."""
    return encode(replace(state, points=LabState.points))


def _describe_preset(preset: Example) -> dict[str, Any]:
    return {"title": preset.title, "text": preset.text, "setting": encode(preset.state)}


def _sheet(state: LabState, *, with_points: bool) -> dict[str, Any]:
    """Return what the points are drawn on, and unless the drawing area has them, the points."""
    spec = state.dataset_spec
    if isinstance(spec, DrawnSpec) and is_kept(spec.points):
        points, sheet = DrawnSpec(names=spec.names).load(), DrawnSpec().drawing.box
    else:
        points, sheet = compute.dataset(state.dataset_spec), compute.box(state.dataset_spec)
    return {
        "palette": [vars(style) for style in PALETTE[: max(4, len(points.class_names))]],
        "classes": points.class_names,
        "features": points.feature_names,
        "box": sheet,
        "points": (state.points or encode_points(points)) if with_points else None,
        "exact": state.data != DRAWN and DATASETS[state.data].kind == "real",
    }


def _panel(state: LabState, key: str) -> dict[str, Any]:
    fit, evaluation, accuracy = state.fit_spec(key), state.evaluation_spec, None
    model = compute.message(fit)
    row = None if model["kind"] in ("kernel", "message") else evaluations.row(fit, evaluation)
    if row is not None and row.held_out is not None:
        accuracy = (
            f"training accuracy {percent(row.training)}, "
            f"{describe_scheme(evaluation)} {percent(row.held_out.mean)}"
        )
    return {"title": MODELS[key].title, "model": model, "accuracy": accuracy}


def show_accuracies(state: LabState, points: Dataset) -> None:
    """Show the training and the held-out accuracy of every classifier."""
    if len(np.unique(points.y)) < 2:  # the picture says how to begin
        st.caption("The table of accuracies appears here when two classes have points.")
        return
    shown = [key for key in (state.model, state.beside) if key != NOTHING]
    fits = [state.fit_spec(key) for key in dict.fromkeys((*TABLE_MODELS, *shown))]
    slow = evaluations.take_long(fits, state.evaluation_spec)
    waiting = st.spinner("Cross-validating every classifier …", show_time=True)
    with waiting if slow else nullcontext():
        rows = evaluations.rows(fits, state.evaluation_spec)
    others = f"Held out, {describe_scheme(state.evaluation_spec)} (± standard error)"
    st.subheader(f"Accuracy on {plain(points.title)}, {len(points.y)} points")
    st.table(
        {
            "Classifier": [_name(row.name, state) for row in rows],
            "Training": [percent(row.training) for row in rows],
            others: [percent_with_error(row) for row in rows],
            "Fit time": [_milliseconds(row.fit_seconds) for row in rows],
        },
        border="horizontal",
        alt="Accuracy of every classifier on the training points and on held-out points.",
    )


def _name(key: str, state: LabState) -> str:
    title = MODELS[key].title
    return f"**{title}** (shown)" if key in (state.model, state.beside) else title


def _milliseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{1000 * seconds:.1f}\u00a0ms"


def show_example(example: Example, theme: str) -> None:
    """Show one example as a card: a picture with its accuracies, and a link to it in the lab."""
    state = example.state
    points, fit = compute.dataset(state.dataset_spec), state.fit_spec()
    row = evaluations.row(fit, state.evaluation_spec)
    with st.container(border=True, height="stretch"):
        alt = f"{MODELS[state.model].title} on {points.title}. {describe_points(points)}"
        show_card_picture(compute.tile_with_points(fit, theme), alt)
        st.markdown(f"**{example.title}**")
        st.markdown(example.text)
        st.caption(
            f"{MODELS[state.model].title}: {percent(row.training)} on training points, "
            f"{percent_with_error(row)} in {state.folds}-fold cross-validation."
        )
        there = encode(state)
        st.page_link("lab.py", label="Open in the lab", icon=SCIENCE, query_params=there)
