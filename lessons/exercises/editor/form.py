"""The form of the editor: a widget for each field of a draft."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from bayeslab.evaluation.models import MODELS
from core.exercises.draft import (
    as_words,
    figures_for,
    offered_fields,
    offered_kinds,
    with_changes,
    with_kind,
)
from core.exercises.exercise import LEVELS, Exercise, Kind
from core.exercises.rules import LESSONS, LONGEST_TEXT, LONGEST_TITLE, live_models
from core.state import LabState
from lessons import LESSONS as ALL_LESSONS
from lessons.exercises.editor.drafts import change_drafts, current_drafts
from ui.layout import open_expander
from ui.session.widgets import value_of

__all__ = ["ask", "ask_changes", "ask_end", "ask_kind", "ask_words", "press"]

KIND_TITLES: dict[Kind, str] = {
    "reach": "Reach a goal",
    "choice": "Choose an answer",
    "number": "Give a number",
    "place": "Place a line",
}
KIND_TEXTS: dict[Kind, str] = {
    "reach": "Students change the picture until your goal holds.",
    "choice": "Students choose one of your answers; each has a reply.",
    "number": "Students type a number, and the computer knows the right one.",
    "place": "Students place the boundary in the picture.",
}
STEP_HEIGHT = 110  # pixels of a text of several lines
WRITING = "Markdown; formulas between $ signs"
FIGURES = (
    "Write one of these into the task, a hint, a reply or the text after success: `solution` gives "
    "the number at the solution, `start` the number at the start, and `yours` the student’s own."
)
OF_OTHERS = "For another classifier add its name, as in `{solution errors of pooled}`: "

Write = Callable[[Exercise, Any], Exercise]


def ask(
    widget: Any, name: str, label: str, write: Write, *, renews: bool = False, **settings: Any
) -> None:
    """Draw a widget; its value goes into the draft, unless the form shows another one by now.

    If it `renews`, the form is drawn anew, because other fields change their values.
    """
    version = current_drafts().version
    key = f"draft {version} {name}"

    def edit() -> None:
        draft_list, value = current_drafts(), value_of(key)
        if draft_list.version == version and value is not None:
            draft = write(draft_list.draft, value)
            change_drafts(draft_list.renew(draft) if renews else draft_list.change(draft))

    widget(label, key=key, on_change=edit, **settings)


def press(label: str, name: str, write: Callable[[Exercise], Exercise], **settings: Any) -> None:
    """Draw a button that changes the draft and renews the form."""

    def edit() -> None:
        draft_list = current_drafts()
        change_drafts(draft_list.renew(write(draft_list.draft)))

    key = f"draft {current_drafts().version} {name}"
    st.button(label, key=key, on_click=edit, **settings)


# The kind, and the words


def ask_kind(draft: Exercise) -> None:
    """Ask what students do."""
    kinds = offered_kinds(draft)
    is_plane = isinstance(draft.start, LabState)
    titles = KIND_TITLES if is_plane else {**KIND_TITLES, "place": "Place a cut"}
    ask(
        st.segmented_control,
        "kind",
        "What do students do?",
        with_kind,
        renews=True,
        options=kinds,
        default=draft.kind,
        format_func=titles.__getitem__,
        required=True,
    )
    st.caption(KIND_TEXTS[draft.kind])


def ask_words(draft: Exercise) -> None:
    """Ask for the title and the task."""
    ask(
        st.text_input,
        "title",
        "Title",
        lambda draft, text: replace(draft, title=" ".join(text.split())),
        value=draft.title,
        max_chars=LONGEST_TITLE,
        placeholder="Narrow, but not too narrow",
    )
    ask(
        st.text_area,
        "task",
        f"Task ({WRITING})",
        lambda draft, text: replace(draft, task=as_words(text)),
        value=draft.task,
        max_chars=LONGEST_TEXT,
        height=STEP_HEIGHT,
        placeholder="Every point has a region of its own. Choose γ such that …",
    )


def ask_end(draft: Exercise) -> None:
    """Ask for the text after success, and the lesson of the exercise."""
    ask(
        st.text_area,
        "shown",
        "What students read after success",
        lambda draft, text: replace(draft, shown=as_words(text)),
        value=draft.shown,
        max_chars=LONGEST_TEXT,
        height=STEP_HEIGHT,
        placeholder="What did it show?",
    )
    _list_figures(draft)
    with st.container(horizontal=True):
        ask(
            st.selectbox,
            "lesson",
            "Goes with lesson",
            lambda draft, number: replace(draft, lesson=number),
            options=range(LESSONS[0], LESSONS[1] + 1),
            index=draft.lesson - LESSONS[0],
            format_func=lambda number: ALL_LESSONS[number - 1].heading,
        )
        ask(
            st.selectbox,
            "level",
            "How hard",
            lambda draft, level: replace(draft, level=level),
            options=list(LEVELS),
            index=list(LEVELS).index(draft.level),
            format_func=LEVELS.__getitem__,
            width=170,
        )


def _list_figures(draft: Exercise) -> None:
    """List the numbers that the texts can compute, on request."""
    part = open_expander("Let a text compute a number", "function", key="draft figures")
    if part is None:
        return
    rows = [f"| `{{solution {name}}}` | {title} |" for name, title in figures_for(draft).items()]
    with part:
        st.markdown(FIGURES)
        st.markdown("\n".join(["| write | it becomes |", "|---|---|", *rows]))
        if isinstance(draft.start, LabState):
            st.markdown(OF_OTHERS + ", ".join(f"`{key}`" for key in live_models()) + ".")


# Reach: what may be changed, the goal, the hints


def ask_changes(draft: Exercise) -> None:
    """Ask what students may change."""
    fields = offered_fields(draft)
    ask(
        st.pills,
        "may",
        "What may students change?",
        with_changes,
        options=list(fields),
        default=[name for name in draft.may if name in fields],
        format_func=fields.__getitem__,
        selection_mode="multi",
        wrap=True,
    )
    if "model" in draft.may:
        ask(
            st.multiselect,
            "models",
            "Classifiers to choose from (none means all)",
            lambda draft, keys: replace(draft, models=tuple(keys)),
            options=live_models(),
            default=list(draft.models),
            format_func=lambda key: MODELS[key].title,
        )
