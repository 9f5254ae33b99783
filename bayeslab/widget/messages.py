"""What the browser is told: the points, and a message about each classifier.

The message holds the classifier's settings where the browser fits by itself, else its score
functions or a picture of its regions.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sklearn.pipeline import Pipeline

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.models import MODELS
from bayeslab.widget.bundle.core import compute
from bayeslab.widget.bundle.core.messages import (
    describe_refit,
    describe_switches,
    encode_points,
    is_small,
    message_of,
)
from bayeslab.widget.bundle.core.state import DRAWN, LabState, share_a_scale
from bayeslab.widget.fitting import fit_classes
from bayeslab.widget.points import Labels, labels_for

BUNDLE = Path(__file__).parent / "bundle"
# The "colour" and "symbol" of each class, and the "name" of the symbol.
PALETTE: list[dict[str, str]] = json.loads((BUNDLE / "palette.json").read_text(encoding="utf-8"))
FEWEST_CLASSES = 4  # to choose from
MOST_ASPECT = 4  # of ranges with one unit


def describe_sheet(state: LabState, own: Any, labels: Labels) -> dict[str, Any]:
    """Return the data for the browser without the classifiers; web/drawing.js describes it."""
    points, box = compute.dataset(state.dataset_spec), compute.box(state.dataset_spec)
    more = labels_for(labels, FEWEST_CLASSES)[len(points.class_names) :]
    is_text = state.data == DRAWN and state.points
    return {
        "palette": PALETTE[: max(FEWEST_CLASSES, len(points.class_names))],
        "classes": [*points.class_names, *map(str, more)],
        "features": list(points.feature_names),
        "box": list(box),
        "points": state.points if is_text else encode_points(points),
        "exact": True,
        "gamma": state.gamma,
        "showsGamma": own is None and state.reads("gamma"),
        "offered": describe_switches(has_usual_scale(points, box)),
        "switches": list(state.switches),
        "table": None,
    }


def has_usual_scale(points: Dataset, box: Sequence[float]) -> bool:
    """Return whether the axes have equal scales by default.

    Features of an array have no names, but may have different units: where their ranges differ
    much, they are taken to.
    """
    a, b, c, d = box
    is_similar = 1 / MOST_ASPECT <= (b - a) / (d - c) <= MOST_ASPECT
    return is_similar and share_a_scale(points.feature_names)


def panels_of(state: LabState, own: Any) -> list[dict[str, Any]]:
    """Return the data for the browser about each classifier in the picture."""
    if own is not None:
        return [_panel("own", title_of(own), _message_of_own(state, own))]
    return [_panel(key, MODELS[key].title, _message(state, key)) for key in state.visible_models]


def follows_alone(state: LabState, own: Any) -> bool:
    """Return whether the browser fits all classifiers in the picture by itself."""
    return own is None and all(_refit(state, key) is not None for key in state.visible_models)


def title_of(model: Any) -> str:
    """Return the name of a classifier's class; for a pipeline, the names of its steps."""
    steps = [step for _, step in model.steps] if isinstance(model, Pipeline) else [model]
    return ", ".join(type(step).__name__ for step in steps)


def _panel(name: str, title: str, model: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "title": title, "model": model, "accuracy": None}


def _refit(state: LabState, key: str) -> dict[str, Any] | None:
    """Return the message from which the browser fits a classifier; None if Python has to."""
    points = compute.dataset(state.dataset_spec)
    fast = KERNELS[state.kernel].has_fast_sums
    refit = describe_refit(key, state.model_spec)
    return refit if refit is not None and is_small(points, has_fast_sums=fast) else None


def _message(state: LabState, key: str) -> dict[str, Any]:
    return _refit(state, key) or compute.message(state.fit_spec(key))


def _message_of_own(state: LabState, own: Any) -> dict[str, Any]:
    """Fit a user's own classifier to the classes 0, 1, ... and describe it, or say why not."""
    points, box = compute.dataset(state.dataset_spec), compute.box(state.dataset_spec)
    try:
        return message_of(fit_classes(state, own), points, box, compute.RESOLUTION)
    except Exception as problem:  # it may raise anything
        return {"kind": "message", "text": f"{title_of(own)} cannot be fitted: {problem}"}
