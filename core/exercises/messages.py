"""Exercises for browsers without Streamlit: data to solve one, or to show its solution.

The *task* has the words, the picture and, if there is one, the goal, but no answer. The *ending*
has the answer, the solution and the explanation. Pictures are of four kinds: "drawn" for the
drawing component, "line" and "plane" to place an answer on, and "counts". ``web/exercise/desk.js``
shows them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

import numpy as np

from bayeslab.evaluation.formats import decimal
from bayeslab.evaluation.models import MODELS
from core import compute
from core.exercises.case import Case
from core.exercises.check import (
    LOCKS,
    NO_HINT,
    NO_OTHER_HINT,
    check_goal,
    describe_comparison,
    describe_goal,
    ends_of_line,
    fill_figures,
    truth,
    verdict,
    write_value,
)
from core.exercises.exercise import LINE, Exercise
from core.exercises.mistakes import describe_mistakes
from core.exercises.state import ExerciseState
from core.fields import State, fields_of
from core.input_error import InputError
from core.limits import Choice, Flag, Number
from core.messages import describe_refit, encode_points
from core.state import DRAWN, LabState

Plain = dict[str, Any]

CLOSED: Plain = {"goal": [], "locked": list(LOCKS.values())}  # of a goal: nothing can be changed
IN_PICTURE = ("points", "gamma", "cut")  # fields that are changed in the picture
LINE_BOX = (-5.0, 5.0)  # of the densities on a line
NODES = 201  # of a density
MOST_OPTIONS, MOST_SHEETS = 12, 40  # of a field, and of all fields together


def describe_task(exercise: Exercise) -> Plain:
    """Return what a browser needs to solve an exercise; it contains no answer.

    Raises
    ------
    InputError
        If a browser cannot show it without the page "Exercises".
    """
    task: Plain = {
        "stem": exercise.stem,
        "title": exercise.title,
        "kind": exercise.kind,
        "task": fill_figures(exercise.task, exercise),
        "options": [option.text for option in exercise.options],
        "hints": [
            {
                "when": hint.when and describe_comparison(hint.when),
                "text": fill_figures(hint.text, exercise),
            }
            for hint in exercise.hints
        ],
        "no_hint": NO_HINT if exercise.kind == "reach" else NO_OTHER_HINT,
    }
    if exercise.kind != "reach":
        state = exercise.solution if exercise.kind == "number" else exercise.start
        return task | {"picture": _describe_picture(exercise, state)}
    fields = _describe_fields(exercise)
    first = _describe_sheet(exercise, exercise.start, is_open=True)
    sheets = []
    for values, state in list_sheets(exercise):
        sheet = _describe_sheet(exercise, state, is_open=True)
        sheets.append({"chosen": values, "changes": _changes(first, sheet)})
    may = [name for name in exercise.may if name in IN_PICTURE]
    picture = {"kind": "drawn", "sheet": first, "sheets": sheets}
    return task | {"picture": picture, "fields": fields, "may": may}


def describe_ending(exercise: Exercise) -> Plain:
    """Return the ending: the answer, the solution and the explanation."""
    ending: Plain = {"shown": fill_figures(exercise.shown, exercise)}
    if exercise.kind == "reach":
        ending["verdict"] = verdict(check_goal(exercise, exercise.solution))
        ending["setting"] = describe_setting(exercise)
    if exercise.options:
        ending["right"] = [option.is_right for option in exercise.options].index(True)
        ending["replies"] = [fill_figures(option.reply, exercise) for option in exercise.options]
    if exercise.answer and exercise.answer.measure != LINE:
        ending["answer"] = f"The answer is {write_value(exercise.answer, truth(exercise))}."
        ending["truth"] = truth(exercise)
    if exercise.answer:
        ending["within"] = exercise.within
        ending["mistakes"] = list(describe_mistakes(exercise))
    ending["picture"] = _describe_picture(exercise, exercise.solution, is_solved=True)
    return _without_none(ending)


def _without_none(values: Mapping[str, Any]) -> Plain:
    """Return the values that are not None: in a patch of a view, None removes a value."""
    return {
        name: _without_none(value) if isinstance(value, Mapping) else value
        for name, value in values.items()
        if value is not None
    }


# The parts of a picture


def _describe_picture(exercise: Exercise, state: State, *, is_solved: bool = False) -> Plain:
    if isinstance(state, LabState) and exercise.kind == "place":
        return describe_plane(exercise, is_solved=is_solved)
    if isinstance(state, LabState):
        return {"kind": "drawn", "sheet": _describe_sheet(exercise, state, is_open=False)}
    if hasattr(state, "problem"):
        return describe_line(exercise, state, is_solved=is_solved)
    return {"kind": "counts", "rows": [[name, text] for name, text in list_counts(exercise, state)]}


def _describe_sheet(exercise: Exercise, state: State, *, is_open: bool) -> Plain:
    """Return what the drawing component shows of a state."""
    assert isinstance(state, LabState)
    points = compute.dataset(state.dataset_spec)
    goal = describe_goal(exercise, state, [hint.when for hint in exercise.hints if hint.when])
    if not is_open:
        goal |= CLOSED | {"fresh": None, "began": None}
    has_cut = "cut" in exercise.may
    cut = cut_of(state) if has_cut else None
    has_tools = is_open and "points" in exercise.may
    return {
        "points": state.points or encode_points(points),
        "classes": list(points.class_names),
        "features": list(points.feature_names),
        "box": list(compute.box(state.dataset_spec)),
        "gamma": state.gamma,
        "showsGamma": reads_gamma(exercise, state),
        "exact": state.data != DRAWN,
        "panels": [_describe_panel(state, key) for key in state.visible_models],
        "lesson": None if has_tools else {"line": has_cut, "cut": cut},
        "exercise": goal,
    }


def _describe_panel(state: LabState, key: str) -> Plain:
    model = describe_refit(key, state.model_spec)
    if model is None:
        raise InputError(f"A browser cannot fit {MODELS[key].title}: choose another exercise.")
    return {"title": MODELS[key].title, "name": key, "model": model, "accuracy": ""}


def reads_gamma(exercise: Exercise, state: LabState) -> bool:
    """Return whether a classifier on screen, or of the goal, depends on γ."""
    models = (each.quantity.model for each in exercise.goal)
    return state.reads("gamma", *(key for key in models if key))


def cut_of(state: LabState) -> int:
    """Return the cut on screen: the user's or the rule's."""
    if isinstance(state, ExerciseState) and state.cut is not None:
        return state.cut
    return int(compute.fitted_model(state.fit_spec()).threshold_search_.index)


def describe_line(exercise: Exercise, state: State, *, is_solved: bool) -> Plain:
    """Return the densities of two classes on the line, and the right cut of a solved exercise."""
    problem, is_place = Case(state).problem, exercise.kind == "place"
    densities = np.exp(problem.log_densities(np.linspace(*LINE_BOX, NODES)[:, None]))
    return {
        "kind": "line",
        "curves": densities.T.round(6).tolist(),
        "names": list(problem.class_names),
        "box": list(LINE_BOX),
        "limits": limits_of_place(exercise) if is_place else {},
        "truth": truth(exercise) if is_solved and is_place else None,
    }


def describe_plane(exercise: Exercise, *, is_solved: bool) -> Plain:
    """Return the points on which a line is placed, and the right line of a solved exercise."""
    assert isinstance(exercise.start, LabState)
    spec = exercise.start.dataset_spec
    points = compute.dataset(spec)
    return {
        "kind": "plane",
        "points": encode_points(points),
        "names": list(points.class_names),
        "features": list(points.feature_names),
        "box": list(compute.box(spec)),
        "limits": limits_of_place(exercise),
        "truth": ends_of_line(exercise) if is_solved else None,
    }


def limits_of_place(exercise: Exercise) -> dict[str, list[float]]:
    """Return the limits of the numbers of a placed answer, by their names."""
    if not isinstance(exercise.start, LabState):
        return {"x": list(LINE_BOX)}
    a, b, c, d = compute.box(exercise.start.dataset_spec)
    return {"p1": [a, b], "p2": [c, d], "q1": [a, b], "q2": [c, d]}


def list_counts(exercise: Exercise, state: State) -> list[tuple[str, str]]:
    """Return the counts of words, those of the second word only where it is asked about."""
    quantities = [each.quantity for each in exercise.goal] + [exercise.answer]
    has_second = any(each is not None and each.measure == "spam_both" for each in quantities)
    return [
        (each.label, decimal(state.value(name), 6))
        for name, each in fields_of(type(state)).items()
        if has_second or not name.endswith("_second")
    ]


# Choices beside the picture


def _describe_fields(exercise: Exercise) -> list[Plain]:
    return [_describe_field(exercise, name) for name in exercise.may if name not in IN_PICTURE]


def _describe_field(exercise: Exercise, name: str) -> Plain:
    declaration = fields_of(type(exercise.start))[name]
    options: list[tuple[Any, str]]
    match declaration.limit:
        case Choice(keys):
            values = (exercise.models if name == "model" else ()) or keys
            options = [(value, declaration.titles.get(value, value)) for value in values]
        case Flag():
            options = [(False, "no"), (True, "yes")]
        case Number(low, high, whole=True) if high - low < MOST_OPTIONS:
            options = [(value, str(value)) for value in range(int(low), int(high) + 1)]
        case _:
            raise InputError(f"A phone has no control for “{declaration.label}”: use another one.")
    first = getattr(exercise.start, name)
    return {"name": name, "label": declaration.label, "options": options, "first": first}


def list_sheets(exercise: Exercise) -> Iterator[tuple[Plain, State]]:
    """Yield each choice beside the picture except the initial one, and the state that it makes.

    Raises
    ------
    InputError
        If a browser cannot show a choice, or there are too many.
    """
    fields = _describe_fields(exercise)
    if prod(len(field["options"]) for field in fields) > MOST_SHEETS:
        raise InputError("Too much can be chosen for a phone: choose another exercise.")
    names = [field["name"] for field in fields]
    for values in product(*([value for value, _ in field["options"]] for field in fields)):
        choice = dict(zip(names, values, strict=True))
        if any(getattr(exercise.start, name) != value for name, value in choice.items()):
            yield choice, replace(exercise.start, **choice)


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Plain:
    """Return the values that differ, at any depth; both have the same names."""
    return {
        name: _changes(before[name], new)
        if isinstance(new, Mapping)
        and isinstance(before.get(name), Mapping)
        and new.keys() == before[name].keys()
        else new
        for name, new in after.items()
        if new != before.get(name, ...)
    }


def describe_setting(exercise: Exercise) -> str:
    """Return label and title of each value that the solution chooses."""
    return ", ".join(
        _tell_field(exercise.solution, name)
        for name in exercise.may
        if name not in ("points", "cut")
    )


def _tell_field(state: State, name: str) -> str:
    declaration, value = fields_of(type(state))[name], getattr(state, name)
    if isinstance(value, bool):
        text = "yes" if value else "no"
    elif isinstance(value, int | float):
        text = decimal(value)
    else:
        text = declaration.titles.get(value, value)
    return f"{declaration.label}: {text}"
