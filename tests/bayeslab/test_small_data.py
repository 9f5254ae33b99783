"""Small and hard data sets: a finite posterior, or one sentence with advice."""

import numpy as np
import pandas as pd
import pytest

from bayeslab import FitError, GaussianBayes, KernelBayes, best_threshold
from small_data import faults


def test_small_data_sets_give_finite_posteriors_or_a_sentence() -> None:
    assert [fault for seed in range(500) for fault in faults(seed)] == []


def test_a_class_whose_spread_may_all_be_rounding_has_none() -> None:
    square = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    X = np.concatenate([2.4 * np.finfo(float).eps * square, square])
    with pytest.raises(FitError, match=r"^Class 0 has no spread"):
        GaussianBayes(singular="pseudo").fit(X, np.arange(8) // 4)


@pytest.mark.parametrize(
    ("model", "advice"),
    [
        (GaussianBayes(), "leave it out, or set shrinkage above 0 or singular='pseudo'."),
        (KernelBayes("II"), "leave it out, or use variant I."),
        (KernelBayes("III"), "leave it out, or use variant I."),
    ],
)
def test_the_constant_feature_is_named(model: GaussianBayes | KernelBayes, advice: str) -> None:
    X = np.array([[0.0, 7.0, 1.0], [1.0, 7.0, 0.0], [2.0, 7.0, 3.0], [1.0, 7.0, 1.0]] * 3)
    with pytest.raises(FitError) as refused:
        model.fit(X, np.arange(12) % 2)
    assert str(refused.value).endswith(f" Feature 1 is constant: {advice}")
    with pytest.raises(FitError, match=f"Feature width is constant: {advice}"):
        model.fit(pd.DataFrame(X, columns=["length", "width", "height"]), np.arange(12) % 2)


def test_rounding_of_a_large_feature_does_not_decide_about_a_small_one() -> None:
    Z = np.random.default_rng(0).normal(size=(10, 2))
    labels, pseudo = np.arange(10) % 2, GaussianBayes(singular="pseudo")
    plain = pseudo.fit(Z[:, [0, 1, 0]], labels).predict(Z[:, [0, 1, 0]])
    for ratio in (1e-9, 1e-11):
        X = Z[:, [0, 1, 0]] * [1, ratio, 1]
        if ratio > 1e-10:
            assert (pseudo.fit(X, labels).predict(X) == plain).all()
        else:
            with pytest.raises(ValueError, match=r"spread of feature b .* scale the features"):
                pseudo.fit(pd.DataFrame(X, columns=list("abc")), labels)


def test_heavy_points_without_a_realisable_cut_all_lie_on_one_side() -> None:
    search = best_threshold([0.0, 0.0], [-1, 1], sample_weight=[1e100, 1e99])
    assert search.offset < 0
