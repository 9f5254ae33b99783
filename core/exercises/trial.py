"""What a draft of an exercise still needs, and whether its solution works on other points."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from core.exercises.check import check_goal, is_reached, truth
from core.exercises.exercise import LINE, Exercise
from core.exercises.file import read_exercise, write_exercise
from core.exercises.mistakes import wrong_answers
from core.exercises.rules import FEWEST_OPTIONS

HOLDS = (
    "The goal already holds at the start: change the goal, or change the picture and press "
    "“Start here”."
)
SECONDS = 20.0  # for trying variants; then the result covers those that were tried


def missing(draft: Exercise) -> list[str]:
    """Return what is left to do, in sentences; none if the exercise can be used."""
    problems = [sentence for is_there, sentence in _needed(draft) if not is_there]
    if problems:
        return problems
    try:
        read_exercise(write_exercise(draft), draft.stem, {draft.page: type(draft.start)})
        problems = list(_check_solution(draft))
    except ValueError as problem:
        problems = [str(problem)]
    return problems


def _needed(draft: Exercise) -> list[tuple[object, str]]:
    """Return the parts that an exercise must have, and what to do if one is missing."""
    parts = [(draft.title, "Give it a title."), (draft.task, "Write the task.")]
    if draft.kind == "reach":
        parts += [(draft.may, "Tick what students may change."), (draft.goal, "Set a goal.")]
    if draft.kind == "choice":
        whole = [option for option in draft.options if option.text and option.reply]
        are_whole = len(draft.options) == len(whole) >= FEWEST_OPTIONS
        parts += [
            (are_whole, "Write at least two answers, each with a reply."),
            (any(option.is_right for option in draft.options), "Mark the right answer."),
        ]
    parts += [(hint.text, "Write the hint, or remove it.") for hint in draft.hints[:1]]
    parts += [(hint.text, "Write each hint.") for hint in draft.hints[1:2]]
    return [*parts, (draft.shown, "Write what students read after success.")]


def _check_solution(draft: Exercise) -> list[str]:
    """Return why the solution does not solve the exercise, if so."""
    if draft.kind == "reach":
        if is_reached(check_goal(draft, draft.start)):
            return [HOLDS]
        if not is_reached(check_goal(draft, draft.solution)):
            return ["Reach the goal in the picture, then press “This is a solution”."]
    elif not is_reached(check_goal(draft, draft.solution)):
        return ["The conditions do not hold for these points."]
    elif draft.kind == "number" or (draft.kind == "place" and draft.page != "lab"):
        truth(draft)  # raises if it has no value
    wrong_answers(draft)  # as above
    return []


@dataclass(frozen=True)
class Trial:
    """The result of the solution on the points of many participants.

    Attributes
    ----------
    attempts : int
        How many variants were tried.
    successes : tuple of int
        Numbers of the variants that the solution solves and the start does not.
    begun : int
        How many are solved at the start already.
    seeds : tuple of int
        Of the points of the solved variants, if they were generated.
    """

    attempts: int
    successes: tuple[int, ...]
    begun: int
    seeds: tuple[int, ...]


def try_variants(exercise: Exercise, count: int, clock: Callable[[], float] = monotonic) -> Trial:
    """Try the solution on variants 1 to `count`, or as many as 20 seconds allow."""
    end = clock() + SECONDS
    attempts, begun, successes, seeds = 0, 0, [], []
    for number in range(1, count + 1):
        if attempts and clock() > end:
            break
        variant, attempts = exercise.variant(number), attempts + 1
        is_begun, is_solved = _outcome(variant)
        begun += is_begun
        if is_solved and not is_begun:
            successes.append(number)
            seeds.append(getattr(variant.start, "seed", 0))
    return Trial(attempts, tuple(successes), begun, tuple(dict.fromkeys(seeds)))


def _outcome(variant: Exercise) -> tuple[bool, bool]:
    """Return whether a variant is solved at its start, and whether by its solution."""
    try:
        if variant.answer is not None and variant.answer.measure != LINE:
            truth(variant)
        is_solved = is_reached(check_goal(variant, variant.solution))
    except ValueError:
        return False, False
    is_reach = variant.kind == "reach"
    return is_reach and is_reached(check_goal(variant, variant.start)), is_solved
