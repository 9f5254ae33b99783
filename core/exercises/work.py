"""The work of an exercise: which numbers it needs, and their effort before they are computed.

An exercise from outside may name figures whose computing delays everybody on the server. The effort
is estimated as the lab does it (:mod:`core.effort`), each number of a state counted once, since it
is computed once.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from core import compute
from core.effort import MOST_EFFORT as MOST_SPLITS
from core.effort import count_splits
from core.exercises.exercise import Exercise, Quantity
from core.exercises.messages import list_sheets
from core.exercises.rules import FIGURE
from core.fields import State
from core.input_error import InputError
from core.measures import MEASURES, evaluation_of
from core.state import LabState

MOST_EFFORT = 30_000_000  # kernel values for all exercises of a file, or for one hand-in
LOOKED_AT = 5  # variants of a file
LIGHT = ("points", "seed")  # fields that vary without changing the effort

Asked = tuple[State, Quantity]


def check_work(exercises: Sequence[Exercise]) -> None:
    """Refuse exercises whose numbers together take more than ``MOST_EFFORT``.

    Each of some variants has to be within that, too. Another may still not be: check the variant
    again that is used (:func:`check_variant`).

    Raises
    ------
    InputError
        With the number that takes most, and what to do.
    """
    _check(pair for exercise in exercises for pair in _asked(exercise))
    if any(each.name not in LIGHT for exercise in exercises for each in exercise.vary):
        for number in range(1, LOOKED_AT + 1):
            variants = [exercise.variant(number) for exercise in exercises]
            _check(pair for variant in variants for pair in _asked(variant))


def check_variant(variant: Exercise) -> None:
    """Refuse a variant of an exercise in the same way."""
    _check(_asked(variant))


def check_quantities(state: State, quantities: Iterable[Quantity]) -> None:
    """Refuse numbers of a state, such as those of a goal, in the same way."""
    _check((state, quantity) for quantity in quantities)


def _check(asked: Iterable[Asked]) -> None:
    efforts = {pair: _effort(*pair) for pair in dict.fromkeys(asked)}
    if sum(efforts.values()) <= MOST_EFFORT:
        return
    _, worst = max(efforts, key=lambda pair: efforts[pair])
    name = f"{worst.measure} of {worst.model}" if worst.model else worst.measure
    raise InputError(
        f"The numbers of this take too long to compute, above all “{name}”: use fewer points, "
        "fewer folds or fewer classifiers."
    )


def _asked(exercise: Exercise) -> Iterator[Asked]:
    """Yield each number that is computed for an exercise, with its state."""
    texts = [exercise.task, exercise.shown, *(hint.text for hint in exercise.hints)]
    texts += [text for option in exercise.options for text in (option.text, option.reply)]
    texts += [text for each in exercise.mistakes for text in (each.answer, each.text)]
    states = {"start": exercise.start, "solution": exercise.solution, "yours": exercise.solution}
    for text in texts:
        for case, measure, model in FIGURE.findall(text):
            if measure in MEASURES:
                yield states[case], Quantity(measure, model)
    comparisons = (*exercise.goal, *(hint.when for hint in exercise.hints if hint.when))
    for quantity in (each.quantity for each in comparisons):
        yield exercise.start, quantity
        yield exercise.solution, quantity
    if exercise.answer is not None and exercise.answer.measure in MEASURES:
        yield exercise.solution, exercise.answer
    if "cut" in exercise.may:  # each choice beside the picture is a fit
        with suppress(InputError):  # it is refused when it is described
            for _, state in list_sheets(exercise):
                yield state, Quantity("errors")


def _effort(state: State, quantity: Quantity) -> float:
    """Return the effort of a number in kernel values; 0 if it needs no classifier."""
    if not isinstance(state, LabState) or MEASURES[quantity.measure].needs == "points":
        return 0
    key = quantity.model or state.model
    try:
        work = compute.work_of(state.fit_spec(key))
    except ValueError:  # it is refused when it is computed
        return 0
    evaluation = evaluation_of(quantity.measure, key, state.folds)
    splits = 0 if evaluation is None else work.effort * count_splits(evaluation, work.n)
    # More is refused when it is computed.
    return work.effort + (splits if splits <= MOST_SPLITS else 0)
