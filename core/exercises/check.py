"""The check of an exercise: which comparisons hold, sentences about them, and numbers in its texts.

``web/paint/goal.js`` writes the same sentence while the user drags.
"""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bayeslab.evaluation.formats import PERCENT, decimal, fixed
from bayeslab.evaluation.models import MODELS
from core import compute
from core.caching import memoize
from core.exercises.case import Case
from core.exercises.exercise import Comparison, Exercise, Hint, Quantity
from core.exercises.rules import FIGURE
from core.fields import State
from core.input_error import InputError
from core.measures import MEASURES, NEAR, YES_NO
from core.messages import describe_refit, encode_points
from core.state import LabState

ROUNDING = 1e-9
LOCKS = {"points": "points", "gamma": "gamma", "cut": "threshold"}  # by what the user may change
NODES = 60  # along each axis, at which the sides of two boundaries are compared
NO_HINT = "There is no further hint for what is on the screen now. Change something, and ask again."
NO_OTHER_HINT = "There is no further hint."
CASE_NAMES = ("start", "solution", "yours")


@dataclass(frozen=True)
class Finding:
    """A comparison, the value of its quantity, or why there is none, and whether it holds."""

    comparison: Comparison
    value: float | None
    problem: str = ""

    @property
    def holds(self) -> bool:
        """Whether there is a value that fulfils the comparison."""
        return self.value is not None and self.comparison.holds(self.value)


def measure(quantity: Quantity, case: Case) -> float:
    """Return the value of a quantity, which is computed once for equal states.

    Raises
    ------
    InputError
        If it cannot be computed; its sentence is that of the package.
    """
    try:
        return _measure(quantity, case.state, case.start)
    except ValueError as problem:
        raise InputError(str(problem)) from problem


@memoize(4096, max_bytes=2**21)
def _measure(quantity: Quantity, state: State, start: State) -> float:
    return MEASURES[quantity.measure].of(Case(state, start), quantity.model)


def check_goal(exercise: Exercise, state: State) -> list[Finding]:
    """Return which comparisons of the goal hold in a state."""
    case = Case(state, exercise.start)
    return [_find(comparison, case) for comparison in exercise.goal]


def _find(comparison: Comparison, case: Case) -> Finding:
    try:
        return Finding(comparison, measure(comparison.quantity, case))
    except ValueError as problem:
        return Finding(comparison, None, str(problem))


def is_reached(findings: Sequence[Finding]) -> bool:
    """Return whether all comparisons hold."""
    return all(finding.holds for finding in findings)


def call_hints(exercise: Exercise, state: State) -> list[Hint]:
    """Return the hints that a state calls for, with their figures computed."""
    case = Case(state, exercise.start)
    hints = (hint for hint in exercise.hints if hint.when is None or _find(hint.when, case).holds)
    return [replace(hint, text=fill_figures(hint.text, exercise, state)) for hint in hints]


def truth(exercise: Exercise) -> float:
    """Return the right number, or the right place on the line."""
    assert exercise.answer is not None
    return measure(exercise.answer, Case(exercise.solution, exercise.start))


def check_number(exercise: Exercise, number: float) -> bool:
    """Return whether a number, or a place on the line, is near enough."""
    return abs(number - truth(exercise)) <= exercise.within + ROUNDING


def line_of(exercise: Exercise, model: str = "") -> Any:
    """Return the classifier whose boundary has to be placed on the plane, or another one."""
    assert exercise.answer is not None
    assert isinstance(exercise.solution, LabState)
    return compute.fitted_model(exercise.solution.fit_spec(model or exercise.answer.model))


def ends_of_line(exercise: Exercise, model: str = "") -> list[list[float]]:
    """Return two places on the straight boundary of this classifier."""
    decide = line_of(exercise, model).decision_function
    w0, right, up = decide([[0, 0], [1, 0], [0, 1]])
    w = np.array([right - w0, up - w0])
    foot = -w0 * w / (w @ w)
    return [foot.tolist(), (foot + np.array([-w[1], w[0]]) / np.sqrt(w @ w)).tolist()]


def check_place(exercise: Exercise, ends: tuple[float, float, float, float]) -> float:
    """Return the share of the plane, in percent, that lies on the wrong side of a line.

    Parameters
    ----------
    exercise : Exercise
    ends : tuple of 4 floats
        x1 and x2 of a point of the line, and of another one.
    """
    assert isinstance(exercise.solution, LabState)
    return share_between(
        ends, np.ravel(ends_of_line(exercise)), compute.box(exercise.solution.dataset_spec)
    )


