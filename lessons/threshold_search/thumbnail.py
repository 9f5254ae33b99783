"""The thumbnail of lesson 7: the number of errors, and label consistency, at every cut."""

import numpy as np

from bayeslab.figures import PALETTE
from core.compute import fitted_model
from lessons.threshold_search.numbers import SEARCH_EXAMPLES
from ui.thumbnails import draw_thumbnail_curves

__all__ = ["ALT", "draw"]

ALT = "The number of errors, and the label consistency, at every cut."
CONSISTENCY, ERRORS = PALETTE[2].colour, PALETTE[4].colour


def draw(theme: str) -> str:
    """Return the thumbnail."""
    search = fitted_model(SEARCH_EXAMPLES["moons"].fit_spec()).threshold_search_
    cuts = np.arange(len(search.errors), dtype=np.float64)
    curves = [(search.values, CONSISTENCY), (search.errors, ERRORS)]
    return draw_thumbnail_curves(cuts, curves, filled=False, theme=theme)
