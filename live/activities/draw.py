"""Draw together: everybody adds points to one data set."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bayeslab.data.datasets import DatasetSpec, load
from core.drawing_format import BLANK_BOX
from core.input_error import InputError
from core.state import LabState
from live.activity import (
    Activity,
    ActivityState,
    Example,
    Prepared,
    Values,
    check_keys,
    read_number,
)
from live.material import read_choice

DIGITS = 3  # after the decimal point of a coordinate: finer than a pixel
MOST_POINTS, MOST_CLASSES = 50, 4
DEFAULTS: Values = {
    "budget": 10,
    "classes": 2,
    "choice": "free",
    "model": "II",
    "gamma": LabState.gamma,
    "threshold": LabState.threshold,
}
MODELS = ("I", "II", "III", "full", "diagonal", "pooled")  # those that a browser fits


def _prepare(choices: Values) -> Prepared:
    check_keys(choices, tuple(DEFAULTS))
    return Prepared({**_check({**DEFAULTS, **choices}), "box": list(BLANK_BOX)})


def _change(settings: Values, changes: Values) -> Values:
    check_keys(changes, ("model", "gamma", "threshold"))
    return _check({**settings, **changes})


def _check(new: dict[str, Any]) -> Values:
    read_number(new["budget"], "number of points for each", 1, MOST_POINTS, whole=True)
    read_number(new["classes"], "number of classes", 2, MOST_CLASSES, whole=True)
    if new["choice"] not in ("free", "given"):
        raise InputError("The choice of a class must be 'free' or 'given'.")
    if new["model"] not in MODELS:
        raise InputError(f"The classifier must be one of {', '.join(MODELS)}.")
    for name in ("gamma", "threshold"):
        new[name] = read_choice(name, new[name])
    return new


def given_class(settings: Values, participant: str) -> int:
    """Return the class that a participant draws if the classes are given."""
    return int(participant, 16) % int(settings["classes"])


def _read(state: ActivityState, participant: str, values: Values) -> Values:
    """Return the points after a message that adds, moves (a point) or removes (null) some."""
    check_keys(values, ("points",))
    changes = values.get("points")
    if not isinstance(changes, Mapping):
        raise InputError("The points must be an object from numbers to points.")
    points = dict(state.contributions.get(participant, {}).get("points", {}))
    for name, point in changes.items():
        if point is None:
            points.pop(name, None)
        else:
            points[_number(name, state.settings)] = _point(point, state.settings, participant)
    return {"points": points}


def _number(name: str, settings: Values) -> str:
    budget = settings["budget"]
    if not (name.isascii() and name.isdecimal() and str(int(name[:4])) == name):
        raise InputError("The points have the numbers 0, 1, 2 and so on.")
    if int(name) >= budget:
        raise InputError(f"You have {budget} points; move or remove one of them.")
    return name


def _point(point: Any, settings: Values, participant: str) -> list[Any]:
    if not isinstance(point, list) or len(point) != 3:
        raise InputError("A point is [x, y, class].")
    x1_min, x1_max, x2_min, x2_max = settings["box"]
    x = round(read_number(point[0], "horizontal coordinate", x1_min, x1_max), DIGITS)
    y = round(read_number(point[1], "vertical coordinate", x2_min, x2_max), DIGITS)
    label = read_number(point[2], "class", 0, settings["classes"] - 1, whole=True)
    if settings["choice"] == "given" and label != given_class(settings, participant):
        raise InputError("Your points belong to one class, which is given.")
    return [x, y, label]


def _show(state: ActivityState, _names: Mapping[str, str]) -> Values:
    return {"points": {who: value["points"] for who, value in state.visible.items()}}


def _draw_four(_settings: Values, place: int) -> Values:
    """Return four points of two moons, different for each participant."""
    moons = load(DatasetSpec("moons", n=48))
    rows = [
        [*row, int(label)] for row, label in zip(np.round(moons.X, DIGITS), moons.y, strict=True)
    ]
    return {
        "points": {
            str(k): [float(x), float(y), label] for k, (x, y, label) in enumerate(rows[place::12])
        }
    }


DRAW = Activity(
    "draw",
    "Draw together",
    "Add your points.",
    "Everybody adds a few points to one picture, and its regions follow at once.",
    "Nothing to prepare.",
    2,
    Example({}, _draw_four),
    _prepare,
    _read,
    _show,
    change=_change,
    has_results=False,
)
