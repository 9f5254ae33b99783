"""Lesson 5: messages, categories or digits, classified from counts."""

from functools import partial

from bayeslab.evaluation.formats import fixed
from course.page import Page, live, say
from course.parts import Block, Formula, Part, Rows, Said, Shown
from course.parts import tabulate as write_table
from lessons.discrete_bayes.binary_digits import new_digit
from lessons.discrete_bayes.data import (
    GAUSSIAN,
    GRABBED,
    TABLE_ALT,
    describe_gaussian,
    equations,
    numbers,
    picture_data,
    tabulate,
)
from lessons.discrete_bayes.state import NEW_DIGITS, DiscreteBayesState

__all__ = ["PAGE"]

section = partial(say, "discrete_bayes")


def show(state: DiscreteBayesState) -> Shown:
    """Return the picture of a table, or of digits, and its texts."""
    if state.table:
        parts: list[Part] = [section(state.data.capitalize(), numbers(state)), section("Shares")]
    else:
        drawn = section("Drawn" if state.shown == "drawn" else "Expected")
        parts = [section("Paint"), drawn, section("Digits", numbers(state))]
    if state.densities:
        parts.append(section("Densities"))
    parts += _computed(state)
    script = "picture" if state.table else "digits"
    return Shown((live(state, GRABBED, picture_data(state), script),), tuple(parts))


def _computed(state: DiscreteBayesState) -> list[Part]:
    """Return the formula and its table; a point that cannot be classified says so instead."""
    notes = [section("Notes")] if state.table else []
    try:
        formula = Formula(equations(state))
    except ValueError as problem:
        return [Said(str(problem)), Said(""), *notes]
    evidence = partial(fixed, places=2, sign="+")
    return [formula, write_table(tabulate(state), TABLE_ALT, evidence=evidence), *notes]


def list_digits() -> dict[str, list[int]]:
    """Return the pixels of the new digits by their numbers."""
    return {f"{k}": new_digit(k).tolist() for k in range(1, NEW_DIGITS + 1)}


def write_messages(state: DiscreteBayesState) -> list[dict[str, str]]:
    """Return other messages, and a digit without ink, where they apply."""
    if state.data == "messages":
        return [{"new": ""}, {"new": "meeting now"}]
    return [{"pixels": "0" * 64}] if state.data == "digits" else []


PAGE = Page(
    (
        Block(
            show,
            ("data", "shown", "densities", "weather", "wind", "day"),
            ("alpha", "new", "digit", "pixels", "drawing"),
            boxes=("digit", "drawing"),
            computed=("drawings",),
            probes=write_messages,
            rows=(
                Rows(
                    "start_pixels",
                    ("digit",),
                    list_digits(),
                ),
                Rows("x", (), {}),  # a picture of messages finds its own
            ),
        ),
    ),
    lab=lambda _: GAUSSIAN,
    tries=describe_gaussian,
    app_only=("messages_table", "categories_table"),
    in_app="There the tables of messages and of days can be edited.",
)
