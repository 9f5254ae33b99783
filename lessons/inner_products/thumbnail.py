"""The thumbnail of lesson 6: on a line through the moons, the mean bump of each class."""

import numpy as np

from bayeslab.figures import PALETTE
from core import compute
from core.state import LabState
from lessons.inner_products.numbers import slice_bumps
from ui.thumbnails import draw_thumbnail_curves

__all__ = ["ALT", "draw"]

ALT = "The mean bump of each class on a line through the moons."
NARROW = LabState(data="moons", n=60)


def draw(theme: str) -> str:
    """Return the thumbnail."""
    low, high, *_ = compute.box(NARROW.dataset_spec)
    bumps = slice_bumps(compute.fitted_model(NARROW.fit_spec()), np.linspace(low, high, 121), 0.0)
    curves = [
        (heights.sum(axis=0), style.colour)
        for heights, style in zip(bumps.heights, PALETTE, strict=False)
    ]
    return draw_thumbnail_curves(bumps.x1, curves, theme=theme)
