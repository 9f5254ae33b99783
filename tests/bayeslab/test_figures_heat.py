"""The heat map: accuracies of two settings, the chosen one marked."""

import numpy as np
import pytest

from bayeslab.figures import draw_heatmap
from bayeslab.figures.theme import THEMES

SHARES = np.array([[0.5, 0.75, np.nan], [0.6, 0.95, 1.0]])


@pytest.mark.parametrize("theme", THEMES)
def test_cells_are_the_accuracies_and_the_star_is_in_the_chosen_one(theme: str) -> None:
    cells, star = draw_heatmap(SHARES, ["1", "2", "5"], ["I", "II"], (1, 2), theme=theme).data
    assert np.array_equal(cells.z, 100 * SHARES, equal_nan=True)
    assert (list(star.x), list(star.y)) == (["5"], ["II"])


def test_a_setting_that_fails_says_so() -> None:
    cells = draw_heatmap(SHARES, ["1", "2", "5"], ["I", "II"], (0, 0)).data[0]
    assert list(cells.customdata[0]) == ["50.0\u00a0%", "75.0\u00a0%", "fails"]


def test_numbers_stay_categories() -> None:
    figure = draw_heatmap(SHARES, ["1", "2", "5"], ["0.1", "10"], (0, 0))
    assert (figure.layout.xaxis.type, figure.layout.yaxis.type) == ("category", "category")


def test_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="shape"):
        draw_heatmap(SHARES, ["1", "2"], ["I", "II"], (0, 0))
