"""Leave-one-out against sums over the others, however little they contribute."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.datasets import make_moons

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.class_means import evaluate_left_out, sort_by_class
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.kernels import GAMMA_RANGE
from bayeslab.estimators.sums import is_interpolated
from bayeslab.evaluation.accuracy import cross_validated_accuracy
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.evaluation.sweeps import SweepSpec, sweep
from left_out import BUMPS, NOTHING, data_sets, log_means_of_others
from lessons.kernel_width.numbers import new_points

Array = NDArray[np.float64]

VARIANTS: tuple[Variant, ...] = ("I", "II", "III")
GAMMAS = (GAMMA_RANGE[0], 5.0, 100.0, GAMMA_RANGE[1])
ACCURACY = 1e-9
SETS = data_sets()


def fit(
    X: Array, y: NDArray[np.int64], variant: Variant, kernel: str, gamma: float
) -> tuple[KernelBayes, Array, Array]:
    """Return a fit, and both classes' means over the others at its points."""
    model = KernelBayes(variant, kernel, gamma=gamma, threshold="loo").fit(X, y)
    order, parts = sort_by_class(y == 1)
    _, means, others = evaluate_left_out(model.kernel_, model.plus_, model.minus_, X[order], parts)
    assert (means[0] - means[1] == model.projection_[order]).all()
    assert (np.sort(others[0] - others[1]) == model.threshold_search_.scores).all()
    back = np.argsort(order)
    return model, others[0][back], others[1][back]


def check(X: Array, y: NDArray[np.int64], variant: Variant, kernel: str, gamma: float) -> Array:
    """Compare a fit with brute force; return at which points all of the others count as nothing."""
    _, plus, minus = fit(X, y, variant, kernel, gamma)
    log_plus, log_minus = log_means_of_others(X, y, variant, kernel, gamma)
    room = np.log(len(X))  # a mean may be smaller than its largest value, by its number of points
    size = np.exp(np.maximum(log_plus, log_minus))
    lost_sum = len(X) * np.exp(NOTHING)  # of values that count as zero
    assert (np.abs(plus - np.exp(log_plus)) <= ACCURACY * size + lost_sum).all()
    assert (np.abs(minus - np.exp(log_minus)) <= ACCURACY * size + lost_sum).all()
    # The sign is that of exact arithmetic wherever a difference is left.
    gap = np.abs(np.expm1(-np.abs(log_plus - log_minus)))
    decided = (gap > ACCURACY) & (np.maximum(log_plus, log_minus) > NOTHING + room)
    assert (np.sign(plus - minus) == np.sign(log_plus - log_minus))[decided].all()
    nothing = np.maximum(log_plus, log_minus) < NOTHING - room
    assert (plus == 0)[nothing].all()
    assert (minus == 0)[nothing].all()
    return nothing


@pytest.mark.parametrize("name", SETS)
def test_leave_one_out_equals_sums_over_the_others(name: str) -> None:
    X, y = SETS[name]
    for variant, kernel, gamma in product(VARIANTS, BUMPS, GAMMAS):
        check(X, y, variant, kernel, gamma)


def test_where_projections_underflow_the_offset_decides() -> None:
    X, y = SETS["moons"]
    X = np.r_[X, [[9.0, 9.0]]]
    y = np.r_[y, 1]
    assert check(X, y, "I", "rbf", 1000.0).nonzero()[0].tolist() == [len(X) - 1]
    model = KernelBayes(gamma=1000.0, threshold="loo").fit(X, y)
    far = [[-9.0, 9.0], [50.0, 50.0]]
    assert (model.project(far) == 0).all()
    assert (model.predict(far) == int(model.offset_ > 0)).all()


def accuracies(name: str, gamma: float, variant: Variant = "I") -> list[float]:
    """Return leave-one-out, ten-fold and new accuracy in percent, cut by leave-one-out."""
    spec = DatasetSpec(name)
    points, new = load(spec), load(new_points(spec))
    model = KernelBayes(variant, gamma=gamma, threshold="loo").fit(points.X, points.y)
    folds = cross_validated_accuracy(model, points.X, points.y, EvaluationSpec("k-fold", folds=10))
    (point,) = sweep(
        SweepSpec(variant, gammas=(gamma,), evaluation=None), points.X, points.y
    ).points
    assert point.leave_one_out is not None
    shares = (point.leave_one_out, folds.mean, model.score(new.X, new.y))
    return [round(100 * share, 2) for share in shares]


# Computed with a matrix of kernel values in long double, whose diagonal is 0.
EXACT = {
    ("moons", 200.0): [98.5, 98.0, 95.75],
    ("moons", 500.0): [98.5, 98.0, 95.75],
    ("moons", 1000.0): [98.5, 98.0, 95.75],
    ("two_gaussians", 1000.0): [95.0, 94.5, 95.45],
    ("spirals", 1000.0): [100.0, 98.0, 99.8],
}


@pytest.mark.parametrize(("name", "gamma"), EXACT)
def test_narrow_bumps_do_not_fall_to_chance(name: str, gamma: float) -> None:
    assert accuracies(name, gamma) == EXACT[name, gamma]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("gamma", [0.3, 5.0])
def test_points_far_from_all_others_keep_their_digits_where_sums_are_interpolated(
    variant: Variant, gamma: float
) -> None:
    X, y = make_moons(3000, noise=0.2, random_state=0)
    X = np.r_[X, [[-6.0, 2.0], [1.0, 4.0], [5.0, -3.0]]]
    y = np.r_[y, 1, 0, 1]
    order, parts = sort_by_class(y == 1)
    assert is_interpolated(X[order], parts, gamma)
    check(X, y, variant, "rbf", gamma)


def test_points_that_coincide_count_each_other() -> None:
    X = np.array([[0.0, 0.0], [0.0, 0.0], [3.0, 0.0], [3.0, 0.0], [1.0, 0.0]])
    y = np.array([1, 1, 0, 0, 0])
    _, plus, minus = fit(X, y, "I", "rbf", 1000.0)
    assert plus.tolist() == [1, 1, 0, 0, 0]
    assert minus.tolist() == [0, 0, 0.5, 0.5, 0]


def test_a_kernel_given_as_a_function_keeps_its_own_array() -> None:
    X, y = SETS["moons"]
    arrays: dict[tuple[bytes, bytes], Array] = {}

    def kernel(A: Array, B: Array) -> Array:
        values = np.exp(-5 * ((A[:, None] - B) ** 2).sum(axis=2))
        return arrays.setdefault((A.tobytes(), B.tobytes()), values)

    model = KernelBayes(kernel=kernel, threshold="loo").fit(X, y)
    reference = KernelBayes(gamma=5.0, threshold="loo").fit(X, y)
    assert model.threshold_search_.scores == pytest.approx(reference.threshold_search_.scores)
    assert model.project(X) == pytest.approx(reference.project(X))
