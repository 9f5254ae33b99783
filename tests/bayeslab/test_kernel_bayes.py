"""Kernel Bayes against the notes' algorithm as naive loops, and against known classifiers."""

from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.multiclass import OneVsRestClassifier

from bayeslab.estimators.kernel_bayes import KernelBayes, KernelBayesWarning, Threshold, Variant
from bayeslab.estimators.kernels import KERNELS, RBFKernel, make_kernel
from bayeslab.scoring.descriptions import describe

Array = NDArray[np.float64]
VARIANTS = get_args(Variant)
every_variant = pytest.mark.parametrize("variant", VARIANTS)
every_kernel = pytest.mark.parametrize("kernel", KERNELS)


def two_classes(seed: int, n: int = 40, share: float = 0.5) -> tuple[Array, NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    n_plus = max(4, round(share * n))
    plus = rng.normal(size=(n_plus, 2)) @ [[1.0, 0.4], [0.0, 0.6]] + [1.0, 0.5]
    minus = rng.normal(size=(n - n_plus, 2)) @ [[0.5, -0.2], [0.1, 0.8]]
    y = np.r_[np.ones(n_plus, int), -np.ones(n - n_plus, int)]
    order = rng.permutation(n)
    return np.r_[plus, minus][order], y[order]


def notes_projection(
    X: Array, y: NDArray[np.int64], T: Array, variant: Variant, kernel: Any
) -> Array:
    """Follow the notes' listing point by point, with complex square roots and plain transposes."""
    plus, minus = X[y > 0], X[y < 0]

    def root(M: NDArray[Any]) -> NDArray[np.complex128]:
        eigenvalues, V = np.linalg.eigh(M)
        return (V * np.sqrt(eigenvalues.astype(complex))).T

    def mean(A: NDArray[Any], z: NDArray[Any]) -> complex:
        return sum(kernel(a, z) for a in A) / len(A)

    C_plus, C_minus = np.cov(plus.T), np.cov(minus.T)
    out = []
    for x in T:
        if variant == "I":
            p = mean(plus, x) - mean(minus, x)
        elif variant == "II":
            U = root(np.linalg.inv(C_plus + C_minus))
            p = mean(plus @ U.T, U @ x) - mean(minus @ U.T, U @ x)
        else:
            inverse_plus, inverse_minus = np.linalg.inv(C_plus), np.linalg.inv(C_minus)
            z = root(-(inverse_plus - inverse_minus) / 2) @ x
            U_plus, U_minus = root(inverse_plus), root(inverse_minus)
            p = (
                kernel(z, z)
                + mean(plus @ U_plus.T, U_plus @ x)
                - mean(minus @ U_minus.T, U_minus @ x)
            )
        assert abs(np.imag(p)) < 1e-10
        out.append(np.real(p))
    return np.array(out)


def notes_offset(p: Array, y: NDArray[np.int64]) -> float:
    """Follow the notes' search: stable sort, sums of the labels, first maximum."""
    order = np.argsort(p, kind="stable")
    p, y = p[order], y[order]
    best, offset = 0, np.nan
    for k in range(1, len(p)):
        consistency = abs(y[:k].sum()) + abs(y[k:].sum())
        if consistency > best:
            best, offset = consistency, -(p[k - 1] + p[k]) / 2
    return offset


NOTES_KERNELS = {
    "linear": lambda a, b: a @ b,
    "rbf": lambda a, b: np.exp(-5.0 * ((a - b) @ (a - b))),
    "laplacian": lambda a, b: np.exp(-5.0 * np.sqrt((a - b) @ (a - b))),
}


@every_variant
@pytest.mark.parametrize("kernel", NOTES_KERNELS)
@pytest.mark.parametrize("share", [0.5, 0.2])
def test_projection_and_offset_agree_with_the_notes_listing(
    variant: Variant, kernel: str, share: float
) -> None:
    X, y = two_classes(3, share=share)
    T = np.random.default_rng(4).normal(size=(15, 2))
    model = KernelBayes(variant, kernel, gamma=5.0, threshold="consistency").fit(X, y)
    center = X.mean(axis=0) if kernel == "linear" else 0.0  # the notes centre nothing
    places = np.r_[X, T] - center
    expected = notes_projection(X - center, y, places, variant, NOTES_KERNELS[kernel])
    if variant == "III" and kernel != "linear":
        expected -= 1  # K(z, z) of a bump, which moves the offset and no decision
    assert model.projection_ == pytest.approx(expected[: len(X)], rel=0, abs=1e-10)
    assert model.project(T) == pytest.approx(expected[len(X) :], rel=0, abs=1e-10)
    assert model.offset_ == pytest.approx(notes_offset(expected[: len(X)], y), rel=0, abs=1e-10)


def angle_to_lda(model: KernelBayes, X: Array, y: NDArray[np.int64]) -> float:
    w = np.diff(model.project([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])[[0, 1, 0, 2]])[[0, 2]]
    lda = LinearDiscriminantAnalysis().fit(X, y).coef_[0]
    cosine = w @ lda / np.linalg.norm(w) / np.linalg.norm(lda)
    return float(np.degrees(np.arccos(min(1.0, cosine))))


def test_linear_variant_two_is_lda_only_for_classes_of_equal_size() -> None:
    for n, share, apart in [(200, 0.5, False), (200, 0.1, True)]:
        X, y = two_classes(1, n, share)
        assert (angle_to_lda(KernelBayes("II", "linear").fit(X, y), X, y) > 0.1) is apart
        pooled = KernelBayes("II", "linear", metric="pooled").fit(X, y)
        assert angle_to_lda(pooled, X, y) < 1e-5


def test_equally_wide_gaps_are_not_told_apart_by_the_order_of_the_points() -> None:
    """Two cuts with two errors each, in gaps of 10/24, but for rounding."""
    X = np.array([[2, 3], [2, 0], [2, 4], [3, 3], [0, 4], [0, 3], [1, 3]])
    y = np.array([0, 1, 0, 1, 1, 1, 0])
    offsets = [
        KernelBayes(kernel="linear").fit(X[order], y[order]).offset_
        for order in ([0, 1, 2, 3, 4, 5, 6], [0, 6, 1, 5, 4, 2, 3], [6, 5, 4, 3, 2, 1, 0])
    ]
    assert offsets == pytest.approx([offsets[0]] * 3)


def test_determinants_turn_variant_three_into_a_comparison_of_densities() -> None:
    rng = np.random.default_rng(0)

    def draw(n: int) -> tuple[Array, NDArray[np.int64]]:
        X = np.r_[0.15 * rng.normal(size=(n, 2)), 1.5 * rng.normal(size=(n, 2))]
        return X, np.repeat([1, 0], n)

    (X, y), (T, t) = draw(200), draw(5000)
    plain = KernelBayes("III").fit(X, y)
    weighted = KernelBayes("III", determinants=True).fit(X, y)
    assert np.mean((plain.project(T) > 0) == t) < 0.7
    assert np.mean((weighted.project(T) > 0) == t) > 0.95


def test_determinants_change_nothing_where_they_have_no_meaning() -> None:
    X, y = two_classes(7)
    cases: list[tuple[Variant, str]] = [
        ("I", "rbf"),
        ("II", "rbf"),
        ("III", "linear"),
        ("III", "polynomial"),
    ]
    for variant, kernel in cases:
        plain = KernelBayes(variant, kernel).fit(X, y).projection_
        weighted = KernelBayes(variant, kernel, determinants=True).fit(X, y).projection_
        assert (plain == weighted).all()


@every_kernel
@every_variant
@given(seed=st.integers(0, 2**32 - 1), gamma=st.sampled_from([0.01, 5.0, 1000.0]))
def test_training_points_get_their_projection_and_the_promised_errors(
    kernel: str, variant: Variant, seed: int, gamma: float
) -> None:
    X, y = two_classes(seed, n=20, share=0.4)
    model = KernelBayes(variant, kernel, gamma=gamma).fit(X, y)
    search = model.threshold_search_
    assert model.project(X) == pytest.approx(model.projection_, rel=1e-12, abs=1e-14)
    assert np.sort(model.projection_) == pytest.approx(search.scores)
    assert (model.predict(X) != y).sum() == search.errors[search.index]
    assert model.decision_function(X) == pytest.approx(model.projection_ + model.offset_)


@every_kernel
def test_leave_one_out_projections_of_variant_one_equal_refitting(kernel: str) -> None:
    X, y = two_classes(8, n=25)
    model = KernelBayes("I", kernel, gamma=5.0, threshold="loo").fit(X, y)
    others = [np.arange(len(X)) != i for i in range(len(X))]
    # The center is held fixed: a kernel given as a function is not centred again.
    Z, function = X - model.center_, lambda A, B: model.kernel_(A, B)
    refitted = [
        KernelBayes("I", function).fit(Z[keep], y[keep]).project(Z[~keep])[0] for keep in others
    ]
    assert model.threshold_search_.scores == pytest.approx(np.sort(refitted), rel=1e-10, abs=1e-14)


# Weights, and kernel values in place of features


@every_variant
@every_kernel
@pytest.mark.parametrize("threshold", get_args(Threshold))
@pytest.mark.parametrize(("n", "gamma"), [(40, "scale"), (40, 300.0), (1500, "scale")])
def test_k_copies_of_a_point_are_one_of_weight_k(
    variant: Variant, kernel: str, threshold: Threshold, n: int, gamma: Any
) -> None:
    X, y = two_classes(12, n)
    weights = np.random.default_rng(n).integers(0, 4, n)
    T = np.random.default_rng(1).normal(size=(40, 2))
    model = KernelBayes(variant, kernel, gamma, threshold=threshold, determinants=True)
    weighted, copied = clone(model).fit(X, y, weights), clone(model)
    copied.fit(X.repeat(weights, axis=0), y.repeat(weights))
    assert weighted.gamma_ == pytest.approx(copied.gamma_, rel=1e-12)
    p = copied.project(T)
    assert weighted.project(T) == pytest.approx(p, rel=0, abs=1e-12 * np.abs(p).max())
    assert weighted.offset_ == pytest.approx(copied.offset_, rel=1e-10)
    ours, theirs = weighted.threshold_search_, copied.threshold_search_
    assert ours.errors[ours.index] == theirs.errors[theirs.index]
    apart = np.abs(ours.scores[:, None] - theirs.scores)
    assert max(apart.min(axis=0).max(), apart.min(axis=1).max()) < 1e-12 * np.ptp(theirs.scores)
    if variant == "I" or kernel == "rbf":
        description = describe(weighted)
        if description is not None:
            score = weighted.decision_function(T)
            assert description[0](T) == pytest.approx(score, abs=1e-12 * np.abs(score).max())


def test_one_point_of_weight_two_can_be_left_out_and_one_of_weight_one_cannot() -> None:
    X, y = [[0.0], [1.0], [3.0]], [0, 0, 1]
    model = KernelBayes(threshold="loo")
    assert model.fit(X, y, [1, 1, 2]).threshold_search_.errors.min() == 0
    for weight in (1.0, 0.5):
        with pytest.raises(ValueError, match="Class 1 has one point, which cannot be left out"):
            model.fit(X, y, [1, 1, weight])
    with pytest.raises(ValueError, match=r"weights of class 0 sum to 0.75, and variant II needs"):
        KernelBayes("II").fit(PLANE, HALVES, np.full(6, 0.25))
    X, y = three_classes(0, 12)
    with pytest.raises(ValueError, match=r"weights of class 2 sum to 0.4, and variant III needs"):
        KernelBayes("III").fit(X, y, np.where(y == 2, 0.1, 1.0))


@every_kernel
@pytest.mark.parametrize("n", [9, 1500])
@pytest.mark.parametrize("light", [1e-3, 1e-17, 1e-100])
def test_a_point_heavier_than_all_others_is_left_out_with_all_digits(
    kernel: str, n: int, light: float
) -> None:
    X, y = two_classes(14, n)
    weights = np.full(n, light)
    weights[y == 1] *= np.arange(1, 1 + (y == 1).sum())
    heavy = np.flatnonzero(y == 1)[0]
    weights[heavy] = 1.0
    K = make_kernel(kernel, gamma=0.5, degree=3, coef0=1.0)
    rows = np.flatnonzero(y == 1)
    found = K.means_of_others(X[rows], [slice(0, len(rows))], [weights[rows]])[0].others[0]
    others = rows[1:]
    expected = np.average(K(X[[heavy]], X[others])[0], weights=weights[others])
    assert found == pytest.approx(expected, rel=1e-10)
    KernelBayes(kernel=kernel, threshold="loo").fit(X, y, weights)


@pytest.mark.parametrize("threshold", get_args(Threshold))
def test_a_precomputed_kernel_gives_what_its_function_gives(threshold: Threshold) -> None:
    X, y = two_classes(13)
    T, weights = np.random.default_rng(2).normal(size=(9, 2)), np.arange(len(X)) % 3
    ours = KernelBayes(kernel="precomputed", threshold=threshold)
    theirs = KernelBayes(kernel=RBFKernel(3.0), threshold=threshold)
    gram, rows = RBFKernel(3.0)(X, X), RBFKernel(3.0)(T, X)
    for counts in (None, weights):
        ours.fit(gram, y, counts)
        theirs.fit(X, y, counts)
        assert (ours.projection_ == theirs.projection_).all()
        assert ours.offset_ == theirs.offset_
        assert (ours.decision_function(rows) == theirs.decision_function(T)).all()
    folds = list(StratifiedKFold(4).split(X, y))
    expected = list(theirs.predict_held_out(X, y, folds))
    assert list(map(list, ours.predict_held_out(gram, y, folds))) == list(map(list, expected))
    assert (cross_val_predict(ours, gram, y, cv=folds)[folds[0][1]] == expected[0]).all()


# More than two classes


def three_classes(seed: int, n: int) -> tuple[Array, NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % 3)
    return rng.normal(size=(n, 2)) + np.array([[0.0, 0.0], [1.5, 0.0], [0.0, 1.0]])[y], y


def count_errors(scores: Any, offsets: Any, y: Any, weights: Any) -> int:
    """Count the points whose class has not the largest score + offset, one by one."""
    errors = 0
    for row, label, weight in zip(scores, y, weights, strict=True):
        sums = [score + offset for score, offset in zip(row, offsets, strict=True)]
        errors += weight * (sums.index(max(sums)) != label)
    return errors


@given(seed=st.integers(0, 2**32 - 1), threshold=st.sampled_from(["error", "loo"]))
def test_no_offset_of_three_alone_makes_fewer_errors(seed: int, threshold: Threshold) -> None:
    X, y = three_classes(seed, 15)
    weights = np.random.default_rng(seed).integers(1, 3, 15)
    model = KernelBayes(gamma=2.0, threshold=threshold).fit(X, y, weights)
    if threshold == "error":
        scores = model.projection_
    else:  # refits without one copy
        scores = np.array(
            [
                KernelBayes(gamma=2.0).fit(X, y, weights - (np.arange(15) == i)).project(X[[i]])[0]
                for i in range(15)
            ]
        )
    fewest = count_errors(scores, model.offset_, y, weights)
    alone = [
        KernelBayes(gamma=2.0, threshold=threshold).fit(X, y == k, weights).offset_
        for k in range(3)
    ]
    assert fewest <= count_errors(scores, alone, y, weights)
    for k in range(3):
        # Every point's lead changes its sign once as the offset of k grows.
        others = np.delete(scores + model.offset_, k, axis=1).max(axis=1)
        turns = np.sort(others - scores[:, k])
        middles = [turns[0] - 1, *(turns[1:] + turns[:-1]) / 2, turns[-1] + 1]
        for middle in middles:
            trial = np.where(np.arange(3) == k, middle, model.offset_)
            assert fewest <= count_errors(scores, trial, y, weights)


@every_variant
@pytest.mark.parametrize("threshold", ["error", "loo"])
def test_many_classes_have_the_projections_of_each_against_the_rest(
    variant: Variant, threshold: Threshold
) -> None:
    X, y = three_classes(15, 90)
    names = np.array(["a", "b", "c"])[y]
    model = KernelBayes(variant, threshold=threshold, probability=True).fit(X[:60], y[:60] == 1)
    model.fit(X, names)
    assert not hasattr(model, "threshold_search_"), "which was of two classes"
    alone = OneVsRestClassifier(KernelBayes(variant, threshold=threshold)).fit(X, names)
    for k, part in enumerate(alone.estimators_):
        assert (model.projection_[:, k] == part.projection_).all()
        assert (model.project(X)[:, k] == part.project(X)).all()
    scores = model.decision_function(X)
    assert (model.predict(X) == model.classes_[scores.argmax(axis=1)]).all()
    assert (model.training_predictions_ == model.predict(X)).all()
    description = describe(model)
    assert description is not None
    assert np.column_stack([s(X) for s in description]) == pytest.approx(scores, abs=1e-12)
    folds = list(StratifiedKFold(4).split(X, names))
    held_out = np.concatenate(list(model.predict_held_out(X, names, folds)))
    tests = np.concatenate([test for _, test in folds])
    assert (held_out == cross_val_predict(model, X, names, cv=folds)[tests]).all()


# Calibrated probabilities


@every_variant
@pytest.mark.parametrize("threshold", ["error", "loo"])
@pytest.mark.parametrize("data", [two_classes, three_classes])
def test_probabilities_are_those_of_scikit_learns_calibration(
    variant: Variant, threshold: Threshold, data: Any
) -> None:
    X, y = data(14, 120)
    order = np.lexsort(X.T[::-1])  # folds are drawn from points in order
    X, y = X[order], y[order]
    T = np.random.default_rng(3).normal(size=(50, 2))
    model = KernelBayes(variant, threshold=threshold)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    expected = CalibratedClassifierCV(model, ensemble=False, cv=folds).fit(X, y).predict_proba(T)
    ours = clone(model).set_params(probability=True).fit(X, y)
    assert ours.predict_proba(T) == pytest.approx(expected, abs=1e-6)
    assert ours.predict_proba(T).argmax(axis=1) == pytest.approx(expected.argmax(axis=1))
    assert (ours.predict(T) == model.fit(X, y).predict(T)).all(), "predictions are as without"
    order, weights = np.random.default_rng(4).permutation(len(X)), np.arange(len(X)) % 3 + 1
    weighted = clone(ours).fit(X, y, weights).predict_proba(T)
    rows = order.repeat(weights[order])
    assert clone(ours).fit(X[rows], y[rows]).predict_proba(T) == pytest.approx(weighted, abs=1e-9)


@pytest.mark.parametrize("gamma", [1e-20, 0.1, 1e4])
@pytest.mark.filterwarnings("ignore::bayeslab.KernelBayesWarning")
def test_nothing_to_learn_gives_the_frequencies_and_no_nan(gamma: float) -> None:
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(400, 2)), np.repeat([0, 1], [300, 100])
    model = KernelBayes(gamma=gamma, probability=True).fit(X, y)
    new = model.predict_proba(rng.normal(size=(500, 2)))
    assert np.median(new[:, 1]) == pytest.approx(0.25, abs=0.05)
    for labels in (y, np.arange(400) % 4):
        model.fit(X, labels)
        everywhere = model.predict_proba(np.r_[X, 1e9 * X, [[1e150, -1e150]]])
        assert np.isfinite(everywhere).all()
        assert everywhere.sum(axis=1) == pytest.approx(1)


