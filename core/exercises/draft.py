"""Drafts: exercises that are being made, what they can ask, and what they still need.

A draft is an exercise whose texts may be empty and whose parts need not fit together yet.
:mod:`core.exercises.trial` says what is left to do.
"""

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bayeslab.bayes_error.problems import known_problem
from bayeslab.data.datasets import DATASETS, DatasetSpec
from core import compute
from core.drawing import Drawing, DrawnSpec, draw, encode_drawing
from core.exercises.case import Case
from core.exercises.check import measure
from core.exercises.exercise import (
    LINE,
    STRETCH,
    Comparison,
    Exercise,
    Kind,
    Option,
    Quantity,
    Variation,
)
from core.exercises.file import LONGEST_STEM
from core.exercises.rules import live_models
from core.exercises.state import CountsState, ExerciseState
from core.fields import State, fields_of
from core.input_error import InputError
from core.limits import Number
from core.measures import MEASURES
from core.state import DRAWN, LabState

# The fields that an exercise may let participants change, with titles for those without a label.
OFFERED = {
    "points": "Points: draw, move, remove",
    "cut": "Cut on the line of projections",
    **dict.fromkeys(("gamma", "model", "kernel", "degree", "coef0", "threshold", "metric"), ""),
    **dict.fromkeys(("determinants", "svc_C", "svc_gamma", "svc_standardise"), ""),
    "standardise": "",
}
STRAIGHT = ("nearest-mean", "pooled", "svc-linear")  # classifiers with a line as their boundary
KERNEL_BAYES = ("I", "II", "III")
OF_CLASSIFIERS = ("classifier", "new points", "kernel Bayes", "SVC")  # needs of measures
ONLY_ON_LINE = ("boundary", "boundaries", "posterior", "ml_error")
ROOM = 1.02  # of the box of points that are mirrored, beyond the farthest one
BELOW_PICTURE = ("training", "leave_one_out", "points")  # numbers that students see
FIRST_OPTIONS = 3  # of a choice
WITHIN = 5.0  # the initial tolerance of an answer, in percentage points
NO_DRAWING = "Points stored in one browser only cannot be shared: use fewer points."


# Situations, and what they can ask


def begin_draft(page: str, state: State, lesson: int) -> Exercise:
    """Return a draft whose situation is the state of a page.

    Parameters
    ----------
    page : str
        The path of the page.
    state : State
        Of this page; a state of the lab becomes one with a cut.
    lesson : int
        The number of the lesson that it goes with.

    Raises
    ------
    InputError
        If only one browser keeps its points.
    """
    if isinstance(state, LabState):
        if "@" in state.points:
            raise InputError(NO_DRAWING)
        if not isinstance(state, ExerciseState):
            state = ExerciseState(**vars(state))
        state = replace(state, switches=(), scheme=LabState.scheme)
        page = "lab"
    draft = Exercise("exercise", "", lesson, 1, "reach", page, state, state, "", "")
    return with_kind(draft, offered_kinds(draft)[0])


def offered_kinds(draft: Exercise) -> tuple[Kind, ...]:
    """Return the kinds of exercise that its situation allows, the most common one first."""
    state = draft.start
    if isinstance(state, LabState):
        live = set(state.visible_models) <= set(live_models())
        plane: tuple[Kind, ...] = ("place",) if has_two_classes(draft) else ()
        return (*(("reach",) if live else ()), "choice", "number", *plane)
    return ("number", "choice") if isinstance(state, CountsState) else ("place", "number", "choice")


def has_two_classes(draft: Exercise) -> bool:
    """Return whether the points have two classes, C− and C+."""
    try:
        return len(Case(draft.start).points.class_names) == 2
    except ValueError:
        return True  # no points yet


def offered_fields(draft: Exercise) -> dict[str, str]:
    """Return the fields that a participant could be allowed to change, and their titles."""
    state = draft.start
    assert isinstance(state, ExerciseState)
    applying = [name for name in OFFERED if name == "points" or state.applies(name)]
    applying = [name for name in applying if _has_use(draft, name)]
    declarations = fields_of(ExerciseState)
    return {name: OFFERED[name] or declarations[name].label for name in applying}


