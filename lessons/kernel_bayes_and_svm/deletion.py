"""How both boundaries change when all points except the support vectors are deleted."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.data.datasets import Dataset, DatasetSpec, load
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.models import build_model
from bayeslab.figures import add_boundary, draw_disagreement
from bayeslab.scoring.regions import decision_regions
from core.state import LabState
from lessons.kernel_bayes_and_svm.picture import add_points, size_points
from lessons.kernel_bayes_and_svm.svm_comparison import find_alphas
from lessons.kernel_width.numbers import new_points
from ui import compute
from ui.caching import memoize
from ui.layout import show_figure
from ui.session import theme

__all__ = ["CROWDED", "explain_deletion", "show_deletion"]

CROWDED = LabState(data="moons", gamma=0.5)  # before most points are deleted
HEIGHT = 460  # pixels


@dataclass(frozen=True, eq=False)
class Deletion:
    """Kernel Bayes and the SVM, fitted to all points and to the support vectors only."""

    points: Dataset
    kept: NDArray[np.bool_]
    before: tuple[Any, Any]
    after: tuple[Any, Any]


@memoize(1)
def _delete() -> Deletion:
    points = compute.dataset(CROWDED.dataset_spec)
    before = _fit_both(points.X, points.y)
    kept = find_alphas(before[1], points.y) > 0
    return Deletion(points, kept, before, _fit_both(points.X[kept], points.y[kept]))


def _fit_both(X: NDArray[Any], y: NDArray[Any]) -> tuple[Any, Any]:
    kernel_bayes, svm = (build_model(key, CROWDED.model_spec).fit(X, y) for key in ("I", "svc-rbf"))
    return kernel_bayes, svm


def show_deletion(deleted: bool) -> None:
    """Show both boundaries before or after the deletion of all other points."""
    kept = _delete().kept
    n, support = int(kept.sum()) if deleted else len(kept), int(kept.sum())
    alt = f"Both boundaries with {n} points; the {support} large ones are support vectors."
    show_figure(compute.figure(_draw_deletion, deleted, theme()), alt, HEIGHT, key="prediction")


def _draw_deletion(deleted: bool, theme: str) -> go.Figure:
    deletion, box = _delete(), compute.box(CROWDED.dataset_spec)
    points, kept = deletion.points, deletion.kept
    old, *new = (
        decision_regions(model, box, compute.RESOLUTION)
        for model in (
            deletion.before[0],
            *(deletion.after if deleted else deletion.before),
        )
    )
    figure = draw_disagreement(
        old.x1,
        old.x2,
        [each.score for each in new],
        np.empty((0, 2)),
        np.empty(0),
        names=("kernel Bayes", "SVM"),
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=theme,
    )
    if deleted:
        add_boundary(figure, old.x1, old.x2, old.score, "kernel Bayes before", theme=theme)
    shown = kept if deleted else np.ones_like(kept)
    X, y = points.X[shown], points.y[shown]
    add_points(figure, X, y, points.class_names, theme=theme)
    return size_points(figure, y, np.where(kept, 1.0, 0.12)[shown], points.class_names)


@memoize(1)
def explain_deletion() -> dict[str, str]:
    """Return γ, and how the deletion changes both boundaries and both accuracies on new points."""
    deletion, box, spec = _delete(), compute.box(CROWDED.dataset_spec), CROWDED.dataset_spec
    assert isinstance(spec, DatasetSpec)
    new = load(new_points(spec))
    kept = int(deletion.kept.sum())
    numbers = {"n": len(deletion.kept), "kept": kept, "deleted": len(deletion.kept) - kept}
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
