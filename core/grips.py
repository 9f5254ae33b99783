"""The movable fields of a live picture: what the browser gets, and what it sends back.

The browser gets values, limits and labels. On release it sends values back; it can be made to send
anything, so they are read through the limits of the fields.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.fields import DIGITS, Field, State, fields_of
from core.input_error import InputError
from core.limits import Limit, Number, Text


def describe_grips(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Return the browser's description of the fields that can be moved, typed or painted.

    Parameters
    ----------
    state : State
    names : sequence of str
        Fields with numbers or texts.

    Returns
    -------
    dict
        By field: the "values", those to "start" again with, the "limits" of
        numbers, and the label and the largest length of "texts". Of a logarithmic number all are
        logarithms to base 10.
    """
    declarations = {name: fields_of(type(state))[name] for name in names}
    limits = {name: state.limit(name) for name in names}
    first = state.beginning()
    start = replace(state, **{name: getattr(first, name) for name in names})
    return {
        "values": {name: _to_hand(each, state.value(name)) for name, each in declarations.items()},
        "start": {name: _to_hand(each, start.value(name)) for name, each in declarations.items()},
        "limits": {
            name: [_to_hand(declarations[name], end) for end in (limit.low, limit.high)]
            for name, limit in limits.items()
            if isinstance(limit, Number)
        },
        "texts": {
            name: {"label": declarations[name].label, "longest": limit.longest}
            for name, limit in limits.items()
            if isinstance(limit, Text)
        },
    }


def read_hand(message: Any, state: State, names: Sequence[str]) -> dict[str, Any]:
    """Return the values in a message, by field; numbers beyond their limits are at the limit.

    The limits are those of the state before.
    """
    hand = message.get("hand") if isinstance(message, Mapping) else None
    values = hand.get("values") if isinstance(hand, Mapping) else None
    positions = values if isinstance(values, Mapping) else {}
    moves = {
        name: _from_hand(fields_of(type(state))[name], state.limit(name), positions.get(name))
        for name in names
    }
    return {name: value for name, value in moves.items() if value is not None}


def read_pixels(text: str, count: int, most: int) -> NDArray[np.int64] | None:
    """Return painted pixels, or None if the text does not hold `count` levels from 0 to `most`.

    Each pixel is a digit to base 36; ``pixels.js`` writes them.
    """
    if len(text) != count or not text.isascii() or not text.isalnum():
        return None
    levels = np.array([int(digit, 36) for digit in text])
    return levels if levels.max(initial=0) <= most else None


def _to_hand(declaration: Field, value: Any) -> Any:
    return math.log10(value) if declaration.logarithmic else value


def _from_hand(declaration: Field, limit: Limit, position: Any) -> Any:
    """Return a value within the limit of its field, or None if there is none."""
    if isinstance(limit, Number):
        is_number = isinstance(position, Real) and not isinstance(position, bool)
        if not is_number or not math.isfinite(position):
            return None
        if limit.among:
            return min(limit.among, key=lambda each: abs(_to_hand(declaration, each) - position))
        if declaration.logarithmic:
            exponent = min(max(float(position), math.log10(limit.low)), math.log10(limit.high))
            position = float(f"{10**exponent:.{DIGITS}g}")
        value = min(max(float(position), limit.low), limit.high)
        return round(value) if limit.whole else value
    try:
        return limit.check(position)
    except InputError:
        return None
