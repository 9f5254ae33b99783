"""Evaluation: the splits keep test points apart, and the accuracies are those of a plain loop."""

from dataclasses import asdict
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import NotFittedError
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid
from sklearn.utils.validation import check_is_fitted

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation import bounded_svc
from bayeslab.evaluation.accuracy import (
    CancelledError,
    compare,
    cross_validated_accuracy,
    training_accuracy,
)
from bayeslab.evaluation.models import ModelSpec, build_model
from bayeslab.evaluation.splits import READS, SPLITTERS, EvaluationSpec, complete_splits

every_scheme = pytest.mark.parametrize("scheme", SPLITTERS)

FIRST_HALF = EvaluationSpec("first half")
TEN_FOLDS = EvaluationSpec("k-fold", folds=10)


@st.composite
def specs_and_labels(draw: st.DrawFn) -> tuple[EvaluationSpec, NDArray[np.int64]]:
    spec = EvaluationSpec(
        draw(st.sampled_from(list(SPLITTERS))),
        folds=draw(st.integers(2, 6)),
        repeats=draw(st.integers(1, 4)),
        share=draw(st.floats(0.3, 0.7)),
        seed=draw(st.integers(0, 2**32 - 1)),
    )
    sizes = draw(st.lists(st.integers(6, 12), min_size=2, max_size=4))
    labels = np.repeat(np.arange(len(sizes)), sizes)
    return spec, np.random.default_rng(spec.seed).permutation(labels)


@given(specs_and_labels())
def test_every_point_is_either_trained_on_or_tested(
    case: tuple[EvaluationSpec, NDArray[np.int64]],
) -> None:
    spec, y = case
    for train, test in spec.splits(y):
        assert sorted([*train, *test]) == list(range(len(y)))
        assert min(len(train), len(test)) > 0


@pytest.mark.parametrize("scheme", ["k-fold", "repeated k-fold", "random half", "hold-out"])
def test_another_seed_gives_other_splits(scheme: str) -> None:
    y = np.arange(40) % 2
    first, second = (EvaluationSpec(scheme, seed=seed).splits(y)[0][1] for seed in (0, 100))
    assert set(first) != set(second)


@pytest.mark.parametrize(
    ("spec", "n_splits", "times_tested"),
    [
        (EvaluationSpec("k-fold", folds=5), 5, 1),
        (EvaluationSpec("repeated k-fold", folds=5, repeats=3), 15, 3),
        (EvaluationSpec("leave-one-out"), 41, 1),
    ],
)
def test_folds_test_every_point_equally_often(
    spec: EvaluationSpec, n_splits: int, times_tested: int
) -> None:
    splits = spec.splits(np.arange(41) % 2)
    assert len(splits) == n_splits
    assert (np.bincount(np.concatenate([test for _, test in splits])) == times_tested).all()


def test_the_first_half_is_rounded_up_and_in_the_given_order() -> None:
    [(train, test)] = FIRST_HALF.splits([0, 1, 0, 1, 0])
    assert train.tolist() == [0, 1, 2]
    assert test.tolist() == [3, 4]


def test_a_random_half_is_the_first_half_of_a_random_order() -> None:
    splits = EvaluationSpec("random half", repeats=3, seed=7).splits(np.arange(11) % 2)
    for repeat, (train, test) in enumerate(splits):
        order = np.random.default_rng(7 + repeat).permutation(11)
        np.testing.assert_array_equal(train, order[:6])
        np.testing.assert_array_equal(test, order[6:])


def test_a_hold_out_trains_on_its_share_of_every_class() -> None:
    y = np.repeat([0, 1], [80, 20])
    [(train, test)] = EvaluationSpec("hold-out", share=0.7).splits(y)
    assert np.bincount(y[train]).tolist() == [56, 14]
    assert np.bincount(y[test]).tolist() == [24, 6]


# Accuracies, against a loop that fits and counts by hand.


@every_scheme
def test_a_scheme_reads_the_settings_that_it_names_and_no_others(scheme: str) -> None:
    y = np.arange(40) % 2
    others: dict[str, Any] = {"folds": 4, "repeats": 3, "share": 0.25}
    splits = [
        [list(map(list, split)) for split in EvaluationSpec(scheme, **settings).splits(y)]
        for settings in ({}, *({name: value} for name, value in others.items()))
    ]
    read = [name for name, other in zip(others, splits[1:], strict=True) if other != splits[0]]
    assert read == list(READS.get(scheme, ()))


