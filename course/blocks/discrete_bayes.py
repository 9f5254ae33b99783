"""Lesson 5: messages, categories or digits, classified from counts."""

from course.page import Page, live, tell
from course.parts import Block, Content, Rows
from lessons.discrete_bayes.binary_digits import new_digit
from lessons.discrete_bayes.data import (
    GAUSSIAN,
    GRABBED,
    describe_gaussian,
    list_numbers,
    list_words,
    picture_data,
)
from lessons.discrete_bayes.state import NEW_DIGITS, DiscreteBayesState

__all__ = ["PAGE"]


def show(state: DiscreteBayesState) -> Content:
    """Return the picture of a table, or of digits, and its texts."""
    picture = live(state, GRABBED, picture_data(state), "picture" if state.table else "digits")
    parts = (*list_words(state), *list_numbers(state))
    return Content((picture,), tell("discrete_bayes", state, *parts))


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
                Rows("start_pixels", ("digit",), list_digits()),
                Rows("x", (), {}),  # a picture of messages finds its own
            ),
        ),
    ),
    lab=lambda _: GAUSSIAN,
    tries=describe_gaussian,
    app_only=("messages_table", "categories_table"),
    in_app="There the tables of messages and of days can be edited.",
)
