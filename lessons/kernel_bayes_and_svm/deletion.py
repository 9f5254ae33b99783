"""How both boundaries change when all points except the support vectors are deleted."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab.data.datasets import Dataset, DatasetSpec, load
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.models import build_model
from bayeslab.scoring.regions import decision_regions
from core import compute
from core.caching import memoize
from core.state import LabState
from lessons.kernel_bayes_and_svm.data import find_alphas
from lessons.kernel_width.numbers import new_points

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
