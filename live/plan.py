"""A teacher's plan for a room: activities in order, with their settings and notes."""

from collections.abc import Sequence
from typing import Any

from core.input_error import InputError
from core.scenes import LONGEST_NOTE, LONGEST_TITLE, MAX_SCENES
from live.activities import ACTIVITIES
from live.activity import Values

LONGEST = {"title": LONGEST_TITLE, "note": LONGEST_NOTE}  # characters


def read_plan(items: Sequence[Any]) -> tuple[Values, ...]:
    """Return the activities of a plan: title, note, key and settings of each.

    The settings are read when the activity starts.

    Raises
    ------
    InputError
        If it is not a plan.
    """
    if len(items) > MAX_SCENES or not all(map(_is_item, items)):
        raise InputError(
            f"A plan has at most {MAX_SCENES} activities, each with title, note, key and settings."
        )
    return tuple(items)


def _is_item(item: Any) -> bool:
    return (
        isinstance(item, dict)
        and set(item) == {*LONGEST, "key", "settings"}
        and all(
            isinstance(item[name], str) and len(item[name]) <= LONGEST[name] for name in LONGEST
        )
        and isinstance(item["key"], str)
        and item["key"] in ACTIVITIES
        and isinstance(item["settings"], dict)
    )
