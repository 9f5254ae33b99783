"""The gallery: the decision regions of all classifiers as thumbnails, the most accurate first."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from bayeslab.evaluation.accuracy import Row
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.models import MODELS
from core import compute
from core.link import encode
from core.state import NOTHING, LabState
from ui.card import describe_card, load_function
from ui.compare.choices import TITLES, choose_classifiers, k_fold, say
from ui.compare.comparison import Comparison
from ui.compare.parts import evaluation_of
from ui.compare.waiting import finish
from ui.component import show_component
from ui.lab_svg import describe_points, draw_fit
from ui.layout import percent_with_error, problem_instead, show_figure
from ui.session.address import theme
from ui.session.widgets import choose_here

__all__ = ["show_gallery"]

HERE = Path(__file__).parent
CSS = (HERE / "gallery.css").read_text(encoding="utf-8")
KEY = "gallery"
LARGE_HEIGHT = 500


def show_gallery(comparison: Comparison) -> None:
    """Show a thumbnail for each classifier, and the selected one enlarged above them."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        keys = choose_classifiers()
        large = _choose_large(keys)
    state = comparison.state
    parts = [evaluation_of(comparison.fit_spec(key), k_fold(state)) for key in keys]
    rows = finish(parts, "gallery")
    if rows is None:
        return
    rows.sort(key=lambda row: -1.0 if row.held_out is None else row.held_out.mean, reverse=True)
    if large in keys:  # the visitor may just have removed it
        with problem_instead():
            _show_large(comparison, next(row for row in rows if row.name == large))
    thumbnails = [_thumbnail(state, row, row.name == large) for row in rows]
    parts = {"js": load_function("showGallery"), "html": '<div class="gallery"></div>', "css": CSS}
    pick = partial(choose_here, "large", KEY, "picked", keys)
    show_component("gallery", KEY, [thumbnails], **parts, on_picked_change=pick)
    say("Gallery", folds=str(state.folds))


def _choose_large(keys: list[str]) -> str:
    choice: str = st.selectbox(
        "Large thumbnail",
        (NOTHING, *keys),
        format_func=lambda key: TITLES.get(key, "Enlarge a classifier"),
        key="large",
        bind="query-params",
        label_visibility="collapsed",
        width=200,
    )
    return choice


def _thumbnail(state: LabState, row: Row, large: bool) -> dict[str, Any]:
    """Return the thumbnail of a classifier for the gallery, or the reason why there is none."""
    data: dict[str, Any] = {"key": row.name, "title": TITLES[row.name], "large": large}
    data |= {
        "accuracy": "" if row.held_out is None else percent_with_error(row),
        "note": row.problem or "",
    }
    try:
        words = f"Decision regions of {TITLES[row.name]}"
        picture = describe_card(state.fit_spec(row.name), words)
    except ValueError as problem:
        return data | {"picture": None, "note": str(problem)}
    return data | {"picture": picture}


def _show_large(comparison: Comparison, row: Row) -> None:
    state, where = comparison.state, ""
    if not comparison.is_in_plane:
        where = f" on all {len(comparison.points.feature_names)} features"
    fit = state.fit_spec(row.name)
    figure, points = draw_fit(state, fit, theme()), compute.dataset(fit.data)
    title = TITLES[row.name]
    st.subheader(title)
    sentence = row.problem
    if row.held_out is not None:
        sentence = (
            f"Accuracy{where}: {percent(row.training)} on training points, "
            f"{percent_with_error(row)} held out ({state.folds}-fold)."
        )
    st.markdown(f"{MODELS[row.name].description} {sentence}")
    show_figure(figure, f"{title}. {describe_points(points)}", LARGE_HEIGHT, key="large picture")
    there = encode(replace(state, model=row.name, beside=NOTHING))
    st.page_link("lab.py", label="Open in the lab", icon=":material/science:", query_params=there)