@every_scheme
def test_accuracies_are_those_of_refitting_by_hand(scheme: str) -> None:
    points = load(DatasetSpec("imbalanced", n=60, balance=0.4))
    spec = EvaluationSpec(scheme, folds=4, repeats=2)
    shares = []
    for train, test in spec.splits(points.y):
        predicted = GaussianNB().fit(points.X[train], points.y[train]).predict(points.X[test])
        shares.append(sum(predicted == points.y[test]) / len(test))
    accuracy = cross_validated_accuracy(GaussianNB(), points.X, points.y, spec)
    assert accuracy.per_split == pytest.approx(shares)
    assert accuracy.mean == pytest.approx(sum(shares) / len(shares))
    assert accuracy.n_test == tuple(len(test) for _, test in spec.splits(points.y))
    assert accuracy == cross_validated_accuracy(GaussianNB(), points.X, points.y, spec)


HELD_OUT_CASES = [
    *(("moons", scheme, ModelSpec()) for scheme in SPLITTERS),
    ("iris", "k-fold", ModelSpec(kernel="laplacian", threshold="loo", metric="pooled")),
    ("iris", "k-fold", ModelSpec(gamma=300.0, threshold="consistency", determinants=True)),
    ("iris", "k-fold", ModelSpec(kernel="linear", svc_gamma="scale", svc_C=30.0)),
]


@pytest.mark.parametrize("key", ["I", "II", "III", "svc-linear", "svc-rbf", "svc-polynomial"])
@pytest.mark.parametrize(("data", "scheme", "settings"), HELD_OUT_CASES)
def test_held_out_predictions_are_those_of_fit_and_predict(
    key: str, data: str, scheme: str, settings: ModelSpec
) -> None:
    points = load(DatasetSpec(data, n=60, seed=3))
    two_classes = points.y < 2  # of three iris flowers: kernel Bayes has one for each of them
    X, y = points.X[two_classes], points.y[two_classes]
    splits = complete_splits(y, EvaluationSpec(scheme, folds=4, repeats=2))
    model = build_model(key, settings, 2)
    predicted = model.predict_held_out(X, y, splits)
    for (train, test), labels in zip(splits, predicted, strict=True):
        assert (labels == clone(model).fit(X[train], y[train]).predict(X[test])).all()
    with pytest.raises(NotFittedError):
        check_is_fitted(model)


