"""The panels of the lab: one classifier's regions and line, and the table of accuracies."""

import numpy as np
import streamlit as st

from bayeslab.datasets import Dataset
from bayeslab.evaluation import Row
from bayeslab.figures import draw_projection, draw_regions
from bayeslab.models import MODELS
from bayeslab.state import NOTHING, LabState
from ui import compute
from ui.layout import describe_points, problem_instead, show_figure

__all__ = ["show_accuracies", "show_classifier"]

HEIGHT = 560  # pixels: both pictures and the controls fit on a laptop's screen
CRITERION_NAMES = {"error": "errors", "consistency": "consistency (eq. 181)"}


def show_classifier(state: LabState, points: Dataset, key: str, theme: str) -> None:
    """Show one classifier: its regions with the points, and its line with the threshold."""
    left, right = st.columns(2, gap="medium")
    with left, problem_instead():
        _show_regions(state, points, key, theme)
    with right, problem_instead():
        _show_line(state, points, key, theme)


def _show_regions(state: LabState, points: Dataset, key: str, theme: str) -> None:
    model, grid = compute.fitted_model(state, key), compute.regions(state, key)
    wrong = model.predict(points.X) != points.y
    title = MODELS[key].title
    figure = draw_regions(
        grid.x1,
        grid.x2,
        grid.label,
        grid.strength,
        points.X,
        points.y,
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=theme,
        wrong=wrong if state.rings else None,
        title=f"{title}: {wrong.sum()} of {len(wrong)} training points wrong",
    )
    alt = f"Decision regions of {title}. {describe_points(points)} {wrong.sum()} are misclassified."
    show_figure(figure, alt, HEIGHT, key=f"regions {key}")


def _show_line(state: LabState, points: Dataset, key: str, theme: str) -> None:
    line = compute.line(state, key)
    search = line.search
    n_classes = len(points.class_names)
    names = (
        points.class_names if n_classes == 2 else ("the rest", points.class_names[state.versus])
    )
    figure = draw_projection(
        search.scores,
        search.labels,
        line.threshold,
        search.cuts,
        search.values,
        search.errors,
        search.realisable,
        search.index,
        criterion_name=CRITERION_NAMES[search.criterion],
        class_names=names,
        theme=theme,
        title=_line_title(state, line.is_projection),
    )
    alt = (
        f"{len(search.scores)} points on a line with the threshold {line.threshold:.4g}; below it "
        f"{CRITERION_NAMES[search.criterion]} for every cut. The chosen cut has "
        f"{search.errors[search.index]} errors, the best one {search.errors[search.realisable].min()}."
    )
    show_figure(figure, alt, HEIGHT, key=f"line {key}")


def _line_title(state: LabState, is_projection: bool) -> str:
    if not is_projection:
        return "Decision function, cut at 0"
    return "Leave-one-out projection" if state.threshold == "loo" else "Projection p(x)"


def show_accuracies(state: LabState, points: Dataset) -> None:
    """Show how every classifier does on its training points and on points it has not seen."""
    with st.spinner("Training every classifier again and again …", show_time=True):
        rows = [compute.row(state, key) for key in MODELS]
    judged = f"{state.folds}-fold" if state.scheme == "k-fold" else state.scheme
    st.table(
        {
            "Classifier": [_marked(row.name, state) for row in rows],
            "Training accuracy": [_percent(row.training) for row in rows],
            f"Accuracy, {judged}": [_with_error(row) for row in rows],
            "Fit": [f"{1000 * row.fit_seconds:.1f} ms" for row in rows],
        }
    )
