"""The panels of the lab: one classifier's regions and line, and the table of accuracies."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from bayeslab.datasets import Dataset
from bayeslab.evaluation import Row
from bayeslab.figures import PALETTE, REST, draw_projection, draw_regions
from bayeslab.models import MODELS
from bayeslab.sharing import encode
from bayeslab.state import NOTHING, LabState
from ui import compute
from ui.examples import Example
from ui.layout import describe_points, problem_instead, show_figure

__all__ = ["show_accuracies", "show_classifiers", "show_example"]

HEIGHT = 520  # pixels: the controls and both pictures fit on a laptop's screen
EXAMPLE_HEIGHT = 330
CRITERION_NAMES = {"error": "errors", "consistency": "consistency (eq. 181)"}


def show_classifiers(state: LabState, points: Dataset, theme: str) -> None:
    """Show the chosen classifier, regions and line side by side; or two, side by side."""
    if state.beside in (NOTHING, state.model):
        st.subheader(MODELS[state.model].title)
        left, right = st.columns(2, gap="medium")
        shown = [(state.model, left, right)]
    else:
        left, right = st.columns(2, gap="medium")
        left.subheader(MODELS[state.model].title)
        right.subheader(MODELS[state.beside].title)
        shown = [(state.model, left, left), (state.beside, right, right)]
    for key, regions_place, line_place in shown:
        with regions_place, problem_instead():
            _show_regions(state, points, key, theme)
        with line_place, problem_instead():
            _show_line(state, points, key, theme)


def _show_regions(state: LabState, points: Dataset, key: str, theme: str) -> None:
    wrong = compute.fitted_model(state, key).predict(points.X) != points.y
    figure = _regions_figure(state, points, key, theme, wrong if state.rings else None)
    title = MODELS[key].title
    alt = f"Decision regions of {title}. {describe_points(points)} {wrong.sum()} are misclassified."
    show_figure(figure, alt, HEIGHT, key=f"regions {key}")


def _regions_figure(
    state: LabState,
    points: Dataset,
    key: str,
    theme: str,
    wrong: NDArray[np.bool_] | None = None,
) -> go.Figure:
    grid = compute.regions(state, key)
    return draw_regions(
        grid.x1,
        grid.x2,
        grid.label,
        grid.strength,
        points.X,
        points.y,
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=theme,
        wrong=wrong,
    )


def _show_line(state: LabState, points: Dataset, key: str, theme: str) -> None:
    line = compute.line(state, key)
    search = line.search
    names, styles = points.class_names, PALETTE[:2]
    if len(names) > 2:
        names, styles = ("the rest", names[state.versus]), (REST, PALETTE[state.versus])
    figure = draw_projection(
        search.scores,
        search.labels,
        search.threshold,
        search.cuts,
        search.values,
        search.errors,
        search.realisable,
        search.index,
        criterion_name=CRITERION_NAMES[search.criterion],
        axis_name=_axis_name(state, line.is_projection),
        class_names=names,
        styles=styles,
        theme=theme,
    )
    alt = (
        f"{len(search.scores)} points on a line with the threshold {search.threshold:.4g}; below "
        f"it {CRITERION_NAMES[search.criterion]} for every cut. The chosen cut has "
        f"{search.errors[search.index]} errors, the best one "
        f"{search.errors[search.realisable].min()}."
    )
    show_figure(figure, alt, HEIGHT, key=f"line {key}")


def _axis_name(state: LabState, is_projection: bool) -> str:
    if not is_projection:
        return "decision function"
    return "leave-one-out projection" if state.threshold == "loo" else "projection p(x)"


def show_accuracies(state: LabState, points: Dataset) -> None:
    """Show how every classifier does on its training points and on points it has not seen."""
    with st.spinner("Training every classifier on parts of the data …", show_time=True):
        rows = [compute.row(state, key) for key in MODELS]
    judged = f"{state.folds}-fold" if state.scheme == "k-fold" else state.scheme
    st.subheader(f"Accuracy on {points.title}, {len(points.y)} points")
    st.table(
        {
            "Classifier": [_name(row.name, state) for row in rows],
            "On training points": [_percent(row.training) for row in rows],
            f"On others, {judged}": [_held_out(row) for row in rows],
            "Fit": [_milliseconds(row.fit_seconds) for row in rows],
        },
        border="horizontal",
        alt="Accuracy of every classifier, on its training points and on points kept apart.",
    )


def _name(key: str, state: LabState) -> str:
    title = MODELS[key].title
    return f"**{title}** (shown)" if key in (state.model, state.beside) else title


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _held_out(row: Row) -> str:
    if row.held_out is None:
        return row.problem or "–"
    return f"{100 * row.held_out.mean:.1f} ± {100 * row.held_out.standard_error:.1f} %"


def _milliseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{1000 * seconds:.1f} ms"


def show_example(example: Example, theme: str) -> None:
    """Show one example as a picture with its numbers, and the link that opens it in the lab."""
    state = example.state
    points = compute.dataset(state)
    figure = _regions_figure(state, points, state.model, theme)
    row = compute.row(state, state.model)
    st.subheader(example.title)
    show_figure(
        figure,
        f"{MODELS[state.model].title} on {points.title}. {describe_points(points)}",
        EXAMPLE_HEIGHT,
        key=f"example {example.title}",
    )
    st.markdown(example.text)
    st.caption(
        f"{MODELS[state.model].title}: {_percent(row.training)} on training points, "
        f"{_held_out(row)} in {state.folds}-fold cross-validation."
    )
    st.page_link(
        "lab.py", label="Open in the lab", icon=":material/science:", query_params=encode(state)
    )