def test_probabilities_are_there_on_request_and_need_two_points_a_class() -> None:
    assert not hasattr(KernelBayes().fit(PLANE, HALVES), "predict_proba")
    with pytest.raises(ValueError, match=r"smallest class has 1 point\(s\), fewer than the 2"):
        KernelBayes(probability=True).fit(PLANE, [0, 1, 1, 1, 1, 1])
    with pytest.raises(ValueError, match="So it is in a fold of the calibration"):
        KernelBayes("III", probability=True).fit(PLANE, HALVES)
    with pytest.raises(ValueError, match=r"^Class 0 has one point, .* a fold of the calibration"):
        KernelBayes("II", probability=True).fit(PLANE[:4], [0, 0, 1, 1])


@every_variant
def test_variants_two_and_three_are_invariant_to_affine_maps_and_one_is_not(
    variant: Variant,
) -> None:
    X, y = two_classes(10)
    image = X @ [[3.0, 1.0], [0.0, 0.2]] + [5.0, -7.0]
    p, q = (KernelBayes(variant).fit(data, y).projection_ for data in (X, image))
    assert np.allclose(p, q, rtol=1e-9, atol=1e-12) is (variant != "I")


PLANE = [[0.0, 0.0], [1.0, 0.2], [0.3, 1.0], [2.0, 2.0], [3.0, 2.1], [2.2, 3.0]]
LINE = [[float(i), 2.0 * i] for i in range(6)]
HALVES = [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize(
    ("parameters", "X", "y", "message"),
    [
        ({"threshold": "consistency"}, PLANE, [0, 0, 1, 1, 2, 2], "separates two classes; use 'er"),
        ({"variant": "III"}, PLANE, list("aabbcc"), "covariance of class a is singular"),
        ({"threshold": "loo"}, PLANE, list("aabbbc"), "Class c has one point"),
        ({}, [[1.0, 2.0]] * 6, HALVES, "6 points are identical; add points at other places"),
        ({"gamma": 0}, PLANE, HALVES, "gamma is 0; give a finite number above 0"),
        ({"variant": "IV"}, PLANE, HALVES, "variant is 'IV'; use one of 'I', 'II', 'III'"),
        ({"variant": 2}, PLANE, HALVES, "variant is 2"),
        ({"threshold": "best"}, PLANE, HALVES, "threshold is 'best'"),
        ({"metric": "mean"}, PLANE, HALVES, "metric is 'mean'"),
        ({"variant": "II"}, LINE, HALVES, "the two classes is singular"),
        ({"variant": "II", "metric": "pooled"}, LINE, HALVES, "the two classes is singular"),
        ({"variant": "II"}, PLANE[2:4], [0, 1], "Class 0 has one point"),
        ({"variant": "III"}, LINE, list("aaabbb"), "covariance of class a is singular"),
        ({"variant": "III"}, PLANE, [0, 1, 1, 1, 1, 1], "Class 0 has one point"),
        ({"threshold": "loo"}, PLANE, [0, 1, 1, 1, 1, 1], "Class 0 has one point"),
        ({"kernel": "polynomial", "degree": 400}, 1e6 * np.array(PLANE), HALVES, "overflows"),
        ({"kernel": "precomputed"}, PLANE, HALVES, r"has shape \(6, 2\); give a square matrix"),
        ({"kernel": "precomputed", "variant": "II"}, np.eye(6), HALVES, "no metric; use variant I"),
        ({"kernel": "linear"}, [[1e308]] * 5 + [[-1e308]], HALVES, "overflows"),  # and their mean
    ],
)
def test_bad_input_is_refused_with_a_sentence(
    parameters: dict[str, Any], X: Any, y: Any, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        KernelBayes(**parameters).fit(X, y)


TIED: dict[str, tuple[dict[str, Any], float, str]] = {
    "tiny gamma": ({"gamma": 1e-20}, 1.0, "raise gamma"),
    "tiny gamma, Laplacian": ({"gamma": 1e-20, "kernel": "laplacian"}, 1.0, "raise gamma"),
    "tiny gamma, variant III": ({"gamma": 1e-20, "variant": "III"}, 1.0, "raise gamma"),
    "tiny features": ({"gamma": 5.0}, 1e-8, "standardise the features"),
    "tiny features, polynomial": ({"kernel": "polynomial"}, 1e-9, "standardise the features"),
    "huge gamma, left out": ({"gamma": 1e9, "threshold": "loo"}, 1.0, "lower gamma"),
}


@pytest.mark.parametrize(("parameters", "scale", "advice"), TIED.values(), ids=TIED)
def test_equal_projections_raise_a_warning(
    parameters: dict[str, Any], scale: float, advice: str
) -> None:
    X, y = two_classes(0)
    with pytest.warns(KernelBayesWarning, match=f"no threshold separates.*{advice}"):
        model = KernelBayes(**parameters).fit(X * scale, y)
    assert model.all_tied_
    assert len(set(model.predict(X * scale).tolist())) == 1


def test_equal_class_means_raise_a_warning() -> None:
    X = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    with pytest.warns(KernelBayesWarning, match="means of both classes are equal"):
        assert KernelBayes(kernel="linear").fit(X, [0, 0, 1, 1]).all_tied_
    assert not KernelBayes(gamma=5.0).fit(X, [0, 0, 1, 1]).all_tied_


def test_one_point_a_class_is_enough_for_variant_one() -> None:
    model = KernelBayes().fit([[0.0, 0.0], [1.0, 0.0]], [0, 1])
    assert model.predict([[0.4, 3.0], [0.6, -3.0]]).tolist() == [0, 1]


def test_far_points_raise_an_error_and_no_warning() -> None:
    model = KernelBayes(kernel="polynomial", degree=9).fit(PLANE, HALVES)
    with pytest.raises(ValueError, match="overflows"):
        model.project([[1e40, 1e40]])
