"""Editable tables: messages, with words as features, and days, with categories."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from lessons.discrete_bayes.two_classes import Problem
from lessons.discrete_bayes.words import find_occurrences, find_vocabulary

__all__ = [
    "KINDS",
    "LONGEST_MESSAGE",
    "NEW_MESSAGE",
    "edit_categories",
    "edit_messages",
    "read_categories",
    "read_messages",
]

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


def edit_messages() -> Callable[[str], Problem]:
    """Show an editable table of messages with their classes.

    Returns
    -------
    callable
        Returns the problem in the table for a new message, or raises ValueError.
    """
    return partial(read_messages, _edit({"message": (), "class": KINDS}, MESSAGES, key="messages"))


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


def edit_categories() -> Callable[[str], Problem]:
    """Show an editable table of days, and menus for a new day.

    Returns
    -------
    callable
        Returns the problem in the table; it has no message.
    """
    rows = _edit({**FEATURES, "cyclist": DECISIONS}, DAYS, key="days")
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


def _edit(columns: Mapping[str, Sequence[str]], rows: Rows, key: str) -> Rows:
    """Show an editable table; return its complete rows and show how many are incomplete.

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
    complete = [row for row in found if all(map(_is_filled, row, columns.values()))]
    if len(complete) < len(found):
        st.caption(f"Rows left out because a cell is empty: {len(found) - len(complete)}.")
    return complete


def _is_filled(cell: Any, options: Sequence[str]) -> bool:
    return isinstance(cell, str) and (cell in options if options else bool(cell.strip()))