def _has_use(draft: Exercise, name: str) -> bool:
    state = draft.start
    assert isinstance(state, ExerciseState)
    if name == "cut":
        return state.model in KERNEL_BAYES and has_two_classes(draft)
    if name in ("kernel", "gamma", "degree", "coef0"):
        return state.reads(name, *draft.models)
    return name != "points" or has_two_classes(draft)


def measures_for(draft: Exercise) -> list[str]:
    """Return the measures that its goal may compare, or that a number may ask for."""
    return [name for name in MEASURES if _is_measurable(draft, name)]


def figures_for(draft: Exercise) -> dict[str, str]:
    """Return the names of the values that its texts can compute, with their titles."""
    state = draft.start
    is_lab = isinstance(state, LabState)  # with far more fields than an exercise is about
    fields = {
        name: each.label
        for name, each in fields_of(type(state)).items()
        if isinstance(each.limit, Number) and state.applies(name) and name not in MEASURES
        if name != "cut" and (name in draft.may or not is_lab)
    }
    draft = replace(draft, kind="choice")  # for a reach, only live ones would be offered
    measures = [name for name in measures_for(draft) if "" in models_for(draft, name)]
    return fields | {name: MEASURES[name].title for name in measures}


def _is_measurable(draft: Exercise, name: str) -> bool:
    state, entry = draft.start, MEASURES[name]
    if draft.kind == "reach" and not entry.live:
        return False
    if not isinstance(state, LabState):
        needs = "counts" if isinstance(state, CountsState) else "densities"
        return entry.needs == needs
    if entry.needs == "counts" or name in ONLY_ON_LINE:
        return False
    if entry.needs in ("new points", "densities"):
        return _has_known_densities(state)
    is_two = not name.endswith(("plus", "minus")) and entry.needs != "kernel Bayes"
    return is_two or has_two_classes(draft)


def _has_known_densities(state: LabState) -> bool:
    spec = state.dataset_spec
    is_generated = isinstance(spec, DatasetSpec) and DATASETS[spec.name].kind == "generated"
    return is_generated and known_problem(spec) is not None


def models_for(draft: Exercise, name: str) -> list[str]:
    """Return the classifiers of which a measure can be taken; "" is the one in the picture."""
    needs = MEASURES[name].needs
    if needs not in OF_CLASSIFIERS or not isinstance(draft.start, LabState):
        return [""]
    keys = ["", *live_models()]
    if needs == "kernel Bayes":
        keys = [key for key in keys if (key or draft.start.model) in KERNEL_BAYES]
    elif needs == "SVC":
        keys = [key for key in keys if (key or draft.start.model).startswith("svc")]
    return keys


def value_now(draft: Exercise, quantity: Quantity, state: State) -> float | None:
    """Return the value of a quantity in a state, or None if it has none."""
    try:
        return measure(quantity, Case(state, draft.start))
    except ValueError:
        return None


def first_comparison(draft: Exercise, name: str, state: State, sign: str = ">=") -> Comparison:
    """Return a comparison of a measure with a round number, which holds in a state."""
    quantity = Quantity(name, models_for(draft, name)[0])
    value = value_now(draft, quantity, state) or 0.0
    scale = 1 if MEASURES[name].unit == "%" else 100
    round_off = math.floor if sign == ">=" else math.ceil
    return Comparison(quantity, sign, round_off(scale * value) / scale)


# Changes of a draft


def with_kind(draft: Exercise, kind: Kind) -> Exercise:
    """Return the draft with another kind, without the parts of the former kind."""
    draft = replace(draft, kind=kind, answer=None, within=0.0, mistakes=())
    if kind != "reach":
        hints = tuple(hint for hint in draft.hints if hint.when is None)
        draft = replace(draft, may=(), models=(), hints=hints, goal=())
        if kind != "choice":
            draft = replace(draft, solution=draft.start)
    options = (Option("", True, ""), *[Option("", False, "")] * (FIRST_OPTIONS - 1))
    draft = replace(draft, options=options if kind == "choice" else ())
    if kind == "number":
        first = next(name for name in measures_for(draft) if name not in BELOW_PICTURE)
        draft = with_answer(draft, Quantity(first, models_for(draft, first)[0]))
    if kind == "place" and isinstance(draft.start, LabState):
        model = draft.start.model if draft.start.model in STRAIGHT else STRAIGHT[0]
        draft = replace(draft, answer=Quantity(LINE, model), within=WITHIN)
    elif kind == "place":
        draft = replace(draft, answer=Quantity("boundary"), within=0.2)
    return draft


