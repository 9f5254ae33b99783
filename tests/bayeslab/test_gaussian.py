"""Gaussian Bayes against hand-worked numbers, scikit-learn, scipy and its own definition."""

from typing import Any

import numpy as np
import pytest
import sklearn
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.special import log_softmax
from scipy.stats import multivariate_normal, special_ortho_group
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import scale

from bayeslab.estimators.covariance import COVARIANCES, DIVISORS
from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.gaussian import Discriminant, GaussianBayes

Array = NDArray[np.float64]
Labels = NDArray[np.int64]

LOADERS = {"iris": load_iris, "wine": load_wine, "breast cancer": load_breast_cancer}

# The worked example of the Gaussian discriminants notes.
EIGHT_POINTS = np.array([[2, 6], [3, 8], [4, 6], [3, 4], [1, -2], [3, 0], [5, -2], [3, -4]], float)
EIGHT_LABELS = np.array([1, 1, 1, 1, -1, -1, -1, -1])

# Its discriminants divided by n - 1 and n - K.
OLD_DIVISORS = sklearn.__version__.startswith(("1.6.", "1.7.", "1.8."))
seeds = st.integers(0, 2**32 - 1)
each_covariance = pytest.mark.parametrize("covariance", COVARIANCES)


def random_classes(seed: int, K: int | None = None) -> tuple[Array, Labels]:
    """Draw 2 to 4 (or `K`) overlapping classes of 8 to 30 points with 1 to 4 features."""
    rng = np.random.default_rng(seed)
    K, d = K or int(rng.integers(2, 5)), int(rng.integers(1, 5))
    y = np.repeat(np.arange(K), rng.integers(8, 31, K))
    X = rng.normal(size=(len(y), d)) @ rng.normal(size=(d, d)) + 2 * rng.normal(size=(K, d))[y]
    return X, y


def log_posterior(decision: Array) -> Array:
    """Return log posteriors from log odds (n,) or from log posteriors up to a constant (n, K)."""
    if decision.ndim == 1:
        decision = np.column_stack([np.zeros(len(decision)), decision])
    posterior: Array = log_softmax(decision, axis=1)
    return posterior


# Independent oracles


@pytest.mark.parametrize("data", LOADERS)
@pytest.mark.parametrize(
    ("covariance", "other"),
    [
        ("diagonal", GaussianNB(var_smoothing=0)),
        ("full", QuadraticDiscriminantAnalysis(tol=0.0)),
        ("pooled", LinearDiscriminantAnalysis(solver="svd")),
    ],
)
@pytest.mark.parametrize("weights", [None, "uneven"])
def test_log_posteriors_equal_those_of_scikit_learn(
    covariance: str, other: Any, data: str, weights: str | None
) -> None:
    X, y = LOADERS[data](return_X_y=True)
    K = y.max() + 1
    priors = None if weights is None else np.arange(1, K + 1) / np.arange(1, K + 1).sum()
    other.set_params(priors=priors).fit(X, y)
    if isinstance(other, GaussianNB):
        theirs = log_posterior(other.predict_joint_log_proba(X))
    else:
        theirs = log_posterior(other.decision_function(X))
    divisor = "n-K" if covariance != "diagonal" and OLD_DIVISORS else "n"
    model = GaussianBayes(covariance, priors, divisor=divisor).fit(X, y)
    np.testing.assert_allclose(model.predict_log_proba(X), theirs, rtol=1e-9, atol=1e-9)
    np.testing.assert_array_equal(model.predict(X), other.predict(X))


@each_covariance
@pytest.mark.parametrize("divisor", DIVISORS)
@pytest.mark.parametrize("data", LOADERS)
def test_joint_log_likelihoods_equal_those_of_scipy(
    data: str, divisor: str, covariance: str
) -> None:
    X, y = LOADERS[data](return_X_y=True)
    X = scale(X)  # scipy takes features with very different units for linearly dependent
    model = GaussianBayes(covariance, divisor=divisor).fit(X, y)
    expected = [
        np.log(prior) + multivariate_normal(mean, C).logpdf(X)
        for prior, mean, C in zip(model.priors_, model.means_, model.covariances_, strict=True)
    ]
    np.testing.assert_allclose(model.predict_joint_log_proba(X).T, expected, rtol=1e-9, atol=1e-9)


