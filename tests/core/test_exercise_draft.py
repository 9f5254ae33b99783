"""Drafts of exercises: what is left to do, what can be asked, and how a solution is tried."""

from dataclasses import replace

import numpy as np
import pytest

from bayeslab.evaluation.models import MODELS
from core import compute
from core.drawing import DrawnSpec, draw, encode_drawing
from core.exercises.check import check_goal, fill_figures, is_reached
from core.exercises.draft import (
    BELOW_PICTURE,
    as_words,
    begin_draft,
    figures_for,
    first_comparison,
    measures_for,
    models_for,
    offered_fields,
    offered_kinds,
    stem_of,
    value_now,
    with_changes,
    with_kind,
    with_own_points,
    with_seeds,
)
from core.exercises.exercise import SIGNS, Comparison, Exercise, Hint, Option, Quantity
from core.exercises.file import read_draft, read_exercise, write_exercise
from core.exercises.rules import check_exercise, live_models
from core.exercises.state import ExerciseState
from core.exercises.trial import missing, try_variants
from core.input_error import InputError
from core.measures import MEASURES
from core.state import DRAWN, LabState
from lessons.bayes_rule.state import BayesRuleState
from lessons.exercises import PAGES, load_exercises

MOONS = LabState(n=40, noise=0.3, gamma=300.0)
CORNERS = encode_drawing(draw([[-3, -2], [3, 2], [-1, 0], [1, 0]], [0, 1, 0, 1]))


def complete_draft() -> Exercise:
    """An exercise on γ, as the editor makes it step by step."""
    draft = with_changes(begin_draft("lab", MOONS, 8), ["gamma"])
    goal = Comparison(Quantity("leave_one_out"), ">=", 90.0)
    hint = Hint(Comparison(Quantity("leave_one_out"), "<=", 80.0), "Is γ too large?")
    draft = replace(draft, title="Not so narrow", task="Choose γ.", shown="So.", goal=(goal,))
    assert isinstance(draft.start, ExerciseState)
    return replace(draft, solution=replace(draft.start, gamma=3.0), hints=(hint,))


def test_the_missing_parts_are_listed_until_the_exercise_is_complete() -> None:
    draft = begin_draft("lab", MOONS, 8)
    assert missing(draft) == [
        "Give it a title.",
        "Write the task.",
        "Tick what students may change.",
        "Set a goal.",
        "Write what students read after success.",
    ]
    assert missing(complete_draft()) == []


def test_a_complete_draft_is_what_the_reader_of_exercises_reads() -> None:
    draft = complete_draft()
    assert read_exercise(write_exercise(draft), draft.stem, PAGES) == draft


def test_a_draft_that_is_just_begun_survives_its_file() -> None:
    for page, state in (("lab", MOONS), ("bayes_rule", BayesRuleState(prior=0.2))):
        draft = begin_draft(page, state, 1)
        for kind in offered_kinds(draft):
            begun = with_kind(draft, kind)
            assert begun.answer is None or begun.answer.measure not in BELOW_PICTURE
            assert read_draft(write_exercise(begun), begun.stem, PAGES) == begun
            with pytest.raises(InputError):
                read_exercise(write_exercise(begun), begun.stem, PAGES)


def test_two_hints_with_the_same_comparison_are_kept_but_not_complete() -> None:
    draft = complete_draft()
    (hint,) = draft.hints
    twice = replace(draft, hints=(hint, replace(hint, text="Another.")))
    assert read_draft(write_exercise(twice), twice.stem, PAGES) == twice
    assert missing(twice) == ["Each hint has a comparison of its own."]


def test_a_goal_that_holds_at_the_start_or_fails_at_the_solution_is_reported() -> None:
    draft = complete_draft()
    (sentence,) = missing(replace(draft, start=draft.solution))
    assert "already holds at the start" in sentence
    (sentence,) = missing(replace(draft, solution=draft.start))
    assert "This is a solution" in sentence


def test_the_solution_keeps_only_changes_that_are_allowed() -> None:
    draft = complete_draft()
    assert with_changes(draft, ["gamma"]).solution == draft.solution
    assert with_changes(draft, ["kernel"]).solution == draft.start


def test_editable_points_become_a_drawing_without_moving() -> None:
    draft = with_changes(begin_draft("lab", MOONS, 1), ["points"])
    assert isinstance(draft.start, ExerciseState)
    assert draft.start.data == DRAWN
    points = DrawnSpec(draft.start.points).load()
    assert np.allclose(points.X, compute.dataset(MOONS.dataset_spec).X, atol=1e-3)
    assert draft.solution == draft.start


