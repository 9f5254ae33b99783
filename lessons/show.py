"""A lesson's page in the app, from its declaration (:mod:`lessons.page`)."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any

import streamlit as st

from core.fields import fields_of
from core.limits import Choice, Number
from lessons import LESSONS
from lessons.frame import LessonPage, begin_lesson, begin_part
from lessons.lab_picture import show_lab_picture, take_hand
from lessons.page import Ask, Block, Figure, Hunt, InApp, Page, Plane, as_ask, page_of
from lessons.parts import FormulaPart
from lessons.step_card import show_step
from lessons.steps import Step, read_steps
from ui import pictures
from ui.layout import problem_instead, show_figure
from ui.live_picture import live_picture
from ui.session.address import theme
from ui.session.widgets import was_pressed

AGAIN = "draw another sample"  # the key of a button


def show_lesson(stem: str) -> None:
    """Show the page of a lesson."""
    page = page_of(stem)
    if page.show:
        page.show()
        return
    (kind,) = (lesson.state for lesson in LESSONS if lesson.stem == stem)
    lesson = begin_lesson(kind.first(), **page.idea())
    if lesson.step is not None:
        _show_steps(lesson, page, lesson.step)
        return
    first, *others = page.blocks
    _show_block(lesson, first, lesson.picture, lesson.beside)
    lesson.ask()
    with lesson.beside:
        lesson.try_this(page.lab(lesson.controls.state), **page.tries())
    if page.closing:
        lesson.say("Source", **page.closing())
    for block in others:
        text, picture = begin_part(block.heading)
        _show_block(lesson, block, picture, text)
        if block.tries:
            with text:
                lab = page.lab(lesson.controls.state)
                lesson.try_this(lab, block.tries, title=block.tries_title)
    for show in page.further:
        show(lesson)
    lesson.end(page.lab(lesson.controls.settle()))


def _show_steps(lesson: LessonPage[Any], page: Page, step: Step) -> None:
    """Show the page of a lesson: the picture with a step, the formula if it belongs to it."""
    _show_block(lesson, page.blocks[step.picture], lesson.picture, lesson.beside)
    end_step(lesson, page)


def end_step(lesson: LessonPage[Any], page: Page) -> None:
    """Show the card of a step when its picture is drawn, and what ends the page."""
    state, kind = lesson.controls.settle(), type(lesson.controls.state)
    with lesson.task, problem_instead():
        steps = read_steps(lesson.lesson.stem, kind)
        show_step(lesson.lesson, steps, state, page.steps, page.keeps)
    lesson.end(page.lab(state))


def _show_block(lesson: LessonPage[Any], block: Block, picture: Any, beside: Any) -> None:
    """Show a block in the containers of its picture and its text: its controls, then the rest."""
    controls = lesson.controls
    if block.again and was_pressed(AGAIN) and controls.state.applies(block.again):
        _draw_again(lesson, block.again)
    in_row = [ask for ask in block.asks if ask.place == "above"]
    with picture:
        is_row = len(in_row) > 1
        key = "sample-row" if block.again else None
        above = (
            st.container(horizontal=True, vertical_alignment=block.align, key=key)
            if is_row
            else st.container()
        )
        notices, place = st.container(), st.container()
    with beside:
        places = {"above": above, "beside": st.container()}
        words = st.container()
        places["between"] = st.container()
    in_app = []
    for each in block.controls:
        if isinstance(each, InApp):
            if lesson.step is not None:
                continue
            with places[each.place]:
                in_app.append((each, notices if each.place == "above" else st.container()))
        elif as_ask(each).place in places:
            with places[as_ask(each).place]:
                _ask(lesson, block, as_ask(each))
    if block.again and controls.state.applies(block.again) and lesson.shows("again"):
        with above:
            st.button("Draw again", key=AGAIN, icon=":material/casino:")
    if isinstance(block.picture, Plane):
        take_hand(controls)
    if lesson.step is None:
        with picture:
            _ask_exactly(lesson, block)
    with picture, problem_instead():
        for part, container in in_app:
            with container:
                part.show(lesson)
        state = controls.settle()
        wait = block.wait(state)
        with place, st.spinner(wait) if wait else nullcontext():
            _draw(lesson, block, state)
            lesson.tell(block.legend(state))
        with beside, problem_instead():
            if lesson.step is None:
                with words:
                    lesson.tell(block.words(state))
                lesson.tell(block.parts(state))
            elif lesson.shows("formula") and isinstance(block.picture, Plane):  # others have terms
                lesson.tell(part for part in block.parts(state) if isinstance(part, FormulaPart))


def _ask(lesson: LessonPage[Any], block: Block, ask: Ask) -> None:
    """Draw a control, unless it would reveal the answer."""
    state, name = lesson.controls.state, ask.name
    is_later = name in block.later and not lesson.is_answered
    if not lesson.shows(name):
        return
    if ask.only(state) and not (is_later and getattr(state, name) == getattr(type(state), name)):
        steps: Mapping[str, Any] = {"steps": ask.steps} if ask.steps else {}
        lesson.controls.ask(name, **steps, **ask.options)


def _ask_exactly(lesson: LessonPage[Any], block: Block) -> None:
    """Draw the controls that are folded, choices in a row, if there are any."""
    folded = [ask for ask in block.asks if ask.place in ("folded", "folded in app")]
    state, exact = lesson.controls.state, list(map(as_ask, block.exact))
    if not any(state.applies(ask.name) and ask.only(state) for ask in (*folded, *exact)):
        return
    fields = fields_of(type(state))
    choices = [ask for ask in folded if isinstance(fields[ask.name].limit, Choice)]
    with st.expander(block.fold, icon=":material/tune:"):
        if choices:
            with st.container(horizontal=True):
                for ask in choices:
                    _ask(lesson, block, ask)
        for each in (*(ask for ask in folded if ask not in choices), *exact):
            _ask(lesson, block, each)


def _draw_again(lesson: LessonPage[Any], name: str) -> None:
    """Count on to the next sample, or from the last one to the first."""
    state = lesson.controls.state
    limit = state.limit(name)
    assert isinstance(limit, Number)
    lesson.controls.change(**{name: state.value(name) % int(limit.high) + 1})


def _draw(lesson: LessonPage[Any], block: Block, state: Any) -> None:
    """Show the picture or the pictures of a block."""
    stem, picture = lesson.lesson.stem, block.picture
    if isinstance(picture, Plane):
        cut = state.value("cut") if picture.has_line else None
        show_lab_picture(stem, state.lab, cut, weights=picture.weights, titles=picture.titles)
        return
    assert not isinstance(picture, Hunt), "its lesson has a page of its own"
    shown = picture(state)
    if isinstance(shown, Sequence):
        _show_figures(shown)
    else:
        hands = shown.state or state
        live_picture(stem, hands, block.grabbed, shown.data, shown.script)


def _show_figures(figures: Sequence[Figure]) -> None:
    columns = st.columns(len(figures)) if len(figures) > 1 else [nullcontext()]
    for column, each in zip(columns, figures, strict=True):
        figure = pictures.figure(each.draw, *each.arguments, theme=theme())
        with column:
            show_figure(figure, each.alt, each.height, key=each.key)