# Singular covariances


def test_a_pseudo_inverse_is_numpys_and_its_determinant_that_of_the_support() -> None:
    X, y = load_digits(return_X_y=True)
    model = GaussianBayes(singular="pseudo").fit(X[:899], y[:899])
    for k, C in enumerate(model.covariances_):
        tolerance = 64 * np.finfo(float).eps
        values = np.linalg.eigvalsh(C)[-np.linalg.matrix_rank(C, hermitian=True) :]
        D = X[899:] - model.means_[k]
        distances = ((D @ np.linalg.pinv(C, rcond=tolerance, hermitian=True)) * D).sum(axis=1)
        density = -(64 * np.log(2 * np.pi) + np.log(values).sum() + distances) / 2
        expected = np.log(model.priors_[k]) + density
        np.testing.assert_allclose(
            model.predict_joint_log_proba(X[899:])[:, k], expected, rtol=1e-6
        )
    assert model.score(X[899:], y[899:]) == pytest.approx(0.913, abs=0.0005)


@pytest.mark.parametrize(
    "points",
    [
        pytest.param([[1, 2]] * 6, id="identical"),
        pytest.param([[0.1, 0.7]] * 3 + [[0.3, 0.9]] * 3, id="one place a class"),
        pytest.param([[0.1 * i, 0.3 * i + 1 / 3] for i in range(6)], id="collinear"),
        pytest.param([[1e6 + 0.1 * i, 1e6 + 0.7 * i] for i in range(6)], id="collinear far out"),
        pytest.param([[i / 7, 0.1] for i in range(6)], id="a constant feature"),
    ],
)
@pytest.mark.parametrize("covariance", ["full", "pooled"])
def test_degenerate_points_are_refused_with_a_sentence(
    points: list[list[float]], covariance: str
) -> None:
    labels = ["no", "no", "no", "yes", "yes", "yes"]
    with pytest.raises(ValueError, match="move or add points, or use another covariance"):
        GaussianBayes(covariance).fit(points, labels)
    pseudo = GaussianBayes(covariance, singular="pseudo")
    if len({tuple(point) for point in points}) <= 2:  # no class has any spread
        with pytest.raises(ValueError, match=r"no spread|No class has any spread"):
            pseudo.fit(points, labels)
    else:
        probabilities = pseudo.fit(points, labels).predict_proba(points)
        np.testing.assert_allclose(probabilities.sum(axis=1), 1)


# Properties of every covariance


@each_covariance
@given(seed=seeds)
def test_posteriors_sum_to_one_and_agree_with_the_labels(covariance: str, seed: int) -> None:
    X, y = random_classes(seed)
    model = GaussianBayes(covariance).fit(X, y)
    points = np.vstack([X, 1e3 * X])
    posteriors = model.predict_proba(points)
    np.testing.assert_allclose(posteriors.sum(axis=1), 1, rtol=1e-12)
    scores = model.decision_function(points)
    best = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
    np.testing.assert_array_equal(model.predict(points), best)


@each_covariance
@given(seed=seeds)
def test_the_discriminants_multiply_out_to_the_scores(covariance: str, seed: int) -> None:
    X, y = random_classes(seed)
    model = GaussianBayes(covariance).fit(X, y)
    joint = model.predict_joint_log_proba(X)
    stacked = model.class_discriminants_
    scale = np.abs(stacked.w0).max() + np.abs(joint).max()
    np.testing.assert_allclose(stacked(X), joint, rtol=1e-9, atol=1e-9 * scale)
    for k in range(len(model.classes_)):
        one = Discriminant(stacked.W[k], stacked.w[k], float(np.asarray(stacked.w0)[k]))
        np.testing.assert_allclose(one(X), joint[:, k], rtol=1e-9, atol=1e-9 * scale)
    decision = model.decision_function(X)
    np.testing.assert_allclose(model.discriminant_(X), decision, rtol=1e-9, atol=1e-9 * scale)


