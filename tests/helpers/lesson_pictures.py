"""What the browser draws of a lesson's state, without a page."""

from importlib import import_module
from typing import Any

from bayeslab.figures.theme import PALETTE
from core.fields import fields_of
from core.grips import describe_grips
from javascript import call

__all__ = ["draw_picture"]


def draw_picture(state: Any, *grips: str, script: str = "picture", **stage: Any) -> dict[str, Any]:
    """Return what the script of a state's lesson draws: its calls, texts, terms and figures."""
    stem = type(state).__module__.split(".")[1]
    assert set(grips) <= fields_of(type(state)).keys()
    names = [name for name in grips if state.applies(name)]
    data = import_module(f"lessons.{stem}.data").picture_data(state) | {"theme": "light"}
    data |= describe_grips(state, names) | {"palette": [vars(style) for style in PALETTE[:4]]}
    (picture,) = call("drawn.mjs", [["draw", stem, data, {"script": script, **stage}]])
    return dict(picture)
