"""The messages of the drawing component."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.link import decode
from core.state import LIMITS, LabState

# A message contains new values of these fields of the lab's state.
CHECKS: Mapping[str, Callable[[Any], Any]] = {
    name: LIMITS[name].check for name in ("points", "gamma", "switches", "moved")
}


@dataclass(frozen=True)
class Commit:
    """A message of the drawing component, sent when the pointer is released.

    `seq` is the number of the message, `revision` that of the data it was made from; 0 asks for the
    points of a component that has none. `changes` are new values of fields of the lab's state. The
    points are `edited` if they differ from those of that data; undoing everything ends that.
    `setting` is the state of the lab to go to first, if there is one: a preset's, or the one that
    an undone drawing was shown with, or only its points with the settings that are `kept`.
    `cut` is the cut on the line of a lesson.
    """

    seq: int
    revision: int
    changes: dict[str, Any]
    edited: bool
    setting: LabState | None = None
    cut: int | None = None


def read_commit(message: Any) -> Commit | None:
    """Read the message of the drawing component; None if it is missing or invalid.

    A browser can be made to send anything, so every value is checked against its limit.
    """
    values = message.get("drawing") if isinstance(message, Mapping) else None
    if not isinstance(values, Mapping):
        return None
    try:
        changes = {
            name: check(values[name])
            for name, check in CHECKS.items()
            if values.get(name) is not None
        }
        numbers = int(values["seq"]), int(values["revision"])
        cut = None if values.get("cut") is None else int(values["cut"])
        setting = _read_setting(values.get("setting"), values.get("kept"))
        return Commit(*numbers, changes, "points" in changes, setting, cut)
    except (KeyError, OverflowError, TypeError, ValueError):
        return None


def _read_setting(parameters: Any, kept: Any) -> LabState | None:
    """Read the parameters of links; invalid ones get their defaults, as in an address.

    If there are `kept` ones, the others only say which points there are.
    """
    if parameters is None:
        return None
    if not isinstance(parameters, Mapping) or not (kept is None or isinstance(kept, Mapping)):
        raise TypeError("Settings are parameters of a link.")
    setting = decode(parameters)[0]
    if kept is None:
        return setting
    values = setting.point_values | {"moved": setting.moved}
    return replace(decode(kept)[0], **values).consistent()