@pytest.mark.parametrize("has_libsvm", [True, False])
def test_held_out_predictions_of_an_svc_of_three_classes(
    has_libsvm: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bounded_svc._libsvm is not None
    if not has_libsvm:  # as in a release of scikit-learn that has moved it
        monkeypatch.setattr(bounded_svc, "_libsvm", None)
    points = load(DatasetSpec("iris"))
    splits = complete_splits(points.y, EvaluationSpec(folds=4))
    model = build_model("svc-rbf", ModelSpec(), 3)
    predicted = model.predict_held_out(points.X, points.y, splits)
    for (train, test), labels in zip(splits, predicted, strict=True):
        fitted = clone(model).fit(points.X[train], points.y[train])
        assert (labels == fitted.predict(points.X[test])).all()


@pytest.mark.parametrize("key", ["I", "svc-rbf"])
def test_held_out_predictions_refuse_what_a_fit_refuses(key: str) -> None:
    points = load(DatasetSpec("moons", n=20))
    splits = complete_splits(points.y, EvaluationSpec(folds=2))
    gaps = np.where(points.X.mean() < points.X, np.nan, points.X)
    with pytest.raises(ValueError, match="NaN"):
        list(build_model(key, ModelSpec(), 2).predict_held_out(gaps, points.y, splits))
    model = build_model(key, ModelSpec(gamma=-1.0), 2)
    with pytest.raises(ValueError, match="gamma"):
        list(model.predict_held_out(points.X, points.y, splits))


# Standard errors. The model calls everything class 0, so accuracies are counts of zeros.

ALWAYS_0 = DummyClassifier(strategy="constant", constant=0)


def test_the_standard_error_of_one_split_is_binomial() -> None:
    y = np.array([0, 1, 0, 1, 0, 0, 0, 1])  # tested: 0 0 0 1
    accuracy = cross_validated_accuracy(ALWAYS_0, np.zeros((8, 2)), y, FIRST_HALF)
    assert accuracy.mean == 0.75
    assert accuracy.standard_error == pytest.approx(np.sqrt(0.75 * 0.25 / 4))


def test_the_standard_error_of_separate_test_sets_is_that_of_a_mean() -> None:
    y = np.array([0, 0, 0, 1, 1])  # mean 3/5, variance (3 (2/5)^2 + 2 (3/5)^2) / 4 = 3/10
    accuracy = cross_validated_accuracy(
        ALWAYS_0, np.zeros((5, 2)), y, EvaluationSpec("leave-one-out")
    )
    assert accuracy.per_split == (1, 1, 1, 0, 0)
    assert accuracy.standard_error == pytest.approx(np.sqrt(0.3 / 5))


@pytest.mark.parametrize(
    ("spec", "ratio"),
    [
        (EvaluationSpec("random half", repeats=6), 1),
        (EvaluationSpec("repeated k-fold", folds=4, repeats=3), 1 / 3),
    ],
)
def test_the_standard_error_of_shared_test_points_is_nadeau_and_bengios(
    spec: EvaluationSpec, ratio: float
) -> None:
    points = load(DatasetSpec("imbalanced", n=40, balance=0.3))
    accuracy = cross_validated_accuracy(GaussianNB(), points.X, points.y, spec)
    per_split = np.array(accuracy.per_split)
    J, variance = len(per_split), np.sum((per_split - per_split.mean()) ** 2)
    expected = np.sqrt((1 / J + ratio) * variance / (J - 1))
    assert accuracy.standard_error == pytest.approx(expected)
    assert expected > 0


# Comparing.


class Choosy(ClassifierMixin, BaseEstimator):
    """Refuses to be fitted to fewer points than it wants."""

    def __init__(self, wants: int = 0) -> None:
        self.wants = wants

    def fit(self, X: NDArray[np.float64], y: NDArray[np.int64]) -> "Choosy":
        if len(X) < self.wants:
            raise ValueError(f"{self.wants} points are needed.")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X: NDArray[np.float64]) -> NDArray[np.int64]:
        return np.zeros(len(X), dtype=np.int64)


def test_rows_hold_both_accuracies_in_plain_numbers() -> None:
    points = load(DatasetSpec("moons", n=80))
    models = {"nearest mean": NearestCentroid(), "naive": GaussianNB()}
    rows = compare(models, points.X, points.y, TEN_FOLDS)
    assert [row.name for row in rows] == list(models)
    for row in rows:
        model = models[row.name]
        assert row.problem is None
        assert row.training == training_accuracy(model, points.X, points.y)
        assert row.held_out == cross_validated_accuracy(model, points.X, points.y, TEN_FOLDS)
        assert row.held_out is not None
        numbers = [row.training, row.fit_seconds, *asdict(row.held_out).values()]
        assert {type(number) for number in numbers} == {bool, float, tuple}
        assert {type(share) for share in row.held_out.per_split} == {float}
        counts = row.held_out.n_test + row.held_out.n_train
        assert {type(count) for count in counts} == {int}


def test_a_failure_affects_only_its_own_row() -> None:
    points = load(DatasetSpec("moons", n=80))
    models = {"never": Choosy(81), "not in folds": Choosy(80), "always": Choosy()}
    never, not_in_folds, always = compare(models, points.X, points.y, TEN_FOLDS)
    assert never.problem == "81 points are needed."
    assert never.training is None
    assert never.held_out is None
    assert not_in_folds.problem == "80 points are needed."
    assert not_in_folds.training == 0.5
    assert not_in_folds.held_out is None
    assert always.problem is None
    assert always.held_out is not None
    assert always.held_out.mean == 0.5


def test_a_scheme_that_does_not_suit_leaves_the_training_accuracy() -> None:
    points = load(DatasetSpec("moons", n=12))
    spec = EvaluationSpec("k-fold", folds=7)
    [row] = compare({"naive": GaussianNB()}, points.X, points.y, spec)
    assert row.training == training_accuracy(GaussianNB(), points.X, points.y)
    assert row.held_out is None
    assert row.problem is not None
    assert "fewer than the 7 folds" in row.problem


