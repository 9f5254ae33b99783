"""What is drawn over decision regions lies where the numbers say."""

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayeslab.figures.ellipses import add_ellipses
from bayeslab.figures.overlays import add_boundary, add_bumps, add_star
from bayeslab.figures.theme import PALETTE, THEMES


@given(seed=st.integers(0, 10_000))
def test_an_ellipse_has_one_mahalanobis_distance_from_its_mean(seed: int) -> None:
    rng = np.random.default_rng(seed)
    root, mean = rng.normal(size=(2, 2)) + 2 * np.eye(2), rng.normal(size=2)
    C = root @ root.T
    edge, cross = add_ellipses(go.Figure(), mean[None], C[None], distances=(1.5,)).data
    points = np.column_stack((edge.x, edge.y))[:-1] - mean
    distances = (points * np.linalg.solve(C, points.T).T).sum(axis=1)
    assert distances == pytest.approx(np.full(len(points), 1.5**2))
    assert points[0] == pytest.approx(points[-1])
    assert (cross.x[0], cross.y[0]) == pytest.approx(tuple(mean))


def test_the_ellipse_of_a_class_on_a_line_is_that_line() -> None:
    edge, _ = add_ellipses(go.Figure(), np.zeros((1, 2)), np.diag([4.0, 0.0])[None]).data
    assert np.nanmax(edge.x) == pytest.approx(4)
    assert np.nanmax(np.abs(edge.y)) == 0


@pytest.mark.parametrize("theme", THEMES)
def test_each_class_has_its_ellipses_apart_and_in_the_ink_of_the_theme(theme: str) -> None:
    means = np.array([[0.0, 0.0], [5.0, 5.0], [9.0, 0.0]])
    edge, cross = add_ellipses(go.Figure(), means, np.stack([np.eye(2)] * 3), theme=theme).data
    assert np.isnan(edge.x).sum() == 3 * 2
    assert len(cross.x) == 3
    assert edge.line.color == THEMES[theme].ink


@pytest.mark.parametrize("theme", THEMES)
def test_a_star_marks_its_point_and_is_named_in_the_legend(theme: str) -> None:
    (star,) = add_star(go.Figure(), 1.5, -2.0, "new <i>", theme=theme).data
    assert (star.x, star.y) == ((1.5,), (-2.0,))
    assert star.name == "new &lt;i&gt;"
    assert star.marker.color == THEMES[theme].ink


def test_each_class_has_outlines_of_its_own_shape_around_its_points() -> None:
    places = (np.zeros((3, 2)), np.array([[5.0, 1.0]]))
    traces = add_bumps(go.Figure(), places, (np.eye(2), np.diag([4.0, 0.25]))).data
    assert [np.isnan(trace.x).sum() for trace in traces] == [3, 1]
    assert [trace.line.color for trace in traces] == [PALETTE[0].colour, PALETTE[1].colour]
    assert np.nanmax(traces[0].x ** 2 + traces[0].y ** 2) == pytest.approx(1)
    assert (np.nanmin(traces[1].x), np.nanmax(traces[1].x)) == pytest.approx((3, 7), abs=0.01)
    assert (np.nanmin(traces[1].y), np.nanmax(traces[1].y)) == pytest.approx((0.5, 1.5), abs=0.01)


def test_a_second_boundary_is_drawn_where_its_score_is_zero_and_fills_nothing() -> None:
    x1, x2 = np.linspace(0, 4, 9), np.linspace(-1, 1, 5)
    (band,) = add_boundary(go.Figure(), x1, x2, x1 - 1.3 + 0 * x2[:, None], "LDA").data
    assert band.x == pytest.approx(np.full(len(band.x), 1.3))
    assert (band.name, band.opacity < 1) == ("LDA", True)
    (none,) = add_boundary(go.Figure(), x1, x2, np.ones((5, 9)), "LDA").data
    assert np.isnan(none.x).all()
