"""Bumps are drawn where their points are, as wide as their covariance, and tint who wins."""

import numpy as np
import plotly.graph_objects as go
import pytest

from bayeslab.figures import PALETTE, THEMES, add_boundary, add_bumps, add_level, draw_bumps

X = np.linspace(-1.0, 1.0, 5)
SHARES = (np.array([[0.0, 1, 2, 1, 0], [1, 1, 0, 0, 0]]), np.array([[0.0, 0, 0, 1, 3]]))
SCORE = np.array([-2.0, -1, -1, 1, 2])


def test_each_class_has_outlines_of_its_own_shape_around_its_points() -> None:
    places = (np.zeros((3, 2)), np.array([[5.0, 1.0]]))
    traces = add_bumps(go.Figure(), places, (np.eye(2), np.diag([4.0, 0.25]))).data
    assert [np.isnan(trace.x).sum() for trace in traces] == [3, 1]
    assert [trace.line.color for trace in traces] == [PALETTE[0].colour, PALETTE[1].colour]
    assert np.nanmax(traces[0].x ** 2 + traces[0].y ** 2) == pytest.approx(1)
    assert (np.nanmin(traces[1].x), np.nanmax(traces[1].x)) == pytest.approx((3, 7), abs=0.01)
    assert (np.nanmin(traces[1].y), np.nanmax(traces[1].y)) == pytest.approx((0.5, 1.5), abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
def test_the_thick_line_is_the_sum_of_the_thin_ones(theme: str) -> None:
    figure = draw_bumps(X, SHARES, SCORE, class_names=("a", "b"), mark=0.1, theme=theme)
    thin_minus, sum_minus, thin_plus, sum_plus = figure.data
    assert sum_minus.y.tolist() == [1, 2, 2, 1, 0]
    assert sum_plus.y.tolist() == [0, 0, 0, 1, 3]
    assert np.isnan(thin_minus.y).sum() == 2
    assert np.isnan(thin_plus.y).sum() == 1
    assert [trace.name for trace in figure.data if trace.showlegend] == ["a", "b"]
    assert figure.layout.paper_bgcolor is None


def test_the_ground_changes_where_the_score_is_zero() -> None:
    grounds = draw_bumps(X, SHARES, SCORE, class_names=("a", "b")).layout.shapes
    assert [(ground.x0, ground.x1) for ground in grounds] == [(-1, 0.25), (0.25, 1)]
    assert grounds[0].fillcolor != grounds[1].fillcolor
    (all_one,) = draw_bumps(X, SHARES, SCORE - 9, class_names=("a", "b")).layout.shapes
    assert (all_one.x0, all_one.x1) == (-1, 1)


def test_what_does_not_fit_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="two classes"):
        draw_bumps(X, SHARES, SCORE, class_names=("a", "b", "c"))
    with pytest.raises(ValueError, match="shares"):
        draw_bumps(X, (SHARES[0][:, 1:], SHARES[1]), SCORE, class_names=("a", "b"))
    with pytest.raises(ValueError, match="score holds NaN"):
        draw_bumps(X, SHARES, np.full(5, np.nan), class_names=("a", "b"))


def test_another_boundary_lies_where_its_score_is_zero_and_lets_the_picture_through() -> None:
    x1, x2 = np.linspace(0, 4, 9), np.linspace(-1, 1, 5)
    (band,) = add_boundary(go.Figure(), x1, x2, x1 - 1.3 + 0 * x2[:, None], "LDA").data
    assert band.x == pytest.approx(np.full(len(band.x), 1.3))
    assert (band.name, band.opacity < 1) == ("LDA", True)
    (none,) = add_boundary(go.Figure(), x1, x2, np.ones((5, 9)), "LDA").data
    assert np.isnan(none.x).all()


def test_the_level_line_is_at_its_height() -> None:
    (line,) = add_level(go.Figure(), 0.5).layout.shapes
    assert (line.y0, line.y1) == (0.5, 0.5)
