"""Weights and batches: what sums over the points must give, for every classifier that learns so."""

from inspect import isabstract
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB

from bayeslab import BernoulliBayes, CategoricalBayes, FitError, GaussianBayes, MixedBayes
from bayeslab.estimators.covariance import COVARIANCES, DIVISORS
from bayeslab.estimators.summed import SummedBayes

Array = NDArray[np.float64]
Labels = NDArray[np.int64]

SUMMED: list[Any] = [
    *(GaussianBayes(name, divisor=divisor) for name in COVARIANCES for divisor in DIVISORS),
    *(GaussianBayes(pooling=0.3, shrinkage=0.2), GaussianBayes(singular="pseudo")),
    *(BernoulliBayes(), BernoulliBayes(binarize=1.0, priors="equal"), CategoricalBayes(alpha=0.5)),
    *(MixedBayes(categorical=[0]), MixedBayes(gaussian=GaussianBayes("pooled"), bernoulli=0)),
]
each = pytest.mark.parametrize(
    "model", SUMMED, ids=lambda model: str(model).replace("\n", "").replace(" ", "")
)
seeds = st.integers(0, 2**32 - 1)


def subclasses(base: type) -> set[type]:
    below = {kind for child in base.__subclasses__() for kind in subclasses(child)}
    return below if isabstract(base) else {base, *below}


def test_no_classifier_is_missing() -> None:
    own = {kind for kind in subclasses(SummedBayes) if kind.__module__.startswith("bayeslab.")}
    assert {type(model) for model in SUMMED} == own


def draw(model: Any, seed: int, shift: float = 0.0) -> tuple[Array, Labels]:
    """Draw 2 to 4 mixed classes of 8 to 20 points; counted features are whole, from 0 to 3."""
    rng = np.random.default_rng(seed)
    K, d = rng.integers(2, 5), rng.integers(1, 4)
    y = rng.permutation(np.repeat(np.arange(K), rng.integers(8, 21, K)))
    X = rng.normal(size=(len(y), d)) + rng.normal(size=(K, d))[y]
    counted, measured = np.clip(np.rint(X + 1), 0, 3), X + shift
    if isinstance(model, MixedBayes):
        return np.hstack([counted[:, :1], measured]), y
    return measured if isinstance(model, GaussianBayes) else counted, y


def assert_equal_fits(model: Any, other: Any, X: Array) -> None:
    assert (model.classes_ == other.classes_).all()
    assert (model.class_count_ == other.class_count_).all()
    joint, expected = (m.predict_joint_log_proba(X) for m in (model, other))
    if isinstance(model, (BernoulliBayes, CategoricalBayes)):
        np.testing.assert_array_equal(joint, expected)
    np.testing.assert_allclose(joint, expected, rtol=1e-10, atol=1e-10)


# Weights


@each
@given(seed=seeds)
def test_k_copies_of_a_point_are_one_of_weight_k(model: Any, seed: int) -> None:
    X, y = draw(model, seed)
    weights = np.random.default_rng(seed).integers(0, 5, len(y))
    for k in np.unique(y):
        weights[np.flatnonzero(y == k)[:6]] += 1  # enough points for a regular covariance
    copied = clone(model).fit(X.repeat(weights, axis=0), y.repeat(weights))
    weighted = clone(model).fit(X, y, sample_weight=weights)
    assert_equal_fits(weighted, copied, X[weights > 0])
    assert_equal_fits(clone(model).fit(X, y, np.ones(len(y))), clone(model).fit(X, y), X)


@each
def test_a_point_of_weight_zero_is_absent_and_so_is_its_class(model: Any) -> None:
    X, y = draw(model, 3)
    far, extra = np.vstack([X, X[:5] + 2, X[:1]]), np.concatenate([y, y[:5], [9]])
    weights = np.repeat([1.0, 0.0], [len(y), 6])
    assert_equal_fits(clone(model).fit(far, extra, weights), clone(model).fit(X, y), X)


