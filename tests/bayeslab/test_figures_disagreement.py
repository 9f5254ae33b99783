"""Pictures of two classifiers show where they differ, how points weigh, and how large a lead is."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from bayeslab.figures import draw_differences, draw_disagreement
from bayeslab.figures.disagreement import PAIR_STYLES
from bayeslab.figures.theme import THEMES
from figures import trace

X1, X2 = np.linspace(-2, 2, 41), np.linspace(-1, 1, 21)
NAMES, CLASSES = ("Bayes", "SVM"), ("C-", "C+")


def draw(left: float = -0.51, right: float = 0.49, **options: Any) -> go.Figure:
    """Draw two classifiers that call C+ what is to the right of `left`, or of `right`."""
    plane = np.broadcast_to(X1, (len(X2), len(X1)))
    X, winner = np.array([[0.0, 0.0], [0.1, 0.5], [0.2, -0.5]]), np.array([0, 1, 1])
    return draw_disagreement(
        X1,
        X2,
        [plane - left, plane - right],
        X,
        winner,
        names=NAMES,
        **options,
    )


@pytest.mark.parametrize("theme", THEMES)
def test_the_plane_is_grey_just_where_the_signs_differ(theme: str) -> None:
    cells = draw(theme=theme).data[0].z
    assert (cells == np.where(X1 > 0.49, 1, np.where(X1 > -0.51, 2, 0))).all()


def test_each_classifier_has_its_own_line_at_its_zeros() -> None:
    figure = draw()
    assert trace(figure, "Bayes").x == pytest.approx(np.full(len(trace(figure, "Bayes").x), -0.51))
    assert trace(figure, "SVM").x == pytest.approx(np.full(len(trace(figure, "SVM").x), 0.49))
    assert trace(figure, "Bayes").line.dash != trace(figure, "SVM").line.dash


def test_points_are_grouped_by_the_classifier_that_is_right_about_them() -> None:
    figure = draw()
    assert list(trace(figure, "only Bayes right").x) == [0.0]
    assert list(trace(figure, "only SVM right").y) == [0.5, -0.5]
    symbols = {trace(figure, f"only {name} right").marker.symbol for name in NAMES}
    assert symbols == {style.symbol for style in PAIR_STYLES}


def test_a_classifier_without_a_boundary_has_no_line() -> None:
    assert len(trace(draw(left=-9.0), "Bayes").x) == 0


def test_differences_have_intervals_and_are_filled_if_the_interval_excludes_0() -> None:
    figure = draw_differences(
        ["moons", "<b>rings</b>"],
        np.array([-0.01, 0.002]),
        np.array([-0.015, -0.004]),
        np.array([-0.005, 0.008]),
        sides=("SVM", "Bayes"),
    )
    (dots,) = figure.data
    assert dots.x == pytest.approx([-1, 0.2])
    assert dots.error_x.array == pytest.approx([0.5, 0.6])
    assert dots.error_x.arrayminus == pytest.approx([0.5, 0.6])
    assert dots.marker.color[0] != dots.marker.color[1]
    assert dots.y[1] == "&lt;b&gt;rings&lt;/b&gt;"
    low, high = figure.layout.xaxis.range
    assert low == -high < -1.5


def test_equal_accuracies_put_the_line_of_no_difference_in_the_middle() -> None:
    nothing = np.zeros(1)
    figure = draw_differences(["a"], nothing, nothing, nothing, sides=("l", "r"))
    low, high = figure.layout.xaxis.range
    assert low == -high < 0


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="theme"):
        draw(theme="blue")
    with pytest.raises(ValueError, match="lows"):
        draw_differences(["a"], np.zeros(1), np.zeros(2), np.zeros(1), sides=("l", "r"))
