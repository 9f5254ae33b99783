"""Validation of the widget states that a browser sends, before Streamlit reads them.

A browser can be made to send anything. JSON that is nested too deeply or contains too long a
number, and NaN in a number input, make Streamlit end this run and all later ones.
"""

import json
from math import isfinite

from ui.session.commit import UNREADABLE
from ui.streamlit_internals import WidgetStates, filter_widget_states

__all__ = ["check_widget_states", "without_unreadable"]

REPLACEMENT = json.dumps({UNREADABLE: True})


def check_widget_states() -> None:
    """Make every session of this process validate widget states."""
    filter_widget_states(without_unreadable)


def without_unreadable(states: WidgetStates) -> WidgetStates:
    """Return the states without NaN and infinite numbers, and with a note for invalid JSON."""
    readable = WidgetStates()
    for state in states.widgets:
        kind = state.WhichOneof("value")
        if kind == "double_value" and not isfinite(state.double_value):
            continue
        readable.widgets.append(state)
        if kind == "json_value" and not _is_json(state.json_value):
            readable.widgets[-1].json_value = REPLACEMENT
    return readable


def _is_json(text: str) -> bool:
    try:
        json.loads(text, parse_constant=_refuse)
    except (RecursionError, ValueError):
        return False
    return True


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON.")
