"""The thumbnail of lesson 10: the regions of a rule as one of the sources prints it."""

import numpy as np

from lessons.checking_the_sources.proofs import panels
from ui.thumbnails import draw_thumbnail, draw_thumbnail_points, lay_over

__all__ = ["ALT", "draw"]

ALT = "The decision regions of a rule as one of the sources prints it."


def draw(theme: str) -> str:
    """Return the thumbnail."""
    root = panels("root")
    x1, x2, score = root.x1[::2], root.x2[::2], root.printed[::2, ::2]
    label = (score > 0).astype(np.int64)
    regions = draw_thumbnail(x1, x2, label, np.abs(score), 2, theme=theme)
    box = (x1[0], x1[-1], x2[0], x2[-1])
    return lay_over(regions, draw_thumbnail_points(root.X, root.y, box, theme=theme))
