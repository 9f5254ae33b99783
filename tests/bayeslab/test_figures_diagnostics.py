"""ROC and calibration: the curves as they are, told apart, with the point in use."""

from typing import Any

import numpy as np
import pytest

from bayeslab.figures import draw_calibration, draw_roc
from bayeslab.figures.diagnostics import RateCurve
from bayeslab.figures.theme import THEMES

STEPS = np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.8, 1.0])
ONE, OTHER = RateCurve("one", *STEPS, in_use=(0.1, 0.8)), RateCurve("other <i>", *STEPS)


@pytest.mark.parametrize("theme", THEMES)
def test_roc_curves_are_drawn_over_the_diagonal_with_the_point_in_use(theme: str) -> None:
    diagonal, one, in_use, other = draw_roc([ONE, OTHER], theme=theme).data
    assert (list(diagonal.x), list(diagonal.y)) == ([0, 100], [0, 100])
    assert (one.x.tolist(), one.y.tolist()) == tuple((100 * part).tolist() for part in STEPS)
    assert (list(in_use.x), list(in_use.y)) == ([10], [80])
    assert other.name == "other &lt;i&gt;"
    assert one.line.dash != other.line.dash


@pytest.mark.parametrize("theme", THEMES)
def test_calibration_curves_have_a_marker_for_each_bin(theme: str) -> None:
    _, one, other = draw_calibration([ONE, OTHER], theme=theme).data
    assert "markers" in one.mode
    assert one.marker.symbol != other.marker.symbol


@pytest.mark.parametrize("draw", [draw_roc, draw_calibration])
def test_both_axes_are_the_same_shares(draw: Any) -> None:
    layout = draw([ONE]).layout
    assert layout.xaxis.range == layout.yaxis.range
    assert layout.yaxis.scaleanchor == "x"


def test_more_than_two_curves_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 2"):
        draw_roc([ONE] * 3)
