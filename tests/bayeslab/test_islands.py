"""Narrow bumps: their width, the nodes they need, and where nothing is decided."""

import numpy as np
import pytest

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.kernels import LaplacianKernel, PolynomialKernel, RBFKernel
from bayeslab.figures.theme import island_sizes
from bayeslab.scoring.islands import bump_width, deep_inside, detailed_resolution, find_far
from bayeslab.scoring.regions import decision_regions
from bayeslab.scoring.scores import Expansion, ScoreFunction

BOX = (-2.0, 2.0, -1.0, 1.0)
POINTS, WEIGHTS = np.array([[0.0, 0.0], [1.0, 0.5]]), np.array([0.5, -0.5])


def score_of(*expansions: Expansion, offset: float = 0.0) -> ScoreFunction:
    return ScoreFunction(np.zeros(2), expansions=expansions, offset=offset)


def test_the_width_of_a_bump_is_its_standard_deviation_on_the_longer_side() -> None:
    round_ = score_of(Expansion(RBFKernel(2.0), POINTS, WEIGHTS))  # standard deviation 1/2
    assert bump_width([round_], BOX) == pytest.approx(0.5 / 4)
    pointed = score_of(Expansion(LaplacianKernel(4.0), POINTS, WEIGHTS))  # exp(-1/2) at 1/8
    assert bump_width([round_, pointed], BOX) == pytest.approx(0.125 / 4)
    assert bump_width([round_.after(np.zeros(2), np.array([10.0, 1.0]))], BOX) == 0.5 / 2
    stretched = score_of(Expansion(RBFKernel(2.0), POINTS, WEIGHTS, np.diag([0.1, 3.0])))
    assert bump_width([stretched], BOX) == pytest.approx(0.05 / 4)


def test_only_bumps_have_a_width() -> None:
    assert (
        bump_width([score_of(Expansion(PolynomialKernel(2, 1.0), POINTS, WEIGHTS))], BOX) == np.inf
    )
    assert bump_width([ScoreFunction(np.ones(2))], BOX) == np.inf
    assert bump_width([], BOX) == np.inf


@pytest.mark.parametrize(
    ("width", "nodes"),
    [(np.inf, 101), (0.1, 101), (0.015, 101), (0.0149, 301), (0.01, 301), (0.003, 701), (0, 701)],
)
def test_a_narrow_bump_is_three_nodes_wide_or_as_many_as_allowed(width: float, nodes: int) -> None:
    assert detailed_resolution(width, 101, 800) == nodes


def test_points_are_far_where_the_offset_alone_decides() -> None:
    x = np.linspace(-6, 6, 241)
    grid = np.stack(np.meshgrid(x, x), axis=-1).reshape(-1, 2)
    for offset in (0.25, -1e-9, 1e-300, 0.0):
        score = score_of(Expansion(RBFKernel(20.0), POINTS[:1], WEIGHTS[:1]), offset=offset)
        far = find_far([score], [score(grid).reshape(241, 241)])
        exponent = -np.log(max(1e-100, min(1e-6, 2 * abs(offset))))
        radius = np.hypot(*np.meshgrid(x, x))
        assert far[radius > np.sqrt(exponent / 20) + 0.05].all()
        assert not far[radius < np.sqrt(exponent / 20)].any()
    assert (deep_inside(far) <= far).all()


def test_scores_that_do_not_die_away_are_nowhere_far() -> None:
    value = np.zeros((5, 5))
    straight = ScoreFunction(np.ones(2), expansions=(Expansion(RBFKernel(1.0), POINTS, WEIGHTS),))
    assert not find_far([straight], [value]).any()
    assert not find_far([ScoreFunction(np.ones(2))], [value]).any()


@pytest.mark.parametrize("gamma", [1.0, 30.0, 300.0, 1000.0])
@pytest.mark.parametrize("resolution", [72, 128, 200])
def test_each_point_is_shown_in_the_class_that_is_predicted_there(
    gamma: float, resolution: int
) -> None:
    points = load(DatasetSpec("random_labels"))
    box = bounding_box(points.X)
    model = KernelBayes(gamma=gamma).fit(points.X, points.y)
    regions, predicted = decision_regions(model, box, resolution, 800), model.predict(points.X)
    shares = (points.X - box[::2]) / (box[1] - box[0], box[3] - box[2])
    column, row = np.rint(shares * (len(regions.x1) - 1)).astype(int).T
    # Boundaries are exact to the distance of two nodes, which is a pixel where bumps are narrow.
    around = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    is_right = np.any([regions.label[row + i, column + j] == predicted for i, j in around], axis=0)
    sizes = island_sizes(shares, predicted, regions.label, 600 * regions.bump, (600, 600))
    assert (is_right | (sizes > 0)).all()


def test_the_nodes_of_a_coarse_picture_miss_islands_that_the_finer_one_shows() -> None:
    points = load(DatasetSpec("random_labels"))
    box = bounding_box(points.X)
    model = KernelBayes(gamma=1000.0).fit(points.X, points.y)
    coarse, fine = (decision_regions(model, box, 72, most) for most in (None, 800))
    assert coarse.label.shape == (72, 72) and fine.label.shape == (782, 782)
    np.testing.assert_array_equal(fine.label[::11, ::11], coarse.label)
    shares = (points.X - box[::2]) / (box[1] - box[0], box[3] - box[2])
    wrong = []
    for regions in (coarse, fine):
        column, row = np.rint(shares * (len(regions.x1) - 1)).astype(int).T
        wrong.append(np.mean(regions.label[row, column] != points.y))
    assert wrong[0] > 0.1 and wrong[1] == 0


def test_a_disc_ends_halfway_to_the_next_island_and_is_not_where_nodes_show_it() -> None:
    shares = np.array([[0.2, 0.5], [0.205, 0.5], [0.8, 0.5]])
    label = np.zeros((201, 201), dtype=np.int64)
    sizes = island_sizes(shares, np.array([0, 1, 1]), label, 1.0, (400.0, 400.0))
    assert sizes == pytest.approx([0, 2, 8])
    sizes = island_sizes(shares, np.array([0, 1, 1]), label, 50.0, (400.0, 400.0))
    assert sizes == pytest.approx([0, 2, 18])  # around a marker of the usual size
    label[90:110, 150:170] = 1
    sizes = island_sizes(shares, np.array([0, 1, 1]), label, 50.0, (400.0, 400.0))
    assert sizes == pytest.approx([0, 2, 0])
