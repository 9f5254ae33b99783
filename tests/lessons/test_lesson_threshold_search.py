"""The lesson on the threshold search: its numbers, its picture and its page."""

import json
import re
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_pages import lab_link, open_lab, open_page, sentences, shown_text
from bayeslab import KernelBayes
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.threshold import ThresholdSearch, best_threshold
from bayeslab.evaluation.models import build_model
from bayeslab.figures import PALETTE, THEMES
from browser import visit
from core.drawing import DrawnSpec
from core.link import decode, encode
from core.state import LabState
from lessons.threshold_search.numbers import (
    IMBALANCED,
    SEARCH_EXAMPLES,
    count_errors,
    label_sums,
    share_below_half,
)
from lessons.threshold_search.picture import draw_cuts

labels = st.lists(st.sampled_from([-1, 1]), min_size=2, max_size=20).filter(
    lambda y: len(set(y)) == 2
)


def searches(state: LabState) -> tuple[ThresholdSearch, ThresholdSearch]:
    spec = state.dataset_spec
    points = spec.load() if isinstance(spec, DrawnSpec) else load(spec)
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
        ("upside down", 20, 18, 19, 19, 9),  # 18 of 20 at 5 % right; 55 % are possible
        ("imbalance", 100, 80, 89, 89, 10),  # 89 errors where 10 are possible
        ("ties", 50, 48, 1, 4, 2),  # 98 % counted, 92 % of the threshold, 96 % possible
    ],
)
def test_eq_181_does_on_each_example_what_is_known_of_it(
    example: str, n: int, J: int, counted: int, made: int, possible: int
) -> None:
    printed, repaired = searches(SEARCH_EXAMPLES[example])
    k = printed.index
    assert (len(printed.labels), printed.values[k], printed.errors[k]) == (n, J, counted)
    assert count_errors(printed)[k] == made
    assert count_errors(repaired)[repaired.index] == possible == repaired.errors[repaired.index]


def test_of_the_ties_three_flowers_lie_exactly_on_the_threshold_of_eq_181() -> None:
    printed, _ = searches(SEARCH_EXAMPLES["ties"])
    assert (printed.scores == printed.threshold).sum() == 3
    assert not printed.realisable[printed.index]


@pytest.mark.parametrize("example", SEARCH_EXAMPLES)
def test_an_example_is_a_state_of_the_lab_that_a_link_carries(example: str) -> None:
    state = SEARCH_EXAMPLES[example]
    assert decode(encode(state)) == (state, ())
    assert state.threshold == "consistency"


@settings(max_examples=50)
@given(y=labels)
def test_j_is_the_larger_of_two_sizes_and_no_count_of_errors(y: list[int]) -> None:
    search = best_threshold(np.arange(len(y)), y, "consistency")
    below, above = label_sums(search)
    n, difference = len(y), abs(sum(y))
    assert search.values.tolist() == (abs(below) + abs(above)).tolist()
    assert search.values.tolist() == np.maximum(abs(n - 2 * search.errors), difference).tolist()


@settings(max_examples=50)
@given(y=labels, data=st.data())
def test_a_cut_makes_the_errors_it_counts_unless_scores_are_equal(
    y: list[int], data: st.DataObject
) -> None:
    scores = data.draw(st.lists(st.integers(0, 5), min_size=len(y), max_size=len(y)))
    search = best_threshold(scores, y, "consistency")
    made = count_errors(search)
    assert (made >= search.errors)[~search.realisable].all()
    assert made[search.realisable].tolist() == search.errors[search.realisable].tolist()


def test_errors_of_thresholds_worked_by_hand() -> None:
    search = best_threshold([0.0, 1, 1, 2], [-1, -1, 1, 1], "consistency")
    assert search.errors.tolist() == [2, 1, 0, 1, 2]
    assert count_errors(search).tolist() == [2, 1, 2, 1, 2]


def test_the_share_of_failures_counts_draws_below_half() -> None:
    first = [searches(replace(SEARCH_EXAMPLES["imbalance"], seed=seed))[0] for seed in range(10)]
    wrong = [search.errors[search.index] > 50 for search in first]
    assert share_below_half(IMBALANCED, 10) == np.mean(wrong) == 0.2
    assert share_below_half(DatasetSpec("two_gaussians", n=40, noise=0.1), 3) == 0


# The picture


X1, X2 = np.linspace(-1, 3, 9), np.linspace(0, 1, 5)
P = np.tile(X1, (5, 1))
X = np.array([[2.0, 0.5], [0.0, 0.2], [1.0, 0.8]])
Y = np.array([1, 0, 1])
CUTS = np.array([-0.5, 0.5, 1.5, 2.5])
ERRORS = np.array([1, 0, 1, 2])


