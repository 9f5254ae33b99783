"""What is drawn over decision regions lies where the numbers say."""

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayeslab.figures import THEMES, add_ellipses, add_star


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