@each_covariance
@given(seed=seeds)
def test_two_classes_with_one_covariance_have_a_linear_boundary(covariance: str, seed: int) -> None:
    X, y = random_classes(seed, K=2)
    discriminant = GaussianBayes(covariance).fit(X, y).discriminant_
    assert discriminant.W.shape == (X.shape[1],) * 2
    assert discriminant.w.shape == (X.shape[1],)
    assert isinstance(discriminant.w0, float)
    assert (discriminant.W == 0).all() == (covariance in ("pooled", "spherical"))


@pytest.mark.parametrize("covariance", ["full", "pooled"])
@given(seed=seeds)
def test_posteriors_do_not_depend_on_the_axes_and_units(covariance: str, seed: int) -> None:
    X, y = random_classes(seed)
    rng = np.random.default_rng(seed)
    d = X.shape[1]
    turn = special_ortho_group.rvs(d, random_state=rng) if d > 1 else np.eye(1)
    moved = X @ turn * 10.0 ** rng.integers(-8, 9, d) + rng.normal(size=d)
    expected = GaussianBayes(covariance).fit(X, y).predict_log_proba(X)
    log_posteriors = GaussianBayes(covariance).fit(moved, y).predict_log_proba(moved)
    np.testing.assert_allclose(log_posteriors, expected, rtol=1e-5, atol=1e-5)


# Bad input


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        *(
            ({"covariance": name}, "use one of 'full', 'diagonal', 'pooled', 'spherical'")
            for name in ("round", "Full", "", None, ["full"])
        ),
        ({"singular": "ignore"}, "use 'raise' or 'pseudo'"),
        *(({"divisor": name}, "use one of 'n', 'n-1', 'n-K'") for name in (1, "N", None, ["n"])),
        ({"priors": "uniform"}, "use None, 'equal' or 2 numbers"),
        ({"priors": {"a": 1}}, "use None, 'equal' or 2 numbers"),
        ({"priors": 0.5}, "give one number for each class, 2"),
        ({"priors": [0.2, 0.3, 0.5]}, "give one number for each class, 2"),
        *(
            ({"priors": [first, second]}, "give positive numbers that sum to 1")
            for first, second in ((0.5, 0.6), (0.0, 1.0), (-0.5, 1.5), (np.nan, 1.0), (np.inf, 1.0))
        ),
    ],
)
def test_wrong_parameters_are_refused_with_a_sentence(
    parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        GaussianBayes(**parameters).fit(EIGHT_POINTS, EIGHT_LABELS)


@pytest.mark.parametrize(
    ("covariance", "divisor", "message"),
    [
        ("full", "n-1", "Class 0 has 1 point.*, too few to divide by n − 1; .* divide by n"),
        ("diagonal", "n-K", "Class 0 has 1 point.*, too few to divide by n − 1; .* divide by n"),
        ("pooled", "n-K", "The 2 points in 2 classes are too few to divide by n − 2; .* by n"),
        ("spherical", "n-K", "The 2 points in 2 classes are too few to divide by n − 2; .* by n"),
    ],
)
def test_a_divisor_of_zero_is_refused_with_a_sentence(
    covariance: str, divisor: str, message: str
) -> None:
    with pytest.raises(FitError, match=message):
        GaussianBayes(covariance, divisor=divisor).fit([[0.0, 0.0], [1.0, 2.0]], [0, 1])


@each_covariance
@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([[0.0, np.nan]], "contains NaN"),
        ([[0.0, np.inf]], "contains infinity"),
        ([[0.0, 0.0, 0.0]], "expecting 2 features"),
        ([[0.0, 0.0], [0.0, 1e200]], "Row 1 of X .* overflows; give points nearer"),
    ],
)
def test_bad_points_to_classify_are_refused_with_a_sentence(
    covariance: str, X: list[list[float]], message: str
) -> None:
    for singular in ("raise", "pseudo"):
        model = GaussianBayes(covariance, singular=singular).fit(EIGHT_POINTS, EIGHT_LABELS)
        with pytest.raises(ValueError, match=message):
            model.predict(X)
