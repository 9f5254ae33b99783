"""Place the cut: everybody places a threshold on a projection."""

from collections.abc import Mapping

import numpy as np

from bayeslab.estimators.threshold import best_threshold
from bayeslab.evaluation.models import build_model
from core.drawing import MAX_DRAWN
from core.input_error import InputError
from live.activity import Activity, ActivityState, Prepared, Values, read_number
from live.material import load_material, read_choices

__all__ = ["CUT"]

SIGNIFICANT = 6  # digits of a number on the projection
MOST_POINTS = min(400, MAX_DRAWN)
VARIANTS = ("I", "II", "III")  # which have a projection to one number


def _prepare(chosen: Values) -> Prepared:
    """Project the points of a data set, as kernel Bayes does, and find the best threshold."""
    state = read_choices(chosen)
    if state.model not in VARIANTS:
        raise InputError(f"The classifier must be one of {', '.join(VARIANTS)}.")
    X, y = load_material(state, MOST_POINTS)
    if len(np.unique(y)) != 2:
        raise InputError("Use a data set with two classes: the threshold separates two.")
    line = build_model(state.model, state.model_spec).fit(X, y).project(X)
    scores = np.array([float(f"{score:.{SIGNIFICANT}g}") for score in line])
    search = best_threshold(scores, np.where(y == y.max(), 1, -1))
    margin = 0.05 * float(np.ptp(scores)) or 1.0
    low, high = float(scores.min()) - margin, float(scores.max()) + margin
    settings = {
        "points": [[score, int(label)] for score, label in zip(scores.tolist(), y, strict=True)],
        "low": low,
        "high": high,
    }
    best = min(max(search.threshold, low), high)
    return Prepared(settings, {"best": best, "errors": int(search.errors[search.index])})


def _read(state: ActivityState, _participant: str, sent: Values) -> Values:
    low, high = state.settings["low"], state.settings["high"]
    if set(sent) != {"cut"}:
        raise InputError("The message has one value, the cut.")
    return {"cut": float(read_number(sent["cut"], "cut", low, high))}


def _show(state: ActivityState, _names: Mapping[str, str]) -> Values:
    """Return every cut and the best one, once they are revealed."""
    if not state.is_revealed:
        return {}
    return {"cuts": {who: value["cut"] for who, value in state.shown.items()}, **state.secret}


CUT = Activity(
    "cut",
    "Place the cut",
    "Drag the threshold to where it separates the two classes best.",
    _prepare,
    _read,
    _show,
)
