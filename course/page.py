"""A lesson's page of the static course, and helpers of the modules of :mod:`course.blocks`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import plotly.graph_objects as go

from core.fields import fields_of
from core.limits import Number
from core.state import LabState
from core.texts import fill
from course.parts import (
    Block,
    Content,
    Formula,
    LivePicture,
    Markdown,
    MovablePoints,
    Part,
    Rows,
    Still,
    key_of,
    tabulate,
)
from course.planes import describe_plane, move_first_point
from course.prose import Prose
from lessons import Lesson, page, parts
from lessons.lesson_state import LessonState
from lessons.texts import read_sections
from ui.figure_svg import write_svg

__all__ = ["Numbers", "Page", "draw_still", "live", "read_page", "tell"]

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


def read_page(lesson: Lesson) -> Page:
    """Return the page of a lesson from its declaration."""
    declared = page.page_of(lesson.stem)
    return Page(
        tuple(_read_block(lesson, block) for block in declared.blocks),
        lab=declared.lab,
        idea=declared.idea,
        tries=declared.tries,
        closing=declared.closing,
        app_only=tuple(name for block in declared.blocks for name in block.app_only),
        in_app=declared.in_app,
    )


def _read_block(lesson: Lesson, block: page.Block) -> Block:
    fields, exact = fields_of(lesson.state), [n for n in block.grabbed if n not in block.app_only]
    steps = {ask.name: ask.course_steps or ask.steps for ask in block.asks if ask.steps}
    names = [ask.name for ask in block.asks]
    boxes = tuple(n for n in names if n not in steps and isinstance(fields[n].limit, Number))
    movable = (*boxes, *block.moved, *exact)
    return Block(
        partial(_show, lesson.stem, block, movable),
        tuple(name for name in names if name not in boxes),
        movable,
        boxes=boxes,
        rows=tuple(map(_read_rows, block.rows)),
        heading=block.heading,
        tries=block.tries,
        computed=block.computed,
        probes=move_first_point if isinstance(block.picture, page.Plane) else block.probes,
        steps=steps,
        later=block.later,
        folded=tuple(ask.name for ask in block.asks if ask.place == "folded"),
        again=block.again,
        is_answered=block.is_answered,
    )


def _read_rows(rows: page.Rows) -> Rows:
    values = {key_of(state, rows.by): rows.value(state) for state in rows.states()}
    return Rows(rows.name, rows.by, values, rows.is_default)


def _show(stem: str, block: page.Block, movable: tuple[str, ...], state: Any) -> Content:
    """Return what a block shows for a state."""
    told = (*block.legend(state), *block.words(state), *block.parts(state))
    return Content(_picture(block, movable, state), tell(stem, state, *told))


def _picture(
    block: page.Block, movable: tuple[str, ...], state: Any
) -> tuple[LivePicture | MovablePoints | Still, ...]:
    match block.picture:
        case page.Plane(has_line, weights, titles):
            start = state.reset(*movable)  # the browser is told them by the state
            return (describe_plane(start.lab, has_line=has_line, weights=weights, titles=titles),)
        case draw:
            shown = draw(state)
    if isinstance(shown, page.Live):
        grabbed = tuple(n for n in block.grabbed if n not in block.app_only and state.applies(n))
        return (LivePicture(shown.script, grabbed, shown.data),)
    return tuple(
        draw_still(partial(_draw, each), each.alt, each.width, each.height) for each in shown
    )


def _draw(figure: page.Figure, theme: str) -> go.Figure:
    return figure.draw(*figure.arguments, theme=theme)


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
        case parts.TextPart(section, numbers, _):
            text = fill(read_sections(stem)[section], numbers(state))
            return Markdown(DIRECTIVE.sub(r"\1", text))
        case parts.FormulaPart(equations):
            return Formula(equations(state))
        case parts.TablePart(data, alt, write, writers, _):
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
