"""The state of lesson 5: training points, a new point, and how much is smoothed."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from core.fields import choice, flag, number, text
from core.grips import read_pixels
from core.input_error import InputError
from lessons.discrete_bayes.rows import (
    COLUMNS,
    DAYS,
    FEATURES,
    LONGEST_MESSAGE,
    MESSAGES,
    parse_rows,
    write_rows,
)
from lessons.lesson_state import LessonState

DATA = {name: name for name in (*COLUMNS, "digits")}
IN_MESSAGES, IN_CATEGORIES, IN_DIGITS = ({"data": (name,)} for name in DATA)
IN_TABLES = {"data": tuple(COLUMNS)}
LONGEST_TABLE = 2000  # characters
PIXELS, NEW_DIGITS = 64, 898
DETAILS = {
    "all": "each word, with the shares of one",
    "words": "each word",
    "shares": "the words of the message, with the shares of one",
    "few": "the words of the message",
}
SHOWN = {"expected": "what it expects", "drawn": "what it would draw"}


def _feature(name: str, default: str) -> Any:
    """Return a field with the value of a categorical feature of the new day."""
    titles = {value: value for value in FEATURES[name]}
    return choice(f"New day: {name}", titles, default, when=IN_CATEGORIES)


def _check_pixels(pixels: str) -> None:
    if pixels and read_pixels(pixels, PIXELS, 1) is None:
        raise InputError(f"use {PIXELS} digits, 1 for ink and 0 for none")


@dataclass(frozen=True)
class DiscreteBayesState(LessonState):
    """The training points and the smoothing; a new message, day or digit; what is shown of them.

    `pixels` has a digit for each pixel of a painted digit, or none if the new digit is `digit`.
    """

    data: str = choice("Data", DATA)
    alpha: float = number("Smoothing α", 0.0, 100.0, 1.0, step=0.001)
    new: str = text("A new message", LONGEST_MESSAGE, "free lunch today", when=IN_MESSAGES)
    messages_table: str = text(
        "The table: its rows",
        LONGEST_TABLE,
        write_rows(MESSAGES),
        check=partial(parse_rows, "messages"),
        when=IN_MESSAGES,
    )
    detail: str = choice("Bars", DETAILS, when=IN_MESSAGES)
    weather: str = _feature("weather", "rain")
    wind: str = _feature("wind", "calm")
    day: str = _feature("day", "work")
    categories_table: str = text(
        "The table: its rows",
        LONGEST_TABLE,
        write_rows(DAYS),
        check=partial(parse_rows, "categories"),
        when=IN_CATEGORIES,
    )
    densities: bool = flag("α as a prior: show the densities of the shares", when=IN_TABLES)
    digit: int = number(
        "Number of the new digit to begin with", 1, NEW_DIGITS, 1, whole=True, when=IN_DIGITS
    )
    pixels: str = text(
        "Pixels row by row: 1 is ink, 0 is none",
        PIXELS,
        check=_check_pixels,
        of=("digit",),
        when=IN_DIGITS,
    )
    shown: str = choice("Shown", SHOWN, when=IN_DIGITS)
    drawing: int = number("Drawing", 1, 20, 1, whole=True, when=IN_DIGITS)

    @property
    def table(self) -> str | None:
        """The field with the rows of the table, if the training points are in one."""
        return f"{self.data}_table" if self.data in COLUMNS else None
