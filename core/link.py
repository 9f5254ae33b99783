"""The state of the lab as a link, and back.

A link names only what differs from the defaults, in words a person can read and change:
``?data=iris&classes=1-2&gamma=20``. Reading never fails: an invalid or overlong value is
replaced by the default, and a notice says so.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from core.input_error import InputError
from core.state import LIMITS, LabState

__all__ = ["decode", "encode"]

LONGEST_QUOTE = 20  # characters of an invalid value that a notice quotes


def encode(state: LabState) -> dict[str, str]:
    """Return the query parameters of a state: those of its fields that are not at their default."""
    return {
        item.name: LIMITS[item.name].write(value)
        for item in fields(LabState)
        if (value := getattr(state, item.name)) != item.default and value is not None
    }


def decode(parameters: Mapping[str, str]) -> tuple[LabState, tuple[str, ...]]:
    """Read a state from query parameters.

    Parameters
    ----------
    parameters : mapping of str to str
        Unknown names are ignored: they may belong to the server.

    Returns
    -------
    state : LabState
        With the default wherever a value is missing or invalid.
    notices : tuple of str
        One sentence for each invalid value.
    """
    chosen: dict[str, Any] = {}
    notices: list[str] = []
    for name, limit in LIMITS.items():
        text = parameters.get(name)
        if text is None:
            continue
        try:
            if len(text) > limit.longest:
                raise InputError(f"use at most {limit.longest} characters")
            chosen[name] = limit.parse(text)
        except InputError as reason:
            quote = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"
            notices.append(f"The link's {name} “{quote}” was ignored: {reason}.")
    wanted = LabState(**chosen)
    state = wanted.fitting_its_data()
    for name in chosen:
        if getattr(state, name) != getattr(wanted, name):
            notices.append(
                f"The link's {name} was ignored: it does not apply to the data set “{state.data}”."
            )
    return state, tuple(notices)
