"""The file of an exercise: what it says, what is refused, and its variants."""

from dataclasses import replace

import numpy as np
import pytest

from core.drawing import DrawnSpec
from core.exercises.case import Case
from core.exercises.check import (
    call_hints,
    check_goal,
    check_number,
    check_place,
    is_reached,
    verdict,
)
from core.exercises.exercise import Exercise
from core.exercises.file import read_exercise, write_exercise
from core.exercises.mistakes import wrong_answers
from core.exercises.state import CountsState, ExerciseState
from core.input_error import InputError

PAGES = {"lab": ExerciseState, "counts": CountsState}
TEXT = """\
title: Narrow, but not too narrow
lesson: 8
level: 2
kind: reach
situation: lab?n=60&noise=0.6&gamma=1000
may: gamma
goal: leave_one_out >= 80; errors <= 8
solution: gamma=1
vary: seed = any

# Task
Choose γ.

# Hint leave_one_out <= 75
Is γ too large?

# Shown
At γ = {solution gamma}, {solution errors} errors.
"""
DRAWN = """\
title: Two points
lesson: 2
level: 1
kind: reach
situation: lab?model=pooled
points: -1 0 -; 1 0 +
solution points: -1 0 -; 1 0 +; -1 1 -; 1 1 +
may: points
goal: points >= 4
vary: points = mirrored

# Task
Add points.

# Shown
There are {solution points}.
"""
CHOICE = """\
title: A word
lesson: 5
level: 1
kind: choice
situation: counts?alpha=1

# Task
Which?

# Answers
- [ ] This.

  No.
- [x] That.

  Yes.

# Shown
So it is.
"""
NUMBER = """\
title: A share
lesson: 5
level: 1
kind: number
situation: counts?alpha=0
answer: spam
within: 1

# Task
How many?

# Hint
Count {start other}.

# Mistake 100 * {start spam_first} / {start other}
Of {start other}.

# Shown
{solution spam}.
"""


def read(text: str) -> Exercise:
    return read_exercise(text, "example", PAGES)


def test_a_file_is_read_as_it_is_written() -> None:
    exercise = read(TEXT)
    assert exercise.may == ("gamma",)
    assert [str(part) for part in exercise.goal] == ["leave_one_out >= 80", "errors <= 8"]
    assert isinstance(exercise.start, ExerciseState)
    assert exercise.solution == replace(exercise.start, gamma=1.0)
    for text in (TEXT, DRAWN, CHOICE, NUMBER):
        assert read(write_exercise(read(text))) == read(text)


def test_the_check_counts_as_by_hand_and_says_so() -> None:
    exercise = read(DRAWN)
    assert verdict(check_goal(exercise, exercise.start)) == "Not yet: points 2 (at least 4)."
    assert verdict(check_goal(exercise, exercise.solution)) == "Reached: points 4 (at least 4)."


def test_a_hint_is_called_for_by_its_comparison_alone() -> None:
    exercise = read(TEXT)
    assert [hint.text for hint in call_hints(exercise, exercise.start)] == ["Is γ too large?"]
    assert call_hints(exercise, exercise.solution) == []
    with_figures = read(TEXT.replace("Is γ too large?", "Is γ = {yours gamma} too large?"))
    (hint,) = call_hints(with_figures, with_figures.start.change(gamma=900.0))
    assert hint.text == "Is γ = 900 too large?"


def test_a_state_changes_only_what_may_be_changed() -> None:
    exercise = read(TEXT)
    assert isinstance(exercise.start, ExerciseState)
    forged = replace(exercise.start, gamma=1.0, data="two_gaussians", noise=0.0, model="full")
    assert exercise.keep_to(forged) == exercise.solution
    draft = read(DRAWN)
    assert isinstance(draft.solution, ExerciseState)
    assert draft.keep_to(replace(draft.solution, model="full")) == draft.solution


def test_variants_differ_but_are_the_same_for_everybody() -> None:
    exercise = read(TEXT)
    assert exercise.variant(0) == exercise
    assert len({exercise.variant(number).start for number in range(20)}) == 20
    assert exercise.variant(7) == exercise.variant(7)


def test_mirrored_points_are_moved_alike_in_start_and_solution() -> None:
    exercise = read(DRAWN)
    turns = set()
    for number in range(40):
        variant = exercise.variant(number)
        drawings = [
            DrawnSpec(Case(state).lab.points).drawing for state in (variant.start, variant.solution)
        ]
        assert (drawings[1].X[:2] == drawings[0].X).all()
        turns.add(tuple(np.sign(np.round(drawings[1].X[3], 2))))
    assert len(turns) == 4


