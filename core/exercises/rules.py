"""The limits of an exercise and of its parts, and what has to fit together.

:mod:`core.exercises.file` reads and writes the parts.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bayeslab.evaluation.models import MODELS
from core.arithmetic import check_arithmetic
from core.drawing import DrawnSpec
from core.exercises.exercise import LINE, STRETCH, Exercise, Quantity, Variation, frame_of
from core.fields import fields_of
from core.input_error import InputError
from core.measures import MEASURES
from core.messages import describe_refit
from core.state import DRAWN, LabState

LONGEST_TITLE, LONGEST_TEXT, LONGEST_HINT = 80, 3000, 400  # characters
MOST_GOALS, MOST_HINTS, FEWEST_OPTIONS, MOST_OPTIONS, MOST_VARIATIONS = 4, 3, 2, 5, 4
MOST_MISTAKES = 4
LESSONS = (1, 10)
MEANS = "means"  # of both classes: a line through them, in place of one of a classifier
LARGEST = 1e9  # number of a comparison
REPLY = "sentence for each answer, after a blank line"
LONGEST_QUOTE = 20  # characters of an invalid word that a sentence quotes
WORD = r"[a-z_0-9]+"
FIGURE = re.compile(rf"\{{(start|solution|yours) ({WORD})(?: of ([\w-]+))?\}}")


def live_models() -> Sequence[str]:
    """Return the classifiers that a browser can fit by itself."""
    spec = LabState().model_spec
    return [key for key in MODELS if describe_refit(key, spec) is not None]


def make_quantity(measure: str, model: str, also: Sequence[str] = ()) -> Quantity:
    """Return the quantity of a measure, or of one of the fields `also`, and a classifier.

    Raises
    ------
    InputError
        If there is no such measure, or no such classifier.
    """
    if measure not in MEASURES and measure not in also:
        raise InputError(f"“{measure[:LONGEST_QUOTE]}” is no measure of an exercise.")
    if model and model not in live_models():
        raise InputError(f"A classifier that is measured is one of {', '.join(live_models())}.")
    return Quantity(measure, model)


def check_exercise(exercise: Exercise) -> None:
    """Check that nothing of an exercise is missing, and that its parts fit together.

    Raises
    ------
    InputError
        If not; the sentence says what to use instead.
    """
    _check_texts(exercise)
    hints = (hint.text for hint in exercise.hints)
    replies = (option.reply for option in exercise.options)
    mistakes = (part for each in exercise.mistakes for part in (each.answer, each.text))
    for text in (exercise.task, exercise.shown, *hints, *replies, *mistakes):
        for _, measure, model in FIGURE.findall(text):
            make_quantity(measure, model, also=(*fields_of(type(exercise.start)),))
    _check_kind(exercise)
    for each in exercise.vary:
        name, start, solution = each.name, exercise.start, exercise.solution
        if name != "points" and getattr(start, name) != getattr(solution, name):
            raise InputError(f"The solution changes {name}: it cannot vary as well.")
        _check_values(exercise, each)
    if any(each.name == "points" for each in exercise.vary):
        _check_inside(exercise)


def _check_texts(exercise: Exercise) -> None:
    """Check that there are all texts, and that those to choose from differ."""
    texts = [(exercise.title, LONGEST_TITLE, "title"), (exercise.task, LONGEST_TEXT, "task")]
    texts += [(exercise.shown, LONGEST_TEXT, "section Shown")]
    texts += [(hint.text, LONGEST_HINT, "hint") for hint in exercise.hints]
    texts += [(each.text, LONGEST_HINT, "reply to a mistake") for each in exercise.mistakes]
    for option in exercise.options:
        texts += [(option.text, LONGEST_HINT, "text for each answer")]
        texts += [(option.reply, LONGEST_HINT, REPLY)]
    for text, longest, name in texts:
        if not text:
            raise InputError(f"Give the exercise a {name} of 1 to {longest} characters.")
    whens = [hint.when for hint in exercise.hints if hint.when]
    if len(set(whens)) < len(whens):
        raise InputError("Each hint has a comparison of its own.")
    if len({option.text for option in exercise.options}) < len(exercise.options):
        raise InputError("All answers have to differ.")


def _check_values(exercise: Exercise, variation: Variation) -> None:
    """Check that each value of a variation fits the other fields."""
    if variation.name == "points":
        return
    for text in variation.values:
        value = fields_of(type(exercise.start))[variation.name].limit.parse(text)
        for state in (exercise.start, exercise.solution):
            variant = replace(state, **{variation.name: value})
            if variant != variant.consistent():
                raise InputError(f"A value of {variation.name} does not fit to the other fields.")


def _check_kind(exercise: Exercise) -> None:
    is_lab, kind = isinstance(exercise.start, LabState), exercise.kind
    if kind == "reach":
        if not (exercise.may and exercise.goal and is_lab):
            raise InputError("A reach is in the lab, with what may be changed and a goal.")
        comparisons = (*exercise.goal, *(hint.when for hint in exercise.hints if hint.when))
        if not all(MEASURES[each.quantity.measure].live for each in comparisons):
            raise InputError("The goal of a reach has measures that the browser computes, too.")
        if exercise.keep_to(exercise.solution) != exercise.solution:
            raise InputError("The solution changes only what may be changed.")
    elif exercise.may or exercise.models:
        raise InputError("Only a reach has what may be changed.")
    if kind != "reach" and any(hint.when for hint in exercise.hints):
        raise InputError("Only a hint of a reach has a comparison.")
    if (kind in ("number", "place")) != (exercise.answer is not None):
        raise InputError("A number and a place have an answer, other kinds none.")
    if kind == "number" and exercise.answer and exercise.answer.measure == LINE:
        raise InputError("The answer of a number is a measure.")
    if kind == "place":
        _check_place(exercise, is_lab=is_lab)
    for mistake in exercise.mistakes:
        _check_mistake(exercise, mistake.answer)
    rights = sum(option.is_right for option in exercise.options)
    count = len(exercise.options)
    if (kind == "choice") != bool(count):
        raise InputError("A choice has answers, other kinds none.")
    if count and (rights != 1 or not FEWEST_OPTIONS <= count <= MOST_OPTIONS):
        raise InputError(
            f"A choice has {FEWEST_OPTIONS} to {MOST_OPTIONS} answers, one of them marked [x]."
        )


def _check_place(exercise: Exercise, *, is_lab: bool) -> None:
    assert exercise.answer is not None
    measure = LINE if is_lab else "boundary"
    if exercise.answer.measure != measure or (is_lab and not exercise.answer.model):
        raise InputError(
            "The answer of a place is “boundary” on a line of densities, and in the lab “line of” "
            "a classifier."
        )


def _check_mistake(exercise: Exercise, answer: str) -> None:
    if exercise.answer is None:
        raise InputError("Only a number and a place have mistakes.")
    if exercise.answer.measure != LINE:
        check_arithmetic(FIGURE.sub("1", answer))
        return
    line, _, model = answer.partition(" of ")
    if line != LINE or model not in (MEANS, *live_models()):
        raise InputError("Write the mistake of a line as in “line of pooled” or “line of means”.")


def _check_inside(exercise: Exercise) -> None:
    for state in (exercise.start, exercise.solution):
        if not isinstance(state, LabState) or state.data != DRAWN:
            raise InputError("Only points that are written out can be turned.")
        drawing = DrawnSpec(state.points).drawing
        centre, half = frame_of(drawing)
        reach = min(half) / (1 + STRETCH) + 1e-6
        if (np.linalg.norm(drawing.X - centre, axis=1) > reach).any():
            raise InputError("Points that vary lie no farther from the middle than the edge.")
