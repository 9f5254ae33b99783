"""The question of lesson 9: both boundaries when all points but the support vectors are deleted."""

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from bayeslab.figures import add_boundary, draw_disagreement
from bayeslab.scoring.regions import decision_regions
from core import compute
from core.fields import State, flag
from lessons.kernel_bayes_and_svm.deletion import CROWDED, delete, explain_deletion
from lessons.kernel_bayes_and_svm.picture import add_points, size_points
from lessons.questions import Question


@dataclass(frozen=True)
class Points(State):
    """Whether all points but the support vectors are deleted."""

    deleted: bool = flag("All but the support vectors deleted")


def draw(state: Points, theme: str) -> go.Figure:
    """Return both boundaries before or after the deletion of all other points."""
    deletion, box = delete(), compute.box(CROWDED.dataset_spec)
    points, is_support = deletion.points, deletion.is_support
    old, *new = (
        decision_regions(model, box, compute.RESOLUTION)
        for model in (deletion.before[0], *(deletion.after if state.deleted else deletion.before))
    )
    figure = draw_disagreement(
        old.x1,
        old.x2,
        [each.score for each in new],
        np.empty((0, 2)),
        np.empty(0),
        names=("kernel Bayes", "SVM"),
        feature_names=points.feature_names,
        theme=theme,
    )
    if state.deleted:
        add_boundary(figure, old.x1, old.x2, old.score, "kernel Bayes before", theme=theme)
    is_visible = is_support if state.deleted else np.ones_like(is_support)
    X, y = points.X[is_visible], points.y[is_visible]
    add_points(figure, X, y, points.class_names, theme=theme)
    return size_points(figure, y, np.where(is_support, 1.0, 0.12)[is_visible], points.class_names)


def describe(state: Points) -> str:
    """Return in words what the figure shows."""
    is_support = delete().is_support
    n, support = int(is_support.sum()) if state.deleted else len(is_support), int(is_support.sum())
    return f"Both boundaries with {n} points; the {support} large ones are support vectors."


QUESTION = Question(Points(), Points(deleted=True), draw, describe, explain_deletion)
