"""Training points as rows of words, and as a text, which the state and the link hold.

Rows are messages with their class, or days with categories and what a cyclist did.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.input_error import InputError
from lessons.discrete_bayes.numbers import CountedPoints
from lessons.discrete_bayes.words import find_occurrences, find_vocabulary

Rows = Sequence[tuple[str, ...]]

MOST_WORDS = 12  # one bar each in the picture
LONGEST_MESSAGE = 200  # characters
KINDS = ("good", "spam")
MESSAGES: Rows = (
    ("free money now", "spam"),
    ("win free prize", "spam"),
    ("win money", "spam"),
    ("free prize now", "spam"),
    ("lunch now", "good"),
    ("meeting today", "good"),
    ("lunch money", "good"),
    ("meeting now", "good"),
    ("lunch today", "good"),
    ("meeting prize", "good"),
)

FEATURES: Mapping[str, tuple[str, ...]] = {
    "weather": ("sun", "cloud", "rain"),
    "wind": ("calm", "windy"),
    "day": ("work", "free"),
}
DECISIONS = ("stays", "rides")
DAYS: Rows = (
    ("sun", "calm", "free", "rides"),
    ("sun", "windy", "work", "rides"),
    ("sun", "calm", "work", "rides"),
    ("cloud", "calm", "free", "rides"),
    ("cloud", "windy", "work", "rides"),
    ("cloud", "windy", "free", "stays"),
    ("rain", "windy", "work", "stays"),
    ("rain", "calm", "free", "stays"),
    ("rain", "windy", "free", "stays"),
)

# By kind of rows: the columns with their options. Without options a column holds any text.
COLUMNS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "messages": {"message": (), "class": KINDS},
    "categories": {**FEATURES, "cyclist": DECISIONS},
}


def write_rows(rows: Rows) -> str:
    """Return rows as a text such as "win money = spam; lunch now = good"."""
    return "; ".join(" = ".join(re.sub("[;=]", " ", cell) for cell in row) for row in rows)


def parse_rows(kind: str, text: str) -> Rows:
    """Return the rows that a text holds; there may be none.

    Parameters
    ----------
    kind : str
        A key of ``COLUMNS``.
    text : str

    Raises
    ------
    InputError
        If a row has too many or too few cells, or an invalid one.
    """
    rows = [tuple(map(str.strip, row.split("="))) for row in text.split(";") if row.strip()]
    if not all(is_complete(kind, row) for row in rows):
        example = " = ".join(COLUMNS[kind])
        raise InputError(f"write each row as {example}, with a semicolon between two rows")
    return rows


def is_complete(kind: str, row: Sequence[Any]) -> bool:
    """Return whether a row has a cell for each column, and each is filled with an option."""
    options = COLUMNS[kind].values()
    return len(row) == len(options) and all(map(_is_filled, row, options))


def _is_filled(cell: Any, options: Sequence[str]) -> bool:
    return isinstance(cell, str) and (cell in options if options else bool(cell.strip()))


def read_messages(rows: Rows, new: str) -> CountedPoints:
    """Return messages as points with a binary feature for each word, and a new message.

    Raises
    ------
    ValueError
        If the messages have no words.
    """
    messages = [message for message, _ in rows]
    vocabulary = find_vocabulary(messages, MOST_WORDS)
    X, (x,) = (find_occurrences(texts, vocabulary) for texts in (messages, [new]))
    y = np.array([KINDS.index(kind) for _, kind in rows])
    values = [(f"no “{word}”", f"“{word}”") for word in vocabulary]
    return CountedPoints(X, y, x, values, KINDS, vocabulary)


def read_categories(rows: Rows, new: tuple[str, ...]) -> CountedPoints:
    """Return days as points with three categorical features, and a new day."""
    options = tuple(FEATURES.values())
    X = np.array([_positions(row, options) for row in rows], dtype=np.int64).reshape(-1, 3)
    y = np.array([DECISIONS.index(row[-1]) for row in rows], dtype=np.int64)
    values = [tuple(f"{name}: {word}" for word in words) for name, words in FEATURES.items()]
    return CountedPoints(X, y, np.array(_positions(new, options)), values, DECISIONS)


def _positions(row: Sequence[str], options: Sequence[Sequence[str]]) -> list[int]:
    return [words.index(word) for word, words in zip(row, options, strict=False)]