def with_answer(draft: Exercise, answer: Quantity) -> Exercise:
    """Return the draft with another quantity to give, and a tolerance of its size.

    Counts are to be exact; of other numbers that are no shares, a twentieth is allowed.
    """
    value = value_now(draft, answer, draft.solution)
    within = WITHIN
    if value is not None and MEASURES[answer.measure].unit != "%":
        within = 0.0 if value.is_integer() else float(f"{abs(value) / 20:.1g}")
    return replace(draft, answer=answer, within=within, mistakes=())


def with_changes(draft: Exercise, may: Sequence[str]) -> Exercise:
    """Return the draft with the fields that may be changed.

    If these include the points, they are written out. The solution keeps only these changes.
    """
    names = offered_fields(draft)
    may = tuple(name for name in names if name in may)
    start = draft.start
    assert isinstance(start, ExerciseState)
    vary = draft.vary
    if "points" in may and start.data != DRAWN:
        start, vary = _as_drawing(start), ()
    models = draft.models if "model" in may else ()
    draft = replace(draft, may=may, models=models, start=start, vary=vary)
    return replace(draft, solution=draft.keep_to(draft.solution))


def _as_drawing(state: ExerciseState) -> ExerciseState:
    """Return the state with its points as a drawing."""
    points = compute.dataset(state.dataset_spec)
    drawing = draw(points.X, points.y).on_grid()
    names = (*points.feature_names, *points.class_names)
    drawn_state = replace(state, data=DRAWN, points=encode_drawing(drawing), names=names)
    return drawn_state.consistent()


def with_own_points(draft: Exercise, *, wanted: bool) -> Exercise:
    """Return the draft with or without separate points for each participant.

    Generated points get another seed. Points that are written out are mirrored and stretched, for
    which their box may have to become larger.

    Raises
    ------
    InputError
        If the points were measured, so that there are no others.
    """
    start = draft.start
    if not wanted or not isinstance(start, LabState):
        return replace(draft, vary=())
    if start.data == DRAWN:
        states = [_with_box(state, _roomy_box(draft)) for state in (start, draft.solution)]
        vary = (Variation("points", ("mirrored",)),)
        return replace(draft, start=states[0], solution=states[1], vary=vary)
    if DATASETS[start.data].kind != "generated":
        raise InputError("These points were measured: no others can be generated.")
    return replace(draft, vary=(Variation("seed"),))


def _roomy_box(draft: Exercise) -> tuple[float, float, float, float]:
    """Return a box that holds all points however they are turned or mirrored."""
    drawings = [DrawnSpec(Case(each).lab.points).drawing for each in (draft.start, draft.solution)]
    a, b, c, d = drawings[0].box
    middle = np.array([(a + b) / 2, (c + d) / 2])
    far = [np.linalg.norm(each.X - middle, axis=1).max(initial=0) for each in drawings]
    reach = ROOM * (1 + STRETCH) * max(far)
    half = np.maximum(((b - a) / 2, (d - c) / 2), reach)
    (low1, low2), (high1, high2) = (middle - half).tolist(), (middle + half).tolist()
    return low1, high1, low2, high2


def _with_box(state: Any, box: tuple[float, float, float, float]) -> Any:
    drawing: Drawing = DrawnSpec(state.points).drawing
    return replace(state, points=encode_drawing(replace(drawing, box=box).on_grid()))


def with_seeds(draft: Exercise, seeds: Sequence[int]) -> Exercise:
    """Return the draft whose variants have only these seeds."""
    return replace(draft, vary=(Variation("seed", tuple(map(str, seeds))),))


def as_words(text: str) -> str:
    """Return a text that fits into a section: its headings are below those of the file."""
    return re.sub(r"^# ", "## ", text.strip(), flags=re.MULTILINE)


def stem_of(title: str, others: Sequence[str] = ()) -> str:
    """Return a file name for an exercise with this title, different from `others`."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[: LONGEST_STEM - 3] or "exercise"
    names = (stem, *(f"{stem}_{number}" for number in range(2, 100)))
    return next(name for name in names if name not in others)