def share_between(ends: Any, others: Any, box: tuple[float, float, float, float]) -> float:
    """Return the share of the plane, in percent, that lies on different sides of two lines.

    The sides of a line have no names: the better assignment counts.
    """
    a, b, c, d = box
    x1, x2 = np.meshgrid(np.linspace(a, b, NODES), np.linspace(c, d, NODES))
    sides = [(q1 - p1) * (x2 - p2) - (q2 - p2) * (x1 - p1) > 0 for p1, p2, q1, q2 in (ends, others)]
    share = float(np.mean(sides[0] != sides[1]))
    return 100 * min(share, 1 - share)


# Sentences and numbers


def write_value(quantity: Quantity, value: float) -> str:
    """Return the value of a quantity with its unit."""
    unit = MEASURES[quantity.measure].unit
    if unit == "%":
        return fixed(value, 1) + PERCENT
    if unit == YES_NO:
        return "yes" if value else "no"
    return fixed(value, 0) if value == round(value) else decimal(value)


def write_quantity(quantity: Quantity) -> str:
    """Return the name of a quantity for a reader."""
    title = MEASURES[quantity.measure].title
    return f"{title} ({MODELS[quantity.model].title})" if quantity.model else title


def verdict(findings: Sequence[Finding]) -> str:
    """Return a sentence that begins with "Reached" or "Not yet"."""
    begin = "Reached" if is_reached(findings) else "Not yet"
    return f"{begin}: {', '.join(map(_describe, findings))}."


def _describe(finding: Finding) -> str:
    comparison, value = finding.comparison, finding.value
    title = write_quantity(comparison.quantity)
    number = "unknown" if value is None else write_value(comparison.quantity, value)
    return f"{title} {number} ({_write_goal(comparison)})"


def _write_goal(comparison: Comparison) -> str:
    """Return what a comparison asks for: "at least 88 %", "at most 3", "must be yes"."""
    is_least, unit = comparison.sign == ">=", MEASURES[comparison.quantity.measure].unit
    if unit == YES_NO:
        return f"must be {'yes' if is_least else 'no'}"
    number = decimal(comparison.number, 6) + (PERCENT if unit == "%" else "")
    return f"at {'least' if is_least else 'most'} {number}"


def fill_figures(text: str, exercise: Exercise, yours: State | None = None) -> str:
    """Return a text with its figures computed."""
    states = dict(zip(CASE_NAMES, (exercise.start, exercise.solution, yours), strict=True))

    def write(match: Any) -> str:
        case, name, model = match.groups("")
        state = states[case] or exercise.solution
        if name not in MEASURES:
            value = state.value(name)
            return decimal(value, 6) if isinstance(value, int | float) else str(value)
        quantity = Quantity(name, model)
        try:
            return write_value(quantity, measure(quantity, Case(state, exercise.start)))
        except ValueError:
            return "–"

    return FIGURE.sub(write, text)


# What the browser is told


def describe_goal(
    exercise: Exercise, state: LabState, also: Sequence[Comparison] = ()
) -> dict[str, Any]:
    """Return what the browser needs to check a goal while the user drags.

    `also` are further comparisons that it has to check on request.
    """
    case = Case(state, exercise.start)
    quantities = [each.quantity for each in (*exercise.goal, *also)]
    keys = {each.model for each in quantities} - {""}
    measures = {each.measure for each in quantities}
    a, b, c, d = compute.box(Case(exercise.start).lab.dataset_spec)
    needs_new = any(MEASURES[name].needs == "new points" for name in measures)
    return {
        "goal": [describe_comparison(each) for each in exercise.goal],
        "models": {key: describe_refit(key, state.model_spec) for key in sorted(keys)},
        "folds": state.folds,
        "began": {**encode_points(case.start_points), "near": NEAR * max(b - a, d - c)}
        if "changed" in measures
        else None,
        "fresh": _describe_fresh(case) if needs_new else None,
        "locked": [key for name, key in LOCKS.items() if name not in exercise.may],
    }


def describe_comparison(comparison: Comparison) -> dict[str, Any]:
    """Return what the browser needs to check a comparison, and to write it."""
    quantity = comparison.quantity
    return {
        "measure": quantity.measure,
        "model": quantity.model,
        "sign": comparison.sign,
        "number": comparison.number,
        "title": write_quantity(quantity),
        "unit": MEASURES[quantity.measure].unit,
        "wanted": _write_goal(comparison),
    }


def _describe_fresh(case: Case) -> dict[str, Any]:
    """Return the new points, and the posterior of C+ at each of them where it is known."""
    posterior = case.generating_problem.posterior(case.fresh.X)[:, 1].astype("<f8")
    text = b64encode(posterior.tobytes()).decode("ascii")
    return {**encode_points(case.fresh), "posterior": text}
