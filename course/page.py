"""A lesson's page of the static course, and helpers of the modules of :mod:`course.blocks`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from core.state import LabState
from core.texts import fill
from course.parts import Block, Formula, LivePicture, Markdown, Part, Still, tabulate
from course.prose import Prose
from lessons import parts
from lessons.lesson_state import LessonState
from lessons.texts import read_sections
from ui.figure_svg import write_svg

__all__ = ["Numbers", "Page", "draw_still", "live", "tell"]

Numbers = Mapping[str, str]
DIRECTIVE = re.compile(r":small\[(.*)\]\Z", re.DOTALL)  # of Streamlit's Markdown


@dataclass(frozen=True)
class Page:
    """A lesson's page.

    Attributes
    ----------
    blocks : tuple of Block
        The first one has the formula and is beside the idea; others follow below.
    lab : callable
        The state of the lab that the page leads to, for a state of the lesson.
    first : State, optional
        The state of a page without a link; the lesson's own first state unless given.
    idea, tries : callable
        The numbers in the sections "Idea" and "Try".
    closing : callable or None
        The numbers of the section "Source", if the lesson has one.
    app_only : tuple of str
        Fields that only the app reads; a page opened by a link in which they differ says so.
    in_app : str
        The further parts of this lesson in the app, as Markdown.
    keeps : tuple of str
        Fields that a button of "Try" leaves as they are.
    appendix : callable
        Returns HTML that follows the blocks.
    """

    blocks: tuple[Block, ...]
    lab: Callable[[Any], LabState]
    first: LessonState | None = None
    idea: Callable[[], Numbers] = dict
    tries: Callable[[], Numbers] = dict
    closing: Callable[[], Numbers] | None = None
    app_only: tuple[str, ...] = ()
    in_app: str = ""
    keeps: tuple[str, ...] = ()
    appendix: Callable[[Prose], str] = lambda _: ""


def tell(stem: str, state: LessonState, *sources: parts.Part) -> tuple[Part, ...]:
    """Return the parts of a lesson for a state.

    The first part that cannot be computed says why; the others that cannot are empty, so that there
    are equally many for every state.
    """
    contents, refusal = list[Part](), ""
    for part in sources:
        try:
            contents.append(_compute(stem, state, part))
        except ValueError as problem:
            contents.append(Markdown("" if refusal else str(problem)))
            refusal = str(problem)
    return tuple(contents)


def _compute(stem: str, state: LessonState, part: parts.Part) -> Part:
    match part:
        case parts.TextPart(section, numbers):
            text = fill(read_sections(stem)[section], numbers(state))
            return Markdown(DIRECTIVE.sub(r"\1", text))
        case parts.FormulaPart(equations):
            return Formula(equations(state))
        case parts.TablePart(data, alt, write, writers):
            return tabulate(data(state), alt, write, **writers)


def live(
    state: Any, grabbed: tuple[str, ...], data: Mapping[str, Any], script: str = "picture"
) -> LivePicture:
    """Return a live picture with those of the fields that apply."""
    return LivePicture(script, tuple(name for name in grabbed if state.applies(name)), data)


def draw_still(draw: Callable[[str], go.Figure], alt: str, width: int, height: int) -> Still:
    """Return a figure that Python draws, in both themes."""
    return Still(
        {theme: write_svg(draw(theme), alt, width, height, theme) for theme in ("light", "dark")},
        alt,
    )
