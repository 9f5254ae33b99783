"""The first content of a page: its title and its first picture, as part of the HTML.

Streamlit needs seconds until it shows anything: the browser compiles its scripts, opens the
WebSocket and waits for a run of the page. On Start the picture is an image of the same data set and
classifier. In the lab and the lessons it is the page's own component, started with the data that
the server first sent for a visitor without choices; so the first visitor after a start of the
server sees none. A lesson without a component sends the first words of its place. The picture is
in the place of the component, which replaces it (:mod:`ui.index_page`, ``first_picture.js``), and
cannot be touched.
"""

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Any

from core import compute
from core.examples import HERO, HERO_BOX
from core.fields import State
from core.texts import split_sections
from ui import pictures
from ui.layout import read_prose
from ui.thumbnails import HEIGHT, WIDTH, lay_over, to_address

__all__ = ["first_picture", "note_first_picture", "note_first_words", "note_opening"]

GROWTH = 1.3  # of what the picture on Start shows beyond the points, for planes of any shape
MARKER = 5  # pixels of a thumbnail, which is larger on Start

# By the name of the page in the address. Without choices the data of a page is always the same.
_openings: dict[str, tuple[State, str]] = {}
_pictures: dict[str, str] = {}


def note_opening(page: str, first: State, title: str, question: str = "", time: str = "") -> None:
    """Note the state in which a page opens, its title, and the text above its picture."""
    title, question, time = map(escape, (title, question, time))
    above = f"<h1>{title}</h1>{question and f'<p><b>{question}</b> {time}</p>'}"
    _openings[page] = first, above


def note_first_picture(
    page: str, state: State, key: str, loader: str, data: Mapping[str, Any]
) -> None:
    """Note the data of a page's component, if nothing has been chosen on the page.

    Parameters
    ----------
    page : str
        Its name in the address.
    state : State
        Of the page.
    key : str
        Of the component.
    loader : str
        The JavaScript that Streamlit gets for it.
    data : dict
        Without anything that depends on the visitor but the theme, which the browser knows.
    """
    if _opens(page, state):
        content = {"loader": loader, "data": {**data, "seq": 0}}
        plain = json.dumps(content, ensure_ascii=False, allow_nan=False).replace("<", r"\u003c")
        script = f'<script type="application/json" id="first-picture-data">{plain}</script>'
        _pictures[page] = _first_content(page, key) + script


def note_first_words(page: str, state: State, key: str, words: str) -> None:
    """Note the HTML that a page shows first in place of a picture, as :func:`note_first_picture`.

    Parameters
    ----------
    page : str
    state : State
    key : str
        Of the container.
    words : str
    """
    if _opens(page, state):
        _pictures[page] = _first_content(page, key, words)


def _opens(page: str, state: State) -> bool:
    """Return whether a page opens in this state and nobody has noted what it then shows."""
    return page not in _pictures and state == _openings[page][0]


def _first_content(page: str, key: str, words: str = "") -> str:
    place = f'data-page="{page}" data-key="{key.replace(" ", "-")}"'
    above = _openings[page][1]
    return (
        f'<div id="first-picture" {place} aria-hidden="true" inert>{above}<div>{words}</div></div>'
    )


def first_picture(page: str) -> str:
    """Return the HTML for a page, empty if nothing is known about it."""
    return _pictures.get(page, "") if page else _start()


@cache
def _start() -> str:
    text = split_sections(read_prose("start"))["Invitation"]
    light, dark = (_draw(theme) for theme in ("light", "dark"))
    return (
        f'<div id="first-picture" aria-hidden="true"><h1>bayeslab</h1><p>{text}</p><picture>'
        f'<source media="(prefers-color-scheme: dark)" srcset="{dark}"><img alt="" src="{light}">'
        "</picture></div>"
    )


def _draw(theme: str) -> str:
    """Return the address of a picture that fills whatever room it gets, as the plane does.

    Its view box has the box of the plane; the rest of the room shows what is around it.
    """
    fit, inner = HERO.fit_spec(), HERO_BOX
    outer = compute.wide_box(inner, WIDTH / HEIGHT, GROWTH)
    small = pictures.thumbnail_points(fit.data, theme, MARKER / HEIGHT / 2, outer)
    svg = lay_over(pictures.thumbnail(fit, theme, outer), small)
    width, height = (
        side * (inner[k + 1] - inner[k]) / (outer[k + 1] - outer[k])
        for k, side in ((0, WIDTH), (2, HEIGHT))
    )
    view = f"{(WIDTH - width) / 2:.1f} {(HEIGHT - height) / 2:.1f} {width:.1f} {height:.1f}"
    return to_address(svg.replace(f"0 0 {WIDTH} {HEIGHT}", view, 1))
