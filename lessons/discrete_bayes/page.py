"""The page of lesson 5: messages, categories or digits, classified from counts."""

from functools import partial
from typing import Any

from lessons.discrete_bayes.binary_digits import new_digit
from lessons.discrete_bayes.data import (
    GAUSSIAN,
    describe_step,
    describe_tries,
    list_numbers,
    list_words,
    picture_data,
)
from lessons.discrete_bayes.row_table import edit_rows
from lessons.discrete_bayes.state import NEW_DIGITS, DiscreteBayesState
from lessons.edited_table import edit_table
from lessons.page import Ask, Block, InApp, Live, Page, Rows

TABLES = ("messages_table", "categories_table")
MENU = {"widget": "menu", "width": 130}


def draw(state: DiscreteBayesState) -> Live:
    """Return the picture of a table, or of digits."""
    return Live(picture_data(state), "picture" if state.table else "digits")


def edit(lesson: Any) -> None:
    """Show the table of messages or of days."""
    state = lesson.controls.state
    if state.table:
        edit_table(lesson.controls, state.table, partial(edit_rows, state.data))


def list_digits() -> list[DiscreteBayesState]:
    """Return a state with each of the new digits."""
    return [DiscreteBayesState(data="digits", digit=k) for k in range(1, NEW_DIGITS + 1)]


def read_digit(state: DiscreteBayesState) -> list[int]:
    """Return the pixels of the new digit to begin with."""
    pixels: list[int] = new_digit(state.digit).tolist()
    return pixels


def write_messages(state: DiscreteBayesState) -> list[dict[str, str]]:
    """Return other messages, and a digit without ink, where they apply."""
    if state.data == "messages":
        return [{"new": ""}, {"new": "meeting now"}]
    return [{"pixels": "0" * 64}] if state.data == "digits" else []


PAGE = Page(
    (
        Block(
            draw,
            (
                Ask("digit", "beside", {"widget": "box"}),
                *("data", "shown"),
                Ask("densities", "between"),
                Ask("detail", "folded"),
                *(Ask(name, options=MENU) for name in ("weather", "wind", "day")),
                Ask("drawing", options={"width": 200}, only=lambda s: s.shown == "drawn"),
                InApp(edit, "beside"),
            ),
            ("alpha", "new", "pixels", *TABLES),
            boxes=("digit", "drawing"),
            words=list_words,
            parts=list_numbers,
            fold="Fewer bars",
            align="bottom",
            app_only=TABLES,
            computed=("drawings",),
            rows=(Rows("start_pixels", ("digit",), read_digit, list_digits),),
            probes=write_messages,
        ),
    ),
    lab=lambda _: GAUSSIAN,
    steps=describe_step,
    tries=describe_tries,
    in_app="There the tables of messages and of days can be edited.",
)
