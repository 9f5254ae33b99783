"""The picture of excess errors: the best on top, counts with their bars, luck on grey."""

import numpy as np
import pytest

from bayeslab.figures import THEMES
from lessons.bayes_rule.picture import draw_excess

EXCESSES = {
    "poor": (0.08, 0.01, 0.07),
    "lucky": (-0.02, 0.015, 0.004),
    "<best>": (0.0, 0.0, 0.0),
}


def test_rows_are_ordered_by_the_expected_excess_and_show_both_numbers() -> None:
    figure = draw_excess(EXCESSES)
    counted, expected = figure.data
    assert figure.layout.yaxis.ticktext == ("&lt;best&gt;", "lucky", "poor")
    assert counted.x.tolist() == [0.0, -0.02, 0.08]
    assert expected.x.tolist() == [0.0, 0.004, 0.07]
    assert counted.error_x.array.tolist() == [0.0, 0.03, 0.02]
    assert counted.marker.symbol != expected.marker.symbol
    assert [note.text for note in figure.layout.annotations] == ["0.0 %", "0.4 %", "7.0 %"]
    top, bottom = figure.layout.yaxis.range[::-1]
    assert top < 0 < 2 < bottom


def test_everything_fits_and_what_is_better_than_the_best_lies_on_grey() -> None:
    figure = draw_excess(EXCESSES)
    low, high = figure.layout.xaxis.range
    assert low < -0.02 - 0.03
    assert high > 0.08 + 0.02
    ground, line = figure.layout.shapes
    assert (ground.x0, ground.x1, line.x0, line.x1) == (low, 0, 0, 0)


@pytest.mark.parametrize("theme", THEMES)
def test_equal_classifiers_are_drawn_too(theme: str) -> None:
    figure = draw_excess({"one": (0.0, 0.0, 0.0)}, theme=theme, title="a")
    low, high = figure.layout.xaxis.range
    assert low < 0 < high
    assert figure.layout.template.layout.paper_bgcolor == THEMES[theme].background


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="no excess error"):
        draw_excess({})
    with pytest.raises(ValueError, match="finite"):
        draw_excess({"one": (np.nan, 0.0, 0.0)})
    with pytest.raises(ValueError, match="theme"):
        draw_excess(EXCESSES, theme="pink")
