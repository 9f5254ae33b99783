"""Editable tables: messages, with words as features, and days, with categories."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from core.input_error import InputError
from lessons.discrete_bayes.two_classes import Problem
from lessons.discrete_bayes.words import find_occurrences, find_vocabulary
from lessons.edited_table import show_edited_table
from ui.layout import problem_instead
from ui.live_picture import Text

__all__ = [
    "KINDS",
    "LONGEST_MESSAGE",
    "NEW_MESSAGE",
    "TEXTS",
    "edit_categories",
    "edit_messages",
    "parse_rows",
    "read_categories",
    "read_messages",
    "write_rows",
]

Rows = Sequence[tuple[str, ...]]

MOST_WORDS = 12  # one bar each in the picture
LONGEST_MESSAGE = 200  # characters
LONGEST_TABLE = 2000
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
NEW_MESSAGE = "free lunch today"

FEATURES = {
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
NEW_DAY = {"weather": "rain", "wind": "calm", "day": "work"}

# Columns with their options, and rows to start with. Without options a column holds text.
TABLES: Mapping[str, tuple[Mapping[str, Sequence[str]], Rows]] = {
    "messages": ({"message": (), "class": KINDS}, MESSAGES),
    "categories": ({**FEATURES, "cyclist": DECISIONS}, DAYS),
}


def write_rows(rows: Rows) -> str:
    """Return rows as a text such as "win money = spam; lunch now = good"."""
    return "; ".join(" = ".join(re.sub("[;=]", " ", cell) for cell in row) for row in rows)


TEXTS = {
    table: Text("table", "The table: its rows", write_rows(rows), LONGEST_TABLE, f"{table} table")
    for table, (_, rows) in TABLES.items()
}


def edit_messages(value: str) -> Callable[[str], Problem]:
    """Show an editable table of messages with their classes.

    Parameters
    ----------
    value : str
        Of the text with the rows (``TEXTS``).

    Returns
    -------
    callable
        Returns the problem in the table for a new message, or raises ValueError.
    """
    return partial(read_messages, _edit("messages", value))


def read_messages(rows: Rows, new: str) -> Problem:
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
    return Problem(X, y, x, values, KINDS, vocabulary)


def edit_categories(value: str) -> Callable[[str], Problem]:
    """Show an editable table of days, and menus for a new day.

    Parameters
    ----------
    value : str
        As for :func:`edit_messages`.

    Returns
    -------
    callable
        Returns the problem in the table; it has no message.
    """
    rows = _edit("categories", value)
    with st.container(horizontal=True):
        new = tuple(
            st.selectbox(
                f"New day: {name}",
                words,
                words.index(NEW_DAY[name]),
                key=name,
                bind="query-params",
                width=150,
            )
            for name, words in FEATURES.items()
        )
    return lambda _: read_categories(rows, new)


def read_categories(rows: Rows, new: tuple[str, ...]) -> Problem:
    """Return days as points with three categorical features, and a new day."""
    options = tuple(FEATURES.values())
    X = np.array([_positions(row, options) for row in rows], dtype=np.int64).reshape(-1, 3)
    y = np.array([DECISIONS.index(row[-1]) for row in rows], dtype=np.int64)
    values = [tuple(f"{name}: {word}" for word in words) for name, words in FEATURES.items()]
    return Problem(X, y, np.array(_positions(new, options)), values, DECISIONS)


def _positions(row: Sequence[str], options: Sequence[Sequence[str]]) -> list[int]:
    return [words.index(word) for word, words in zip(row, options, strict=False)]


def parse_rows(text: str, columns: Mapping[str, Sequence[str]]) -> Rows:
    """Return the rows that a text holds.

    Raises
    ------
    InputError
        If there is no row, or one has too many cells, too few, or one that is no option.
    """
    rows = [tuple(map(str.strip, row.split("="))) for row in text.split(";") if row.strip()]
    if not rows or not all(_is_complete(row, columns) for row in rows):
        raise InputError(
            "The rows in the text cannot be read; write each as "
            f"{' = '.join(columns)} and a semicolon between two of them."
        )
    return rows


def _edit(table: str, value: str) -> Rows:
    """Show an editable table; return its complete rows and show how many are incomplete."""
    columns, start = TABLES[table]

    def show(text: str, key: str) -> tuple[Rows, str, str]:
        rows = start
        if text != TEXTS[table].start:
            with problem_instead():
                rows = parse_rows(text, columns)
        complete = _show_table(columns, rows, key)
        return complete, write_rows(rows), write_rows(complete)

    return show_edited_table(TEXTS[table], value, show)


def _show_table(columns: Mapping[str, Sequence[str]], rows: Rows, key: str) -> Rows:
    """Show rows in a table, and return those that are complete after editing.

    `columns` maps their names to their options; without options a column holds text.
    """
    table = st.data_editor(
        {name: [row[place] for row in rows] for place, name in enumerate(columns)},
        column_config={
            name: st.column_config.SelectboxColumn(options=options)
            if options
            else st.column_config.TextColumn(max_chars=LONGEST_MESSAGE, width="medium")
            for name, options in columns.items()
        },
        num_rows="dynamic",
        key=key,
        height=300,
        alt="The training points, with the class of each. The cells can be edited.",
    )
    found = list(zip(*(table[name] for name in columns), strict=True))
    complete = [row for row in found if _is_complete(row, columns)]
    if len(complete) < len(found):
        st.caption(f"Rows left out because a cell is empty: {len(found) - len(complete)}.")
    return complete


def _is_complete(row: Sequence[Any], columns: Mapping[str, Sequence[str]]) -> bool:
    return len(row) == len(columns) and all(map(_is_filled, row, columns.values()))


def _is_filled(cell: Any, options: Sequence[str]) -> bool:
    return isinstance(cell, str) and (cell in options if options else bool(cell.strip()))
