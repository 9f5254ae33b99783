"""The drawing area with one or two classifiers and their accuracies, and the examples on Start."""

from dataclasses import replace
from typing import Any, TypeGuard

import streamlit as st

from bayeslab.data.datasets import DATASETS
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.models import MODELS
from bayeslab.figures.theme import PALETTE
from core import compute, evaluations
from core.drawing import DrawnSpec, is_kept
from core.examples import HERO, HERO_BOX, PRESETS, Example
from core.fit_spec import PointsSpec
from core.link import encode
from core.messages import describe_switches, encode_points
from core.state import DRAWN, LabState
from ui.canvas import drawing_area
from ui.card import describe_card, show_card
from ui.lab.table import describe_table
from ui.lab_svg import describe_points
from ui.layout import percent_with_error
from ui.session.address import view
from ui.session.areas import LAB, START, Area, has_points, sync_canvas
from ui.session.lab import replaced_state

SCIENCE = ":material/science:"
DESCRIBED_PRESETS = [
    {"title": preset.title, "text": preset.text, "setting": encode(preset.state)}
    for preset in PRESETS
]


def show_drawing(state: LabState, theme: str, area: Area = LAB, compact: bool = False) -> None:
    """Show the points with the chosen classifier, or two, as a picture to draw on.

    A compact one has the picture, γ and the accuracies, but no tools, projection and table. If
    some of the accuracies take long, the picture comes first.
    """
    is_whole = not compact and view() == "page"
    spec = state.dataset_spec
    table, late_fits = None, []
    if not _is_elsewhere(spec):
        table, late_fits = describe_table(state, is_shown=is_whole)
    data = describe_drawing(state, theme, area) | {
        "moved": state.moved,
        "setting": _describe_setting(state),
        "presets": [] if compact else DESCRIBED_PRESETS,
        "panels": [_panel(state, key) for key in state.visible_models],
        "table": table,
        "compact": compact,
    }
    if area == START and spec == HERO.dataset_spec:
        data["box"] = HERO_BOX
    if is_whole and data["points"] is not None:
        data["before"] = _describe_replaced()
    drawing_area(data, key=area.key)
    if late_fits:
        with st.spinner("Cross-validating every classifier …", show_time=True):
            evaluations.rows(late_fits, state.evaluation_spec)
        st.rerun()


def describe_drawing(state: LabState, theme: str, area: Area) -> dict[str, Any]:
    """Return the message to a drawing area about its points and its options."""
    sync = sync_canvas(state, area)
    return {
        "revision": sync.revision,
        "seq": sync.seq,
        "theme": theme,
        "view": view(),
        **_sheet(state, with_points=not has_points(sync, area)),
        "gamma": state.gamma,
        "showsGamma": state.reads("gamma"),
        "offered": describe_switches(),
        "switches": state.switches,
    }


def _describe_replaced() -> dict[str, Any] | None:
    """Return the state that a link has replaced, to which a new drawing area can undo."""
    state = replaced_state()
    if state is None:
        return None
    try:
        sheet = _sheet(state, with_points=True)
    except ValueError:  # it had no picture
        return None
    values = {name: sheet[name] for name in ("box", "points", "exact")}
    return values | {"setting": _describe_setting(state)}


def _is_elsewhere(spec: PointsSpec) -> TypeGuard[DrawnSpec]:
    """Return whether the link has only the number of a drawing that a browser stores."""
    return isinstance(spec, DrawnSpec) and is_kept(spec.points)


def _describe_setting(state: LabState) -> dict[str, str]:
    """Return the parameters of a link to the state, without drawn points."""
    return encode(replace(state, points=LabState.points))


def _sheet(state: LabState, *, with_points: bool) -> dict[str, Any]:
    """Return the sheet of the points and, unless the drawing area has them, the points."""
    spec = state.dataset_spec
    if _is_elsewhere(spec):
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
    return {
        "name": key,
        "title": MODELS[key].title,
        "model": compute.message(state.fit_spec(key)),
        "accuracy": None,
    }


def show_example(example: Example) -> None:
    """Show one example as a card: a picture with its accuracies, and a link to it in the lab."""
    state = example.state
    points, fit = compute.dataset(state.dataset_spec), state.fit_spec()
    row = evaluations.row(fit, state.evaluation_spec)
    with st.container(border=True, height="stretch"):
        alt = f"{MODELS[state.model].title} on {points.title}. {describe_points(points)}"
        show_card(describe_card(fit, alt), example.title)
        st.markdown(f"**{example.title}**")
        st.markdown(example.text)
        st.caption(
            f"{MODELS[state.model].title}: {percent(row.training)} on training points, "
            f"{percent_with_error(row)} in {state.folds}-fold cross-validation."
        )
        there = encode(state)
        st.page_link("lab.py", label="Open in the lab", icon=SCIENCE, query_params=there)
