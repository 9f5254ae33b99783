"""The thumbnails of the lessons: each draws its own."""

from functools import partial

from core.caching import memoize
from lessons import LESSONS
from lessons.page import module_of

__all__ = ["THUMBNAILS", "thumbnail"]


@memoize(32)
def thumbnail(stem: str, theme: str) -> tuple[str, str]:
    """Return the thumbnail of the lesson with that stem, an SVG, and a sentence about it."""
    module = module_of(stem, "thumbnail")
    return module.draw(theme), module.ALT


THUMBNAILS = {lesson.stem: partial(thumbnail, lesson.stem) for lesson in LESSONS}
