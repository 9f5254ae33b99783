"""Curves of accuracy carry the numbers given; the marker is where it should be."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from bayeslab.figures import draw_sweep
from bayeslab.figures.curves import STYLES, Curve
from bayeslab.figures.theme import THEMES
from figures import trace

SETTINGS = np.array([0.01, 0.1, 1.0, 10.0, 100.0])
RISING = np.array([0.5, 0.6, 0.7, 0.9, 1.0])
HUMP = np.array([0.5, 0.7, 0.9, 0.8, 0.6])


def draw(chosen: float = 1.0, **options: Any) -> go.Figure:
    curves = [
        Curve("training", RISING),
        Curve("folds", HUMP, np.full(5, 0.02)),
        Curve("new", HUMP - 0.01, true=True),
    ]
    return draw_sweep(SETTINGS, curves, chosen=chosen, **options)


@pytest.mark.parametrize("theme", THEMES)
def test_each_curve_has_its_numbers_and_a_style_of_its_own(theme: str) -> None:
    figure = draw(theme=theme)
    assert trace(figure, "training").y == pytest.approx(100 * RISING)
    assert trace(figure, "folds").x == pytest.approx(SETTINGS)
    looks = {
        (trace(figure, name).line.color, trace(figure, name).marker.symbol)
        for name in ("training", "folds", "new")
    }
    assert len({colour for colour, _ in looks}) == len({symbol for _, symbol in looks}) == 3
    assert trace(figure, "new").line.color == THEMES[theme].ink
    assert figure.layout.xaxis.type == "log"


def test_the_band_is_the_spread_on_both_sides() -> None:
    (band,) = (trace for trace in draw().data if trace.fill == "toself")
    upper, lower = band.y[:5], band.y[5:][::-1]
    assert upper - lower == pytest.approx(np.full(5, 4))
    assert (upper + lower) / 2 == pytest.approx(100 * HUMP)


def test_the_chosen_setting_has_a_line_and_the_larger_markers() -> None:
    figure = draw(chosen=10.0)
    (line,) = figure.layout.shapes
    assert (line.x0, line.x1) == (10.0, 10.0)
    assert np.argmax(trace(figure, "training").marker.size) == 3


def test_a_missing_accuracy_is_a_gap() -> None:
    gap = np.where(SETTINGS == 1.0, np.nan, HUMP)
    figure = draw_sweep(SETTINGS, [Curve("folds", gap, np.full(5, 0.02))], 1.0)
    assert np.isnan(figure.data[1].y[2])
    assert not np.isnan(figure.data[0].y).any()


def test_curves_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="one accuracy for each"):
        draw_sweep(SETTINGS, [Curve("short", RISING[:3])], 1.0)
    with pytest.raises(ValueError, match="at most"):
        draw_sweep(SETTINGS, [Curve("c", RISING)] * (len(STYLES) + 1), 1.0)
    with pytest.raises(ValueError, match="theme"):
        draw(theme="blue")
