"""Linear discriminants: by hand, against the general Gaussian classifier, and with their slips."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from bayeslab.estimators.gaussian import GaussianBayes
from core.images import ImageSet, load_images
from lessons.linear_discriminants import numbers as linear_discriminants
from lessons.linear_discriminants.numbers import ARITHMETICS, fit_discriminants, residuals


@pytest.fixture(scope="module")
def digits() -> ImageSet:
    return load_images("digits")


def accuracy(digits: ImageSet, arithmetic: str) -> float:
    model = fit_discriminants(digits.X, digits.y, arithmetic=arithmetic)
    return float((model.predict(digits.test_X) == digits.test_y).mean())


def test_two_classes_worked_by_hand() -> None:
    X = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 4.0], [2.0, 8.0]])
    model = fit_discriminants(X, np.array([0, 0, 1, 1]))
    # Means (1, 0) and (1, 6); residuals (-1, 0), (1, 0), (-1, -2), (1, 2).
    assert model.means.tolist() == [[1, 0], [1, 6]]
    assert model.covariance == pytest.approx(np.array([[1, 1], [1, 2]]))
    # The inverse is (2, -1; -1, 1).
    assert pytest.approx(np.array([[2, -1], [-4, 5]])) == model.W
    assert model.b == pytest.approx(np.log(0.5) - np.array([1.0, 13.0]))
    assert model.rank == 2
    assert model.scores(np.array([[1.0, 3.0]]))[0] == pytest.approx([np.log(0.5) - 2] * 2)


def test_digits_reach_the_reference_accuracy_and_lose_it_in_bytes(digits: ImageSet) -> None:
    assert round(accuracy(digits, "floats"), 3) == 0.922
    assert accuracy(digits, "bytes") < 0.25
    X, y = np.concatenate((digits.X, digits.test_X)), np.concatenate((digits.y, digits.test_y))
    right, cut_off, broken = (
        (fit_discriminants(X, y, arithmetic=kind).predict(X) == y).mean() for kind in ARITHMETICS
    )
    assert round(right, 3) == 0.964
    assert round(cut_off, 3) == 0.964
    assert round(broken, 3) == 0.230


def test_it_is_the_pooled_gaussian_classifier_with_a_pseudo_inverse(digits: ImageSet) -> None:
    ours = fit_discriminants(digits.X, digits.y)
    theirs = GaussianBayes("pooled", singular="pseudo").fit(digits.X, digits.y)
    assert ours.covariance == pytest.approx(theirs.covariances_[0])
    posterior = theirs.predict_log_proba(digits.test_X)
    scores = ours.scores(digits.test_X)
    difference = scores - posterior
    assert np.ptp(difference, axis=1) == pytest.approx(np.zeros(len(difference)), abs=1e-7)


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000), K=st.integers(2, 5), d=st.integers(1, 6))
def test_posteriors_are_those_of_scikit_learn(seed: int, K: int, d: int) -> None:
    rng = np.random.default_rng(seed)
    y = np.concatenate((np.arange(K), rng.integers(0, K, 30)))
    X = rng.normal(size=(len(y), d)) + rng.normal(size=(K, d))[y]
    model = fit_discriminants(X, y)
    theirs = LinearDiscriminantAnalysis(solver="svd", tol=0.0).fit(X, y)
    assert (model.predict(X) == theirs.predict(X)).all()


@pytest.mark.parametrize("arithmetic", ARITHMETICS)
def test_blocks_change_nothing(
    digits: ImageSet, monkeypatch: pytest.MonkeyPatch, arithmetic: str
) -> None:
    whole = fit_discriminants(digits.X, digits.y, arithmetic=arithmetic)
    monkeypatch.setattr(linear_discriminants, "BLOCK", 100)
    parts = fit_discriminants(digits.X, digits.y, arithmetic=arithmetic)
    assert parts.means == pytest.approx(whole.means)
    assert parts.covariance == pytest.approx(whole.covariance)
    assert (parts.predict(digits.test_X) == whole.predict(digits.test_X)).all()


def test_residuals_in_bytes_are_cut_off_and_wrap_around() -> None:
    x = np.array([[3, 5, 0]], dtype=np.uint8)
    m = np.array([2.9, 5.2, 1.7])
    assert residuals(x, m)[0] == pytest.approx([0.1, -0.2, -1.7])
    assert residuals(x, m, "integers").tolist() == [[1, 0, -1]]
    assert residuals(x, m, "bytes").tolist() == [[1, 0, 255]]


def test_dividing_twice_leaves_the_priors_without_effect() -> None:
    rng = np.random.default_rng(0)
    y = (np.arange(2000) % 20 == 0).astype(np.int64)
    X = rng.normal(size=(2000, 2)) + np.outer(y, [1.5, 0])
    right, twice = (fit_discriminants(X, y, divide_twice=slip) for slip in (False, True))
    assert pytest.approx(2000 * right.W) == twice.W
    equal = GaussianBayes("pooled", priors="equal").fit(X, y)
    assert (twice.predict(X) == equal.predict(X)).mean() > 0.99
    assert (right.predict(X) == y).mean() > (twice.predict(X) == y).mean() + 0.1


@pytest.mark.parametrize(
    ("y", "arithmetic", "sentence"),
    [
        ([0, 0, 0], "floats", "has no points"),
        ([0, 2, 2], "floats", "has no points"),
        ([0, 1, 1], "bytes", "only uint8"),
        ([0, 1, 1], "doubles", "not known; use one of floats, integers, bytes"),
    ],
)
def test_what_cannot_be_fitted_is_refused(y: list[int], arithmetic: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        fit_discriminants(np.eye(3), np.array(y), arithmetic=arithmetic)
