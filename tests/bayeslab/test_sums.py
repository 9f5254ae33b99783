"""The fast sums against the sums as they are written, pair by pair."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.linalg import solve_triangular
from scipy.spatial.distance import cdist
from sklearn.datasets import make_moons
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC

from bayeslab.estimators import sheared_products, sums, tiles
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.kernels import RBFKernel
from bayeslab.estimators.sums import gaussian_grid, gaussian_means
from bayeslab.scoring.regions import decision_regions
from bayeslab.scoring.scores import Expansion, ScoreFunction
from javascript import call

Array = NDArray[np.float64]
seeds = st.integers(0, 2**32 - 1)
gammas = st.floats(-6, 6).map(lambda exponent: 10.0**exponent)
correlations = st.sampled_from([0.0, 0.5, -0.9, 0.99])
EVERY_WAY = pytest.mark.parametrize(
    "way", ["by size", "always interpolated", "in small tiles", "never interpolated"]
)


def naive_means(A: Array, B: Array, gamma: float) -> Array:
    values: Array = np.exp(-gamma * cdist(A, B, "sqeuclidean")).mean(axis=1)
    return values


def naive_grid(
    x1: Array, x2: Array, points: Array, weights: Array, gamma: float, root: Array | None
) -> Array:
    nodes = np.array([[a, b] for b in x2 for a in x1])
    z = nodes if root is None else solve_triangular(root, nodes.T, lower=True).T
    grid: Array = np.exp(-gamma * cdist(z, points, "sqeuclidean")) @ weights
    return grid.reshape(len(x2), len(x1))


def long_sums(A: Array, B: Array, gamma: float) -> Array:
    """Return the sums over B at each row of A, in the longest floats of the machine.

    The differences are exact already in float64 where all points are near one another.
    """
    squares = sum((a[:, None] - b) ** 2 for a, b in zip(_long(A), _long(B), strict=True))
    sums: Array = np.exp(-np.longdouble(gamma) * squares).sum(axis=1)
    return sums


def _long(points: Array) -> NDArray[np.longdouble]:
    return points.T.astype(np.longdouble)


@dataclass(frozen=True, eq=False)
class FarGrid:
    """Points in a metric and a grid far from the origin, and the sums as long doubles have them."""

    shift: float
    root: Array
    points: Array
    axes: tuple[Array, Array]

    @property
    def weights(self) -> Array:
        return np.full(len(self.points), 1 / len(self.points))

    @property
    def box(self) -> list[float]:
        return [axis[end] for axis in self.axes for end in (0, -1)]

    def error(self, scores: Array, gamma: float) -> float:
        """Return the largest error of sums at L^-1 x, for the points z as they are, rounded."""
        x1, x2 = (axis.astype(np.longdouble) for axis in self.axes)
        (l11, _), (l21, l22) = self.root.astype(np.longdouble)
        z1 = x1 / l11
        nodes = np.array([[a, (b - l21 * a) / l22] for b in x2 for a in z1])
        exact = long_sums(nodes, self.points, gamma) / len(self.points)
        return float(np.abs(scores.ravel() - exact).max())

    def limit(self, gamma: float) -> float:
        """Return how much the sum changes if each z is rounded to a neighbouring float."""
        return float(np.sqrt(2 * gamma / np.e) * np.spacing(np.abs(self.points).max()))

    def description(self, gamma: float) -> dict[str, Any]:
        expansion = Expansion(RBFKernel(gamma), self.points, self.weights, self.root)
        return ScoreFunction(np.zeros(2), expansions=(expansion,)).to_plain()


def far_grid(shift: float, correlation: float) -> FarGrid:
    root = np.linalg.cholesky(np.array([[1.0, correlation], [correlation, 1.0]]))
    X = np.random.default_rng(5).normal(size=(300, 2)) @ root.T + shift
    points = solve_triangular(root, X.T, lower=True).T
    return FarGrid(shift, root, points, (np.linspace(-3, 3, 40) + shift,) * 2)


def force(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take one way wherever it can be: an interpolant of many thousand terms cannot."""
    if way in ("always interpolated", "in small tiles"):
        monkeypatch.setattr(sums, "_interpolation_pays", lambda plain, work: work < 10**7)
    if way == "in small tiles":
        monkeypatch.setattr(tiles, "TILE_POINTS", 40)
    if way == "never interpolated":
        monkeypatch.setattr(sums, "_interpolation_pays", lambda plain, work: False)