def test_mirrored_points_stay_inside_a_box_that_is_large_enough() -> None:
    state = LabState(data=DRAWN, points=CORNERS, model="pooled")
    draft = with_own_points(begin_draft("lab", state, 1), wanted=True)
    draft = replace(draft, title="T", task="T", shown="S", goal=(), kind="choice")
    options = (Option("a", True, "b"), Option("c", False, "d"))
    draft = replace(draft, options=options)
    assert missing(draft) == []
    for number in range(1, 9):
        start = draft.variant(number).start
        assert isinstance(start, ExerciseState)
        drawing = DrawnSpec(start.points).drawing
        assert (drawing.box[::2] <= drawing.X).all()
        assert (drawing.box[1::2] >= drawing.X).all()
        assert len(np.unique(drawing.X, axis=0)) == 4


def test_real_data_cannot_vary() -> None:
    with pytest.raises(InputError, match="measured"):
        with_own_points(begin_draft("lab", LabState(data="iris"), 1), wanted=True)


def test_the_trial_counts_the_variants_that_the_solution_solves() -> None:
    draft = with_own_points(complete_draft(), wanted=True)
    trial = try_variants(draft, 30)
    successes = [number for number in range(1, 31) if _is_solved(draft.variant(number))]
    assert trial.attempts == 30
    assert list(trial.successes) == successes
    assert 0 < len(successes) < 30
    narrowed = with_seeds(draft, trial.seeds)
    assert len(try_variants(narrowed, 30).successes) == 30


def _is_solved(variant: Exercise) -> bool:
    return is_reached(check_goal(variant, variant.solution)) and not is_reached(
        check_goal(variant, variant.start)
    )


def test_the_trial_ends_in_time_and_counts_its_attempts() -> None:
    ticks = iter(range(0, 1000, 9))
    trial = try_variants(
        with_own_points(complete_draft(), wanted=True), 200, clock=lambda: float(next(ticks))
    )
    assert trial.attempts == 3


def test_each_measure_that_is_offered_has_a_value_at_the_start() -> None:
    iris = LabState(data="iris", classes=(1, 2), model="pooled")
    for state in (MOONS, LabState(model="svc-rbf", n=40), iris):
        draft = begin_draft("lab", state, 1)
        for name in measures_for(draft):
            assert MEASURES[name].live
            quantity = Quantity(name, models_for(draft, name)[0])
            assert value_now(draft, quantity, draft.start) is not None, name
            for sign in SIGNS:
                first = first_comparison(draft, name, draft.start, sign)
                assert (first.quantity, first.sign) == (quantity, sign)
                assert first.holds(value_now(draft, quantity, draft.start) or 0.0)
    assert "" not in models_for(draft, "support")


def test_a_classifier_that_the_browser_cannot_fit_leaves_no_goal_to_reach() -> None:
    slow = next(key for key in MODELS if key not in live_models())
    assert "reach" not in offered_kinds(begin_draft("lab", LabState(model=slow), 1))


def test_only_fields_that_apply_are_offered() -> None:
    assert "gamma" in offered_fields(begin_draft("lab", MOONS, 1))
    assert "gamma" not in offered_fields(begin_draft("lab", LabState(model="pooled"), 1))
    assert "cut" not in offered_fields(begin_draft("lab", LabState(model="pooled"), 1))


def test_typed_text_becomes_words_and_file_names() -> None:
    assert as_words(" # A\n## B\n#c") == "## A\n## B\n#c"
    assert stem_of("Ein γ für Ränge!") == "ein_fur_range"
    assert stem_of("") == "exercise"
    assert stem_of("A", ["a", "a_2"]) == "a_3"


def test_every_exercise_of_the_app_is_complete_as_a_draft() -> None:
    for exercise in load_exercises().values():
        assert missing(exercise) == [], exercise.stem


@pytest.mark.parametrize(
    "stem", ["larger_gamma", "few_support_vectors", "cut_for_a_rare_class", "two_words"]
)
def test_each_number_that_the_editor_lists_can_stand_in_a_text(stem: str) -> None:
    draft = load_exercises()[stem]
    text = " ".join(f"{{start {name}}}" for name in figures_for(draft))
    complete = replace(draft, shown=text)
    check_exercise(complete)
    assert not {"{", "–"} & set(fill_figures(text, complete).split())
