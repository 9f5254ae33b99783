"""Small and hard data sets: a finite posterior, or one sentence with advice."""

import numpy as np
import pytest

from bayeslab import FitError, GaussianBayes, KernelBayes
from small_data import faults


def test_small_data_sets_give_finite_posteriors_or_a_sentence() -> None:
    assert [fault for seed in range(500) for fault in faults(seed)] == []


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
