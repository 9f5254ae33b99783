"""Kernel Bayes against the notes' algorithm as naive loops, and against known classifiers."""

from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.datasets import load_iris, make_moons
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.multiclass import OneVsRestClassifier
from sklearn.neighbors import KernelDensity
from sklearn.utils.estimator_checks import check_estimator

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes, TiedProjectionsWarning, Variant
from bayeslab.estimators.kernels import KERNELS

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


def test_linear_variant_one_projects_on_the_line_between_the_means() -> None:
    X, y = two_classes(0)
    w = X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)
    assert KernelBayes("I", "linear").fit(X, y).projection_ == pytest.approx(
        (X - X.mean(axis=0)) @ w
    )


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


def test_linear_variant_three_is_the_quadratic_discriminant_without_its_offset() -> None:
    X, y = two_classes(2)
    log_ratio = sum(
        sign * (-0.5 * np.einsum("ni,ij,nj->n", D, np.linalg.inv(C), D))
        for sign in (1, -1)
        for P in [X[y == sign]]
        for C, D in [(np.cov(P.T), X - P.mean(axis=0))]
    )
    difference = KernelBayes("III", "linear").fit(X, y).projection_ - log_ratio
    assert np.ptp(difference) == pytest.approx(0.0, abs=1e-12)


def test_rbf_variant_one_is_a_difference_of_parzen_densities() -> None:
    X, y = two_classes(5)
    gamma = 3.0
    bandwidth = 1 / np.sqrt(2 * gamma)
    plus, minus = (KernelDensity(bandwidth=bandwidth).fit(X[y == sign]) for sign in (1, -1))
    densities = np.exp(plus.score_samples(X)) - np.exp(minus.score_samples(X))
    p = KernelBayes(gamma=gamma).fit(X, y).projection_
    assert p == pytest.approx(densities * np.pi / gamma, rel=1e-9, abs=1e-12)


def test_rbf_variant_two_is_the_mean_metric_at_half_gamma() -> None:
    X, y = two_classes(6)
    C = (np.cov(X[y > 0].T) + np.cov(X[y < 0].T)) / 2
    whitened = np.linalg.solve(np.linalg.cholesky(C), X.T).T
    by_metric = KernelBayes("II", gamma=4.0).fit(X, y).projection_
    assert by_metric == pytest.approx(KernelBayes("I", gamma=2.0).fit(whitened, y).projection_)


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


@pytest.mark.parametrize(
    ("kernel", "accuracies"), [("linear", (0.96, 0.92, 0.92)), ("rbf", (0.92, 0.96, 0.90))]
)
def test_iris_accuracies_of_the_reference_split(
    kernel: str, accuracies: tuple[float, float, float]
) -> None:
    X, y = load_iris(return_X_y=True)
    X, y = X[y > 0][:, 2:], y[y > 0]
    for variant, accuracy in zip(VARIANTS, accuracies, strict=True):
        model = KernelBayes(variant, kernel, gamma=5.0).fit(X[::2], y[::2])
        assert model.score(X[1::2], y[1::2]) == pytest.approx(accuracy)


def test_on_iris_the_printed_criterion_promises_more_than_any_threshold_reaches() -> None:
    X, y = load_iris(return_X_y=True)
    X, y = X[y > 0][::2, 2:], y[y > 0][::2]
    search = KernelBayes("I", "linear", threshold="consistency").fit(X, y).threshold_search_
    promised = 1 - search.errors[search.index] / len(y)
    best = KernelBayes("I", "linear").fit(X, y).score(X, y)
    assert (promised, best) == (pytest.approx(0.98), pytest.approx(0.96))
    assert not search.realisable[search.index]


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


