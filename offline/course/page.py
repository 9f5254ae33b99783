"""What a block of a lesson's page shows in the static course for a state of the lesson."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import plotly.graph_objects as go

from core.texts import fill
from lessons.lesson_state import LessonState
from lessons.page import Block, Figure, Hunt, Live, Plane
from lessons.parts import FormulaPart, TablePart, TextPart
from lessons.parts import Part as Source
from lessons.texts import read_sections
from offline.course.parts import (
    Content,
    Formula,
    LivePicture,
    Markdown,
    MovablePoints,
    Part,
    Still,
    tabulate,
)
from offline.course.planes import describe_plane
from ui.figure_svg import write_svg

DIRECTIVE = re.compile(r":small\[(.*)\]\Z", re.DOTALL)  # of Streamlit's Markdown


def show(stem: str, block: Block, state: LessonState) -> Content:
    """Return the pictures and the parts of a block of a lesson for a state.

    The first part that cannot be computed says why; the others that cannot are empty, so that there
    are equally many for every state.
    """
    contents, refusal = list[Part](), ""
    for part in (*block.legend(state), *block.words(state), *block.parts(state)):
        try:
            contents.append(_compute(stem, state, part))
        except ValueError as problem:
            contents.append(Markdown("" if refusal else str(problem)))
            refusal = str(problem)
    return Content(_draw(block, state), tuple(contents))


def _compute(stem: str, state: LessonState, part: Source) -> Part:
    match part:
        case TextPart():
            text = fill(read_sections(stem)[part.section], part.numbers(state))
            return Markdown(DIRECTIVE.sub(r"\1", text))
        case FormulaPart():
            return Formula(part.equations(state))
        case TablePart():
            return tabulate(part.data(state), part.alt, part.write, **part.writers)


def _draw(block: Block, state: Any) -> tuple[LivePicture | MovablePoints | Still, ...]:
    if isinstance(block.picture, Plane):
        start = state.reset(*block.movable)  # the browser is told them by the state
        return (describe_plane(start.lab, block.picture),)
    assert not isinstance(block.picture, Hunt), "offline/course/hunt.py describes it"
    shown = block.picture(state)
    if isinstance(shown, Live):
        grabbed = tuple(n for n in block.grabbed if n in block.movable and state.applies(n))
        return (LivePicture(shown.script, grabbed, shown.data),)
    return tuple(
        draw_still(partial(_paint, each), each.alt, each.width, each.height) for each in shown
    )


def _paint(figure: Figure, theme: str) -> go.Figure:
    return figure.draw(*figure.arguments, theme=theme)


def draw_still(draw: Callable[[str], go.Figure], alt: str, width: int, height: int) -> Still:
    """Return a figure that Python draws, in both themes."""
    return Still(
        {theme: write_svg(draw(theme), alt, width, height, theme) for theme in ("light", "dark")},
        alt,
    )
