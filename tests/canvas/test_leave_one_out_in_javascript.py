"""The browser's leave-one-out against sums over the others, however little they contribute."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.kernels import GAMMA_RANGE, KERNELS
from bayeslab.scoring.descriptions import describe
from bayeslab.scoring.grid import grid_axes, grid_nodes
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


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ["moons", "two_gaussians", "xor"])
def test_regions_of_narrow_bumps_are_the_predictions(name: str, variant: Variant) -> None:
    X, y = SETS[name]
    model = KernelBayes(variant, gamma=1000.0, threshold="loo").fit(X, y)
    assert abs(model.offset_) < 1e-36
    box, nodes = bounding_box(X), 60
    (score,) = describe(model) or ()
    (found,) = call("evaluate.js", [["scoreGrid", score.to_plain(), list(box), nodes, nodes]])
    predicted = model.predict(grid_nodes(*grid_axes(box, nodes)))
    assert ((np.array(found) > 0) == (predicted == 1)).all()


@pytest.mark.parametrize(
    ("name", "percent"), [("moons", 98.5), ("two_gaussians", 95.0), ("spirals", 100.0)]
)
def test_narrow_bumps_do_not_fall_to_chance(name: str, percent: float) -> None:
    X, y = SETS[name]
    (found,) = refit(X, y, [KernelBayes(gamma=1000.0, threshold="loo")])
    assert 100 * (1 - found["looErrors"] / len(y)) == pytest.approx(percent)
