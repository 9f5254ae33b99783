"""The card with a lesson's step: what it says and asks for, its answer, and the ways on."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import streamlit as st

from core.rich_text import to_html
from core.texts import fill
from lessons import LESSONS, Lesson
from lessons.steps import Option, Step, set_up
from ui.session.lesson import lesson_state, put_lesson
from ui.session.widgets import value_of


def show_step(
    lesson: Lesson,
    steps: tuple[Step, ...],
    state: Any,
    numbers: Callable[[Any], Mapping[str, str]],
    keeps: Sequence[str],
) -> None:
    """Show the step of a state as a card.

    Parameters
    ----------
    lesson : Lesson
    steps : tuple of Step
        Of the lesson.
    state : LessonState
    numbers : callable
        Returns, for a state, the numbers for the fields of the step's texts.
    keeps : sequence of str
        Fields that "Back" and "Next" leave as they are.
    """
    number = min(state.step, len(steps))
    step, start = steps[number - 1], state.beginning()
    done = is_done(lesson, steps, state)
    text = fill(step.text, numbers(start)) if "{" in step.text else step.text
    with st.container(key="task", gap="small"):
        st.html(
            f'<p class="step-title" data-shows="{" ".join(step.controls)}">'
            f"<small>Step {number} of {len(steps)}</small>{escape(step.title)}</p>"
            f'<div class="step">{to_html(text)}</div>'
        )
        if step.options:
            _ask(lesson.stem, step, number)
        words = ""
        if done:
            words = f'<div class="answer">{to_html(fill(step.answer, numbers(state)))}</div>'
        elif step.until and state.change(formula=start.formula) != start:
            words = f'<p class="verdict">Not yet. {escape(step.hint)}</p>'
        st.html(f'<div role="status">{words}</div>')
        with st.container(horizontal=True, vertical_alignment="center"):
            for label, other in (("Back", number - 1), ("Next", number + 1)):
                is_there = 1 <= other <= len(steps)
                st.button(
                    label,
                    key=f"task {label}",
                    type="primary" if label == "Next" and done else "secondary",
                    disabled=not is_there,
                    on_click=_go,
                    args=(lesson, steps, other, keeps) if is_there else (),
                )
            if done and number == len(steps) and lesson is not LESSONS[-1]:
                after = LESSONS[lesson.number]
                st.page_link(after.page, label="Next lesson", icon=":material/arrow_forward:")


def is_done(lesson: Lesson, steps: tuple[Step, ...], state: Any) -> bool:
    """Return whether the step of a state is done: an option is chosen, or its state reached."""
    number = min(state.step, len(steps))
    if steps[number - 1].options:
        return value_of(_key(lesson.stem, number)) is not None
    return steps[number - 1].is_reached(state)


def _ask(stem: str, step: Step, number: int) -> None:
    """Show the options of a step, and what is wrong with the chosen one."""
    texts = [option.text for option in step.options]
    chosen = st.radio(
        step.title,
        range(len(texts)),
        index=None,
        format_func=texts.__getitem__,
        key=_key(stem, number),
        label_visibility="collapsed",
        on_change=_show_what_happens,
        args=(stem, step),
        persist_state="session",
    )
    if chosen is None:
        return
    option: Option = step.options[chosen]
    verdict = "✓ Right." if option.is_right else f"✗ {option.reply or 'Not quite.'}"
    st.html(f'<p class="verdict">{escape(verdict)}</p>')


def _key(stem: str, number: int) -> str:
    return f"option of {stem} {number}"


def _show_what_happens(stem: str, step: Step) -> None:
    if step.after:
        put_lesson(stem, lesson_state(stem).change(**step.after))


def _go(lesson: Lesson, steps: tuple[Step, ...], number: int, keeps: Sequence[str]) -> None:
    state = lesson_state(lesson.stem)
    kept = {name: state.value(name) for name in ("formula", *keeps)}
    put_lesson(lesson.stem, set_up(steps, number, lesson.state, **kept))
