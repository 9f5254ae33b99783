"""One exercise on a page: task, picture, check, hints, solution, and the next variant.

A participant's attempt is in the session (:mod:`lessons.exercises.attempt`). The browser checks it
during a drag, Python after the release.
"""

import re
from html import escape
from typing import Any

import streamlit as st

from bayeslab.evaluation.formats import decimal
from core import compute
from core.exercises.case import Case
from core.exercises.check import (
    NO_HINT,
    NO_OTHER_HINT,
    call_hints,
    check_goal,
    check_number,
    check_place,
    fill_figures,
    is_reached,
    truth,
    verdict,
    write_value,
)
from core.exercises.exercise import LEVELS, LINE, VARIANTS, Exercise
from core.exercises.messages import describe_setting
from core.exercises.mistakes import reply_to_line, reply_to_number
from core.exercises.state import CountsState
from core.exercises.work import check_variant
from core.fields import State
from core.state import NOTHING, LabState
from lessons.exercises.attempt import Attempt, area_of, ask_state, variant_key
from lessons.exercises.pictures import (
    read_places,
    show_counts,
    show_densities,
    show_drawn,
    show_plane,
)
from lessons.exercises.progress import note_progress
from ui.layout import problem_instead
from ui.session.address import view
from ui.session.areas import load_area
from ui.session.widgets import forget, give, value_of

# Of text and picture. Two panels need more room, most of all on a projector.
WIDTHS, WIDTHS_TWO, PRESENTED_TWO = (2, 3), (1, 2), (2, 5)
CHECK = ":material/check:"
REACHED = ("Reached", "Not yet")
SHOWN = "With its solution shown, this one gets no ✓: solve “Another one”."
FIRST_CUT = -3.0  # the initial cut: clearly wrong, so that it has to be moved
FIRST_LINE = {"p1": 0.3, "p2": 0.1, "q1": 0.3, "q2": 0.9}  # shares of the box


@st.fragment
def show_exercise(whole: Exercise, name: str = "") -> None:
    """Show an exercise; what is done on it runs this part of the page alone.

    Parameters
    ----------
    whole : Exercise
        Before variation; the session has the number of the variant.
    name : str, optional
        Of an exercise from outside; the stem of one of the app.
    """
    name = name or whole.stem
    number = int(value_of(variant_key(name), 0))
    attempt = Attempt(whole.variant(number), number, name)
    exercise = attempt.exercise
    with problem_instead():
        if name != whole.stem:
            check_variant(exercise)
        _show_parts(attempt)


def _show_parts(attempt: Attempt) -> None:
    exercise = attempt.exercise
    with st.container(key="exercise"):
        words, picture = st.columns(_widths(exercise), gap="large")
        with words:
            st.subheader(exercise.title, anchor=False)
            st.caption(f"Lesson {exercise.lesson} · {LEVELS[exercise.level]}")
            st.markdown(fill_figures(exercise.task, exercise))
            answer = st.container()
        with problem_instead():
            SHOW[exercise.kind](attempt, answer, picture)


def _widths(exercise: Exercise) -> tuple[int, int]:
    """Return the shares of the words and of the picture; a table needs less room."""
    state, is_presented = exercise.start, view() == "presented"
    if isinstance(state, LabState) and NOTHING not in (state.model, state.beside):
        return PRESENTED_TWO if is_presented else WIDTHS_TWO
    return WIDTHS_TWO if is_presented and not isinstance(state, CountsState) else WIDTHS


# The kinds


def _show_reach(attempt: Attempt, words: Any, picture: Any) -> None:
    exercise = attempt.exercise
    with words:
        state = ask_state(attempt)
    with picture:
        show_drawn(exercise, state, attempt.area, attempt.number)
    findings = check_goal(exercise, state)
    has_reached = is_reached(findings)
    _note(attempt, is_right=has_reached)
    with words:
        _show_buttons(attempt, state)
        if attempt.is_shown:
            _show_solution(attempt)
        if has_reached or attempt.is_shown:
            _show_lesson(attempt, state)


def _show_number(attempt: Attempt, words: Any, picture: Any) -> None:
    exercise = attempt.exercise
    with picture:
        show_situation(attempt)
    with words:
        _ask_number(attempt)
        answer: float | None = attempt.get("answer")
        is_right = answer is not None and check_number(exercise, answer)
        if answer is not None:
            sentence = f"{decimal(answer, 6)} is {'' if is_right else 'not '}near enough"
            say_verdict(is_right, sentence, "" if is_right else reply_to_number(exercise, answer))
        _end(attempt, is_right=is_right)


