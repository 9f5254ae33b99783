"""Lesson 2: samples of its population, their rules, its first page, and what its tries claim."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from app_pages import canvas_data, open_page
from core.link import decode, encode
from javascript import call, near, points_of, vectors
from lesson_pictures import draw_picture
from lessons import LESSONS
from lessons.covariance_assumptions.data import describe_step, picture_data
from lessons.covariance_assumptions.numbers import (
    ASSUMPTIONS,
    evaluate_assumption,
    list_assumptions,
    solve_case,
)
from lessons.covariance_assumptions.points import (
    COVARIANCES,
    MEANS,
    REDRAWS,
    SIZES,
    draw_sample,
    evaluate_redraws,
    frame,
)
from lessons.covariance_assumptions.state import CASES as TITLES
from lessons.covariance_assumptions.state import CovarianceAssumptionsState
from lessons.steps import reach, read_steps, set_up
from lessons.texts import read_sections
from lessons.tries import Try, read_tries

PAGE = "covariance_assumptions.py"
OPENING = CovarianceAssumptionsState.opening()
CASES = [ASSUMPTIONS[name] for name in ("1", "2", "3")]

each_size = pytest.mark.parametrize("size", SIZES)


def population(size: int) -> dict[str, Any]:
    data: dict[str, Any] = picture_data(OPENING.change(size=f"{size}"))["population"]
    return data


def test_a_large_sample_has_the_moments_of_the_population() -> None:
    X, y = draw_sample(1, 20_000)
    for label in (0, 1):
        own = X[y == label]
        assert own.mean(axis=0) == pytest.approx(MEANS[label], abs=0.05)
        assert np.cov(own.T) == pytest.approx(np.array(COVARIANCES[label]), abs=0.1)


def test_a_larger_sample_begins_with_the_points_of_a_smaller_one() -> None:
    small, large = (draw_sample(7, size)[0] for size in (4, 12))
    assert small.tolist() == large[:8].tolist()


@each_size
@vectors("redraws.js", "drawSample")
def test_the_browser_draws_the_same_samples(size: int) -> Iterator[Any]:
    a, b, c, d = frame(size)
    for k in range(1, REDRAWS + 1):
        X, y = draw_sample(k, size)
        assert (([a, c] < X) & ([b, d] > X)).all()
        columns = {name: near(x, abs=1e-12) for name, x in zip("xy", X.T, strict=True)}
        yield [population(size), k], columns | {"labels": y}


@pytest.mark.parametrize("searched", [False, True])
@each_size
@vectors("redraws.js", "fitRedraws")
def test_the_browser_finds_the_same_accuracies_on_new_points(
    size: int, searched: bool
) -> Iterator[Any]:
    for each in list_assumptions(0.3, 0.1):
        expected = near(evaluate_redraws(each, size, searched))
        yield [population(size), each.settings, searched], {"accuracies": expected}


def performances(state: CovarianceAssumptionsState) -> list[tuple[float, float]]:
    """Return the accuracies of the three cases, in training and left out."""
    n = len(state.training_points[1])
    evaluation = [
        evaluate_assumption(*state.training_points, each, state.is_searched) for each in CASES
    ]
    assert all(each.left_out is not None for each in evaluation)
    return [(each.training / n, (each.left_out or 0) / n) for each in evaluation]


def on_new_points(state: CovarianceAssumptionsState) -> list[tuple[float, float]]:
    """Return of each case the mean accuracy on new points, and how far apart the samples are."""
    size = int(state.size)
    evaluation = [np.array(evaluate_redraws(each, size, state.is_searched)) for each in CASES]
    return [(float(each.mean()), float(np.ptp(each))) for each in evaluation]


def test_the_first_page_shows_what_freedom_gains_and_what_it_risks() -> None:
    assert OPENING.redraws
    training, left_out = zip(*performances(OPENING), strict=True)
    assert training[0] < training[1] < training[2] < 1
    assert left_out[2] == left_out[1] > left_out[0]
    (_, first), (_, second), (_, third) = on_new_points(OPENING)
    assert third > max(first, 2 * second)


def test_drawing_again_shows_the_next_sample_and_after_the_last_one_the_first() -> None:
    app = open_page(PAGE, **encode(OPENING))
    for sample in (1, 2):
        app = app.button(key="draw another sample").click().run()
        state, notices = decode(dict(app.query_params), CovarianceAssumptionsState)
        assert (state, notices) == (OPENING.change(sample=sample), ())
        assert canvas_data(app)["values"]["points"] == state.value("points")


def test_drawing_another_sample_discards_moved_points() -> None:
    moved = OPENING.change(points="1 2 +; 3 4 -")
    assert moved.change(sample=3).points is None
    assert moved.change(size="40").points is None


def test_what_the_steps_say_is_so() -> None:
    steps = read_steps("covariance_assumptions", CovarianceAssumptionsState)
    starts, ends = (
        [put(steps, k + 1, CovarianceAssumptionsState) for k in range(len(steps))]
        for put in (set_up, reach)
    )
    training, _ = zip(*performances(starts[0]), strict=True)
    assert training[0] < training[1] < training[2] == 1
    drawn = [starts[1].change(sample=sample) for sample in range(1, REDRAWS + 1)]
    perfect = [performances(state)[2][0] == 1 for state in drawn]
    assert describe_step(starts[1])["perfect"] == f"{sum(perfect)}"
    assert sum(perfect) > 0.8 * REDRAWS
    few, many = (tuple(zip(*on_new_points(state), strict=True)) for state in (ends[2], ends[3]))
    assert max(few[0]) == few[0][1] and max(few[1]) == few[1][2] > 2 * few[1][1]
    assert max(many[0]) == many[0][2]
    training, left_out = zip(*performances(starts[4]), strict=True)
    assert left_out[1] > max(left_out[0], left_out[2]) and training[2] == 1
    assert (starts[4].case, ends[4].case) == ("3", "2")
    assert shapes(starts[5])[1:] == ["a line", "an ellipse"]


def test_the_plane_of_a_step_says_what_the_card_says() -> None:
    steps = read_steps("covariance_assumptions", CovarianceAssumptionsState)
    for number, step in enumerate(steps, 1):
        state = reach(steps, number, CovarianceAssumptionsState)
        picture, texts = draw_picture(state, "points", size=(600, 400)), describe_step(state)
        assert picture["grips"] == []
        figures = dict(picture["figures"])
        if state.redraws:
            expected = {f"{TITLES[case]}, new points": texts[f"new_{case}"] for case in "123"}
        else:
            expected = {"right": f"{texts[f'training_{state.case}']} of {texts['n']}"}
        if state.shown == "checked":
            expected["right when left out"] = f"{texts[f'left_out_{state.case}']} of {texts['n']}"
        assert {name: text.replace("\u00a0", " ") for name, text in figures.items()} == {
            name: text.replace("\u00a0", " ") for name, text in expected.items()
        }, step.title


def tries() -> dict[str, CovarianceAssumptionsState]:
    """Return the state that each try sets up, by its label."""
    (lesson,) = (each for each in LESSONS if each.stem == "covariance_assumptions")
    items: list[Try] = read_tries(read_sections(lesson.stem)["Try"], lesson.state)
    plain = CovarianceAssumptionsState()
    return {item.label: plain.change(**item.choices) for item in items if not item.in_lab}


def shapes(state: CovarianceAssumptionsState) -> list[str]:
    """Return what the boundary of each case is, as the formula below the picture says it."""
    X, y = state.training_points
    jobs = [["fitAssumption", points_of(X, y), each.settings, state.is_searched] for each in CASES]
    answers = call("assumptions.js", jobs)
    return call("assumptions.js", [["shapeOf", each["description"]] for each in answers])


def test_few_points_are_fitted_by_every_case_and_left_out_by_the_freest_one() -> None:
    state = tries()["Four points a class"]
    training, left_out = zip(*performances(state), strict=True)
    assert set(training) == {1}
    assert left_out[2] < min(left_out[:2])
    mean, spread = zip(*on_new_points(state), strict=True)
    assert max(mean) == mean[1]
    assert max(spread) == spread[2] > 2 * spread[1]


def test_with_many_points_the_freest_case_is_best_and_hardly_varies() -> None:
    state = tries()["Forty points a class"]
    mean, spread = zip(*on_new_points(state), strict=True)
    assert mean[0] < mean[1] < mean[2]
    (*_, (_, before)) = on_new_points(tries()["Four points a class"])
    assert spread[2] < before / 10


def test_from_far_out_one_boundary_is_a_parabola_which_closes_around_no_class() -> None:
    state = tries()["Far out"]
    assert state.view == "far_out"
    assert performances(state) == [(1, 1)] * 3  # "all three cases agree"
    assert shapes(state) == ["a line", "a line", "a parabola"]


def test_an_outlier_turns_the_line_of_case_1_more_than_that_of_case_2() -> None:
    state, angles = tries()["An outlier"], []
    for case in (1, 2):
        w1, w2 = solve_case(*state.training_points, case).discriminant.w
        angles.append(abs(np.degrees(np.arctan(w1 / w2))))  # from level, as it was before
    assert angles[0] > 20 > 10 > angles[1] > 0
    assert shapes(state)[:2] == ["a line", "a line"]


def test_two_points_have_no_covariance_of_their_own() -> None:
    X, y = tries()["Two points"].training_points
    assert (y == 0).sum() == 2
    for number, each in enumerate(CASES):
        if number == 2:
            with pytest.raises(ValueError, match="singular"):
                evaluate_assumption(X, y, each, True)
        else:
            assert evaluate_assumption(X, y, each, True).training


def test_a_share_of_the_common_covariance_is_enough_for_two_points() -> None:
    state = tries()["Regularised"]
    assert state.planes == "all"
    evaluation = evaluate_assumption(
        *state.training_points, list_assumptions(state.pooling, state.shrinkage)[-1], True
    )
    assert evaluation.training


NBSP = "\N{NO-BREAK SPACE}"
SINGULAR = "The covariance of class − is singular (its points lie on a line or in a plane)."
WORDS = f"training{NBSP}95.8{NBSP}%, left{NBSP}out{NBSP}87.5{NBSP}%"


@pytest.mark.parametrize(
    ("width", "height", "chosen"),
    [(790, 420, None), (820, 370, None), (358, 600, 2), (358, 600, None), (350, 600, 0)],
)
def test_labels_are_neither_clipped_nor_inside_a_plane(
    width: float, height: float, chosen: int | None
) -> None:
    texts = [WORDS, SINGULAR, WORDS] if chosen is not None else [WORDS, SINGULAR] * 3
    room = {"width": width, "height": height}
    (placed,) = call("drawn.mjs", [["placePlanes", room, texts, chosen]])
    for text, lines, cell, plane in zip(
        texts, placed["words"], placed["cells"], placed["planes"], strict=True
    ):
        assert " ".join(lines) == text
        assert all(8 * len(line) <= cell["width"] for line in lines)
        assert plane["top"] >= cell["top"] + 19 * len(lines)
        assert plane["top"] + plane["height"] <= cell["top"] + cell["height"] + 1e-9
        assert cell["left"] + cell["width"] <= width + 1e-9
        assert plane["height"] > 60