def test_fractional_weights_are_those_of_scikit_learn() -> None:
    X, y = draw(GaussianBayes(), 5)
    weights = np.random.default_rng(5).uniform(0, 3, len(y))
    theirs = GaussianNB(var_smoothing=0).fit(X, y, weights).predict_joint_log_proba(X)
    ours = GaussianBayes("diagonal").fit(X, y, weights).predict_joint_log_proba(X)
    np.testing.assert_allclose(ours, theirs, rtol=1e-10)


@each
@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ([1.0, 2.0], r"sample_weight has shape \(2,\); give one number for each point, "),
        (-1.0, "sample_weight of point 0 is -1; give 0, or numbers from 1e-100 to"),
        (np.nan, "sample_weight of point 0 is nan; give 0, or numbers"),
        (1e-300, "sample_weight of point 0 is 1e-300; give 0, or numbers"),
        (np.inf, "sample_weight of point 0 is inf; give 0, or numbers"),
        (0.0, "Every sample_weight is zero; give some points a weight above 0"),
        ("heavy", "sample_weight must be numbers; give one for each point"),
    ],
)
def test_weights_that_are_none_get_a_sentence(model: Any, weights: Any, sentence: str) -> None:
    X, y = draw(model, 0)
    weights = weights if isinstance(weights, list) else [weights] * len(y)
    with pytest.raises(ValueError, match=sentence):
        clone(model).fit(X, y, sample_weight=weights)
    with pytest.raises(ValueError, match=sentence):
        clone(model).partial_fit(X, y, np.unique(y), weights)


# Batches


@each
@given(
    seed=seeds,
    shift=st.sampled_from([0.0, 1e3, 1e6]),
    cuts=st.lists(st.integers(1, 80), max_size=9),
    is_weighted=st.booleans(),
)
def test_batches_give_the_fit_to_all_points(
    model: Any, seed: int, shift: float, cuts: list[int], is_weighted: bool
) -> None:
    X, y = draw(model, seed, shift)
    weights = np.random.default_rng(seed).integers(1, 4, len(y)) if is_weighted else None
    batches = clone(model)
    for rows in np.split(np.arange(len(y)), sorted({cut for cut in cuts if cut < len(y)})):
        batches.partial_fit(
            X[rows], y[rows], np.unique(y), None if weights is None else weights[rows]
        )
    assert_equal_fits(batches, clone(model).fit(X, y, weights), X)


@each
def test_a_fit_goes_on_and_another_one_begins_anew(model: Any) -> None:
    X, y = draw(model, 1)
    half = len(y) // 2
    both = clone(model).fit(X, y)
    assert_equal_fits(clone(model).fit(X[:half], y[:half]).partial_fit(X[half:], y[half:]), both, X)
    assert_equal_fits(clone(model).fit(X[:half] + 1, y[:half]).fit(X, y), both, X)


@each
def test_too_few_points_so_far_are_told_when_predicting(model: Any) -> None:
    X, y = draw(model, 2)
    lacking = y != 1
    few = clone(model).partial_fit(X[lacking], y[lacking], classes=np.unique(y))
    for method in ("predict", "predict_proba", "predict_joint_log_proba"):
        with pytest.raises(FitError, match="Class 1 has no points; add some"):
            getattr(few, method)(X)
    assert_equal_fits(few.partial_fit(X[~lacking], y[~lacking]), clone(model).fit(X, y), X)


@each
def test_batches_that_cannot_be_used_get_a_sentence_and_change_nothing(model: Any) -> None:
    X, y = draw(model, 4)
    with pytest.raises(ValueError, match="classes must be passed on the first call"):
        clone(model).partial_fit(X, y)
    with pytest.raises(ValueError, match="belong to one class, 0"):
        clone(model).partial_fit(X, y * 0, classes=[0])
    with pytest.raises(ValueError, match=r"y holds \d+, which is not in classes \[0, 1"):
        clone(model).partial_fit(X, y + 7, classes=np.unique(y))
    fitted = clone(model).fit(X, y)
    wrong: list[tuple[Any, Any, Any, str]] = [
        (X, y, [0, 9], r"classes is \[0, 9\], but before it was \[0, 1"),
        (X, y + 1, None, "which is not in classes"),
        (X[:, :0], y, None, "feature"),
        (np.hstack([X, X]), y, None, "features, but"),
        (X * np.nan, y, None, "NaN"),
    ]
    for points, labels, classes, sentence in wrong:
        with pytest.raises(ValueError, match=sentence):
            fitted.partial_fit(points, labels, classes)
    assert_equal_fits(fitted, clone(model).fit(X, y), X)


