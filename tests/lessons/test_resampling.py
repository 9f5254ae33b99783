"""Estimates over many splits: what each scheme gives, and how it scatters."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.model_selection import StratifiedKFold, cross_val_score

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.accuracy import EvaluationSpec
from lessons.naive_and_optimal_bayes.resampling import estimate_by_schemes, split_accuracies

X, y = load_iris(return_X_y=True)


def test_the_first_half_of_a_sorted_file_lacks_a_class_and_calls_it_wrong() -> None:
    first_half = EvaluationSpec("first half")
    # Trained on 50 setosa and 25 versicolor, tested on 25 versicolor and 50 virginica.
    assert split_accuracies(GaussianBayes("diagonal"), X, y, first_half) == pytest.approx(1 / 3)
    X_wine, y_wine = load_wine(return_X_y=True)
    for covariance, expected in (("diagonal", 0.461), ("full", 0.382)):
        (share,) = split_accuracies(GaussianBayes(covariance), X_wine, y_wine, first_half)
        assert share == pytest.approx(expected, abs=5e-4)


def test_k_fold_agrees_with_scikit_learn() -> None:
    folds = StratifiedKFold(10, shuffle=True, random_state=3)
    expected = cross_val_score(GaussianBayes(), X, y, cv=folds)
    spec = EvaluationSpec("k-fold", folds=10, seed=3)
    assert split_accuracies(GaussianBayes(), X, y, spec) == pytest.approx(expected)


def test_each_scheme_gives_its_number_of_estimates_and_repeating_calms_them() -> None:
    estimates = estimate_by_schemes(GaussianBayes("full"), X, y, times=10, folds=5, repeats=5)
    assert {scheme: len(shares) for scheme, shares in estimates.items()} == {
        "first half": 1,
        "random half": 10,
        "k-fold": 10,
        "repeated k-fold": 2,
    }
    assert estimates["repeated k-fold"].mean() == pytest.approx(estimates["k-fold"].mean())
    assert len(np.unique(estimates["random half"])) > 1
    assert estimates["k-fold"].std() < estimates["random half"].std()


def test_the_same_call_gives_the_same_estimates_and_leaves_the_model_alone() -> None:
    model = GaussianBayes("diagonal")
    first, second = (estimate_by_schemes(model, X, y, times=2, repeats=2) for _ in range(2))
    assert all(np.array_equal(first[scheme], second[scheme]) for scheme in first)
    assert not hasattr(model, "classes_")


def test_numbers_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="multiple of repeats"):
        estimate_by_schemes(GaussianBayes(), X, y, times=7, repeats=5)
    with pytest.raises(ValueError, match="fewer folds"):
        estimate_by_schemes(GaussianBayes(), X[48:60], y[48:60], times=5, folds=10)
