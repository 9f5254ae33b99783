"""The state after somebody has drawn or chosen in the browser. Any message may arrive."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bayeslab.widget.bundle.core import compute
from bayeslab.widget.bundle.core.state import DRAWN, LIMITS, POINT_FIELDS, LabState
from bayeslab.widget.points import drawing_names

__all__ = ["points_of", "state_after"]


def points_of(state: LabState) -> dict[str, Any]:
    """Return the fields of a state that say which points it has."""
    return {name: getattr(state, name) for name in POINT_FIELDS}


def state_after(message: Mapping[str, Any], state: LabState, origin: LabState) -> LabState:
    """Return the state after a message of a view; undoing everything leads back to the origin.

    Raises
    ------
    KeyError, TypeError, ValueError
        If the message is not one that the widget's JavaScript sends.
    """
    values: dict[str, Any] = {
        name: LIMITS[name].check(message[name])
        for name in ("gamma", "switches")
        if message.get(name) is not None
    }
    if message["points"] is None:
        values |= points_of(origin)
    else:
        values |= {"points": LIMITS["points"].check(message["points"]), "data": DRAWN}
        if state.data != DRAWN:
            values["names"] = drawing_names(compute.dataset(state.dataset_spec))
    return replace(state, **values).consistent()
