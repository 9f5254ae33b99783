"""One exercise on a page: task, picture, check, hints, solution, and the next variant.

What a participant has done stands in the session under the stem of the exercise and the number of
the variant. Python checks what a hand leaves behind; while the hand moves, the browser does.
"""

from dataclasses import dataclass, replace
from html import escape
from typing import Any

import streamlit as st

from bayeslab.evaluation.formats import decimal
from core import compute
from core.exercise import LEVELS, LINE, VARIANTS, Exercise
from core.exercise_check import (
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
from core.exercise_desk import IN_PICTURE, list_counts
from core.exercise_state import ExerciseState
from core.fields import State, fields_of
from core.input_error import InputError
from core.limits import Choice, Flag, Number
from core.state import LabState
from lessons.exercise_pictures import read_placed, show_densities, show_drawn, show_plane
from lessons.exercise_progress import note_progress
from lessons.exercises import load_exercises
from ui.layout import problem_instead
from ui.session import Area, forget, give, load_area, start_with, unread_commit, value_of

__all__ = ["show_exercise", "variant_key"]

TEXT, PICTURE = 2, 3  # widths
FIRST_CUT = -3.0  # where the cut begins: plainly wrong, so that it has to be moved
FIRST_LINE = {"p1": 0.3, "p2": 0.1, "q1": 0.3, "q2": 0.9}  # shares of the box


@dataclass(frozen=True)
class Desk:
    """A variant of an exercise with the keys under which the session has what is done with it."""

    exercise: Exercise
    number: int

    def key(self, name: str) -> str:
        """Return the key of a widget or a value."""
        return f"exercise {self.exercise.stem} {self.number} {name}"

    def get(self, name: str, default: Any = None) -> Any:
        """Return a value of the session."""
        return value_of(self.key(name), default)

    @property
    def area(self) -> Area:
        """The drawing area, one for all variants."""
        return area_of(self.exercise.stem)

    @property
    def is_shown(self) -> bool:
        """Whether the solution is shown."""
        return bool(self.get("solution"))


def area_of(stem: str) -> Area:
    """Return the drawing area of an exercise."""
    key = f"exercise drawing {stem}"
    return Area(key, f"{key} state", f"{key} sync")


def variant_key(stem: str) -> str:
    """Return the key of the number of the variant."""
    return f"exercise {stem} variant"


@st.fragment
def show_exercise(stem: str) -> None:
    """Show an exercise; what is done on it runs this part of the page alone."""
    number = int(value_of(variant_key(stem), 0))
    desk = Desk(load_exercises()[stem].variant(number), number)
    exercise = desk.exercise
    with st.container(key="exercise"):
        words, picture = st.columns((TEXT, PICTURE), gap="large")
        with words:
            st.subheader(exercise.title, anchor=False)
            st.caption(f"Lesson {exercise.lesson} · {LEVELS[exercise.level]}")
            st.markdown(fill_figures(exercise.task, exercise))
            answer = st.container()
        with problem_instead():
            SHOW[exercise.kind](desk, answer, picture)


# The kinds


def _show_reach(desk: Desk, words: Any, picture: Any) -> None:
    exercise, area = desk.exercise, desk.area
    with words:
        chosen = _ask_fields(desk)
    first = replace(exercise.start, **chosen, **_taken_cut(desk))
    assert isinstance(first, ExerciseState)
    left = load_area(area, first)
    state = exercise.keep_to(left)
    assert isinstance(state, ExerciseState)
    state = replace(state, switches=left.switches)
    with picture:
        show_drawn(exercise, state, area)
    findings = check_goal(exercise, state)
    has_reached = is_reached(findings)
    note_progress(exercise.stem if has_reached else None)
    with words:
        _show_buttons(desk, state)
        if desk.is_shown:
            _show_solution(desk)
        if has_reached or desk.is_shown:
            _show_lesson(desk, state)


def _taken_cut(desk: Desk) -> dict[str, Any]:
    """Return the cut that a hand has chosen, if the exercise is about one."""
    if "cut" not in desk.exercise.may:
        return {}
    commit = unread_commit(desk.area)
    if commit is not None and commit.cut is not None:
        give({desk.key("cut"): commit.cut})
    cut = desk.get("cut")
    try:
        limit = fields_of(ExerciseState)["cut"].limit
        return {} if cut is None else {"cut": limit.check(cut)}
    except InputError:  # a browser can be made to send anything
        return {}


def _ask_fields(desk: Desk) -> dict[str, Any]:
    """Draw the widgets of the fields that may be changed, and return what is chosen."""
    names = [name for name in desk.exercise.may if name not in IN_PICTURE]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        return {name: _ask_field(desk, name) for name in names}


def _ask_field(desk: Desk, name: str) -> Any:
    exercise, key = desk.exercise, desk.key(name)
    declared = fields_of(type(exercise.start))[name]
    label, titles = declared.label, declared.titles
    start_with(key, getattr(exercise.start, name))
    match declared.limit:
        case Choice(options):
            offered = (exercise.models if name == "model" else ()) or options
            return st.selectbox(label, offered, key=key, format_func=titles.__getitem__, width=230)
        case Flag():
            return st.toggle(label, key=key)
        case Number(low, high, whole):
            kind = int if whole else float
            box = st.number_input(label, kind(low), kind(high), key=key, width=150)
            return kind(box)
    raise TypeError(f"{name} has no control.")


def _show_number(desk: Desk, words: Any, picture: Any) -> None:
    exercise = desk.exercise
    with picture:
        _show_situation(desk)
    with words:
        number = st.number_input(
            "Your answer", value=None, format="%g", key=desk.key("number"), width=200
        )
        _check_button(desk, number)
        given = desk.get("answer")
        if given is not None:
            right = check_number(exercise, given)
            told = "that is near enough" if right else "your answer is not near enough"
            _say(right, f"{decimal(given, 6)}: {told}")
            note_progress(exercise.stem if right else None)
            _end(desk, has_reached=right)
        else:
            note_progress(None)
            _end(desk, has_reached=False)


def _show_place(desk: Desk, words: Any, picture: Any) -> None:
    if isinstance(desk.exercise.start, LabState):
        _show_line(desk, words, picture)
    else:
        _show_cut(desk, words, picture)


def _show_cut(desk: Desk, words: Any, picture: Any) -> None:
    exercise, key = desk.exercise, desk.key("picture")
    placed = read_placed(key, {"x": FIRST_CUT})["x"]
    given = desk.get("answer")
    is_right = given is not None and check_number(exercise, given)
    is_solved = is_right or desk.is_shown
    with picture:
        show_densities(exercise, key, placed, is_solved=is_solved)
    with words:
        _check_button(desk, placed)
        if given is not None:
            side = "near enough" if is_right else "it is more than that away from the best one"
            distance = f"within {decimal(exercise.within)}"
            _say(is_right, f"your cut at {decimal(given)}, {distance} counts, {side}")
        note_progress(exercise.stem if is_right else None)
        _end(desk, has_reached=is_right)


def _show_line(desk: Desk, words: Any, picture: Any) -> None:
    exercise, key = desk.exercise, desk.key("picture")
    assert isinstance(exercise.start, LabState)
    a, b, c, d = compute.box(exercise.start.dataset_spec)
    first = {
        name: (a + share * (b - a)) if name[1] == "1" else (c + share * (d - c))
        for name, share in FIRST_LINE.items()
    }
    ends = read_placed(key, first)
    given = desk.get("answer")
    share = None if given is None else check_place(exercise, tuple(given.values()))
    is_right = share is not None and share <= exercise.within
    with picture:
        show_plane(exercise, key, ends, is_solved=is_right or desk.is_shown)
    with words:
        _check_button(desk, ends)
        if share is not None:
            wrong = f"{decimal(share)} % of the plane on the wrong side"
            _say(is_right, f"{wrong}, of at most {decimal(exercise.within)} %")
        note_progress(exercise.stem if is_right else None)
        _end(desk, has_reached=is_right)


def _show_choice(desk: Desk, words: Any, picture: Any) -> None:
    exercise = desk.exercise
    texts = [option.text for option in exercise.options]
    with words:
        choice = st.radio(
            "Your answer", texts, index=None, key=desk.key("choice"), persist_state="session"
        )
        _check_button(desk, choice)
        chosen = next((each for each in exercise.options if each.text == desk.get("answer")), None)
        is_right = chosen is not None and chosen.is_right
        if chosen is not None:
            _say(is_right, fill_figures(chosen.reply, exercise).removesuffix("."))
        note_progress(exercise.stem if is_right else None)
        _end(desk, has_reached=is_right)
    with picture:
        _show_situation(desk, is_solved=is_right or desk.is_shown)


# Parts


def _show_situation(desk: Desk, *, is_solved: bool = False) -> None:
    """Show the picture of a number or a choice: before the answer its start, then its solution."""
    exercise = desk.exercise
    state = exercise.solution if is_solved or exercise.kind == "number" else exercise.start
    if isinstance(state, LabState):
        show_drawn(exercise, load_area(desk.area, state), desk.area, is_open=False)
    elif hasattr(state, "problem"):
        show_densities(exercise, desk.key("picture"), None, is_solved=is_solved)
    else:
        _show_fields(exercise, state)


def _show_fields(exercise: Exercise, state: State) -> None:
    """Show the counts as a table, those of the second word only where it is asked about."""
    names, texts = zip(*list_counts(exercise, state), strict=True)
    st.table({"": list(names), "number": list(texts)})


def _check_button(desk: Desk, answer: Any) -> None:
    st.button(
        "Check",
        key=desk.key("check"),
        icon=":material/check:",
        type="primary",
        disabled=answer is None,
        on_click=give,
        args=({desk.key("answer"): answer},),
    )


def _say(is_right: bool, sentence: str) -> None:
    """Say how an answer is, to a screen reader as well."""
    begin = "Reached" if is_right else "Not yet"
    mark = " data-reached" if is_right else ""
    st.html(f'<p class="exercise-verdict"{mark} role="status">{begin}: {escape(sentence)}.</p>')


def _end(desk: Desk, *, has_reached: bool) -> None:
    _show_buttons(desk, None)
    if has_reached or desk.is_shown:
        _show_lesson(desk, None)


def _show_buttons(desk: Desk, state: State | None) -> None:
    """Show the buttons for a hint, for the solution and for the next variant, and the hints."""
    exercise = desk.exercise
    with st.container(horizontal=True):
        if exercise.hints and state is not None:
            st.button(
                "Hint",
                key=desk.key("hint"),
                icon=":material/lightbulb:",
                on_click=_give_hint,
                args=(desk, state),
            )
        st.button(
            "Show the solution",
            key=desk.key("give up"),
            icon=":material/visibility:",
            disabled=desk.is_shown,
            on_click=give,
            args=({desk.key("solution"): True},),
        )
        st.button(
            "Another one",
            key=desk.key("another"),
            icon=":material/casino:",
            on_click=_go_on,
            args=(desk,),
        )
    for text in desk.get("hints", []):
        st.info(text, icon=":material/lightbulb:")


def _give_hint(desk: Desk, state: State) -> None:
    """Add the next hint that the state calls for, or say that there is none."""
    given = [text for text in desk.get("hints", []) if text != NO_HINT]
    called = [hint.text for hint in call_hints(desk.exercise, state)]
    new = next((text for text in called if text not in given), None)
    give({desk.key("hints"): [*given, NO_HINT if new is None else new]})


NO_HINT = "There is no further hint for what is on the screen now. Change something, and ask again."


def _go_on(desk: Desk) -> None:
    """Let the next run show another variant, with nothing done yet."""
    stem = desk.exercise.stem
    if value_of(desk.area.state) is not None:
        forget(desk.area.state)
    give({variant_key(stem): (desk.number + 1) % VARIANTS})
    if st.query_params.get("exercise") == stem:
        st.query_params["variant"] = str((desk.number + 1) % VARIANTS)


def _show_lesson(desk: Desk, state: State | None) -> None:
    """Say what the exercise has shown."""
    exercise = desk.exercise
    with st.container(border=True):
        if desk.is_shown and exercise.answer and exercise.answer.measure != LINE:
            value = write_value(exercise.answer, truth(exercise))
            st.markdown(f"**The answer is {value}.**")
        for option in exercise.options:
            if desk.is_shown and option.is_right:
                st.markdown(f"**The answer: {option.text}**")
        st.markdown(fill_figures(exercise.shown, exercise, state))


def _show_solution(desk: Desk) -> None:
    """Show the solution of a reach, beside what the participant has."""
    exercise = desk.exercise
    st.markdown("**A solution**")
    state = exercise.solution
    assert isinstance(state, LabState)
    area = area_of(f"{exercise.stem} solution")
    show_drawn(exercise, load_area(area, state), area, is_open=False)
    st.caption(verdict(check_goal(exercise, state)))
    named = [name for name in exercise.may if name not in ("points", "cut")]
    if told := [_tell(state, name) for name in named]:
        st.caption(", ".join(told))


def _tell(state: State, name: str) -> str:
    """Return the label and the value of a field, as people read them."""
    declared, value = fields_of(type(state))[name], getattr(state, name)
    if isinstance(value, bool):
        text = "yes" if value else "no"
    elif isinstance(value, int | float):
        text = decimal(value)
    else:
        text = declared.titles.get(value, value)
    return f"{declared.label}: {text}"


SHOW = {
    "reach": _show_reach,
    "number": _show_number,
    "place": _show_place,
    "choice": _show_choice,
}