def draw(**changes: Any) -> go.Figure:
    arrays: dict[str, Any] = {"x1": X1, "x2": X2, "p": P, "X": X, "y": Y, "scores": X[:, 0]}
    rest: dict[str, Any] = {
        "cuts": CUTS,
        "curves": {"J": 3 - 2 * ERRORS, "errors": ERRORS},
        "chosen": {"first": 1, "second": 2},
        "captions": [f"cut {k}" for k in range(4)],
        "start": 1,
        "class_names": ("a", "b"),
    }
    return draw_cuts(**{**arrays, **rest, **changes})


def points_of(trace: go.Scatter) -> list[tuple[float, float]]:
    pairs = np.column_stack((trace.x, trace.y)).astype(float)
    return [(x, y) for x, y in pairs.tolist() if not np.isnan(x)]


def test_every_cut_has_a_frame_with_its_level_its_errors_and_its_cover() -> None:
    frames = draw().frames
    assert [frame.name for frame in frames] == ["0", "1", "2", "3"]
    for k, frame in enumerate(frames):
        level, wrong, below, ahead = frame.data
        assert level.x == pytest.approx(np.full(len(level.x), CUTS[k]))
        assert len(points_of(wrong)) == ERRORS[k]
        assert (min(below.x), max(below.x)) == (0, k)
        assert (min(ahead.x), round(max(ahead.x), 2)) == (k, 3.06)


def test_wrong_points_are_ringed_where_they_are() -> None:
    ((x1, x2),) = points_of(draw().frames[2].data[1])
    assert (x1, x2) == pytest.approx((1, 0.8))  # of b, below the cut


def test_the_points_stand_in_the_order_of_their_scores() -> None:
    in_order = [trace for trace in draw().data if trace.yaxis == "y2" and trace.mode == "markers"]
    assert [points_of(trace) for trace in in_order] == [[(0.5, 0)], [(2.5, 0), (1.5, 0)]]


def test_the_picture_begins_at_the_start_and_frames_move_what_it_holds() -> None:
    figure = draw(start=2)
    frame = figure.frames[2]
    for place, moved in zip(frame.traces, frame.data, strict=True):
        assert list(figure.data[place].x) == pytest.approx(list(moved.x), nan_ok=True)
    assert figure.layout.sliders[0].active == 2


def test_slider_and_buttons_reach_every_cut() -> None:
    layout = draw().layout
    (slider,), (menu,) = layout.sliders, layout.updatemenus
    assert [step.label for step in slider.steps] == ["cut 0", "cut 1", "cut 2", "cut 3"]
    assert [step.args[0] for step in slider.steps] == [("0",), ("1",), ("2",), ("3",)]
    assert [button.args[0] for button in menu.buttons] == [None, (None,)]


@pytest.mark.parametrize("theme", THEMES)
def test_chosen_cuts_lie_on_their_curves_and_classes_keep_their_look(theme: str) -> None:
    figure = draw(theme=theme)
    named = {trace.name: trace for trace in figure.data if trace.showlegend is not False}
    assert points_of(named["first"]) == [(1, 3)]
    assert points_of(named["second"]) == [(2, 1)]
    assert named["a"].marker.symbol == PALETTE[0].symbol
    assert points_of(named["b"]) == [(2.0, 0.5), (1.0, 0.8)]
    assert named["J"].line.color == THEMES[theme].ink


