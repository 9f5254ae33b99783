"""A kernel is a class, its line and a function in JavaScript: one that a test adds equals Python's.

The model travels as the lab sends it, and the regions tell what is far from all points.
"""

from typing import Any, get_args

import numpy as np
import pytest

from added_definitions import Cauchy
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.models import ModelSpec
from cases import TWO_CLASS_SETS
from javascript import call
from ui.canvas.messages import describe_settings

SIZE = 15


@pytest.mark.parametrize("is_bump", [True, False])
@pytest.mark.parametrize("variant", get_args(Variant))
def test_an_added_kernel_is_refitted_in_the_browser(
    monkeypatch: pytest.MonkeyPatch, variant: Variant, is_bump: bool
) -> None:
    monkeypatch.setitem(KERNELS, "cauchy", Cauchy)
    monkeypatch.setattr(Cauchy, "is_bump", is_bump)
    X, y = TWO_CLASS_SETS["balanced"]
    spec = ModelSpec(kernel="cauchy", gamma=2.0)
    config = {**describe_settings(variant, spec), "gamma": spec.gamma}
    end = 1e5
    points: dict[str, Any] = {"x1": X[:, 0].tolist(), "x2": X[:, 1].tolist()}
    job = ["draw", points, (y > 0).tolist(), config, [-end, end, -end, end], SIZE]
    (found,) = call("added_kernel.mjs", [job])

    model = KernelBayes(variant, kernel="cauchy", gamma=2.0).fit(X, y)
    nodes = np.stack(np.meshgrid(*[np.linspace(-end, end, SIZE)] * 2), axis=-1).reshape(-1, 2)
    assert np.abs(found["scores"] - model.decision_function(nodes)).max() < 1e-9
    assert any(found["far"]) == is_bump
