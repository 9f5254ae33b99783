"""The picture of all cuts: each frame shows its own cut, and only that moves."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from bayeslab.figures import PALETTE, THEMES
from lessons.threshold_search.picture import draw_cuts

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