@EVERY_WAY
def test_means_equal_the_naive_means(way: str) -> None:
    @given(seed=seeds, gamma=gammas, n=st.integers(1, 400), shift=st.sampled_from([0.0, 3.0, 1e3]))
    @example(seed=0, gamma=1e6, n=1, shift=0.0)
    @example(seed=0, gamma=5.0, n=400, shift=0.0)
    @example(seed=0, gamma=0.000237, n=363, shift=1e3)
    def check(seed: int, gamma: float, n: int, shift: float) -> None:
        rng = np.random.default_rng(seed)
        B = rng.normal(size=(n, 2))
        A = np.r_[B, rng.normal(size=(n, 2)) + shift]
        with pytest.MonkeyPatch.context() as monkeypatch:
            force(way, monkeypatch)
            means = gaussian_means(A, [B], gamma)[0]
        # Far apart, all points are in two corners of their box, where polynomials are less exact.
        limit = 1e-13 if shift < 1e3 or way == "never interpolated" else 5e-13
        assert np.abs(means - naive_means(A, B, gamma)).max() < limit

    check()


@EVERY_WAY
def test_grids_equal_the_naive_grids(way: str) -> None:
    @given(
        seed=seeds,
        gamma=gammas,
        n=st.integers(1, 200),
        shift=st.sampled_from([0.0, 4.0, 1e3]),
        correlation=correlations,
    )
    @example(seed=0, gamma=1e6, n=1, shift=0.0, correlation=0.99)
    @example(seed=0, gamma=5.0, n=200, shift=0.0, correlation=0.0)
    def check(seed: int, gamma: float, n: int, shift: float, correlation: float) -> None:
        rng = np.random.default_rng(seed)
        covariance = np.array([[1.0, correlation], [correlation, 1.0]])
        root: Array | None = np.linalg.cholesky(covariance) if correlation else None
        points = rng.normal(size=(n, 2))
        weights = rng.normal(size=n)
        weights /= np.abs(weights).sum()
        x1, x2 = np.linspace(-3, 2, 23) + shift, np.linspace(-2, 3, 19)
        x1[3] = x1[2]  # any spacing
        with pytest.MonkeyPatch.context() as monkeypatch:
            force(way, monkeypatch)
            scores = gaussian_grid(x1, x2, points, weights, gamma, root)
        assert np.abs(scores - naive_grid(x1, x2, points, weights, gamma, root)).max() < 1e-12

    check()


FAR = pytest.mark.parametrize("shift", [1e6, 1e9])


@FAR
@EVERY_WAY
def test_sums_far_from_the_origin_are_as_exact_as_near_it(
    way: str, shift: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(4)
    B = rng.normal(size=(300, 2)) + shift
    x1, x2 = np.linspace(-3, 3, 40) + shift, np.linspace(-2, 3, 40) + shift
    nodes = np.array([[a, b] for b in x2 for a in x1])
    force(way, monkeypatch)
    for gamma in (0.5, 5.0):
        exact = long_sums(nodes, B, gamma) / 300
        assert np.abs(gaussian_means(nodes, [B], gamma)[0] - exact).max() < 2e-14
        grid = gaussian_grid(x1, x2, B, np.full(300, 1 / 300), gamma)
        assert np.abs(grid.ravel() - exact).max() < 2e-14


@FAR
@EVERY_WAY
@pytest.mark.parametrize("correlation", [0.5, 0.99])
def test_grids_in_a_metric_far_from_the_origin_err_by_the_rounding_of_their_points(
    way: str, shift: float, correlation: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = far_grid(shift, correlation)
    force(way, monkeypatch)
    for gamma in (0.5, 5.0):
        scores = gaussian_grid(*far.axes, far.points, far.weights, gamma, far.root)
        assert far.error(scores, gamma) < far.limit(gamma)


@FAR
@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.99])
def test_the_browsers_grids_far_from_the_origin_err_no_more(
    shift: float, correlation: float
) -> None:
    far = far_grid(shift, correlation)
    for gamma in (0.5, 5.0):
        (scores,) = call("evaluate.js", [["scoreGrid", far.description(gamma), far.box, 40, 40]])
        limit = far.limit(gamma) if correlation else 2e-14
        assert far.error(np.array(scores).reshape(40, 40), gamma) < limit


