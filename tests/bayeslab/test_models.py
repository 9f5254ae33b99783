"""The registry of classifiers: each builds, fits, draws, and reads only the settings it names."""

from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
from sklearn.base import is_classifier
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernel_bayes import Variant
from bayeslab.estimators.kernels import PolynomialKernel
from bayeslab.evaluation.accuracy import fitted_accuracy
from bayeslab.evaluation.models import (
    MAX_GAUSSIAN_PROCESS_POINTS,
    MODELS,
    NEIGHBOURS,
    ModelSpec,
    build_model,
)
from bayeslab.scoring.regions import decision_regions

every_model = pytest.mark.parametrize("key", MODELS)
OTHER = ModelSpec("laplacian", 2.0, 3, 0.5, "loo", "pooled", True, 9.0, "own", 0.3, True, "n-1")


@every_model
@pytest.mark.parametrize("data", ["moons", "iris"])
def test_every_classifier_fits_and_draws_two_and_three_classes(key: str, data: str) -> None:
    points = load(DatasetSpec(data, n=60))
    model = build_model(key, ModelSpec(), len(points.class_names)).fit(points.X, points.y)
    regions = decision_regions(model, bounding_box(points.X), resolution=15)
    assert is_classifier(model)
    assert np.isfinite(regions.score).all()
    assert set(np.unique(regions.label)) <= set(range(len(points.class_names)))
    assert model.score(points.X, points.y) > 0.7


@pytest.mark.parametrize("key", get_args(Variant))
@pytest.mark.parametrize("gamma", [0.01, 5.0, 1e5])
def test_kernel_bayes_of_three_classes_stores_its_training_predictions(
    key: str, gamma: float
) -> None:
    points = load(DatasetSpec("iris"))
    # Each place has points of two classes, so that some scores are equal.
    X, y = np.vstack([points.X, points.X]), np.append(points.y, np.roll(points.y, 40))
    model = build_model(key, ModelSpec(gamma=gamma), 3).fit(X, y)
    predicted = model.predict(X)
    assert (model.training_predictions_ == predicted).all()
    assert fitted_accuracy(model, X, y) == (predicted == y).mean()


@every_model
def test_settings_that_are_not_named_change_nothing(key: str) -> None:
    points = load(DatasetSpec("moons", n=60))
    relevant_settings = MODELS[key].relevant(OTHER)
    box = bounding_box(points.X)
    regions = [
        decision_regions(build_model(key, spec).fit(points.X, points.y), box, resolution=9)
        for spec in (OTHER, relevant_settings)
    ]
    assert (regions[0].score == regions[1].score).all()
    assert all(
        getattr(relevant_settings, name) == getattr(OTHER, name) for name in MODELS[key].reads
    )


def parameters(key: str, spec: ModelSpec) -> dict[str, Any]:
    return {name: repr(value) for name, value in build_model(key, spec).get_params().items()}


@every_model
def test_settings_that_are_named_reach_the_classifier(key: str) -> None:
    before = replace(ModelSpec(), svc_gamma="own" if key == "svc-rbf" else "same")
    for name in set(MODELS[key].reads) - {"gamma" if key == "svc-rbf" else ""}:
        spec = replace(before, **{name: getattr(OTHER, name)})
        if spec != before:
            assert parameters(key, spec) != parameters(key, before), name


@pytest.mark.parametrize(
    ("spec", "svc"),
    [
        (ModelSpec(gamma=3.0), SVC(gamma=3.0)),
        (ModelSpec(gamma=3.0, svc_gamma="scale"), SVC(gamma="scale")),
        (ModelSpec(svc_gamma="own", svc_gamma_value=7.0, svc_C=2.0), SVC(gamma=7.0, C=2.0)),
        (
            ModelSpec(gamma=3.0, svc_standardise=True),
            make_pipeline(StandardScaler(), SVC(gamma=3.0)),
        ),
    ],
)
def test_the_svc_is_scikit_learns_with_the_gamma_asked_for(spec: ModelSpec, svc: Any) -> None:
    points = load(DatasetSpec("moons", n=80))
    ours = build_model("svc-rbf", spec).fit(points.X, points.y)
    expected = svc.fit(points.X, points.y).decision_function(points.X)
    assert ours.decision_function(points.X) == pytest.approx(expected, abs=1e-9)


def test_an_unknown_classifier_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="no classifier 'forest'; choose one of I, II, III"):
        build_model("forest", ModelSpec())


def test_the_polynomial_svc_has_the_kernel_of_kernel_bayes() -> None:
    points = load(DatasetSpec("xor", n=80))
    kernel = PolynomialKernel(3, 0.5)
    ours = build_model("svc-polynomial", ModelSpec(degree=3, coef0=0.5)).fit(points.X, points.y)
    expected = SVC(kernel=kernel).fit(points.X, points.y).decision_function(points.X)
    assert ours.decision_function(points.X) == pytest.approx(expected, abs=1e-9)


def test_the_gaussian_process_predicts_by_the_mean_of_its_latent_function() -> None:
    points = load(DatasetSpec("moons", n=80))
    model = build_model("process", ModelSpec(gamma=3.0)).fit(points.X, points.y)
    score = model.decision_function(points.X)
    mean, _ = model.latent_mean_and_variance(points.X)
    assert score == pytest.approx(mean, rel=1e-12)
    assert ((score > 0) == (model.predict(points.X) == 1)).all()
    values = model.kernel_(points.X)
    assert values == pytest.approx(rbf_kernel(points.X, gamma=3.0), rel=1e-12)


def test_a_gaussian_process_of_too_many_points_is_refused_with_a_sentence() -> None:
    points = load(DatasetSpec("moons", n=MAX_GAUSSIAN_PROCESS_POINTS + 1))
    with pytest.raises(ValueError, match=r"^A Gaussian process of 501 points .* at most 500\.$"):
        build_model("process", ModelSpec()).fit(points.X, points.y)


def test_fewer_points_than_neighbours_are_refused_with_a_sentence() -> None:
    points = load(DatasetSpec("moons", n=NEIGHBOURS - 1))
    with pytest.raises(ValueError, match=r"^4 points are fewer than 5 neighbours; .*\.$"):
        build_model("neighbours", ModelSpec()).fit(points.X, points.y)
