"""The drawing component: a picture of the decision regions on which visitors draw points.

Its front end is ``web/drawing.js``, which describes the data it takes and the state it returns.
Streamlit gets only a few lines that load it, so that the code is sent to each browser once and not
with every answer.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

import web
from core.link import decode
from core.state import LIMITS, LabState

__all__ = ["KEY", "LOADER", "Commit", "drawing_area", "read_commit"]

KEY = "canvas"

# The page's own address leads to the server also where the app lives below a path. All modules are
# asked for at once: each imports others, and a round trip for each generation takes its time.
LOADER = f"""
const at = (name) => new URL("{web.ADDRESS[1:]}/" + name, document.baseURI);
const read = async (name) => (await fetch(at(name))).text();
const [html, css, module] = await Promise.all([
  read("web/drawing.html"), Promise.all({web.STYLES}.map(read)), import(at("web/drawing.js")),
  ...{web.DRAWING}.map((name) => import(at(name))),
]);
export default (mount) => {{
  mount.parentElement.querySelector(".room")?.remove();
  if (!mount.parentElement.querySelector(".drawing")) {{
    mount.parentElement.append(module.readPage(html, ...css));
  }}
  return module.default({{ ...mount, data: mount.data[0] }});
}};
"""


# The page's style reserves the space of the component.
ROOM = '<p class="room">Loading the drawing area …</p>'
ROOM_STYLE = """
.room { margin: 0; padding-top: 10rem; text-align: center; opacity: 0.7; }
"""

# A message contains new values of these fields of the lab's state.
CHECKS: Mapping[str, Callable[[Any], Any]] = {
    name: LIMITS[name].check for name in ("points", "gamma", "switches")
}


@dataclass(frozen=True)
class Commit:
    """A message of the drawing component, sent when the pointer is released.

    `seq` is the number of the message, `revision` that of the data it was made from; 0 asks for the
    points of a component that has none. `changes` are new values of fields of the lab's state. The
    points are `edited` if they differ from those of that data; undoing everything ends that.
    `setting` is the state of the lab to go to first, if there is one: a preset's, or the one that
    an undone drawing was shown with. `cut` is the cut on the line of a lesson.
    """

    seq: int
    revision: int
    changes: dict[str, Any]
    edited: bool
    setting: LabState | None = None
    cut: int | None = None


def drawing_area(data: Mapping[str, Any], key: str = KEY) -> None:
    """Show the drawing component; its messages arrive in the session under the key."""
    json.dumps(data, allow_nan=False)  # values that are not plain JSON would arrive as their repr
    component = st.components.v2.component("bayeslab.canvas", html=ROOM, js=LOADER, css=ROOM_STYLE)
    # Wrapped in a list: Streamlit scans dicts for tables, slowly.
    component(key=key, data=[data], on_drawing_change=lambda: None)


def read_commit(message: Any) -> Commit | None:
    """Read the message of the drawing component; None if it is missing or invalid.

    A browser can be made to send anything, so every value is checked against its limit.
    """
    sent = message.get("drawing") if isinstance(message, Mapping) else None
    if not isinstance(sent, Mapping):
        return None
    try:
        changes = {
            name: check(sent[name]) for name, check in CHECKS.items() if sent.get(name) is not None
        }
        numbers = int(sent["seq"]), int(sent["revision"])
        cut = None if sent.get("cut") is None else int(sent["cut"])
        setting = _read_setting(sent.get("setting"))
        return Commit(*numbers, changes, "points" in changes, setting, cut)
    except (KeyError, OverflowError, TypeError, ValueError):
        return None


def _read_setting(parameters: Any) -> LabState | None:
    """Read the parameters of a link; invalid ones get their defaults, as in an address."""
    if parameters is None:
        return None
    if not isinstance(parameters, Mapping):
        raise TypeError("Settings are parameters of a link.")
    return decode(parameters)[0]
