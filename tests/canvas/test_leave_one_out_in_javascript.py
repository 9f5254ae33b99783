"""The browser's leave-one-out against sums over the others, however little they contribute."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.kernels import GAMMA_RANGE, KERNELS
from javascript import call
from left_out import BUMPS, NOTHING, data_sets, log_means_of_others

VARIANTS: tuple[Variant, ...] = ("I", "II", "III")
GAMMAS = (GAMMA_RANGE[0], 5.0, 100.0, GAMMA_RANGE[1])
ACCURACY = 1e-9
SETS = {name: (X, y) for name, (X, y) in data_sets().items() if X.shape[1] == 2}


def refit(X: Any, y: Any, parameters: list[KernelBayes]) -> list[dict[str, Any]]:
    """Return the browser's fits."""
    points = {"x1": X[:, 0].tolist(), "x2": X[:, 1].tolist()}
    configs = [
        model.get_params() | {"is_bump": KERNELS[str(model.kernel)].is_bump} for model in parameters
    ]
    return call("refit.js", [["refit", points, y.tolist(), config] for config in configs])


@pytest.mark.parametrize("name", SETS)
def test_leave_one_out_equals_sums_over_the_others(name: str) -> None:
    X, y = SETS[name]
    cases = list(product(VARIANTS, BUMPS, GAMMAS))
    models = [KernelBayes(v, kernel, gamma=g, threshold="loo") for v, kernel, g in cases]
    for case, model, found in zip(cases, models, refit(X, y, models), strict=True):
        log_plus, log_minus = log_means_of_others(X, y, *case)
        tolerance = ACCURACY * np.exp(np.maximum(log_plus, log_minus)) + len(X) * np.exp(NOTHING)
        expected = np.exp(log_plus) - np.exp(log_minus)
        assert (np.abs(np.array(found["looProjection"]) - expected) <= tolerance).all()
        search = model.fit(X, y).threshold_search_
        assert found["looErrors"] == search.errors[search.index]
        assert found["search"]["offset"] == pytest.approx(model.offset_, rel=1e-6)
