"""Every exercise of the app: solvable, not solved at its start, with hints that can be reached."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from core import compute
from core.drawing import DrawnSpec, encode_drawing
from core.exercises.case import Case
from core.exercises.check import (
    call_hints,
    check_goal,
    check_number,
    check_place,
    fill_figures,
    is_reached,
    line_of,
    truth,
)
from core.exercises.exercise import Exercise
from core.exercises.file import LONGEST_FILE, read_exercise, write_exercise
from core.exercises.mistakes import reply_to_line, reply_to_number, wrong_answers
from core.fields import State, fields_of
from core.limits import Choice, Flag, Number
from core.measures import MEASURES
from core.state import DRAWN, LabState
from lessons import LESSONS
from lessons.exercises import FOLDER, PAGES, load_exercises
from ui.lab.controls import GAMMA_STEPS

EXERCISES = load_exercises()
FEW, MANY = 6, 200
A_LESSON = 4
LEFT_OPEN = re.compile(r"\{(start|solution|yours) ")


def distinct(exercise: Exercise, count: int) -> Iterator[Exercise]:
    """Yield the variants that differ, of the first `count` and the one that is written."""
    seen = set()
    for number in range(count + 1):
        variant = exercise.variant(number)
        if (variant.start, variant.solution) not in seen:
            seen.add((variant.start, variant.solution))
            yield variant


def check_variant(exercise: Exercise) -> None:
    if exercise.kind == "reach":
        assert not is_reached(check_goal(exercise, exercise.start))
        assert exercise.keep_to(exercise.solution) == exercise.solution
    assert is_reached(check_goal(exercise, exercise.solution))
    if exercise.kind == "number" or (exercise.page != "lab" and exercise.kind == "place"):
        value = truth(exercise)
        assert check_number(exercise, value)
        assert not check_number(exercise, value + 1.01 * exercise.within + 1e-6)
    elif exercise.kind == "place":
        check_line(exercise)


def check_line(exercise: Exercise) -> None:
    """The boundary itself is near enough, and neither axis of the plane is."""
    assert isinstance(exercise.solution, LabState)
    a, b, c, d = compute.box(exercise.solution.dataset_spec)
    model = line_of(exercise)
    at = [model.decision_function([corner])[0] for corner in ((0, 0), (1, 0), (0, 1))]
    w1, w2, w0 = at[1] - at[0], at[2] - at[0], at[0]
    if abs(w1) > abs(w2):
        ends = [(-(w0 + w2 * x2) / w1, x2) for x2 in (c, d)]
    else:
        ends = [(x1, -(w0 + w1 * x1) / w2) for x1 in (a, b)]
    (p1, p2), (q1, q2) = ends
    assert check_place(exercise, (p1, p2, q1, q2)) < exercise.within / 2
    assert check_place(exercise, (p1, p2, p1 + q2 - p2, p2 - q1 + p1)) > exercise.within


def states_on_the_way(exercise: Exercise) -> Iterator[State]:
    """Yield states that somebody who works on the exercise comes by."""
    assert isinstance(exercise.start, LabState)
    yield exercise.start
    for name in exercise.may:
        if name == "points":
            yield from part_way(exercise)
        for value in values_of(exercise, name):
            changed: dict[str, Any] = {name: value}
            yield replace(exercise.start, **changed)


def values_of(exercise: Exercise, name: str) -> Iterator[Any]:
    """Yield values that a field may be given, one after the other."""
    limit = fields_of(type(exercise.start))[name].limit
    match limit:
        case _ if name == "gamma":
            yield from GAMMA_STEPS
        case Choice(options):
            yield from (exercise.models if name == "model" else ()) or options
        case Flag():
            yield from (False, True)
        case Number(low, high, whole):
            values = (low, 1, 2, 3, 5, 10, 20, 30, 40, 100, high)
            yield from (int(value) if whole else value for value in values if low <= value <= high)


def part_way(exercise: Exercise) -> Iterator[State]:
    """Yield the start with some of the solution's points, and with classes changed at one point."""
    assert isinstance(exercise.start, LabState)
    assert isinstance(exercise.solution, LabState)
    for state in (exercise.start, exercise.solution):
        drawing = DrawnSpec(state.points).drawing
        count = len(drawing.labels)
        for first in range(2, count):
            part = replace(drawing, X=drawing.X[:first], labels=drawing.labels[:first])
            yield replace(exercise.start, data=DRAWN, points=encode_drawing(part))
        for k in range(count):
            labels = drawing.labels.copy()
            labels[k] = 1 - labels[k]
            turned = replace(drawing, labels=labels)
            yield replace(exercise.start, data=DRAWN, points=encode_drawing(turned))


def test_each_lesson_has_four_exercises_from_easy_to_hard() -> None:
    for lesson in LESSONS:
        own = [each for each in EXERCISES.values() if each.lesson == lesson.number]
        assert len(own) >= A_LESSON, lesson.stem
        assert len({each.level for each in own}) >= 2, lesson.stem
    assert {each.kind for each in EXERCISES.values()} == {"reach", "number", "place", "choice"}
    assert len({each.title for each in EXERCISES.values()}) == len(EXERCISES)