def test_a_level_projection_has_no_lines_and_is_still_drawn() -> None:
    figure = draw(p=np.zeros((5, 9)), scores=np.zeros(3))
    assert points_of(figure.data[0]) == []


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"captions": ["one"]}, "1 captions for 4 cuts"),
        ({"scores": np.array([0, np.nan, 1])}, "scores holds NaN"),
        ({"cuts": CUTS[1:]}, "cuts has shape"),
        ({"p": P.T}, "p has shape"),
        ({"start": 9}, "start holds something else"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        draw(**changes)


def test_a_straight_level_has_two_ends_and_no_corners() -> None:
    leaning = np.add.outer(X2, X1)
    level = draw(p=leaning, cuts=np.array([0.1, 0.5, 1.5, 2.5])).frames[2].data[0]
    (x1, x2), (x3, x4) = sorted(points_of(level))
    assert (x1 + x2, x3 + x4) == pytest.approx((1.5, 1.5))
    assert (x1, x3) == pytest.approx((0.5, 1.5))


def test_a_bent_level_keeps_its_corners() -> None:
    bent = np.add.outer(X2, np.abs(X1))
    level = draw(p=bent, cuts=np.array([0.1, 0.5, 0.8, 1.0])).frames[2].data[0]
    assert sorted(points_of(level)) == [
        pytest.approx(corner, abs=1e-6) for corner in ((-0.8, 0), (0, 0.8), (0.8, 0))
    ]


# The page


PAGE = "threshold_search.py"


def open_with(**parameters: str) -> AppTest:
    return open_page(PAGE, **parameters)


def accuracies(app: AppTest) -> list[float]:
    """Return the accuracies of both criteria, from the last row of the table."""
    _, *cells = app.dataframe[0].value.iloc[-1]
    return [float(cell.removesuffix("\u00a0%")) / 100 for cell in cells]


@pytest.mark.parametrize(
    ("example", "shown", "shares"),
    [
        ("moons", ["The largest $J$, 60", "0 of 60", "cut 30"], [1, 1]),
        ("upside down", ["$J = 18$ of 20", "19 points are wrong", "9 errors"], [0.05, 0.55]),
        (
            "imbalance",
            ["90 points", "between 10 and 90 errors", "$J$ is 80", "89 errors"],
            [0.11, 0.9],
        ),
        (
            "ties",
            ["counts 1 error", "projection of 3 flowers", "4 flowers are not", "2 errors"],
            [0.92, 0.96],
        ),
    ],
)
def test_each_example_has_its_own_numbers(
    example: str, shown: list[str], shares: list[float]
) -> None:
    app = open_with(example=example, formula="numbers")
    assert not app.exception
    assert sentences(app) == []
    text = " ".join(shown_text(app).split())
    assert [part for part in shown if part not in text] == []
    assert accuracies(app) == pytest.approx(shares)
    assert "nan" not in re.findall(r"[a-z]+", text)


@pytest.mark.parametrize("example", SEARCH_EXAMPLES)
def test_the_link_opens_the_example_in_the_lab_with_the_same_cut(example: str) -> None:
    app = open_with(example=example)
    state, notices = decode(lab_link(app))
    assert (state, notices) == (SEARCH_EXAMPLES[example], ())
    assert not open_lab(state).exception


def test_the_question_is_about_a_best_cut_that_becomes_nearly_the_worst() -> None:
    app = open_with()
    answer = app.radio(key="threshold_search answer choice")
    assert "37 errors, and no cut makes fewer" in " ".join(answer.label.split())
    points = load(DatasetSpec("imbalanced", n=100, noise=1.5, balance=0.5))
    search = KernelBayes("I", kernel="linear").fit(points.X, points.y).threshold_search_
    assert search.errors[search.realisable].min() == 37
    assert [option.split(".")[0].split(":")[0] for option in answer.options] == [
        "About as many as now, 37",
        "10",
        "89",
    ]


def test_the_first_cut_can_be_typed_and_is_part_of_the_link() -> None:
    picture = json.loads(open_with(**{"cut in moons": "12"}).get("plotly_chart")[0].proto.spec)
    (slider,) = picture["layout"]["sliders"]
    assert slider["active"] == 12
    assert slider["steps"][12]["label"].startswith("k = 12:")
    app = open_with(**{"cut in moons": "61"})  # there are 60 points
    assert not app.exception
    assert app.number_input[0].value == 30


def test_the_number_is_named_as_the_start_which_it_stays_when_the_slider_moves() -> None:
    assert open_with().number_input[0].label == "start at cut k"


def test_the_play_button_and_the_slider_move_the_cut_in_the_browser(
    server: str, page: Page
) -> None:
    visit(page, f"{server}/threshold_search?example=upside+down")
    picture = page.locator(".js-plotly-plot").first
    caption = picture.locator(".slider-label").first
    expect(caption).to_have_text("k = 9: J = 9 + 9 = 18, errors: 19")
    rail = picture.locator(".slider-rail-touch-rect").bounding_box()
    assert rail is not None
    page.mouse.click(rail["x"] + rail["width"] - 2, rail["y"] + rail["height"] / 2)
    expect(caption).to_have_text("k = 20: J = 0 + 0 = 0, errors: 10")
    picture.locator(".updatemenu-button").first.click()
    expect(caption).not_to_have_text("k = 20: J = 0 + 0 = 0, errors: 10")
    expect(caption).to_have_text("k = 20: J = 0 + 0 = 0, errors: 10", timeout=20_000)
    # The policy lets Plotly save the picture, from an address of its own.
    picture.hover()
    with page.expect_download() as download:
        picture.locator("[data-title*=ownload]").click()
    assert download.value.suggested_filename
