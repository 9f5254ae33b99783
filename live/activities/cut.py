"""Place the cut: everybody places a threshold on a projection, or a point on the boundary."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from contourpy import contour_generator
from numpy.typing import NDArray

from bayeslab.data.points import bounding_box
from bayeslab.estimators.threshold import best_threshold
from bayeslab.evaluation.models import build_model
from bayeslab.scoring.grid import grid_axes, grid_nodes
from core.drawing_format import MAX_DRAWN
from core.input_error import InputError
from live.activity import (
    INSTRUCTION,
    Activity,
    ActivityState,
    Example,
    Prepared,
    Values,
    read_number,
)
from live.material import TABLE, load_material, scale_like

SIGNIFICANT = 6  # digits of a number on the projection
MOST_POINTS = min(400, MAX_DRAWN)
VARIANTS = ("I", "II", "III")  # those that project to one number
TARGETS = ("threshold", "point")
DIGITS = 3  # after the decimal point of a coordinate: finer than a pixel
TAP = "Tap where the boundary between the classes passes."
NODES = 80  # of the grid on which the boundary is traced, along each axis
Array = NDArray[np.float64]


def _prepare(choices: Values) -> Prepared:
    """Load a data set with two classes, and compute the right answer."""
    choices = dict(choices)
    target = choices.pop("ask", TARGETS[0])
    if target not in TARGETS:
        raise InputError(f"What is asked for must be one of {', '.join(TARGETS)}.")
    state, points = load_material(choices, MOST_POINTS)
    if state.model not in VARIANTS:
        raise InputError(f"The classifier must be one of {', '.join(VARIANTS)}.")
    y = points.y
    if len(np.unique(y)) != 2:
        raise InputError("Use a data set with two classes: the threshold separates two.")
    X = scale_like(points.X, points.X) if TABLE in choices else points.X
    try:
        model = build_model(state.model, state.model_spec).fit(X, y)
    except ValueError as problem:
        raise InputError(str(problem)) from None
    settings, secret = (_on_the_plane if target == "point" else _on_the_line)(model, X, y)
    if TABLE in choices:  # those of a data set say nothing
        names = {"names": list(points.class_names), "features": list(points.feature_names)}
        settings |= names
    return Prepared(settings, secret)


def _on_the_line(model: Any, X: Array, y: NDArray[np.int64]) -> tuple[dict[str, Any], Values]:
    """Project the points, as kernel Bayes does, and find the best threshold."""
    line = model.project(X)
    scores = np.array([float(f"{score:.{SIGNIFICANT}g}") for score in line])
    search = best_threshold(scores, np.where(y == y.max(), 1, -1))
    margin = 0.05 * float(np.ptp(scores)) or 1.0
    low, high = float(scores.min()) - margin, float(scores.max()) + margin
    settings: dict[str, Any] = {
        "points": [[score, int(label)] for score, label in zip(scores.tolist(), y, strict=True)],
        "low": low,
        "high": high,
    }
    best = min(max(search.threshold, low), high)
    return settings, {"best": best, "errors": int(search.errors[search.index])}


def _on_the_plane(model: Any, X: Array, y: NDArray[np.int64]) -> tuple[dict[str, Any], Values]:
    """Trace the boundary of the classifier."""
    box = bounding_box(X)
    x1, x2 = grid_axes(box, NODES)
    scores = model.decision_function(grid_nodes(x1, x2)).reshape(NODES, NODES)
    lines: Any = contour_generator(x1, x2, scores).lines(0.0)
    rows = [[*row, int(label)] for row, label in zip(X.round(DIGITS).tolist(), y, strict=True)]
    settings: dict[str, Any] = {
        "points": rows,
        "box": list(np.round(box, DIGITS).tolist()),
        INSTRUCTION: TAP,
    }
    return settings, {"boundary": [np.round(line, DIGITS).tolist() for line in lines]}


def _read(state: ActivityState, _participant: str, values: Values) -> Values:
    return _read_point(state, values) if "box" in state.settings else _read_cut(state, values)


def _read_point(state: ActivityState, values: Values) -> Values:
    point = values.get("point")
    if set(values) != {"point"} or not isinstance(point, list) or len(point) != 2:
        raise InputError("The message has one value, the point [x, y].")
    x1_min, x1_max, x2_min, x2_max = state.settings["box"]
    x = read_number(point[0], "horizontal coordinate", x1_min, x1_max)
    y = read_number(point[1], "vertical coordinate", x2_min, x2_max)
    return {"point": [round(x, DIGITS), round(y, DIGITS)]}


def _read_cut(state: ActivityState, values: Values) -> Values:
    low, high = state.settings["low"], state.settings["high"]
    if set(values) != {"cut"}:
        raise InputError("The message has one value, the cut.")
    return {"cut": float(read_number(values["cut"], "cut", low, high))}


def _show(state: ActivityState, _names: Mapping[str, str]) -> Values:
    """Return every cut and the best one, or every point and the boundary, once revealed."""
    if not state.is_revealed:
        return {}
    many, one = ("marks", "point") if "box" in state.settings else ("cuts", "cut")
    return {many: {who: value[one] for who, value in state.visible.items()}, **state.secret}


def _place_cut(settings: Values, place: int) -> Values:
    share = 0.35 + 0.03 * (5 * place % 12)
    return {"cut": settings["low"] + share * (settings["high"] - settings["low"])}


CUT = Activity(
    "cut",
    "Place the cut",
    "Place the boundary so that as few points as possible are on the wrong side.",
    "Everybody places a threshold; the best one is shown beside those of the class.",
    "A data set with two classes, or your table.",
    2,
    Example({"data": "moons", "n": 60, "noise": 0.4, "model": "I"}, _place_cut),
    _prepare,
    _read,
    _show,
)
