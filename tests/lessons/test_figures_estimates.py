"""The figure of estimates: marks where the numbers say, and their means."""

import numpy as np
import pytest

from bayeslab.figures import THEMES
from lessons.naive_and_optimal_bayes.picture import ESTIMATE_STYLES, draw_estimates

ESTIMATES = {
    "naive": {"once": np.array([0.3]), "often": np.array([0.9, 0.9, 0.96])},
    "optimal": {"once": np.array([0.92]), "often": np.array([1.0, 0.8, 0.99])},
}


def test_every_estimate_is_a_mark_in_the_row_of_its_way_and_none_hides_another() -> None:
    naive, optimal = draw_estimates(ESTIMATES).data
    assert naive.customdata.tolist() == naive.x.tolist() == [0.3, 0.9, 0.9, 0.96]
    assert np.rint(naive.y).tolist() == [0, 1, 1, 1]
    assert len(set(naive.y)) == 4
    assert naive.y[1:].max() < optimal.y[1:].min()
    assert (naive.marker.symbol, optimal.marker.symbol) == tuple(s.symbol for s in ESTIMATE_STYLES)


def test_means_are_bars_and_numbers() -> None:
    figure = draw_estimates(ESTIMATES)
    assert [note.text for note in figure.layout.annotations] == [
        "30.0 %",
        "92.0 %",
        "92.0 %",
        "93.0 %",
    ]
    assert [bar.x0 for bar in figure.layout.shapes] == pytest.approx([0.3, 0.92, 0.92, 0.93])


def test_a_mark_below_the_axis_stands_at_its_edge_and_keeps_its_number() -> None:
    figure = draw_estimates(ESTIMATES, low=0.75)
    naive, outside, optimal = figure.data
    assert (naive.name, optimal.name) == ("naive", "optimal")
    assert (outside.x.tolist(), outside.customdata.tolist()) == ([0.75], [0.3])
    assert not outside.showlegend
    assert figure.layout.xaxis.range[0] == 0.75
    assert len(figure.layout.shapes) == 3
    assert figure.layout.annotations[0].text == "30.0 %"


@pytest.mark.parametrize("theme", THEMES)
def test_the_figure_wears_its_theme(theme: str) -> None:
    figure = draw_estimates(ESTIMATES, theme=theme, title="<b>")
    assert figure.layout.template.layout.paper_bgcolor == THEMES[theme].background
    assert figure.layout.title.text == "&lt;b&gt;"


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        draw_estimates({"naive": {"once": np.array([np.nan])}})
    with pytest.raises(ValueError, match="shows 1 to 2"):
        draw_estimates({name: ESTIMATES["naive"] for name in "abc"})
    with pytest.raises(ValueError, match="theme"):
        draw_estimates(ESTIMATES, theme="pink")
