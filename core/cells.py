"""The cells of a CSV table: reading numbers and labels, and writing text safely.

An apostrophe at the beginning of a cell marks text that would otherwise be read as a formula, as a
number or as a missing value; it is not part of the text.
"""

import math
import re
from collections.abc import Iterable
from itertools import product

# Spreadsheets read a cell that begins with one of these as a formula, unless an apostrophe precedes
# it; some take the full-width forms for the same. The apostrophe itself is included, so that
# removing the first one always restores the text.
FORMULA = tuple("=+-@\t\r'\uff1d\uff0b\uff0d\uff20")
# The marks of a missing value in all spellings: one set operation finds them in a column of a
# million labels.
MARKS = frozenset(
    "".join(letters)
    for mark in ("na", "n/a", "n.a.", "#n/a", "nan", "null", "none", "?", "-", ".")
    for letters in product(*((letter, letter.upper()) for letter in mark))
)
MINUS_BEFORE_PLUS = str.maketrans("-−", "**")  # "*" is the character before "+"


def to_number(cell: str, decimal_comma: bool = False) -> float:
    """Return the number in a cell; NaN or infinity if it is not a finite number."""
    text = unescape(cell)
    # Python also accepts 1_000, digits of other scripts and surrounding space.
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
    """Return the labels that mark a missing label.

    These are an empty cell, NA, N/A, N.A., #N/A, NaN, null, None, ?, - and ., in any case. A - is
    an ordinary label if + occurs as well.
    """
    different = frozenset(labels)
    marks = different & (MARKS | {""})
    return marks - {"-"} if "+" in different else marks


def escape(text: str) -> str:
    """Return the cell for a text, with an apostrophe if a spreadsheet would misread it."""
    return f"'{text}" if text.startswith(FORMULA) or text in MARKS else text


def unescape(cell: str) -> str:
    """Return the text in a cell."""
    return cell[1:] if cell[:1] == "'" and _has_two_meanings(cell[1:]) else cell


def _has_two_meanings(text: str) -> bool:
    return text.startswith(FORMULA) or text in MARKS or is_number(text)


def natural_order(label: str) -> tuple[bool, float, list[str | int], str]:
    """Return a key that sorts numbers by value, then text, in which 2 comes before 10."""
    if is_number(label):
        return False, to_number(label), [], label
    # Text and runs of digits alternate, so that equal types are compared.
    parts = re.split(r"(\d+)", label.casefold().translate(MINUS_BEFORE_PLUS))
    return True, 0.0, [int(part) if part.isdecimal() else part for part in parts], label