def test_numbers_and_lines_count_within_their_distance() -> None:
    word = "situation: counts?alpha=0\nanswer: spam\nwithin: 1\n"
    number = read(
        CHOICE.split("# Answers")[0]
        .replace("situation: counts?alpha=1\n", word)
        .replace("choice", "number")
        + "# Shown\nYes.\n"
    )
    posterior = 100 * 12 / (12 + 4)  # of 20 spam messages 12 have the word, of 80 others 4
    assert check_number(number, posterior + 0.99)
    assert not check_number(number, posterior - 1.01)
    line = read(
        DRAWN.split("may:")[0].replace("reach", "place")
        + "answer: line of nearest-mean\nwithin: 3\n\n# Task\nDraw.\n\n# Shown\nSo.\n"
    )
    assert check_place(line, (0, -1, 0, 1)) == 0
    assert check_place(line, (1.5, -1, 1.5, 1)) == pytest.approx(25)
    assert check_place(line, (-3, 0, 3, 0)) == pytest.approx(50)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("lesson: 8", "lesson: 11", "The lesson is a whole number from 1 to 10."),
        ("level: 2", "level: two", "The level is a whole number from 1 to 3."),
        ("kind: reach", "kind: essay", "The kind of an exercise is one of"),
        ("title: N", "titel: N", "Begin each line of the head"),
        ("lab?n=60", "moon?n=60", "The page of a situation is one of"),
        ("lab?n=60", "lab?n=many", "cannot be used"),
        ("lab?n=60", "lab?m=60", "is no field"),
        ("may: gamma", "may: everything", "“may” takes some of"),
        ("may: gamma", "may: model", "The solution changes only what may be changed."),
        ("errors <= 8", "errors < 8", "Write a comparison as in"),
        ("errors <= 8", "beauty <= 8", "is no measure"),
        ("errors <= 8", "errors of oracle <= 8", "A classifier that is measured is one of"),
        ("errors <= 8", "bayes_error <= 8", "measures that the browser computes"),
        ("errors <= 8", "; ".join(["errors <= 8"] * 4), "A goal has at most 4 comparisons."),
        ("seed = any", "seed", "Write what varies as in"),
        ("seed = any", "noise = any", "Only a whole number varies"),
        ("seed = any", "gamma = 2 | 3", "The solution changes gamma"),
        ("seed = any", "points = turned", "Only points that are written out"),
        ("# Task\nChoose γ.", "", "Give the exercise a task"),
        ("# Shown", "# Proof", "The sections are Task"),
        ("{solution errors}", "{solution beauty}", "is no measure"),
        ("Is γ too large?", "Is {start beauty} too large?", "is no measure"),
        ("# Shown", "# Mistake 3\nNo.\n\n# Shown", "Only a number and a place have mistakes."),
        ("Choose γ.", "x" * 30_000, "Use a file of at most"),
    ],
)
def test_each_fault_has_one_sentence(before: str, after: str, sentence: str) -> None:
    assert before in TEXT
    with pytest.raises(InputError) as refusal:
        read(TEXT.replace(before, after, 1))
    assert sentence in str(refusal.value)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("- [x]", "- [ ]", "one of them marked [x]"),
        ("- [ ]", "- [x]", "one of them marked [x]"),
        ("That.", "This.", "All answers have to differ."),
        ("  No.", "", "sentence for each answer"),
        ("choice", "number", "A number and a place have an answer"),
    ],
)
def test_each_fault_of_a_choice_has_one_sentence(before: str, after: str, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        read(CHOICE.replace(before, after, 1))
    assert sentence in str(refusal.value)


def test_goals_that_cannot_be_measured_are_not_reached() -> None:
    exercise = read(DRAWN.replace("points >= 4", "errors of full <= 0; points >= 2"))
    findings = check_goal(exercise, exercise.start)
    assert findings[0].value is None
    assert "covariance" in findings[0].problem
    assert not is_reached(findings)


@pytest.mark.parametrize(
    "text",
    [
        *("9 ** 9 ** 9", "ln", "ln(2, 3)", "__import__('os')", "(1).real", "'a' * 9", "1j", "[1]"),
        *("(" * 150 + "1" + ")" * 150, "1 +", "", "1 < 2", "exp(*3)", "ln(2)(3)", "{start beauty}"),
    ],
)
def test_only_arithmetic_leads_to_a_mistake(text: str) -> None:
    with pytest.raises(InputError):
        read(NUMBER.replace("100 * {start spam_first} / {start other}", text))


@pytest.mark.parametrize("text", ["1 / ({start alpha})", "exp(1000)", "ln(0)", "1e308 * 10"])
def test_a_mistake_without_a_value_is_refused_when_it_is_computed(text: str) -> None:
    exercise = read(NUMBER.replace("100 * {start spam_first} / {start other}", text))
    with pytest.raises(InputError, match="has no value"):
        wrong_answers(exercise)


def test_a_mistake_is_computed_from_the_figures() -> None:
    assert wrong_answers(read(NUMBER)) == [(15.0, "Of 80.")]
