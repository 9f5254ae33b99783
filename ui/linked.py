"""Widgets whose value is a parameter of the page's link, robust against invalid values.

Streamlit reads two kinds of values that its own widgets cannot have: an empty parameter is "no
option" to a segmented control that requires one, and an infinite number stops the run in a number
input that takes whole numbers.
"""

from collections.abc import Iterable
from math import floor
from typing import Any

import streamlit as st

from ui.session.widgets import give, value_of


def choose(label: str, options: Iterable[str], key: str) -> str:
    """Ask for one of a few options, the first to begin with; the choice is in the page's link.

    Parameters
    ----------
    label : str
        Read by screen readers; the options must speak for themselves.
    options : iterable of str
    key : str
        The name of the parameter in the link.
    """
    words = list(options)
    was_empty = value_of(key, words[0]) is None
    if was_empty:
        give({key: words[0]})
    choice: str | None = st.segmented_control(
        label,
        words,
        default=None if was_empty else words[0],  # a widget accepts only one of the two
        required=True,
        key=key,
        bind="query-params",
        label_visibility="collapsed",
    )
    if choice is None:  # only the next run can give it another value
        st.rerun()
    return choice


def ask_whole_number(label: str, low: int, high: int, start: int, key: str, **options: Any) -> int:
    """Ask for a whole number; it is in the page's link.

    Parameters
    ----------
    label : str
    low, high : int
        The smallest and the largest number.
    start : int
        The number to begin with.
    key : str
        The name of the parameter in the link.
    **options
        Of ``st.number_input``.
    """
    ends = float(low), float(high), float(start)
    value = st.number_input(
        label, *ends, step=1.0, format="%.0f", key=key, bind="query-params", **options
    )
    return start if value is None else floor(value + 0.5)
