"""The measures of exercises: worked by hand, and the same in Python and in the browser."""

from dataclasses import replace
from typing import Any

import pytest

from core import compute
from core.drawing import draw, encode_drawing
from core.exercises.case import Case
from core.exercises.check import check_goal, describe_goal, measure, verdict
from core.exercises.exercise import Comparison, Exercise, Quantity
from core.exercises.state import CountsState, ExerciseState
from core.measures import MEASURES
from core.messages import describe_refit, encode_points
from core.state import DRAWN
from javascript import call, read
from lessons.bayes_rule.state import BayesRuleState

LIVE = [name for name, each in MEASURES.items() if each.live]
OTHERS = ("pooled", "full", "diagonal", "svc-linear", "I", "III")
TINY = ExerciseState(
    data=DRAWN,
    points=encode_drawing(
        draw([[0, 0], [0, 2], [1, 1], [3, 0], [3, 2], [4, 1]], [0, 0, 0, 1, 1, 1]).on_grid()
    ),
    model="nearest-mean",
)
CASES = [
    ExerciseState(n=60, noise=0.5, gamma=30.0),
    ExerciseState(n=60, noise=0.5, gamma=0.3, threshold="consistency"),
    ExerciseState(n=60, noise=0.5, gamma=80.0, threshold="loo", model="III"),
    ExerciseState(n=60, noise=0.6, gamma=3.0, cut=21),
    ExerciseState(data="unequal_gaussians", n=50, balance=0.2, model="full"),
    ExerciseState(data="xor", n=40, model="pooled", kernel="linear"),
    ExerciseState(data="rings", n=40, model="svc-rbf", gamma=2.0, svc_C=10.0, folds=4),
    TINY,
]


def value(name: str, state: Any, start: Any = None, model: str = "") -> float:
    return measure(Quantity(name, model), Case(state, start))


def test_measures_of_six_points_are_those_worked_out_by_hand() -> None:
    assert value("points", TINY) == 6
    assert value("points_plus", TINY) == 3
    assert value("share_plus", TINY) == 50
    assert value("errors", TINY) == 0
    assert value("straight", TINY) == 1
    # Without the point (1, 1) the mean of C- is (0, 1): nothing changes, as for any other point.
    assert value("leave_one_out", TINY) == 100
    # x1: -1/3, -1/3, 2/3 about the mean, x2: -1, 1, 0; the products cancel.
    assert value("correlation_minus", TINY) == pytest.approx(0, abs=1e-4)
    drawing = draw([[0, 0], [0, 2], [1, 1], [3, 0], [3, 2], [4, 2]], [0, 0, 0, 1, 1, 1]).on_grid()
    other = replace(TINY, points=encode_drawing(drawing))
    assert value("changed", other, TINY) == 1
    assert value("changed", TINY, TINY) == 0


def test_measures_of_words_are_those_worked_out_by_hand() -> None:
    words = CountsState()
    assert value("odds", words) == pytest.approx((12 / 20) / (4 / 80))
    assert value("spam", words) == pytest.approx(100 * 12 / 16)
    assert value("spam_both", words) == 0
    smooth = replace(words, alpha=1.0)
    odds = 20 / 80 * (13 / 22) / (5 / 82) * (1 / 22) / (9 / 82)
    assert value("spam_both", smooth) == pytest.approx(100 * odds / (1 + odds))
    with pytest.raises(ValueError, match="infinite"):
        value("odds", replace(words, other_first=0))


def test_measures_of_known_densities_are_those_worked_out_by_hand() -> None:
    state = BayesRuleState(
        prior=0.5, mean_minus=-1.0, mean_plus=1.0, sd_minus=1.0, sd_plus=1.0, x=1.0
    )
    assert value("boundary", state) == pytest.approx(0, abs=1e-9)
    assert value("bayes_error", state) == pytest.approx(15.8655, abs=1e-3)
    assert value("posterior", state) == pytest.approx(100 / (1 + 2.718281828**-2))
    rare = replace(state, prior=0.2)
    assert value("boundary", rare) == pytest.approx(1.38629 / 2, abs=1e-4)
    assert value("ml_error", rare) == pytest.approx(15.8655, abs=1e-3)
    with pytest.raises(ValueError, match="boundaries"):
        value("boundary", replace(state, sd_plus=0.3))


def test_the_browser_has_just_the_live_measures() -> None:
    assert sorted(read("fits.mjs", "measures")) == sorted(LIVE)


def tell(state: ExerciseState, start: ExerciseState) -> dict[str, Any]:
    """Return what the browser knows of a case."""
    points = compute.dataset(state.dataset_spec)
    generated = start.data != DRAWN
    goal = [Comparison(Quantity("changed"), ">=", 0.0)]
    goal += [Comparison(Quantity("new", key), ">=", 0.0) for key in (OTHERS if generated else ())]
    goal += [Comparison(Quantity("errors", key), ">=", 0.0) for key in OTHERS]
    exercise = Exercise("a", "A", 1, 1, "reach", "lab", start, start, "", "", goal=tuple(goal))
    message = describe_goal(exercise, state)
    return message | {
        "points": encode_points(points),
        "names": points.class_names,
        "gamma": state.gamma,
        "box": compute.box(state.dataset_spec),
        "model": describe_refit(state.model, state.model_spec),
        "cut": state.cut,
    }


def python_value(quantity: Quantity, case: Case) -> float | None:
    try:
        return measure(quantity, case)
    except ValueError:
        return None


def test_all_live_measures_are_the_same_in_the_browser() -> None:
    quantities = [Quantity(name, key) for name in LIVE for key in ("", *OTHERS)]
    starts = [replace(state, seed=1) if state.data != DRAWN else state for state in CASES]
    jobs = [
        ["measure", tell(state, start), [[each.measure, each.model] for each in quantities]]
        for state, start in zip(CASES, starts, strict=True)
    ]
    count = 0
    for state, start, values in zip(CASES, starts, call("fits.mjs", jobs), strict=True):
        case = Case(state, start)
        for quantity, theirs in zip(quantities, values, strict=True):
            ours = python_value(quantity, case)
            assert (ours is None) == (theirs is None), (state, quantity)
            if ours is not None:
                assert theirs == pytest.approx(ours, rel=1e-9, abs=1e-9), (state, quantity)
                count += 1
    assert count > 0.7 * len(CASES) * len(quantities)


def test_browser_and_python_agree_about_a_goal() -> None:
    goal = (
        Comparison(Quantity("leave_one_out"), ">=", 97.0),
        Comparison(Quantity("errors", "pooled"), "<=", 3.0),
        Comparison(Quantity("threshold"), ">=", -0.25),
        Comparison(Quantity("straight"), "<=", 0.0),
    )
    for state in CASES[:3]:
        exercise = Exercise("a", "A", 1, 1, "reach", "lab", state, state, "", "", goal=goal)
        message = tell(state, state)
        (sentence,) = call("fits.mjs", [["judge", message, describe_goal(exercise, state)["goal"]]])
        assert sentence == verdict(check_goal(exercise, state))
        assert sentence.startswith("Not yet: leave-one-out accuracy ")
