"""The numbers of an exercise are computed once, and their work is bounded before it begins."""

from dataclasses import replace

import pytest

from core.exercises import check
from core.exercises.exercise import Exercise, Variation
from core.exercises.file import write_exercise
from core.exercises.registry import find_exercise, read_own
from core.exercises.sets import read_set
from core.exercises.state import ExerciseState
from core.exercises.work import check_work
from core.input_error import InputError
from core.state import LabState
from lessons.exercises import FOLDER, PAGES, load_exercises

VARIANTS = ("I", "II", "III")
EXERCISES = load_exercises().values()


def heavy(n: int, figures: str) -> Exercise:
    """Return an exercise of random labels whose text has these figures."""
    exercise = find_exercise("narrow_but_not_too_narrow")
    state = LabState(data="random_labels", n=n, model="III", gamma=100.0, folds=15)
    return replace(exercise, start=state, solution=replace(state, gamma=1.0), task=figures)


def test_every_exercise_of_the_app_is_within_the_bound() -> None:
    assert len(EXERCISES) > 40
    for exercise in EXERCISES:
        check_work([exercise])


def test_a_figure_that_is_named_often_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    exercise = heavy(60, "{start held_out of II} " * 90)
    asked: list[str] = []
    entry = check.MEASURES["held_out"]
    counting = replace(entry, of=lambda case, key: asked.append(key) or entry.of(case, key))
    monkeypatch.setattr(check, "MEASURES", {**check.MEASURES, "held_out": counting})
    text = check.fill_figures(exercise.task.strip(), exercise)
    assert asked == ["II"]
    assert len(set(text.split(" "))) == 1


@pytest.mark.parametrize("n", [1000, 2000])
def test_an_exercise_with_too_much_work_is_refused_with_its_worst_figure(n: int) -> None:
    keys = ("I", "II", "III", "svc-rbf", "full", "process")
    cases = ("start", "solution")
    figures = " ".join(f"{{{case} held_out of {key}}}" for case in cases for key in keys)
    with pytest.raises(InputError, match=r"too long to compute, above all “held_out of \S+”"):
        check_work([heavy(n, figures)])


def test_a_file_from_outside_is_refused_before_anything_is_computed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> float:
        raise AssertionError("computed")

    cases = ("start", "solution")
    figures = " ".join(f"{{{case} held_out of {key}}}" for case in cases for key in VARIANTS)
    text = write_exercise(heavy(1000, figures))
    monkeypatch.setattr(check, "_measure", fail)
    with pytest.raises(InputError, match="too long to compute"):
        read_set(text, "own", PAGES)
    light = (FOLDER / "half_a_bump.md").read_text(encoding="utf-8")
    assert read_set(light, "own", PAGES)


def test_a_variant_with_too_much_work_is_refused_when_it_is_read_or_asked_for() -> None:
    figures = " ".join(f"{{start errors of {key}}}" for key in (*VARIANTS, "svc-rbf"))
    exercise = replace(heavy(60, figures), hints=(), goal=(), kind="choice", may=())
    options = find_exercise("larger_gamma").options
    varied = replace(exercise, options=options, vary=(Variation("n", ("60", "5000")),))
    with pytest.raises(InputError, match="too long to compute"):
        read_set(write_exercise(varied), "own", PAGES)
    text = write_exercise(replace(varied, vary=(Variation("n", (*["60"] * 99, "5000")),)))
    (rare,) = read_own(text)
    states = {number: rare.variant(number).start for number in range(1, 1000)}
    number = next(k for k, each in states.items() if isinstance(each, LabState) and each.n == 5000)
    with pytest.raises(InputError, match="too long to compute"):
        find_exercise("own", number, text)


def test_each_choice_beside_a_picture_with_a_cut_counts_as_a_fit() -> None:
    start = ExerciseState(data="random_labels", n=3000, model="III", gamma=100.0)
    may = ("cut", "threshold", "kernel", "metric")
    exercise = find_exercise("narrow_but_not_too_narrow")
    with pytest.raises(InputError, match="too long to compute"):
        check_work([replace(exercise, start=start, solution=start, may=may)])