@pytest.mark.parametrize("stem", EXERCISES)
def test_an_exercise_survives_its_own_file(stem: str) -> None:
    exercise = EXERCISES[stem]
    text = write_exercise(exercise)
    assert read_exercise(text, stem, PAGES) == exercise
    assert len((FOLDER / f"{stem}.md").read_text(encoding="utf-8")) < LONGEST_FILE


@pytest.mark.parametrize("stem", EXERCISES)
def test_an_exercise_and_its_first_variants_are_solvable_but_not_solved(stem: str) -> None:
    assert EXERCISES[stem].vary
    for variant in distinct(EXERCISES[stem], FEW):
        check_variant(variant)


@pytest.mark.soak
@pytest.mark.parametrize("stem", EXERCISES)
def test_two_hundred_variants_of_an_exercise_are_solvable(stem: str) -> None:
    for variant in distinct(EXERCISES[stem], MANY):
        check_variant(variant)


def test_the_answers_hold_for_every_variant() -> None:
    for variant in distinct(EXERCISES["larger_gamma"], MANY):
        for name in ("new", "leave_one_out"):
            before, after = (value_of(variant, name, s) for s in (variant.start, variant.solution))
            assert after < before - 5
        assert value_of(variant, "training", variant.start) < 100
    for variant in distinct(EXERCISES["ninety_percent"], MANY):
        missed = value_of(variant, "missed_plus", variant.solution)
        assert missed > value_of(variant, "points_plus", variant.solution) / 2
    assert all(truth(each) < 1 for each in distinct(EXERCISES["pseudo_counts"], MANY))
    assert all(check_number(each, 50) for each in distinct(EXERCISES["nothing_to_learn"], FEW))


def value_of(exercise: Exercise, name: str, state: State) -> float:
    return MEASURES[name].of(Case(state, exercise.start), "")


@pytest.mark.parametrize("stem", EXERCISES)
def test_every_exercise_has_a_hint_without_the_answer(stem: str) -> None:
    exercise = EXERCISES[stem]
    assert exercise.hints
    texts = [hint.text for hint in exercise.hints]
    assert not any("{solution" in text for text in texts)
    assert not any(option.text.strip(".") in text for option in exercise.options for text in texts)


def check_mistakes(exercise: Exercise) -> None:
    """Each mistake leads to a wrong answer, and has its own reply to it."""
    assert 2 <= len(exercise.mistakes) <= 3
    is_line = exercise.kind == "place" and exercise.page == "lab"
    for wrong, reply in wrong_answers(exercise):
        if is_line:
            (p1, p2), (q1, q2) = wrong
            assert check_place(exercise, (p1, p2, q1, q2)) > 1.1 * exercise.within
            assert reply_to_line(exercise, (p1, p2, q1, q2)) == reply
        else:
            assert abs(wrong - truth(exercise)) > 1.1 * exercise.within
            assert reply_to_number(exercise, wrong) == reply


ASKED = [stem for stem, each in EXERCISES.items() if each.kind in ("number", "place")]


@pytest.mark.parametrize("stem", ASKED)
def test_no_mistake_leads_to_the_right_answer(stem: str) -> None:
    for variant in distinct(EXERCISES[stem], FEW):
        check_mistakes(variant)


@pytest.mark.soak
@pytest.mark.parametrize("stem", ASKED)
def test_no_mistake_leads_to_the_right_answer_in_two_hundred_variants(stem: str) -> None:
    for variant in distinct(EXERCISES[stem], MANY):
        check_mistakes(variant)


def test_who_leaves_out_the_base_rate_is_told_so() -> None:
    exercise = EXERCISES["positive_test"]
    assert "base rate" in reply_to_number(exercise, 88.0)
    assert reply_to_number(exercise, 60.0) == ""


@pytest.mark.parametrize("stem", [s for s, each in EXERCISES.items() if each.kind == "reach"])
def test_every_hint_can_be_reached(stem: str) -> None:
    exercise = EXERCISES[stem]
    missing = set(exercise.hints)
    for state in states_on_the_way(exercise):
        missing -= set(call_hints(exercise, state))
        if not missing:
            return
    raise AssertionError([str(hint.when) for hint in missing])


@pytest.mark.parametrize("stem", EXERCISES)
def test_all_figures_of_an_exercise_are_computed(stem: str) -> None:
    for exercise in (EXERCISES[stem], EXERCISES[stem].variant(1)):
        replies = [option.reply for option in exercise.options]
        replies += [mistake.text for mistake in exercise.mistakes]
        for text in (exercise.task, exercise.shown, *replies):
            filled = fill_figures(text, exercise)
            assert "–" not in filled.split("\n")
            assert not re.search(r"\*\*–\*\*|None|nan", filled), filled
            assert not LEFT_OPEN.search(filled), filled
