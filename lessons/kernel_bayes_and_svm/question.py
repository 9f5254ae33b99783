"""The question of lesson 9: both boundaries when all points but the support vectors are deleted."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.data.datasets import Dataset, DatasetSpec, load
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.models import build_model
from bayeslab.figures import draw_disagreement
from bayeslab.figures.overlays import add_boundary
from bayeslab.figures.theme import PALETTE, class_points, find_theme
from bayeslab.scoring.regions import decision_regions
from core import compute
from core.caching import memoize
from core.fields import State, flag
from core.state import LabState
from lessons.kernel_bayes_and_svm.data import find_alphas
from lessons.kernel_width.numbers import new_points
from lessons.questions import Question

# How both boundaries change when all points except the support vectors are deleted.

CROWDED = LabState(data="moons", gamma=0.5)  # before most points are deleted


@dataclass(frozen=True, eq=False)
class Deletion:
    """Kernel Bayes and the SVM, fitted to all points and to the support vectors only."""

    points: Dataset
    is_support: NDArray[np.bool_]
    before: tuple[Any, Any]
    after: tuple[Any, Any]


@memoize(1)
def delete() -> Deletion:
    """Return both classifiers before and after the deletion of all other points."""
    points = compute.dataset(CROWDED.dataset_spec)
    before = _fit_both(points.X, points.y)
    is_support = find_alphas(before[1], points.y) > 0
    after = _fit_both(points.X[is_support], points.y[is_support])
    return Deletion(points, is_support, before, after)


def _fit_both(X: NDArray[Any], y: NDArray[Any]) -> tuple[Any, Any]:
    kernel_bayes, svm = (build_model(key, CROWDED.model_spec).fit(X, y) for key in ("I", "svc-rbf"))
    return kernel_bayes, svm


@memoize(1)
def explain_deletion() -> dict[str, str]:
    """Return γ, and how the deletion changes both boundaries and both accuracies on new points."""
    deletion, box, spec = delete(), compute.box(CROWDED.dataset_spec), CROWDED.dataset_spec
    assert isinstance(spec, DatasetSpec)
    new = load(new_points(spec))
    n, n_support = len(deletion.is_support), int(deletion.is_support.sum())
    numbers = {"n": n, "kept": n_support, "deleted": n - n_support}
    texts = {"gamma": f"{CROWDED.gamma:g}"}
    texts |= {name: f"{count}" for name, count in numbers.items()}
    for name, old, now in zip(("bayes", "svm"), deletion.before, deletion.after, strict=True):
        was, became = (decision_regions(model, box).label for model in (old, now))
        shares = {
            "moved": (was != became).mean(),
            "before": old.score(new.X, new.y),
            "after": now.score(new.X, new.y),
        }
        texts |= {f"{name}_{what}": percent(share) for what, share in shares.items()}
    return texts


LARGE, SMALL = 17.0, 6.0  # pixels: of support vectors and other points


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
    for k, name in enumerate(points.class_names):
        own = (points.y == k) & (is_support | (not state.deleted))
        trace = class_points(points.X[own], PALETTE[k], name, "", len(points.y), find_theme(theme))
        trace["marker"] |= {"size": np.where(is_support[own], LARGE, SMALL)}
        figure.add_trace(trace)
    return figure


def describe(state: Points) -> str:
    """Return in words what the figure shows."""
    is_support = delete().is_support
    n, support = int(is_support.sum()) if state.deleted else len(is_support), int(is_support.sum())
    return f"Both boundaries with {n} points; the {support} large ones are support vectors."


QUESTION = Question(Points(), Points(deleted=True), draw, describe, explain_deletion)
