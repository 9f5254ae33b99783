"""Two classifiers of several classes: grey where they differ, frames where only one is right."""

from typing import Any

import numpy as np
import pytest

from bayeslab.figures.disagreement import Predictions, draw_class_disagreement
from bayeslab.figures.theme import PALETTE, THEMES

X1 = X2 = np.linspace(0, 1, 3)
LEFT = np.array([[0, 1, 1]] * 3)
RIGHT = np.array([[0, 0, 1]] * 3)
X = np.array([[0.1, 0.1], [0.5, 0.5], [0.6, 0.5], [0.9, 0.9]])
Y = np.array([0, 0, 1, 1])


def opinion(name: str, label: np.ndarray, right: list[bool]) -> Predictions:
    return Predictions(name, label, np.ones((3, 3)), np.zeros((3, 3), np.bool_), np.array(right))


def draw(**changes: Any) -> Any:
    first = opinion("first", LEFT, [True, False, True, True])
    second = opinion("second", RIGHT, [True, True, False, True])
    arguments: dict[str, Any] = {"first": first, "second": second, "class_names": ["a", "b"]}
    return draw_class_disagreement(X1, X2, X=X, y=Y, **arguments | changes)


@pytest.mark.parametrize("theme", THEMES)
def test_cells_have_the_class_both_predict_or_the_number_of_classes(theme: str) -> None:
    cells = draw(theme=theme).data[0]
    assert cells.z.tolist() == [[0, 2, 1]] * 3
    assert (cells.zmin, cells.zmax) == (-0.5, 2.5)
    assert len({colour for _, colour in cells.colorscale}) == 3


def test_each_boundary_is_a_line_of_its_own_kind() -> None:
    first, second = draw().data[1:3]
    assert (np.nanmean(first.x), np.nanmean(second.x)) == (0.25, 0.75)
    assert (first.line.dash, second.line.dash) == ("solid", "dot")


def test_frames_mark_the_points_that_only_one_classifies_correctly() -> None:
    first, second = draw().data[-2:]
    assert (first.name, first.x.tolist()) == ("only first correct", [0.6])
    assert (second.name, second.x.tolist()) == ("only second correct", [0.5])
    assert first.marker.symbol != second.marker.symbol


def test_points_to_which_both_assign_the_same_class_are_pale() -> None:
    points = [trace for trace in draw().data if trace.name == "a"]
    assert [trace.marker.symbol for trace in points] == [PALETTE[0].symbol] * 2
    assert [trace.x.tolist() for trace in points] == [[0.1], [0.5]]
    assert points[0].marker.opacity < 1
    assert not points[0].showlegend


def test_classifiers_that_agree_have_no_frames_and_no_grey() -> None:
    same = opinion("first", LEFT, [True] * 4)
    figure = draw(first=same, second=same)
    assert set(np.unique(figure.data[0].z)) == {0, 1}
    assert not any("only" in trace.name for trace in figure.data if trace.name)


def test_ten_classes_have_ten_colours_and_grey() -> None:
    label = np.array([[0, 4, 9]] * 3)
    figure = draw(
        first=opinion("first", label, [True] * 4),
        second=opinion("second", label, [True] * 4),
        class_names=[f"class {k}" for k in range(10)],
    )
    assert len({colour for _, colour in figure.data[0].colorscale}) == 11


def test_labels_that_are_no_class_are_refused() -> None:
    with pytest.raises(ValueError, match="label"):
        draw(first=opinion("first", LEFT + 1, [True] * 4))
