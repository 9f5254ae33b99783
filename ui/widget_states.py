"""What a browser says its widgets hold, checked before Streamlit reads it.

A browser can be made to send anything. Streamlit ends the run, and each one after it, at JSON that
is nested too deeply or holds too long a number, and at a number input that says NaN.
"""

import json
from math import isfinite

from ui.streamlit_internals import WidgetStates, filter_widget_states

__all__ = ["UNREADABLE", "check_widget_states", "without_unreadable"]

UNREADABLE = "unreadable"  # the name under which a component's state says that it was replaced
REPLACEMENT = json.dumps({UNREADABLE: True})


def check_widget_states() -> None:
    """Let every session of this process read only what can be read."""
    filter_widget_states(without_unreadable)


def without_unreadable(states: WidgetStates) -> WidgetStates:
    """Return the states without numbers that are none, and with a note for what is no JSON."""
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
    raise ValueError(f"{constant} is no JSON.")
