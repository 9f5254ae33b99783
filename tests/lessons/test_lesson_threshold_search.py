"""The lesson on the threshold search: its numbers and its page."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from app_pages import (
    canvas_data,
    draw_on,
    lab_link,
    open_page,
    sentences,
    shown_text,
)
from bayeslab import KernelBayes
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.threshold import ThresholdSearch, best_threshold
from bayeslab.evaluation.models import build_model
from core.drawing import DrawnSpec, draw, encode_drawing
from core.fit_spec import load_points
from core.link import encode
from core.state import LabState
from javascript import call
from lessons.steps import reach, read_steps, set_up
from lessons.threshold_search.data import describe_step, describe_tries, explain_imbalance
from lessons.threshold_search.numbers import (
    IMBALANCED,
    OTHER_CLASS,
    SEARCH_EXAMPLES,
    WITH_OUTLIER,
    count_errors,
    label_sums,
    share_below_half,
)
from lessons.threshold_search.people import TESTS, cuts_of
from lessons.threshold_search.state import COSTS, ThresholdSearchState
from lessons.tries import try_states

PAGE = "threshold_search.py"
labels = st.lists(st.sampled_from([-1, 1]), min_size=2, max_size=20).filter(
    lambda y: len(set(y)) == 2
)


def searches(state: LabState) -> tuple[ThresholdSearch, ThresholdSearch]:
    points = load_points(state.dataset_spec)
    printed, repaired = (
        build_model(state.model, replace(state, threshold=rule).model_spec)
        .fit(points.X, points.y)
        .threshold_search_
        for rule in ("consistency", "error")
    )
    return printed, repaired


@pytest.mark.parametrize(
    ("example", "n", "J", "counted", "made", "possible"),
    [
        ("moons", 60, 60, 0, 0, 0),
        ("upside_down", 20, 18, 19, 19, 9),  # 18 of 20 at 5 % right; 55 % are possible
        ("imbalance", 100, 80, 89, 89, 10),  # 89 errors where 10 are possible
        ("ties", 50, 48, 1, 3, 2),  # 98 % counted, 94 % of the threshold, 96 % possible
    ],
)
def test_eq_181_fails_on_each_example_as_described(
    example: str, n: int, J: int, counted: int, made: int, possible: int
) -> None:
    printed, repaired = searches(SEARCH_EXAMPLES[example])
    k = printed.index
    assert (len(printed.labels), printed.values[k], printed.errors[k]) == (n, J, counted)
    assert count_errors(printed)[k] == made
    assert count_errors(repaired)[repaired.index] == possible == repaired.errors[repaired.index]


@pytest.mark.parametrize("example", SEARCH_EXAMPLES)
def test_errors_are_those_of_the_classifier_with_that_threshold(example: str) -> None:
    state = SEARCH_EXAMPLES[example]
    points, (printed, _) = load_points(state.dataset_spec), searches(state)
    model = build_model(state.model, state.model_spec).fit(points.X, points.y)
    wrong = int((model.predict(points.X) != points.y).sum())
    app = open_page(PAGE, step="0", example=example)
    assert count_errors(printed)[printed.index] == wrong
    assert app.dataframe[0].value.iloc[2].tolist()[:2] == ["errors", f"{wrong}"]


@given(y=labels)
def test_j_is_the_larger_of_two_numbers_and_does_not_count_errors(y: list[int]) -> None:
    search = best_threshold(np.arange(len(y)), y, "consistency")
    below, above = label_sums(search)
    n, difference = len(y), abs(sum(y))
    assert search.values.tolist() == (abs(below) + abs(above)).tolist()
    assert search.values.tolist() == np.maximum(abs(n - 2 * search.errors), difference).tolist()


@given(y=labels, data=st.data())
def test_a_cut_makes_the_errors_it_counts_unless_scores_are_equal(
    y: list[int], data: st.DataObject
) -> None:
    scores = data.draw(st.lists(st.integers(0, 5), min_size=len(y), max_size=len(y)))
    search = best_threshold(scores, y, "consistency")
    made = count_errors(search)
    sides = np.where(search.scores > search.cuts[:, None], 1, -1)
    assert made.tolist() == (sides != search.labels).sum(axis=1).tolist()
    assert made[search.realisable].tolist() == search.errors[search.realisable].tolist()


def test_errors_of_thresholds_worked_by_hand() -> None:
    search = best_threshold([0.0, 1, 1, 2], [-1, -1, 1, 1], "consistency")
    assert search.errors.tolist() == [2, 1, 0, 1, 2]
    assert count_errors(search).tolist() == [2, 1, 1, 1, 2]


def test_the_share_of_failures_counts_draws_below_half() -> None:
    first = [searches(replace(SEARCH_EXAMPLES["imbalance"], seed=seed))[0] for seed in range(10)]
    wrong = [search.errors[search.index] > 50 for search in first]
    assert share_below_half(IMBALANCED, 10) == np.mean(wrong) == 0.2
    assert share_below_half(DatasetSpec("two_gaussians", n=40, noise=0.1), 3) == 0


# The page


def accuracies(app: AppTest) -> list[float]:
    """Return the accuracies of both criteria, from the last row of the table."""
    _, *cells = app.dataframe[0].value.iloc[-1]
    return [float(cell.removesuffix("\u00a0%")) / 100 for cell in cells]


def test_the_question_is_about_a_best_cut_that_becomes_nearly_the_worst() -> None:
    app = open_page(PAGE, step="0")
    answer = app.radio(key="threshold_search answer choice")
    assert "37 errors, and no cut makes fewer" in " ".join(answer.label.split())
    points = load(DatasetSpec("imbalanced", n=100, noise=1.5, balance=0.5))
    search = KernelBayes("I", kernel="linear").fit(points.X, points.y).threshold_search_
    assert search.errors[search.realisable].min() == 37
    assert sorted(option.split(".")[0].split(":")[0] for option in answer.options) == [
        "10",
        "89",
        "About as many as now, 37",
    ]


def test_the_cut_of_a_link_is_that_of_the_picture_and_of_the_formula() -> None:
    app = open_page(PAGE, step="0", cut="12", formula="numbers")
    assert canvas_data(app)["lesson"] == {"line": True, "cut": 12, "weights": False}
    assert "J(12)=|-12|+|12|=24" in app.latex[0].value
    app = open_page(PAGE, step="0", cut="61")  # there are 60 points
    assert sentences(app) == ["The link's cut was ignored: it does not apply to the other choices."]
    assert canvas_data(app)["lesson"]["cut"] == 30


def test_a_dragged_cut_and_dragged_points_are_in_the_formula_and_the_link() -> None:
    app = open_page(PAGE, step="0", example="upside_down", formula="numbers")
    y = np.repeat([1, 0], [len(WITH_OUTLIER), len(OTHER_CLASS)])
    without = encode_drawing(draw(((-0.5, 0.1), *WITH_OUTLIER[:-1], *OTHER_CLASS), y))
    draw_on(app, "drawing threshold_search", points=without, cut=10)
    assert app.number_input[0].value == 10
    assert "J(10)=|-10|+|10|=20" in app.latex[0].value
    assert lab_link(app)["points"] == without
    assert accuracies(app) == [1, 1]  # the order is restored
    text = " ".join(shown_text(app).split())
    assert "You have moved points" in text
    assert "chooses cut 10 with $J = 20$, which makes 0 errors." in text
    assert "points are wrong" not in text, "what was said of the points before"
    assert app.query_params["points"] == without
    again = open_page(PAGE, step="0", example="upside_down", points=without)
    assert lab_link(again)["points"] == without
    assert accuracies(again) == [1, 1]
    app.segmented_control(key="lesson.example").set_value("ties").run()
    app.segmented_control(key="lesson.example").set_value("upside_down").run()
    assert accuracies(app) == pytest.approx([0.05, 0.55])
    assert "points" not in app.query_params


@pytest.mark.parametrize(
    "text", ["nonsense", "@0123abcd", encode_drawing(draw([[0, 0], [1, 1]], [1, 1]))]
)
def test_a_link_without_points_of_two_classes_shows_the_example(text: str) -> None:
    app = open_page(PAGE, step="0", example="upside_down", points=text)
    (notice,) = sentences(app)
    assert notice.startswith("The link's points")
    assert accuracies(app) == pytest.approx([0.05, 0.55])
    assert "points" not in app.query_params


# What a visitor sees first, and what the buttons set up


def test_going_deeper_begins_with_a_cut_that_separates_the_classes_and_is_wrong() -> None:
    first = ThresholdSearchState.opening()
    app = open_page(PAGE, **encode(first))
    assert app.session_state["lessons"]["threshold_search"].state == first
    printed, repaired = searches(first.lab)
    k = printed.index
    below, above = printed.labels[:k], printed.labels[k:]
    assert max(abs(below.mean()), 0.8) == 1, "one class alone"
    assert abs(above.sum()) >= len(above) - 2, "another one, but for a point"
    assert printed.errors[k] > 2 * repaired.errors[repaired.index]
    # The answer to the question is not on it.
    assert explain_imbalance()["printed_errors"] not in re.findall(r"\d+", shown_text(app))
    assert "Imbalance" not in [button.label for button in app.button]


def test_the_things_to_try_show_what_they_say() -> None:
    texts = describe_tries()
    moons, restored, ties = try_states("threshold_search", "Try", ThresholdSearchState)
    printed, repaired = searches(moons.lab)
    assert printed.index == repaired.index == int(texts["moons_printed_k"])
    assert printed.errors[printed.index] == 0 == int(texts["moons_printed_errors"])
    for side in (printed.errors[: printed.index + 1][::-1], printed.errors[printed.index :]):
        assert (np.diff(side) > 0).mean() > 0.9, "they rise on both sides"
    assert printed.errors.max() == int(texts["moons_most"])
    # The outlier alone was moved.
    at_first = draw_of(ThresholdSearchState(example="upside_down").lab)
    now = draw_of(restored.lab)
    (moved,) = [k for k in range(len(now)) if np.abs(now[k] - at_first[k]).max() > 0.01]
    assert at_first[moved][0] == max(point[0] for point in at_first)
    printed, _ = searches(restored.lab)
    assert printed.errors[printed.index] == 0 == int(texts["restored_printed_errors"])
    printed, repaired = searches(ties.lab)
    k = printed.index
    assert int(texts["ties_printed_wrong"]) == printed.errors[k] == 1, "“label” is singular"
    assert int(texts["ties_on_cut"]) == (printed.scores == printed.threshold).sum()
    assert int(texts["ties_printed_errors"]) == count_errors(printed)[k]
    assert int(texts["ties_repaired_errors"]) == repaired.errors[repaired.index]


def draw_of(lab: LabState) -> np.ndarray:
    spec = lab.dataset_spec
    assert isinstance(spec, DrawnSpec)
    return spec.load().X


def test_after_the_answer_the_cut_of_the_imbalance_is_at_the_end_where_few_are_wrong() -> None:
    (state,), texts = (
        try_states("threshold_search", "Try answer", ThresholdSearchState),
        explain_imbalance(),
    )
    printed, _ = searches(state.lab)
    k = state.value("cut")
    assert k == len(printed.labels), "all points are assigned to C−"
    assert printed.errors[k] == int(texts["try_errors"])
    assert len(set(printed.values)) == 1, "J is the same on the whole way"
    assert printed.values[0] == int(texts["try_printed_j"])
    assert printed.errors[printed.index] == int(texts["try_printed_errors"])
    assert printed.index == 1, "the left end"


# The steps, on one line


@pytest.mark.parametrize("test", TESTS)
def test_each_cut_of_the_line_is_counted_person_by_person(test: str) -> None:
    (healthy, ill), cuts = TESTS[test], cuts_of(test)
    assert len({*healthy, *ill}) == len(cuts.values), "no two have the same number"
    for k, place in enumerate(cuts.places):
        missed, alarms = sum(v < place for v in ill), sum(v > place for v in healthy)
        sides = len(ill) - missed - alarms, missed - (len(healthy) - alarms)
        assert (cuts.missed[k], cuts.alarms[k], cuts.errors[k]) == (missed, alarms, missed + alarms)
        assert (cuts.above[k], cuts.below[k]) == sides
        assert cuts.purity[k] == sum(map(abs, sides))
        assert [cuts.costs(cost)[k] for cost in COSTS] == [c * missed + alarms for c in COSTS]


def test_what_the_steps_say_is_so() -> None:
    steps = read_steps("threshold_search", ThresholdSearchState)
    states = [reach(steps, number, ThresholdSearchState) for number in range(1, len(steps) + 1)]
    cut, cost, rule, low, point, rare, formula = [describe_step(state) for state in states]
    line = cuts_of("high")
    (best,) = np.flatnonzero(line.errors == line.errors.min())
    assert states[0].value("at") == states[2].value("at") == best == line.purity.argmax()
    at_first = cuts_of(states[0].people)
    assert set_up(steps, 1, ThresholdSearchState).value("at") == 0
    assert cut["healthy"] == f"{at_first.errors[0]}", "all are called ill"
    assert states[1].cost == 5, "as in words"
    assert states[1].value("at") < best, "to the left"
    assert int(cost["missed"]) < int(cost["even_missed"])
    assert int(cost["errors"]) > line.errors.min()
    assert int(rule["below"]) + int(rule["above"]) == int(rule["purity"])
    other = cuts_of("low")
    assert states[3].value("at") == states[6].value("at") == other.purity.argmax()
    assert int(low["errors"]) > 0.8 * int(low["people"])
    assert low["purity"] == rule["purity"] == formula["purity"]
    assert {other.purity[0], other.purity[-1]} == {other.purity.min()}
    assert 2 * other.errors[0] == len(other.values)
    assert point["before_printed_errors"] == "19"
    assert point["printed_errors"] == point["near_errors"] == "0"
    untouched = describe_step(set_up(steps, 5, ThresholdSearchState))
    assert untouched["near_errors"] == "0", "whatever is moved"
    assert untouched["printed_j"] == point["before_printed_j"]
    few = cuts_of("rare")
    assert len(set(few.purity)) == 1
    assert max(*few.below, *few.above) == 0, "on neither side most are ill"
    assert few.errors.argmin() == len(few.values), "nobody is called ill"
    assert states[5].value("at") == 1
    assert few.costs(5).argmin() < len(few.values), "costs help"
    n = len(line.values)
    for cuts in (line, other):
        assert cuts.purity.tolist() == abs(n - 2 * cuts.errors).tolist()
    assert (rare["ill"], rare["people"]) == (f"{few.is_ill.sum()}", f"{len(few.values)}")


# The picture


@pytest.mark.parametrize("size", [[390, 300], [200, 240], [320, 190]])
def test_the_names_of_the_criteria_are_where_no_cut_crosses_them(size: list[int]) -> None:
    scores, labels = [float(k) for k in range(12)], [0] * 6 + [1] * 6
    (picture,) = call("drawn.mjs", [["namesOfCriteria", scores, labels, size]])
    assert [name for name, *_ in picture["names"]] == ["J, label consistency", "errors"]
    for _, x, y in picture["names"]:
        assert 0 < x < size[0]
        assert y + 8 <= picture["top"], "the line of the threshold begins below"
    places = [(x, y) for _, x, y in picture["names"]]
    assert len(set(places)) == 2
