"""The title and the first picture of *Start*, as a part of the HTML.

Streamlit needs seconds until it shows anything: the browser compiles its scripts, opens the
WebSocket and waits for a run of the page. The picture is the true one of the same data set and
classifier, and lies where the drawing area will be, which replaces it (:mod:`ui.index_page`).
"""

from functools import cache

from core.examples import HERO
from core.texts import split_sections
from ui import pictures
from ui.layout import read_prose
from ui.thumbnails import to_address

__all__ = ["first_picture"]


@cache
def first_picture() -> str:
    """Return the HTML."""
    text = split_sections(read_prose("start"))["Invitation"]
    light, dark = (_draw(theme) for theme in ("light", "dark"))
    return (
        f'<div id="first-picture" aria-hidden="true"><h1>bayeslab</h1><p>{text}</p><picture>'
        f'<source media="(prefers-color-scheme: dark)" srcset="{dark}"><img alt="" src="{light}">'
        "</picture></div>"
    )


def _draw(theme: str) -> str:
    """Return the address of a picture that fills whatever room it gets, as the plane does."""
    svg = pictures.tile_with_points(HERO.fit_spec(), theme)
    return to_address(svg.replace("<svg ", '<svg preserveAspectRatio="none" ', 1))
