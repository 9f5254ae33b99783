"""The cells of a table: what number or label a cell stands for, and how text is written in one.

A cell that begins with an apostrophe before what a spreadsheet takes for a formula, before a number
or before a mark of a missing value stands for the text after the apostrophe.
"""

import math
import re
from collections.abc import Iterable
from itertools import product

__all__ = [
    "escape",
    "is_number",
    "missing_marks",
    "natural_order",
    "to_number",
    "unescape",
]

# Spreadsheets take a cell that begins so for a formula, unless an apostrophe precedes it. The
# apostrophe itself is here so that taking the first one away always gives the text back.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")
# How data sets mark a value that is missing, in upper and lower case. A set of all spellings is
# compared with a column of a million labels at once.
MARKS = frozenset(
    "".join(letters)
    for mark in ("na", "n/a", "nan", "null", "none", "?", "-")
    for letters in product(*((letter, letter.upper()) for letter in mark))
)
MINUS_BEFORE_PLUS = str.maketrans("-−", "**")  # "*" is the character before "+"


def to_number(cell: str, decimal_comma: bool = False) -> float:
    """Return the number that a cell stands for, NaN or infinity if it is no finite one."""
    text = unescape(cell)
    # What Python takes for a number besides: 1_000, other scripts' digits, space around it.
    if "_" in text or not text.isascii() or text != text.strip():
        return math.nan
    try:
        return float(text.replace(",", ".") if decimal_comma else text)
    except ValueError:
        return math.nan


def is_number(text: str, decimal_comma: bool = False) -> bool:
    """Return whether a text without an apostrophe is a finite number."""
    return text[:1] != "'" and math.isfinite(to_number(text, decimal_comma))


def missing_marks(labels: Iterable[str]) -> frozenset[str]:
    """Return those of the labels that say that a label is missing.

    They are an empty cell, NA, N/A, NaN, null, None, ? and -, in any case; but a - is a label where
    + is one.
    """
    different = frozenset(labels)
    marks = different & (MARKS | {""})
    return marks - {"-"} if "+" in different else marks


def escape(text: str) -> str:
    """Return the cell for a text: with an apostrophe if it would be taken for something else."""
    return f"'{text}" if text.startswith(FORMULA) or text in MARKS else text


def unescape(cell: str) -> str:
    """Return the text that a cell stands for."""
    return cell[1:] if cell[:1] == "'" and _has_two_meanings(cell[1:]) else cell


def _has_two_meanings(text: str) -> bool:
    return text.startswith(FORMULA) or text in MARKS or is_number(text)


def natural_order(label: str) -> tuple[bool, float, list[str | int], str]:
    """Return a key that sorts numbers by value, then text, in which 2 comes before 10."""
    if is_number(label):
        return False, to_number(label), [], label
    # Text and runs of digits take turns, so that like meets like.
    parts = re.split(r"(\d+)", label.casefold().translate(MINUS_BEFORE_PLUS))
    return True, 0.0, [int(part) if part.isdecimal() else part for part in parts], label