@pytest.mark.parametrize("gamma", [5.0, 1e-6])
def test_many_points_are_interpolated_and_equal_points_get_equal_means(
    gamma: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(0)
    B = rng.uniform(-1, 1, size=(3000, 2))
    A = np.r_[B, B[::-1], B[:7]]
    expected = naive_means(A, B, gamma)
    monkeypatch.setattr(sums, "_pairwise_means", None)
    means = gaussian_means(A, [B], gamma)[0]
    assert np.abs(means - expected).max() < 1e-13
    assert (means[:3000] == means[3000:6000][::-1]).all()
    assert (means[:7] == means[6000:]).all()


def test_points_all_in_one_place_have_the_mean_one() -> None:
    A = np.full((3000, 2), 0.7)
    assert gaussian_means(A, [A], 1e6)[0] == pytest.approx(1.0, rel=0, abs=1e-14)


def test_values_that_would_underflow_are_exactly_zero() -> None:
    A = np.array([[0.0, 0.0], [0.0, 12.0], [0.0, 1e200]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        means = gaussian_means(A, [A[:1]], 5.0)[0]
        grid = gaussian_grid(A[:2, 0], A[:2, 1], A[:1], np.ones(1), 5.0)
        far = gaussian_grid(A[:2, 0], A[1:, 1], A[:1], np.ones(1), 5.0)
    assert means.tolist() == [1.0, 0.0, 0.0]
    assert grid.tolist() == [[1.0, 1.0], [0.0, 0.0]]
    assert far.tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_means_do_not_depend_on_the_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    A = np.random.default_rng(1).normal(size=(50, 2))
    x1, x2 = np.sort(A, axis=0).T
    means, grid = gaussian_means(A, [A], 5.0)[0], gaussian_grid(x1, x2, A, np.ones(50), 5.0)
    for module in (sums, sheared_products):
        monkeypatch.setattr(module, "BLOCK_CELLS", 60)
    assert (gaussian_means(A, [A], 5.0)[0] == means).all()
    assert gaussian_grid(x1, x2, A, np.ones(50), 5.0) == pytest.approx(grid, rel=1e-13)


def test_more_features_than_two_are_summed_pair_by_pair() -> None:
    A = np.random.default_rng(2).normal(size=(700, 3))
    assert gaussian_means(A, [A], 2.0)[0] == pytest.approx(naive_means(A, A, 2.0), rel=1e-13)


MODELS = [KernelBayes(), KernelBayes("II"), KernelBayes("III", determinants=True), SVC(gamma=5)]


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", MODELS, ids=str)
def test_regions_keep_every_label(model: Any, classes: int) -> None:
    X, y = make_moons(600, noise=0.3, random_state=0)
    labels = y if classes == 2 else y + (X[:, 0] > 1)
    fitted = (model if classes == 2 else OneVsRestClassifier(model)).fit(X, labels)
    for box in [(-2.0, 3.0, -1.5, 2.0), (-9.0, 40.0, -30.0, 3.0)]:
        grid = decision_regions(fitted, box, resolution=50)
        nodes = np.array([[a, b] for b in grid.x2 for a in grid.x1])
        assert (grid.label.ravel() == fitted.predict(nodes)).all()
        expected = fitted.decision_function(nodes)
        largest = np.abs(expected).max()
        assert np.abs(grid.score.ravel() - expected.ravel()).max() < 1e-12 * max(1, largest)


def test_regions_of_mirrored_classes_keep_their_labels_far_away() -> None:
    # b = 0: far away the label hangs on the sign of sums as small as e^-300.
    plus = np.random.default_rng(3).normal(size=(150, 2)) * 0.3 + [1.0, 0.0]
    model = KernelBayes(gamma=5.0).fit(np.r_[plus, -plus], np.repeat([1, 0], 150))
    model.offset_ = 0.0
    grid = decision_regions(model, (-8.0, 8.0, -1.0, 1.0), resolution=40)
    assert (grid.label == (grid.x1 > 0)).mean() > 0.99
    nodes = np.array([[a, b] for b in grid.x2 for a in grid.x1])
    assert (grid.label.ravel() == model.predict(nodes)).all()
