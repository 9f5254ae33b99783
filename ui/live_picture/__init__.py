"""Live pictures: pictures of a lesson whose parts can be grabbed, computed in the browser.

A lesson's picture is ``lessons/<stem>/picture.js`` on the frame of this folder (``live.js``), which
says what a picture has to offer. Python sends the numbers to start with. While a hand moves, the
browser computes alone; when the hand lets go, the numbers go into the widgets of the page, and with
them into its link, its formulas and its tables.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from numbers import Real
from pathlib import Path
from typing import Any

import streamlit as st

from bayeslab.figures import PALETTE
from ui.session import give, theme, value_of

__all__ = ["ADDRESS", "FILES", "ROOT", "Number", "ask_numbers", "live_picture", "read_hand"]

ROOT = Path(__file__).parents[2]
FOLDERS = ("ui/live_picture/*.css", "ui/live_picture/*.js", "ui/canvas/**/*.js", "lessons/*/*.js")
FILES = sorted(path.relative_to(ROOT).as_posix() for glob in FOLDERS for path in ROOT.glob(glob))
# The number of this version in the address: browsers may keep the files for good.
_digest = sha256(b"".join((ROOT / name).read_bytes() for name in FILES))
ADDRESS = f"/pictures/{_digest.hexdigest()[:12]}"
ROOM = '<p class="room">Loading the picture …</p>'


@dataclass(frozen=True)
class Number:
    """A number of a live picture, which also has a slider.

    Attributes
    ----------
    name : str
        In the picture.
    label : str
    low, high, start : float
    key : str
        Of the slider, and in the link; the name if none is given.
    """

    name: str
    label: str
    low: float
    high: float
    start: float
    key: str = ""

    @property
    def widget(self) -> str:
        """The key of the slider."""
        return self.key or self.name


def ask_numbers(numbers: Sequence[Number]) -> dict[str, float]:
    """Show a slider for each number, folded; return the values by name."""
    with st.expander("Exact values", icon=":material/tune:"):
        return {
            number.name: st.slider(
                number.label,
                *(number.low, number.high, number.start, 0.01),
                key=number.widget,
                bind="query-params",
            )
            for number in numbers
        }


def live_picture(
    stem: str, numbers: Sequence[Number], values: Mapping[str, float], **data: Any
) -> None:
    """Show the live picture of a lesson.

    Parameters
    ----------
    stem : str
        Of the lesson.
    numbers : sequence of Number
        What can be grabbed.
    values : dict
        The values of these numbers.
    **data
        What else the picture reads; plain values only.
    """
    key = f"live {stem}"
    data |= {
        "seq": _seq(value_of(key)),
        "values": dict(values),
        "start": {number.name: number.start for number in numbers},
        "limits": {number.name: [number.low, number.high] for number in numbers},
        "theme": theme(),
        "palette": [vars(style) for style in PALETTE[:4]],
    }
    json.dumps(data, allow_nan=False)  # what is not plain JSON would arrive as its repr
    component = st.components.v2.component(f"bayeslab.{stem}", html=ROOM, js=_loader(stem))
    component(key=key, data=data, on_hand_change=partial(_take_over, key, tuple(numbers)))


def _loader(stem: str) -> str:
    """Return JavaScript that loads the frame, its style and the picture."""
    return f"""
const at = (name) => new URL("{ADDRESS[1:]}/" + name, document.baseURI);
const [style, frame, picture] = await Promise.all([
  fetch(at("ui/live_picture/live.css")).then((answer) => answer.text()),
  import(at("ui/live_picture/live.js")),
  import(at("lessons/{stem}/picture.js")),
]);
export default (mount) => frame.show(mount, picture.default, style);
"""


def _take_over(key: str, numbers: Sequence[Number]) -> None:
    """Give the sliders what a hand has left behind."""
    give(read_hand(value_of(key), numbers))


def read_hand(message: Any, numbers: Sequence[Number]) -> dict[str, float]:
    """Return the values in a message by slider; a browser can be made to send anything."""
    sent = _sent(message).get("values")
    values = sent if isinstance(sent, Mapping) else {}
    return {
        number.widget: min(max(float(value), number.low), number.high)
        for number in numbers
        for value in [values.get(number.name)]
        if isinstance(value, Real) and math.isfinite(value)
    }


def _seq(message: Any) -> int:
    seq = _sent(message).get("seq")
    return seq if isinstance(seq, int) else 0


def _sent(message: Any) -> Mapping[str, Any]:
    hand = message.get("hand") if isinstance(message, Mapping) else None
    return hand if isinstance(hand, Mapping) else {}
