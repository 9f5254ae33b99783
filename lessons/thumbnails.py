"""The pictures on the cards of the lessons: files, ``card-light.svg`` and ``card-dark.svg``."""

import re
from functools import cache, partial
from html import unescape
from pathlib import Path

from lessons import LESSONS

HERE = Path(__file__).parent


@cache
def thumbnail(stem: str, theme: str) -> tuple[str, str]:
    """Return the picture of the lesson with that stem, an SVG, and its title in words."""
    svg = (HERE / stem / f"card-{theme}.svg").read_text(encoding="utf-8")
    (title,) = re.findall("<title>(.+)</title>", svg)
    return svg, unescape(title)


THUMBNAILS = {lesson.stem: partial(thumbnail, lesson.stem) for lesson in LESSONS}
