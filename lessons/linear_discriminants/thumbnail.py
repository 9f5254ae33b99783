"""The thumbnail of lesson 4: the mean image of each digit."""

import numpy as np

from core.images import DIGITS, load_images
from ui.thumbnails import draw_thumbnail_images

__all__ = ["ALT", "draw"]

ALT = "The mean images of the digits 0 to 9."


def draw(theme: str) -> str:
    """Return the thumbnail."""
    images = load_images(DIGITS)
    means = np.stack([images.images[images.y == k].mean(axis=0) for k in np.unique(images.y)])
    apart = np.pad(means / means.max(), ((0, 0), (2, 2), (1, 1)))
    return draw_thumbnail_images(apart, columns=5, theme=theme)
