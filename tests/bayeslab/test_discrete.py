"""Naive Bayes for discrete features against exact fractions, scikit-learn and hand-worked cases."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.datasets import load_wine

from bayeslab.estimators.discrete import BernoulliBayes, CategoricalBayes

Integers = NDArray[np.int64]

CLASSIFIERS: dict[str, type[BernoulliBayes] | type[CategoricalBayes]] = {
    "bernoulli": BernoulliBayes,
    "categorical": CategoricalBayes,
}
each_classifier = pytest.mark.parametrize("name", CLASSIFIERS)
seeds = st.integers(0, 2**32 - 1)


def random_classes(seed: int, V: int) -> tuple[Integers, Integers]:
    """Draw 2 to 4 classes of points with 1 to 4 features of `V` values, all of which occur."""
    rng = np.random.default_rng(seed)
    K, d = rng.integers(2, 5), rng.integers(1, 5)
    y = np.repeat(np.arange(K), rng.integers(1, 11, K))
    y = np.append(y, np.zeros(V, int))
    X = rng.integers(0, V, (len(y), d))
    X[-V:] = np.arange(V)[:, None]
    return X, y


def exact_posterior(
    X: Integers, y: Integers, x: Integers, V: int, alpha: Fraction
) -> list[Fraction]:
    """Multiply the prior and the smoothed frequencies as fractions, one class after the other."""
    joint = []
    for c in sorted(set(y.tolist())):
        members = X[y == c].tolist()
        product = Fraction(len(members), len(y))
        for i, value in enumerate(x.tolist()):
            count = sum(member[i] == value for member in members)
            product *= (count + alpha) / (len(members) + alpha * V)
        joint.append(product)
    return [product / sum(joint) for product in joint]


# Worked by hand


def test_a_bernoulli_feature_worked_by_hand() -> None:
    model = BernoulliBayes().fit([[1], [1], [0], [0]], ["a", "a", "a", "b"])
    assert model.classes_.tolist() == ["a", "b"]
    assert model.class_count_.tolist() == [3, 1]
    assert model.priors_.tolist() == [0.75, 0.25]
    assert model.feature_count_.tolist() == [[2], [0]]
    assert model.feature_prob_ == pytest.approx(np.array([[3 / 5], [1 / 3]]))
    joint = np.array([[0.75 * 2 / 5, 0.25 * 2 / 3], [0.75 * 3 / 5, 0.25 * 1 / 3]])
    assert model.predict_joint_log_proba([[0], [1]]) == pytest.approx(np.log(joint))
    assert model.predict_proba([[1]])[0, 0] == pytest.approx(0.45 / (0.45 + 1 / 12))
    assert model.decision_function([[1]])[0] == pytest.approx(np.log(1 / 12 / 0.45))


def test_unseen_categories_take_their_share_of_the_smoothing() -> None:
    X, y = [[0, 0], [1, 3], [1, 1]], [0, 0, 1]
    assert CategoricalBayes().fit(X, y).n_categories_.tolist() == [2, 4]
    assert CategoricalBayes(min_categories=3).fit(X, y).n_categories_.tolist() == [3, 4]
    model = CategoricalBayes(min_categories=[5, 2]).fit(X, y)
    assert model.n_categories_.tolist() == [5, 4]
    assert model.feature_prob_[0][0] == pytest.approx(np.array([2, 2, 1, 1, 1]) / 7)
    assert model.predict([[4, 0]]) == [0]


# Independent oracles


@each_classifier
@pytest.mark.parametrize("alpha", [Fraction(1), Fraction(1, 1000), Fraction(5, 2)])
@given(seed=seeds)
def test_posteriors_equal_exact_fractions(name: str, alpha: Fraction, seed: int) -> None:
    V = 2 if name == "bernoulli" else 4
    X, y = random_classes(seed, V)
    posteriors = CLASSIFIERS[name](alpha=float(alpha)).fit(X, y).predict_proba(X)
    for x, posterior in zip(X, posteriors, strict=True):
        exact = [float(p) for p in exact_posterior(X, y, x, V, alpha)]
        np.testing.assert_allclose(posterior, exact, rtol=1e-9)


def test_a_threshold_makes_values_above_it_one() -> None:
    X, y = np.array([[-1.0, 0.5], [0.0, 2.0], [0.1, -3.0]]), [0, 0, 1]
    cut = BernoulliBayes(binarize=0.0).fit(X, y)
    assert cut.feature_count_.tolist() == [[0, 2], [1, 0]]
    expected = BernoulliBayes().fit(X > 0, y).predict_proba(X > 0)
    np.testing.assert_array_equal(cut.predict_proba(X), expected)


# Maximum likelihood


@each_classifier
def test_without_smoothing_the_unseen_is_impossible(name: str) -> None:
    model = CLASSIFIERS[name](alpha=0).fit([[0, 0], [0, 1], [1, 1]], ["a", "a", "b"])
    points = [[0, 0], [1, 1]]
    joint = [[np.log(2 / 3 * 1 / 2), -np.inf], [-np.inf, np.log(1 / 3)]]
    np.testing.assert_allclose(model.predict_joint_log_proba(points), joint)
    assert model.predict_proba(points).tolist() == [[1, 0], [0, 1]]
    assert model.predict_log_proba(points).tolist() == [[0, -np.inf], [-np.inf, 0]]


@each_classifier
@pytest.mark.parametrize("method", ["predict", "predict_proba", "predict_log_proba"])
def test_a_point_impossible_in_every_class_has_no_posterior(name: str, method: str) -> None:
    model = CLASSIFIERS[name](alpha=0.0).fit([[0, 0], [0, 1], [1, 1]], [0, 0, 1])
    assert np.isneginf(model.predict_joint_log_proba([[1, 0]])).all()
    with pytest.raises(ValueError, match=r"row 1 of X .* 0/0; fit with alpha > 0"):
        getattr(model, method)([[0, 0], [1, 0]])


# Bad input, scikit-learn's conventions


@each_classifier
@pytest.mark.parametrize("alpha", [-0.1, np.nan, np.inf, None, "1", 1e300])
def test_alpha_must_be_a_number_not_below_zero(name: str, alpha: Any) -> None:
    with pytest.raises(ValueError, match=r"alpha is .*; give a number from 0 to"):
        CLASSIFIERS[name](alpha=alpha).fit([[0], [1]], [0, 1])


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (-1, "Negative values in data: feature 0 holds -1; number the categories"),
        (0.5, "Fractional values in data: feature 0 holds 0.5; number the categories"),
    ],
)
def test_categories_must_be_whole_numbers_from_zero_up(value: float, message: str) -> None:
    X: list[list[float]] = [[0], [value]]
    with pytest.raises(ValueError, match=message):
        CategoricalBayes().fit(X, [0, 1])


def test_bernoulli_without_a_threshold_asks_whether_a_value_is_zero() -> None:
    counts, y = [[0, 3], [2, 0], [1, 1]], [0, 1, 1]
    yes_or_no = BernoulliBayes().fit([[0, 1], [1, 0], [1, 1]], y)
    assert (BernoulliBayes().fit(counts, y).feature_prob_ == yes_or_no.feature_prob_).all()


@pytest.mark.parametrize("binarize", [np.nan, np.inf, "0.5", [0.5]])
def test_a_threshold_must_be_a_finite_number(binarize: Any) -> None:
    with pytest.raises(ValueError, match="give a finite number or None"):
        BernoulliBayes(binarize=binarize).fit([[0], [1]], [0, 1])


def test_the_message_for_an_unseen_category_names_it_and_the_remedy() -> None:
    model = CategoricalBayes().fit([[0, 0], [1, 3]], [0, 1])
    message = "Unseen values in data: feature 1 holds 4; set min_categories"
    with pytest.raises(ValueError, match=message):
        model.predict([[0, 3], [1, 4]])


def test_a_message_uses_the_name_of_the_feature() -> None:
    table, y = load_wine(return_X_y=True, as_frame=True)
    table = table.round()
    model = CategoricalBayes().fit(table, y)
    with pytest.raises(ValueError, match="Unseen values in data: feature alcohol holds 114; "):
        model.predict(table + 100)


def test_categories_must_be_numbered_without_huge_gaps() -> None:
    with pytest.raises(ValueError, match="Huge values in data: feature 0 holds 20240131; number"):
        CategoricalBayes().fit([[0], [20240131]], [0, 1])


@pytest.mark.parametrize("min_categories", [0, -1, 2.0, "3", True, [2], [2, 0], [[2, 2]], 10**9])
def test_min_categories_must_be_whole_numbers(min_categories: Any) -> None:
    with pytest.raises(ValueError, match=r"min_categories is .*; give None, or whole numbers"):
        CategoricalBayes(min_categories=min_categories).fit([[0, 1], [1, 0]], [0, 1])