def test_progress_is_reported_after_each_fit_up_to_the_last() -> None:
    points = load(DatasetSpec("moons", n=20))
    reports: list[tuple[int, int]] = []
    models = {"nearest mean": NearestCentroid(), "naive": GaussianNB()}
    spec = EvaluationSpec("k-fold", folds=2)
    rows = compare(models, points.X, points.y, spec, lambda done, of: reports.append((done, of)))
    assert reports == [(done, 6) for done in range(1, 7)]
    assert [row.held_out is not None for row in rows] == [True, True]


def test_a_comparison_is_cancelled_between_two_fits() -> None:
    points = load(DatasetSpec("moons", n=20))
    reports: list[int] = []

    def progress(done: int, _of: int) -> bool:
        reports.append(done)
        return done < 3

    with pytest.raises(CancelledError):
        compare({"naive": GaussianNB()}, points.X, points.y, TEN_FOLDS, progress)
    assert reports == [1, 2, 3]


def test_each_fold_is_fitted_anew_even_by_a_warm_start_classifier() -> None:
    points = load(DatasetSpec("moons", n=60))
    warm, cold = (
        RandomForestClassifier(3, warm_start=start, random_state=0) for start in (True, False)
    )
    spec = EvaluationSpec("k-fold", folds=3)
    assert cross_validated_accuracy(warm, points.X, points.y, spec) == cross_validated_accuracy(
        cold, points.X, points.y, spec
    )


def test_an_error_of_the_classifier_itself_is_raised() -> None:
    points = load(DatasetSpec("two_gaussians", noise=0))
    with pytest.raises(ValueError, match=r"[Ss]ingular"):
        cross_validated_accuracy(GaussianBayes(), points.X, points.y, TEN_FOLDS)


# What is refused.


@pytest.mark.parametrize(
    ("spec", "sizes", "sentence"),
    [
        (EvaluationSpec("bootstrap"), [9, 9], "no scheme 'bootstrap'"),
        (TEN_FOLDS, [20, 9], "9 point"),
        (TEN_FOLDS, [9, 9], "fewer than the 10 folds"),
        (EvaluationSpec("repeated k-fold"), [20, 9], "fewer than the 10 folds"),
        (EvaluationSpec("k-fold", folds=1), [9, 9], "folds"),
        (EvaluationSpec("k-fold", folds=2.5), [9, 9], "folds"),  # pyrefly: ignore[bad-argument-type]
        (EvaluationSpec("random half", repeats=0), [9, 9], "repeats"),
        (EvaluationSpec("repeated k-fold", folds=3, repeats=0), [9, 9], "repeats"),
        (EvaluationSpec("hold-out", share=0.0), [9, 9], "share"),
        (EvaluationSpec("hold-out", share=1.0), [9, 9], "share"),
        (EvaluationSpec("hold-out", share=float("nan")), [9, 9], "share"),
        (EvaluationSpec("hold-out", share=0.95), [9, 9], "share"),
        (EvaluationSpec("hold-out"), [9, 1], "add points"),
        (EvaluationSpec("hold-out", share=0.1), [98, 2], "training part"),
        (EvaluationSpec("random half", seed=-1), [9, 9], "seed"),
        (EvaluationSpec("first half"), [9, 4], "training part"),
        (EvaluationSpec("random half", repeats=30), [20, 1], "training part"),
        (EvaluationSpec("leave-one-out"), [9, 1], "training part"),
        (EvaluationSpec("leave-one-out"), [1], "cannot be split"),
    ],
)
def test_schemes_that_do_not_suit_are_refused_with_one_sentence(
    spec: EvaluationSpec, sizes: list[int], sentence: str
) -> None:
    y = np.repeat(np.arange(len(sizes)), sizes)
    X = np.arange(2.0 * len(y)).reshape(-1, 2) ** 2
    with pytest.raises(ValueError, match=sentence) as refusal:
        cross_validated_accuracy(NearestCentroid(), X, y, spec)
    assert str(refusal.value).endswith(".")
    assert "\n" not in str(refusal.value)