@pytest.mark.parametrize("variant", ["II", "III"])
def test_leave_one_out_projections_hold_the_metric_fixed(variant: Variant) -> None:
    X, y = two_classes(9, n=25)
    model = KernelBayes(variant, gamma=2.0, threshold="loo").fit(X, y)
    expected = []
    for i, (x, label) in enumerate(zip(X, y, strict=True)):
        p = 0.0
        for sign in (1, -1):
            C = np.cov(X[y == sign].T)
            if variant == "II":
                C = C + np.cov(X[y == -sign].T)
            D = X[(y == sign) & (np.arange(len(X)) != i)] - x
            squared = np.einsum("ni,ij,nj->n", D, np.linalg.inv(C), D)
            p += sign * np.exp(-2.0 * squared).mean()
        expected.append((p, label))
    expected.sort()
    assert model.threshold_search_.scores == pytest.approx([p for p, _ in expected], abs=1e-12)
    assert model.threshold_search_.labels.tolist() == [label for _, label in expected]


def test_large_gamma_memorises_random_labels_and_leaving_one_out_shows_it() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 2)), rng.permutation(np.repeat([0, 1], 100))
    memory = KernelBayes(gamma=1e4).fit(X, y)
    assert memory.score(X, y) == 1.0
    T, t = rng.normal(size=(4000, 2)), rng.integers(0, 2, 4000)
    assert memory.score(T, t) == pytest.approx(0.5, abs=0.03)
    search = KernelBayes(gamma=1e4, threshold="loo").fit(X, y).threshold_search_
    assert 1 - search.errors[search.index] / 200 < 0.6


@every_variant
def test_variants_two_and_three_are_invariant_to_affine_maps_and_one_is_not(
    variant: Variant,
) -> None:
    X, y = two_classes(10)
    image = X @ [[3.0, 1.0], [0.0, 0.2]] + [5.0, -7.0]
    p, q = (KernelBayes(variant).fit(data, y).projection_ for data in (X, image))
    assert np.allclose(p, q, rtol=1e-9, atol=1e-12) is (variant != "I")


@every_kernel
@every_variant
def test_the_order_of_the_points_does_not_matter(variant: Variant, kernel: str) -> None:
    X, y = two_classes(11)
    order = np.random.default_rng(1).permutation(len(X))
    a, b = (
        KernelBayes(variant, kernel).fit(X, y),
        KernelBayes(variant, kernel).fit(X[order], y[order]),
    )
    assert a.offset_ == pytest.approx(b.offset_, rel=1e-12, abs=1e-13)
    assert (a.predict(X) == b.predict(X)).all()


def test_identical_input_gives_identical_output() -> None:
    X, y = two_classes(12)
    a, b = KernelBayes("III").fit(X, y), KernelBayes("III").fit(X.copy(), y.copy())
    assert (a.projection_ == b.projection_).all()
    assert a.offset_ == b.offset_


@pytest.mark.parametrize(
    "labels",
    [["no", "yes"], [False, True], [1.0, 2.0], [-1, 1], np.array(["a", "b"], dtype=object)],
)
def test_predictions_have_the_type_of_the_labels(labels: Any) -> None:
    X, y = two_classes(13)
    names = np.asarray(labels)[(y > 0).astype(int)]
    model = KernelBayes(gamma=50.0).fit(X, names)
    assert model.classes_.tolist() == list(labels)
    assert set(model.predict(X).tolist()) == set(labels)


def test_more_than_two_classes_go_through_one_versus_rest() -> None:
    X, y = load_iris(return_X_y=True)
    model = OneVsRestClassifier(KernelBayes()).fit(X[:, 2:], y)
    assert model.score(X[:, 2:], y) > 0.95


