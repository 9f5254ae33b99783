"""The figure of standings: a row for each classifier, and the best rule as a line."""

import pytest

from bayeslab.evaluation.formats import percent
from bayeslab.figures import draw_accuracies
from bayeslab.figures.accuracies import AccuracyRow
from bayeslab.figures.theme import THEMES

ROWS = [
    AccuracyRow("A <b>", 1.0, 0.9, 0.87, 0.92, 0.88),
    AccuracyRow("B", None, 0.8, 0.79, 0.81),
]


@pytest.mark.parametrize("theme", THEMES)
def test_accuracies_are_markers_with_interval_bars(theme: str) -> None:
    training, held_out, new = draw_accuracies(ROWS, theme=theme).data
    assert held_out.x.tolist() == pytest.approx([90, 80])
    assert list(held_out.error_x.array) == pytest.approx([2, 1])
    assert list(held_out.error_x.arrayminus) == pytest.approx([3, 1])
    assert training.x.tolist()[0] == 100
    assert held_out.customdata[0][1] == f"{percent(0.9)}, 87.0 to 92.0"
    assert new.x.tolist()[0] == 88


def test_the_first_row_is_on_top_and_names_are_plain_text() -> None:
    figure = draw_accuracies(ROWS)
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]
    assert list(figure.layout.yaxis.ticktext) == ["A &lt;b&gt;", "B"]


def test_a_series_without_any_value_is_not_in_the_legend() -> None:
    figure = draw_accuracies([AccuracyRow("B", 0.9, 0.8, 0.79, 0.81)])
    assert [trace.name for trace in figure.data] == [
        "training points",
        "held out, 95\u00a0% interval",
    ]


def test_the_best_rule_is_a_line() -> None:
    assert [line.x0 for line in draw_accuracies(ROWS, best=0.93).layout.shapes] == [93]
    assert not draw_accuracies(ROWS).layout.shapes


def test_no_classifier_is_refused() -> None:
    with pytest.raises(ValueError, match="no accuracy"):
        draw_accuracies([])
