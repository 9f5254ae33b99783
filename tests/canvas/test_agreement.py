"""Where two classifiers predict different classes, as the browser counts it."""

import numpy as np
import pytest

from bayeslab.evaluation.comparison import cells_of_disagreement
from core import compute
from core.state import LabState
from javascript import call

BOX = [0.0, 1.0, 0.0, 1.0]


def test_nodes_that_differ_are_counted_by_hand() -> None:
    first = {"size": 2, "box": BOX, "labels": [0, 0, 1, 1]}
    second = {"size": 2, "box": BOX, "labels": [0, 1, 1, 1]}
    (found,) = call("agreement.js", [["compareRegions", first, second, BOX]])
    assert found["share"] == 0.75
    assert found["differ"] == [0, 1, 0, 0]


def test_nodes_outside_the_box_of_the_points_do_not_count() -> None:
    first = {"size": 5, "box": BOX, "labels": [0] * 25}
    second = {"size": 5, "box": BOX, "labels": [1, 0, 0, 0, 1] * 5}
    (found,) = call("agreement.js", [["compareRegions", first, second, [0.26, 1.0, 0.24, 0.74]]])
    assert found["share"] == 0.75  # three columns of four, in each of three rows
    assert sum(found["differ"]) == 10


def test_a_coarser_grid_gives_each_node_its_nearest_neighbour() -> None:
    first = {"size": 4, "box": BOX, "labels": [0, 0, 1, 1] * 4}
    second = {"size": 2, "box": BOX, "labels": [0, 1, 0, 1]}
    (found,) = call("agreement.js", [["compareRegions", first, second, BOX]])
    assert found["share"] == 1


def test_the_share_is_that_of_compare_on_the_same_nodes() -> None:
    state = LabState()
    maps = compute.regions_of_both([state.fit_spec(key) for key in ("I", "svc-rbf")])
    box = [*maps[0].x1[[0, -1]].tolist(), *maps[0].x2[[0, -1]].tolist()]
    sides = [
        {"size": len(each.x1), "box": box, "labels": each.label.ravel().tolist()} for each in maps
    ]
    (found,) = call("agreement.js", [["compareRegions", *sides, box]])
    expected = 1 - np.mean(cells_of_disagreement(*maps))
    assert found["share"] == pytest.approx(expected, abs=1e-12)
    assert 0.5 < expected < 1
