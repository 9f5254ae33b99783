"""Bumps are drawn where their points are, as wide as their covariance."""

import numpy as np
import plotly.graph_objects as go
import pytest

from bayeslab.figures.kernel_bumps import add_bumps
from bayeslab.figures.overlays import add_boundary
from bayeslab.figures.theme import PALETTE


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
