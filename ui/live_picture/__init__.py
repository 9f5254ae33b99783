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

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bayeslab.figures import PALETTE
from ui.session import overrule, theme, value_of

__all__ = [
    "ADDRESS",
    "FILES",
    "ROOT",
    "Number",
    "Text",
    "ask_numbers",
    "live_picture",
    "read_hand",
    "read_pixels",
]

ROOT = Path(__file__).parents[2]
STYLES = ["ui/canvas/style/terms.css", "ui/live_picture/live.css"]
FOLDERS = (*STYLES, "ui/live_picture/*.js", "ui/canvas/**/*.js", "lessons/*/*.js")
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
    step : float
        Of the slider.
    """

    name: str
    label: str
    low: float
    high: float
    start: float
    key: str = ""
    step: float = 0.01

    @property
    def widget(self) -> str:
        """The key of the slider."""
        return self.key or self.name

    def ask(self) -> float:
        """Show the slider."""
        return st.slider(
            self.label,
            *(self.low, self.high, self.start, self.step),
            key=self.widget,
            bind="query-params",
        )

    def read(self, sent: Any) -> float | None:
        """Return a number within the limits, or None if it is none."""
        if not isinstance(sent, Real) or not math.isfinite(sent):
            return None
        return min(max(float(sent), self.low), self.high)


@dataclass(frozen=True)
class Text:
    """A text of a live picture, typed or painted, which also has a text field.

    Attributes
    ----------
    name, label, key
        As those of a :class:`Number`.
    start : str
    longest : int
        The largest number of characters.
    """

    name: str
    label: str
    start: str
    longest: int
    key: str = ""

    @property
    def widget(self) -> str:
        """The key of the text field."""
        return self.key or self.name

    def ask(self) -> str:
        """Show the text field."""
        text = st.text_input(
            self.label, self.start, self.longest, key=self.widget, bind="query-params"
        )
        return text or ""

    def read(self, sent: Any) -> str | None:
        """Return a text of the allowed length, or None if it is none."""
        return sent[: self.longest] if isinstance(sent, str) else None


def ask_numbers(numbers: Sequence[Number | Text]) -> dict[str, Any]:
    """Show a slider or a text field for each value, folded; return the values by name."""
    with st.expander("Exact values", icon=":material/tune:"):
        return {number.name: number.ask() for number in numbers}


def live_picture(
    stem: str,
    numbers: Sequence[Number | Text],
    values: Mapping[str, Any],
    script: str = "picture",
    **data: Any,
) -> None:
    """Show a live picture of a lesson.

    Parameters
    ----------
    stem : str
        Of the lesson.
    numbers : sequence of Number or Text
        What can be grabbed, typed or painted.
    values : dict
        The values of these.
    script : str
        The stem of the picture's script in the folder of the lesson.
    **data
        What else the picture reads; plain values only.
    """
    name = stem if script == "picture" else f"{stem}_{script}"
    key = f"live {name}"
    data |= {
        "seq": _seq(value_of(key)),
        "values": dict(values),
        "start": {number.name: number.start for number in numbers},
        "limits": {
            number.name: [number.low, number.high]
            for number in numbers
            if isinstance(number, Number)
        },
        "texts": {
            text.name: {"label": text.label, "longest": text.longest}
            for text in numbers
            if isinstance(text, Text)
        },
        "theme": theme(),
        "palette": [vars(style) for style in PALETTE[:4]],
    }
    json.dumps(data, allow_nan=False)  # what is not plain JSON would arrive as its repr
    component = st.components.v2.component(f"bayeslab.{name}", html=ROOM, js=_loader(stem, script))
    # Of a dict, Streamlit would take long to find out that none of its values is a table.
    component(key=key, data=[data], on_hand_change=partial(_take_over, key, tuple(numbers)))


def _loader(stem: str, script: str) -> str:
    """Return JavaScript that loads the frame, its style and the picture."""
    return f"""
const at = (name) => new URL("{ADDRESS[1:]}/" + name, document.baseURI);
const read = async (name) => (await fetch(at(name))).text();
const [styles, frame, picture] = await Promise.all([
  Promise.all({STYLES}.map(read)),
  import(at("ui/live_picture/live.js")),
  import(at("lessons/{stem}/{script}.js")),
]);
const style = styles.join("");
export default (mount) => frame.show({{ ...mount, data: mount.data[0] }}, picture.default, style);
"""


def _take_over(key: str, numbers: Sequence[Number | Text]) -> None:
    """Give the sliders the values that a hand has dragged to."""
    overrule(read_hand(value_of(key), numbers))


def read_hand(message: Any, numbers: Sequence[Number | Text]) -> dict[str, Any]:
    """Return the values in a message by widget; a browser can be made to send anything."""
    sent = _sent(message).get("values")
    values = sent if isinstance(sent, Mapping) else {}
    read = {number.widget: number.read(values.get(number.name)) for number in numbers}
    return {widget: value for widget, value in read.items() if value is not None}


def read_pixels(text: str, count: int, most: int) -> NDArray[np.int64] | None:
    """Return painted pixels, or None if the text does not hold `count` levels from 0 to `most`.

    Each pixel is a digit to base 36; ``pixels.js`` writes them.
    """
    if len(text) != count or not text.isascii() or not text.isalnum():
        return None
    levels = np.array([int(digit, 36) for digit in text])
    return levels if levels.max(initial=0) <= most else None


def _seq(message: Any) -> int:
    seq = _sent(message).get("seq")
    return seq if isinstance(seq, int) else 0


def _sent(message: Any) -> Mapping[str, Any]:
    hand = message.get("hand") if isinstance(message, Mapping) else None
    return hand if isinstance(hand, Mapping) else {}