def _ask_number(attempt: Attempt) -> None:
    """Ask for a number in a form: else "Check" would be disabled during typing."""
    with (
        st.form(attempt.key("form"), border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        number = st.number_input(
            "Your answer", value=None, format="%g", key=attempt.key("number"), width=200
        )
        is_checked = st.form_submit_button("Check", icon=CHECK, type="primary")
    if is_checked:
        give({attempt.key("answer"): number})
        if number is None:
            st.caption("Answer first.")


def _show_place(attempt: Attempt, words: Any, picture: Any) -> None:
    if isinstance(attempt.exercise.start, LabState):
        _show_line(attempt, words, picture)
    else:
        _show_cut(attempt, words, picture)


def _show_cut(attempt: Attempt, words: Any, picture: Any) -> None:
    exercise, key = attempt.exercise, attempt.key("picture")
    cut = read_places(key, {"x": FIRST_CUT})["x"]
    with words:
        _check_button(attempt, cut)
    is_checked = attempt.get("answer") == cut
    is_right = is_checked and check_number(exercise, cut)
    is_solved = is_right or attempt.is_shown
    with picture:
        show_densities(exercise, key, cut, is_solved=is_solved)
    with words:
        if is_checked:
            within = decimal(exercise.within)
            side = f"within {within} of" if is_right else f"more than {within} away from"
            reply = "" if is_right else reply_to_number(exercise, cut)
            say_verdict(is_right, f"your cut at {decimal(cut)} is {side} the best one", reply)
        _end(attempt, is_right=is_right)


def _show_line(attempt: Attempt, words: Any, picture: Any) -> None:
    exercise, key = attempt.exercise, attempt.key("picture")
    assert isinstance(exercise.start, LabState)
    ends = read_places(key, first_line(exercise))
    with words:
        _check_button(attempt, ends)
    line = ends["p1"], ends["p2"], ends["q1"], ends["q2"]
    share = check_place(exercise, line) if attempt.get("answer") == ends else None
    is_right = share is not None and share <= exercise.within
    with picture:
        show_plane(exercise, key, ends, is_solved=is_right or attempt.is_shown)
    with words:
        if share is not None:
            wrong = f"{decimal(share)} % of the plane is on the wrong side of your line"
            sentence = f"{wrong}, and it may be at most {decimal(exercise.within)} %"
            say_verdict(is_right, sentence, "" if is_right else reply_to_line(exercise, line))
        _end(attempt, is_right=is_right)


def first_line(exercise: Exercise) -> dict[str, float]:
    """Return the ends of the initial line, which is clearly wrong."""
    a, b, c, d = compute.box(Case(exercise.start).lab.dataset_spec)
    return {
        name: (a + share * (b - a)) if name[1] == "1" else (c + share * (d - c))
        for name, share in FIRST_LINE.items()
    }


def _show_choice(attempt: Attempt, words: Any, picture: Any) -> None:
    exercise = attempt.exercise
    texts = [option.text for option in exercise.options]
    with words:
        choice = st.radio(
            "Your answer", texts, index=None, key=attempt.key("choice"), persist_state="session"
        )
        _check_button(attempt, choice)
        text = attempt.get("answer") if attempt.get("answer") == choice else None
        option = next((each for each in exercise.options if each.text == text), None)
        is_right = option is not None and option.is_right
        if option is not None:
            reply = fill_figures(option.reply, exercise).removesuffix(".")
            say_verdict(is_right, reply, words=("Correct", "Not correct"))
        _end(attempt, is_right=is_right)
    with picture:
        show_situation(attempt, is_solved=is_right or attempt.is_shown)


# Parts


def show_situation(attempt: Attempt, *, is_solved: bool = False) -> None:
    """Show the picture of a number or a choice: before the answer its start, then its solution."""
    exercise = attempt.exercise
    state = exercise.solution if is_solved or exercise.kind == "number" else exercise.start
    if isinstance(state, LabState):
        show_drawn(exercise, load_area(attempt.area, state), attempt.area, is_open=False)
    elif hasattr(state, "problem"):
        show_densities(exercise, attempt.key("picture"), None, is_solved=is_solved)
    else:
        show_counts(exercise, state)


def _check_button(attempt: Attempt, answer: Any) -> None:
    """Take the answer when the button is pressed, also one that has arrived with the press."""
    key, is_missing = attempt.key("check"), answer is None
    if st.button("Check", key=key, icon=CHECK, type="primary", disabled=is_missing):
        give({attempt.key("answer"): answer})


def say_verdict(
    is_right: bool, sentence: str, reply: str = "", *, words: tuple[str, str] = REACHED
) -> None:
    """Show the verdict on an answer, also to screen readers; *words* in asterisks are stressed."""
    begin = words[not is_right]
    mark = " data-reached" if is_right else ""
    whole = f"{begin}: {sentence}. {reply}".rstrip()
    text = re.sub(r"\*(\S.*?)\*", r"<em>\1</em>", escape(whole))
    st.html(f'<p class="exercise-verdict"{mark} role="status">{text}</p>')


def _note(attempt: Attempt, *, is_right: bool) -> None:
    """Note a variant that is solved, unless its solution was shown before."""
    if is_right and not attempt.is_shown:
        give({attempt.key("solved"): True})
    note_progress(attempt.counted_name if attempt.get("solved") else None)


def _end(attempt: Attempt, *, is_right: bool) -> None:
    _note(attempt, is_right=is_right)
    _show_buttons(attempt, None)
    if is_right or attempt.is_shown:
        _show_lesson(attempt, None)


def _show_buttons(attempt: Attempt, state: State | None) -> None:
    """Show the buttons for a hint, for the solution and for the next variant, and the hints."""
    exercise = attempt.exercise
    with st.container(horizontal=True):
        if exercise.hints:
            st.button(
                "Hint",
                key=attempt.key("hint"),
                icon=":material/lightbulb:",
                on_click=_give_hint,
                args=(attempt, state),
            )
        st.button(
            "Show the solution",
            key=attempt.key("give up"),
            icon=":material/visibility:",
            disabled=attempt.is_shown,
            on_click=give,
            args=({attempt.key("solution"): True},),
        )
        if exercise.vary:
            st.button(
                "Another one",
                key=attempt.key("another"),
                icon=":material/casino:",
                on_click=_go_on,
                args=(attempt,),
            )
    if attempt.is_shown and exercise.vary and not attempt.get("solved"):
        st.caption(SHOWN)
    for text in attempt.get("hints", ()):
        st.info(text, icon=":material/lightbulb:")


def _give_hint(attempt: Attempt, state: State | None) -> None:
    """Add the next hint that fits the state, or say that there is none."""
    none = NO_OTHER_HINT if state is None else NO_HINT
    former = [text for text in attempt.get("hints", []) if text != none]
    hints = [hint.text for hint in call_hints(attempt.exercise, state or attempt.exercise.start)]
    new = next((text for text in hints if text not in former), None)
    give({attempt.key("hints"): [*former, none if new is None else new]})


def _go_on(attempt: Attempt) -> None:
    """Go to the next variant."""
    name = attempt.name
    if value_of(attempt.area.state) is not None:
        forget(attempt.area.state)
    give({variant_key(name): (attempt.number + 1) % VARIANTS})
    if st.query_params.get("exercise") == name:
        st.query_params["variant"] = str((attempt.number + 1) % VARIANTS)


def _show_lesson(attempt: Attempt, state: State | None) -> None:
    """Show the explanation."""
    exercise = attempt.exercise
    with st.container(border=True):
        if attempt.is_shown and exercise.answer and exercise.answer.measure != LINE:
            value = write_value(exercise.answer, truth(exercise))
            st.markdown(f"**The answer is {value}.**")
        for option in exercise.options:
            if attempt.is_shown and option.is_right:
                st.markdown(f"**The answer: {option.text}**")
        st.markdown(fill_figures(exercise.shown, exercise, state))


def _show_solution(attempt: Attempt) -> None:
    """Show a solution in a second drawing area."""
    exercise = attempt.exercise
    st.markdown("**A solution**")
    state = exercise.solution
    assert isinstance(state, LabState)
    area = area_of(f"{attempt.name} solution")
    show_drawn(exercise, load_area(area, state), area, is_open=False)
    st.caption(verdict(check_goal(exercise, state)))
    if setting := describe_setting(exercise):
        st.caption(setting)


SHOW = {
    "reach": _show_reach,
    "number": _show_number,
    "place": _show_place,
    "choice": _show_choice,
}