def test_a_parameter_changed_between_batches() -> None:
    X, y = draw(GaussianBayes(), 6)
    for before, after in (("diagonal", "full"), ("pooled", "spherical")):
        model = GaussianBayes(before).fit(X, y).set_params(covariance=after)
        with pytest.raises(ValueError, match=r"covariance was changed .* call fit again"):
            model.partial_fit(X, y)
    with pytest.raises(ValueError, match="'round' is not known"):
        GaussianBayes("round").partial_fit(X, y, classes=np.unique(y))


# Columns of several kinds


@given(seed=seeds, alpha=st.sampled_from([0.5, 1.0, 3.0]))
def test_mixed_columns_add_the_log_densities_of_scikit_learn(seed: int, alpha: float) -> None:
    rng = np.random.default_rng(seed)
    X, y = draw(GaussianBayes(), seed)
    bits, words = rng.integers(0, 2, (len(y), 2)), rng.integers(0, 3, (len(y), 2))
    order = rng.permutation(X.shape[1] + 4)
    table = np.hstack([bits, words, X])[:, order]
    places = np.argsort(order)
    model = MixedBayes(places[:2], places[2:4], alpha=alpha, min_categories=3).fit(table, y)
    parts = [
        GaussianNB(var_smoothing=0).fit(X, y).predict_joint_log_proba(X),
        BernoulliNB(alpha=alpha).fit(bits, y).predict_joint_log_proba(bits),
        CategoricalNB(alpha=alpha, min_categories=3).fit(words, y).predict_joint_log_proba(words),
    ]
    expected = sum(parts) - 2 * np.log(np.bincount(y) / len(y))
    np.testing.assert_allclose(model.predict_joint_log_proba(table), expected, rtol=1e-10)


def test_mixed_columns_have_names_and_sentences_use_them() -> None:
    rng = np.random.default_rng(0)
    y = np.repeat(["cat", "dog"], 10)
    table = pd.DataFrame(rng.normal(size=(20, 2)), columns=["length", "weight"])
    table["striped"], table["colour"] = rng.integers(0, 2, 20), np.arange(20) % 3
    model = MixedBayes("striped", ["colour"]).fit(table, y)
    array = table.to_numpy()
    by_place = MixedBayes([2], [3]).fit(array, y)
    np.testing.assert_array_equal(by_place.predict_proba(array), model.predict_proba(table))
    with pytest.raises(ValueError, match="Unseen values in data: feature colour holds 9; set min"):
        model.predict(table.assign(colour=9))
    with pytest.raises(FitError, match="Feature weight is constant: leave it out"):
        MixedBayes("striped", ["colour"]).fit(table.assign(weight=1.5), y)
    array[:, 1] = 1.5
    for columns, of in ((array, 1), (array[:, [3, 2, 0, 1]], 3)):
        with pytest.raises(FitError, match=f"Feature {of} is constant: leave it out"):
            MixedBayes([2], [0]).fit(np.abs(np.rint(columns)), y)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"bernoulli": [7]}, "bernoulli holds 7, which is no column of X; give positions from 0"),
        ({"categorical": "size"}, "categorical holds 'size', which is no column of X"),
        ({"bernoulli": None}, "bernoulli holds None, which is no column"),
        ({"bernoulli": [0, 1], "categorical": [1]}, "A column is named twice; name each once"),
        ({"gaussian": GaussianNB()}, r"gaussian is GaussianNB\(\); give a GaussianBayes or None"),
        ({"bernoulli": [0], "alpha": -1}, "alpha is -1; give a number from 0"),
    ],
)
def test_wrong_columns_get_a_sentence(parameters: Any, sentence: str) -> None:
    X, y = draw(GaussianBayes(), 9)
    with pytest.raises(ValueError, match=sentence):
        MixedBayes(**parameters).fit(np.hstack([X, X**2]), y)
