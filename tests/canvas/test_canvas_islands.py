"""Narrow bumps in the pictures of the browser: points lie in the classes that Python predicts."""

from itertools import product
from typing import get_args

import numpy as np
import pytest

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernel_bayes import Threshold, Variant
from bayeslab.estimators.kernels import GAMMA_RANGE
from bayeslab.evaluation.models import ModelSpec, build_model
from bayeslab.figures.theme import island_sizes
from bayeslab.scoring.regions import decision_regions
from core.messages import describe_refit
from javascript import call, points_of

GAMMAS = [1.0, 30.0, 100.0, 300.0, GAMMA_RANGE[1]]
SETS = {
    "random labels": DatasetSpec("random_labels"),
    "moons": DatasetSpec("moons", noise=0.5),
    "iris": DatasetSpec("iris", classes=(1, 2)),
    "three classes": DatasetSpec("wine", features=(0, 12)),
}


# The browser fits the SVC of two classes and the RBF kernel alone.
FITTED = [
    *product(get_args(Variant), ("rbf",), SETS),
    *product(("svc-rbf",), ("rbf",), [name for name in SETS if name != "three classes"]),
    *(
        pytest.param(*case, marks=pytest.mark.soak)
        for case in product(get_args(Variant), ("laplacian",), SETS)
    ),
]


@pytest.mark.parametrize(("key", "kernel", "name"), FITTED)
def test_a_picture_shows_at_each_point_the_class_that_is_predicted_there(
    key: str, kernel: str, name: str
) -> None:
    points = load(SETS[name])
    box, places = bounding_box(points.X), points_of(points.X, points.y)
    jobs, theirs = [], []
    for gamma in GAMMAS:
        spec = ModelSpec(kernel=kernel, gamma=gamma)
        model = build_model(key, spec, len(points.class_names)).fit(points.X, points.y)
        jobs.append(["showPoints", describe_refit(key, spec), gamma, places, box])
        theirs.append(model.predict(points.X))
    for gamma, found, predicted in zip(GAMMAS, call("fits.mjs", jobs), theirs, strict=True):
        assert found["predicted"] == predicted.tolist()
        hidden = np.flatnonzero(~np.array(found["isShown"]))
        assert len(hidden) == 0, f"γ = {gamma}: {hidden}"
    assert found["patches"] > 0


def test_the_discs_of_islands_have_the_sizes_of_python() -> None:
    rng, side = np.random.default_rng(5), 400.0
    shares, predicted = rng.uniform(size=(60, 2)), rng.integers(0, 3, 60)
    nowhere = np.full((50, 50), 3)  # no node shows the class of a point
    jobs, theirs = [], []
    for bump in (0.5, 3.0, 100.0):
        jobs.append(["discs", (side * shares).tolist(), predicted.tolist(), bump])
        theirs.append(island_sizes(shares, predicted, nowhere, bump, (side, side)))
    assert min(map(min, theirs)) > 0
    np.testing.assert_allclose(call("fits.mjs", jobs), theirs, rtol=1e-12)


@pytest.mark.parametrize("threshold", get_args(Threshold))
@pytest.mark.parametrize("variant", get_args(Variant))
def test_what_is_far_equals_python_and_has_no_boundary(
    variant: Variant, threshold: Threshold
) -> None:
    points = load(DatasetSpec("random_labels"))
    box, places = bounding_box(points.X), points_of(points.X, points.y)
    jobs, theirs = [], []
    for gamma in GAMMAS:
        spec = ModelSpec(gamma=gamma, threshold=threshold)
        model = build_model(variant, spec).fit(points.X, points.y)
        jobs.append(["farOf", describe_refit(variant, spec), gamma, places, box])
        theirs.append(decision_regions(model, box, 200).far)
    for found, far in zip(call("fits.mjs", jobs), theirs, strict=True):
        ours = np.reshape(found["far"], far.shape)
        # The largest kernel sum is that of the nodes, and JavaScript has some more.
        assert np.mean(ours != far) < 0.01
        deep = np.reshape(found["deep"], far.shape)
        lines = np.reshape(found["boundary"][0], (-1, 2, 2)).mean(axis=1)
        column, row = np.floor(lines).astype(int).T
        inside = [deep[row + i, column + j] for i, j in product((0, 1), repeat=2)]
        assert not np.all(inside, axis=0).any()
    assert far.mean() > 0.5
