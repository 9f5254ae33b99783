"""Hand-ins to exercises: read with limits, and checked.

A browser can be made to send anything. It sends what its user has done (points, γ, a number, a
place or an option), never a result; results are computed here.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from core.drawing import DrawnSpec
from core.exercises.check import (
    check_goal,
    check_number,
    check_place,
    describe_goal,
    ends_of_line,
    is_reached,
    truth,
)
from core.exercises.exercise import SECRET_VARIANTS, Exercise
from core.exercises.messages import cut_of, limits_of_place
from core.exercises.registry import find_exercise
from core.exercises.state import ExerciseState
from core.exercises.work import check_quantities
from core.fields import fields_of
from core.input_error import InputError
from core.state import DRAWN, LabState

MOST_POINTS = 400  # of a state that is handed in
LARGEST = 1e9  # number that is handed in
LOOKED_AT = 5  # variants
Values = Mapping[str, Any]


def describe_rules(exercise: Exercise) -> dict[str, Any]:
    """Return the rules of an exercise for :func:`read_hand_in`, and the goal, without an answer."""
    rules: dict[str, Any] = {"kind": exercise.kind}
    if exercise.kind == "reach":
        assert isinstance(exercise.start, LabState)
        rules |= {"may": list(exercise.may), "models": list(exercise.models)}
        rules["goal"] = describe_goal(exercise, exercise.start)["goal"]
    if exercise.kind == "place":
        rules["limits"] = limits_of_place(exercise)
    if exercise.kind == "choice":
        rules["options"] = len(exercise.options)
    return rules


def read_hand_in(rules: Values, hand_in: Values) -> dict[str, Any]:
    """Return a hand-in, checked against the rules of the exercise.

    Raises
    ------
    InputError
        If it is invalid: of another kind, outside a limit, or changing a locked field.
    """
    name, read, _ = KINDS[rules["kind"]]
    if set(hand_in) != {name}:
        raise InputError(f"Hand in {name!r} and nothing else: the server checks it.")
    return {name: read(rules, hand_in[name])}


def _read_state(rules: Values, fields: Any) -> dict[str, Any]:
    if not isinstance(fields, Mapping):
        raise InputError("The state must be an object with the fields that may be changed.")
    return {name: _read_field(rules, name, value) for name, value in fields.items()}


def _read_field(rules: Values, name: str, value: Any) -> Any:
    declaration = fields_of(ExerciseState).get(name)
    if declaration is None or name not in rules["may"]:
        raise InputError(f"This exercise leaves {name[:20]!r} as it is.")
    if name == "model" and rules["models"] and value not in rules["models"]:
        raise InputError(f"The classifier must be one of {', '.join(rules['models'])}.")
    if name == "points" and "@" in str(value):
        raise InputError("These points are only in your browser: draw fewer of them.")
    try:
        valid: Any = declaration.limit.check(value)
    except InputError as problem:
        raise InputError(f"The value of {name!r} cannot be used: {problem}.") from None
    if name == "points":
        _check_points(valid)
    return valid


def _check_points(text: str) -> None:
    if text and len(DrawnSpec(text).drawing.labels) > MOST_POINTS:
        raise InputError(f"Hand in at most {MOST_POINTS} points: remove some.")


def _read_number(_rules: Values, value: Any) -> float:
    return _number(value, "answer", -LARGEST, LARGEST)


def _read_place(rules: Values, place: Any) -> dict[str, float]:
    limits = rules["limits"]
    if not isinstance(place, Mapping) or set(place) != set(limits):
        raise InputError(f"A place has the numbers {', '.join(limits)}.")
    return {name: _number(place[name], name, *limits[name]) for name in limits}


def _read_option(rules: Values, option: Any) -> int:
    if type(option) is not int or not 0 <= option < rules["options"]:
        raise InputError(f"The option must be a whole number from 0 to {rules['options'] - 1}.")
    return option


def _number(value: Any, name: str, low: float, high: float) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or not low <= value <= high:
        raise InputError(f"The {name} must be a number from {low:g} to {high:g}.")
    return float(value)


def judge(stem: str, variant: int, hand_in: Values, own: str = "") -> dict[str, Any]:
    """Return whether a hand-in reaches the goal, and the numbers behind that.

    Equal hand-ins are checked once. `values` are the measures of the goal, None where there is
    none; `error` is the distance of a number or a placed cut from the right one; for a line, the
    percentage of the plane on its wrong side. `own` is the file of an exercise that is not one of
    the app's.
    """
    return dict(_judge(stem, variant, json.dumps(hand_in, sort_keys=True), own))


@lru_cache(maxsize=4096)
def _judge(stem: str, variant: int, text: str, own: str) -> Values:
    exercise, hand_in = find_exercise(stem, variant, own, SECRET_VARIANTS), json.loads(text)
    name, _, judge_it = KINDS[exercise.kind]
    return judge_it(exercise, hand_in[name])


def _judge_state(exercise: Exercise, fields: Values) -> Values:
    state = state_of(exercise, fields)
    try:
        check_quantities(state, [each.quantity for each in exercise.goal])
    except InputError:  # a state that nobody reaches by hand
        return {"reached": False, "values": [None] * len(exercise.goal)}
    findings = check_goal(exercise, state)
    return {"reached": is_reached(findings), "values": [finding.value for finding in findings]}


def _judge_number(exercise: Exercise, number: float) -> Values:
    return {"reached": check_number(exercise, number), "error": abs(number - truth(exercise))}


def _judge_place(exercise: Exercise, place: Values) -> Values:
    if "x" in place:
        return _judge_number(exercise, place["x"])
    ends = (place["p1"], place["p2"], place["q1"], place["q2"])
    share = check_place(exercise, ends)
    return {"reached": share <= exercise.within, "error": share}


def _judge_option(exercise: Exercise, option: int) -> Values:
    return {"reached": exercise.options[option].is_right}


# Of each kind: the name of what is handed in, and the functions that read and judge it.
KINDS: dict[str, tuple[str, Callable[..., Any], Callable[..., Values]]] = {
    "reach": ("state", _read_state, _judge_state),
    "number": ("number", _read_number, _judge_number),
    "place": ("place", _read_place, _judge_place),
    "choice": ("option", _read_option, _judge_option),
}


def state_of(exercise: Exercise, fields: Values) -> ExerciseState:
    """Return the state handed in to a reach, with locked fields at their initial values."""
    data: dict[str, Any] = {"data": DRAWN} if fields.get("points") else {}
    assert isinstance(exercise.start, ExerciseState)
    state = exercise.keep_to(replace(exercise.start, **fields, **data))
    assert isinstance(state, ExerciseState)
    return state


def right_answer(exercise: Exercise) -> dict[str, Any]:
    """Return what solves an exercise, as a browser hands it in."""
    match exercise.kind:
        case "reach":
            state = {name: getattr(exercise.solution, name) for name in exercise.may}
            if "cut" in state:
                assert isinstance(exercise.solution, LabState)
                state["cut"] = cut_of(exercise.solution)
            return {"state": state}
        case "number":
            return {"number": truth(exercise)}
        case "choice":
            return {"option": [option.is_right for option in exercise.options].index(True)}
    if not isinstance(exercise.start, LabState):
        return {"place": {"x": truth(exercise)}}
    (p1, p2), (q1, q2) = ends_of_line(exercise)
    return {"place": {"p1": p1, "p2": p2, "q1": q1, "q2": q2}}


@lru_cache(maxsize=512)
def is_same_for_all(stem: str, own: str = "") -> bool:
    """Return whether what solves the exercise as written solves its variants, too."""
    answer = right_answer(find_exercise(stem, 0, own))
    return all(judge(stem, number, answer, own)["reached"] for number in range(1, LOOKED_AT + 1))