PLANE = [[0.0, 0.0], [1.0, 0.2], [0.3, 1.0], [2.0, 2.0], [3.0, 2.1], [2.2, 3.0]]
LINE = [[float(i), 2.0 * i] for i in range(6)]
HALVES = [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize(
    ("parameters", "X", "y", "message"),
    [
        ({}, PLANE, [1] * 6, "belong to one class, 1; add points of a second class"),
        ({}, PLANE, [0, 0, 1, 1, 2, 2], "OneVsRestClassifier"),
        ({}, [[1.0, 2.0]] * 6, HALVES, "6 points are identical; add points at other places"),
        ({}, np.empty((0, 2)), [], "0 sample"),
        ({}, [[np.nan, 0.0], *PLANE[1:]], HALVES, "contains NaN"),
        ({}, [[np.inf, 0.0], *PLANE[1:]], HALVES, "contains infinity"),
        ({"gamma": 0}, PLANE, HALVES, "gamma is 0; give a finite number above 0"),
        ({"gamma": float("nan")}, PLANE, HALVES, "gamma is nan"),
        ({"gamma": "five"}, PLANE, HALVES, "gamma is 'five'"),
        ({"variant": "IV"}, PLANE, HALVES, "variant is 'IV'; use one of 'I', 'II', 'III'"),
        ({"variant": 2}, PLANE, HALVES, "variant is 2"),
        ({"threshold": "best"}, PLANE, HALVES, "threshold is 'best'"),
        ({"metric": "mean"}, PLANE, HALVES, "metric is 'mean'"),
        ({"kernel": "gauss"}, PLANE, HALVES, "kernel 'gauss' is not known"),
        ({"variant": "II"}, LINE, HALVES, "the two classes is singular"),
        ({"variant": "II", "metric": "pooled"}, LINE, HALVES, "the two classes is singular"),
        ({"variant": "II"}, PLANE[2:4], [0, 1], "Class 0 has one point"),
        ({"variant": "III"}, LINE, list("aaabbb"), "covariance of class a is singular"),
        ({"variant": "III"}, PLANE, [0, 1, 1, 1, 1, 1], "Class 0 has one point"),
        ({"threshold": "loo"}, PLANE, [0, 1, 1, 1, 1, 1], "Class 0 has one point"),
        ({"kernel": "polynomial", "degree": 400}, 1e6 * np.array(PLANE), HALVES, "overflows"),
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
    with pytest.warns(TiedProjectionsWarning, match=f"no threshold separates.*{advice}"):
        model = KernelBayes(**parameters).fit(X * scale, y)
    assert model.all_tied_
    assert len(set(model.predict(X * scale).tolist())) == 1


def test_equal_class_means_raise_a_warning() -> None:
    X = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    with pytest.warns(TiedProjectionsWarning, match="means of both classes are equal"):
        assert KernelBayes(kernel="linear").fit(X, [0, 0, 1, 1]).all_tied_
    assert not KernelBayes(gamma=5.0).fit(X, [0, 0, 1, 1]).all_tied_


def test_labels_without_an_order_are_refused_in_the_words_of_every_classifier() -> None:
    labels = np.array(["a", 1, "a", 1], dtype=object)
    X = np.arange(8.0).reshape(4, 2)
    for model in (KernelBayes(), GaussianBayes()):
        with pytest.raises(ValueError, match=r"^y mixes types without an order; give labels of"):
            model.fit(X, labels)


def test_one_point_a_class_is_enough_for_variant_one() -> None:
    model = KernelBayes().fit([[0.0, 0.0], [1.0, 0.0]], [0, 1])
    assert model.predict([[0.4, 3.0], [0.6, -3.0]]).tolist() == [0, 1]


def test_far_points_raise_an_error_and_no_warning() -> None:
    model = KernelBayes(kernel="polynomial", degree=9).fit(PLANE, HALVES)
    with pytest.raises(ValueError, match="overflows"):
        model.project([[1e40, 1e40]])


@pytest.mark.parametrize(
    "model",
    [
        KernelBayes(),
        KernelBayes("II"),
        KernelBayes("III", determinants=True),
        KernelBayes(kernel="linear", threshold="consistency"),
        KernelBayes(kernel="laplacian", threshold="loo"),
    ],
    ids=str,
)
def test_the_conventions_of_scikit_learn_hold(model: KernelBayes) -> None:
    # Its one check that cannot run, for arrays of other libraries, needs an environment variable.
    results = check_estimator(model, on_skip=None)
    skipped = {result["check_name"] for result in results if result["status"] != "passed"}
    assert skipped <= {"check_array_api_input"}


def test_moons_reach_the_accuracy_of_the_notes_tables() -> None:
    X, y = make_moons(200, noise=0.15, random_state=0)
    for variant in VARIANTS:
        assert KernelBayes(variant, gamma=5.0).fit(X, y).score(X, y) > 0.97
