"""The answer of a number, a place or a choice in the form of the editor."""

from dataclasses import replace
from typing import Any

import streamlit as st

from bayeslab.evaluation.models import MODELS
from core.exercises.check import write_value
from core.exercises.draft import BELOW_PICTURE, STRAIGHT, measures_for, value_now, with_answer
from core.exercises.exercise import DIGITS, LINE, Exercise, Option, Quantity
from core.exercises.rules import LARGEST, LONGEST_HINT, MOST_OPTIONS
from core.state import LabState
from lessons.exercises.editor.drafts import cut_out, put_in
from lessons.exercises.editor.form import ask, press
from lessons.exercises.editor.goal import ask_quantity


def ask_answer(draft: Exercise) -> None:
    """Ask for the answer of a number, a place or a choice."""
    if draft.kind == "choice":
        _ask_options(draft)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        assert draft.answer is not None
        if draft.kind == "number":
            ask_quantity(
                *(draft, "answer", draft.answer, measures_for(draft)),
                with_answer,
                renews=True,
            )
        elif isinstance(draft.start, LabState):
            ask(
                st.selectbox,
                "line",
                "The boundary of",
                lambda draft, key: replace(draft, answer=Quantity(LINE, key), mistakes=()),
                options=STRAIGHT,
                index=STRAIGHT.index(draft.answer.model),
                format_func=lambda key: MODELS[key].title,
                width=240,
            )
        ask(
            st.number_input,
            "within",
            "Counts within",
            lambda draft, number: replace(draft, within=round(number, DIGITS)),
            value=float(draft.within),
            min_value=0.0,
            max_value=LARGEST,
            step=None,
            format="%g",
            width=130,
            help="How far an answer may be from the right one. State it in the task.",
        )
        _tell_answer(draft)


def _tell_answer(draft: Exercise) -> None:
    assert draft.answer is not None
    if draft.kind == "place" and isinstance(draft.start, LabState):
        st.caption("% of the plane on the wrong side")
        return
    value = value_now(draft, draft.answer, draft.solution)
    answer = "unknown" if value is None else write_value(draft.answer, value)
    st.markdown(f"right answer: **{answer}**")
    if draft.answer.measure in BELOW_PICTURE and not draft.answer.model:
        st.caption("Students see this number below the picture: choose another measure.")


def _ask_options(draft: Exercise) -> None:
    for place, option in enumerate(draft.options):
        with st.container(border=True):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"**Answer {place + 1}**", width="content")
                press(
                    "The right one" if option.is_right else "Mark as right",
                    f"right {place}",
                    lambda draft, place=place: replace(draft, options=_mark(draft, place)),
                    icon=":material/check_circle:" if option.is_right else ":material/circle:",
                    type="tertiary",
                )
                press(
                    "Remove",
                    f"option {place} remove",
                    lambda draft, place=place: replace(
                        draft, options=cut_out(draft.options, place)
                    ),
                    icon=":material/delete:",
                    type="tertiary",
                )
            for field, label in (("text", "Answer"), ("reply", "Reply to those who choose answer")):
                _ask_option(draft, place, field, f"{label} {place + 1}")
    if len(draft.options) < MOST_OPTIONS:
        press(
            "Add an answer",
            "add option",
            lambda draft: replace(draft, options=(*draft.options, Option("", False, ""))),
            icon=":material/add:",
        )


def _ask_option(draft: Exercise, place: int, field: str, label: str) -> None:
    def write(draft: Exercise, text: str) -> Exercise:
        values: dict[str, Any] = {field: " ".join(text.split())}
        option = replace(draft.options[place], **values)
        return replace(draft, options=put_in(draft.options, place, option))

    ask(
        st.text_input,
        f"option {place} {field}",
        label,
        write,
        value=getattr(draft.options[place], field),
        max_chars=LONGEST_HINT,
        placeholder="It rises as well." if field == "text" else "Why it is right or wrong.",
    )


def _mark(draft: Exercise, right: int) -> tuple[Option, ...]:
    return tuple(
        replace(option, is_right=place == right) for place, option in enumerate(draft.options)
    )
