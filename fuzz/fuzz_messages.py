"""Fuzz the reader of the drawing area's messages: any JSON is a message or is ignored.

Atheris guides the bytes by the branches they reach. It is not a dependency of the project::

    python -m pip install atheris
    python -m fuzz.fuzz_messages -max_total_time=30

A failure is written to a file ``crash-...``; give its name as argument to run it again.
"""

import json
import sys
from contextlib import suppress
from typing import Any

import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]

with atheris.instrument_imports(include=["bayeslab.drawing", "bayeslab.limits", "ui.canvas"]):
    from bayeslab.state import LIMITS
    from ui.canvas import read_commit

KEYS = ("seq", "revision", "points", "gamma", "switches")


def check_bytes(content: bytes) -> None:
    """Read a message whose values are JSON made of the bytes; reading may never fail."""
    data = atheris.FuzzedDataProvider(content)
    drawing: dict[str, Any] = {"seq": 1, "revision": 1}
    while data.remaining_bytes():
        name = data.PickValueInList(list(KEYS))
        text = data.ConsumeUnicodeNoSurrogates(data.ConsumeIntInRange(0, 4000))
        drawing[name] = text
        with suppress(ValueError, RecursionError):  # what is no JSON stays text
            drawing[name] = json.loads(text)
    commit = read_commit({"drawing": drawing})
    if commit is not None:
        for name, value in commit.changes.items():
            assert LIMITS[name].parse(LIMITS[name].write(value)) is not None


if __name__ == "__main__":
    atheris.Setup(sys.argv, check_bytes)
    atheris.Fuzz()
