"""The computations of the pages, each done once for one choice of settings.

These are the only caches around :mod:`bayeslab`. Their keys are frozen values, and of a
classifier's settings only those it reads: moving γ recomputes no Gaussian.
"""

import re
from dataclasses import replace
from typing import Any, get_args

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bayeslab import datasets
from bayeslab.datasets import Dataset, DatasetSpec
from bayeslab.drawing import DrawnSpec
from bayeslab.evaluation import EvaluationSpec, Row, compare
from bayeslab.gaussian import GaussianBayes
from bayeslab.images import ImageSet, load_images
from bayeslab.kernel_bayes import Variant
from bayeslab.linear_discriminants import LinearDiscriminants, fit_discriminants
from bayeslab.memorising import new_points
from bayeslab.models import MODELS, ModelSpec, build_model
from bayeslab.regions import Regions, decision_regions
from bayeslab.resampling import estimate_by_schemes
from bayeslab.state import LabState
from bayeslab.sweeps import Sweep, SweepSpec, sweep
from bayeslab.tables import Table, read_table
from ui.canvas.messages import describe_settings, is_small, message_of

__all__ = [
    "box",
    "dataset",
    "fitted_model",
    "gamma_sweep",
    "image_discriminants",
    "image_scores",
    "image_set",
    "message",
    "new_accuracies",
    "regions",
    "row",
    "split_estimates",
    "table",
]

Array = NDArray[np.float64]
Spec = DatasetSpec | DrawnSpec


def dataset(state: LabState) -> Dataset:
    """Return the points, standardised if asked for."""
    return _dataset(state.dataset_spec, state.standardise)


def fitted_model(state: LabState, key: str) -> Any:
    """Return the classifier of that key, fitted to all points."""
    return _fitted_model(state.dataset_spec, state.standardise, key, _relevant(state, key))


def box(state: LabState) -> tuple[float, float, float, float]:
    """Return what the picture shows: a drawing's own box, or one around the points."""
    return _box(state.dataset_spec, state.standardise)


def regions(state: LabState, key: str) -> Regions:
    """Return the decision regions of the classifier of that key."""
    return _regions(state.dataset_spec, state.standardise, key, _relevant(state, key))


def row(state: LabState, key: str) -> Row:
    """Return how well the classifier of that key does, on training points and on others."""
    return _row(
        state.dataset_spec, state.standardise, key, _relevant(state, key), state.evaluation_spec
    )


def message(state: LabState, key: str) -> dict[str, Any]:
    """Return what the drawing area is told of the classifier of that key."""
    try:
        if key in get_args(Variant) and is_small(dataset(state)):
            return describe_settings(key, state.model_spec)
        return _message(state.dataset_spec, state.standardise, key, _relevant(state, key))
    except ValueError as problem:
        return {"kind": "message", "text": str(problem)}


def gamma_sweep(
    state: LabState, key: str, gammas: tuple[float, ...], evaluation: EvaluationSpec
) -> Sweep:
    """Return how well the classifier of that key does with each γ, on training points and others."""
    settings = _relevant(replace(state, gamma=gammas[0]), key)
    return _sweep(state.dataset_spec, SweepSpec(key, settings, gammas, evaluation=evaluation))


def new_accuracies(state: LabState, key: str, gammas: tuple[float, ...]) -> tuple[float, ...]:
    """Return the accuracy for each γ on new points of the same, generated data set."""
    settings = tuple(_relevant(replace(state, gamma=gamma), key) for gamma in gammas)
    return _new_accuracies(state.dataset_spec, key, settings)


@st.cache_data(max_entries=8, ttl="10m", show_spinner="Reading the table …")
def table(content: bytes | str) -> Table:
    """Return a table of points that a visitor brought along."""
    return read_table(content)


@st.cache_data(max_entries=8, show_spinner="Splitting …")
def split_estimates(name: str) -> tuple[Dataset, dict[str, dict[str, Array]]]:
    """Return a real data set with all features, and both Bayes classifiers' estimated accuracies.

    By classifier, "naive" and "optimal", then by scheme.
    """
    every = tuple(range(len(datasets.DATASETS[name].feature_names)))
    points = datasets.load(DatasetSpec(name, features=every))
    models = {"naive": GaussianBayes("diagonal"), "optimal": GaussianBayes("full")}
    return points, {
        key: estimate_by_schemes(model, points.X, points.y) for key, model in models.items()
    }


@st.cache_resource(max_entries=2, show_spinner="Reading the images …")
def image_set(key: str) -> ImageSet:
    """Return images that are on this machine; their arrays are read-only."""
    return load_images(key)


@st.cache_resource(max_entries=4, show_spinner="Estimating means and covariance …")
def image_discriminants(key: str, in_bytes: bool) -> LinearDiscriminants:
    """Return the linear discriminants of a set of images, without or with the slip of 8 bits."""
    images = image_set(key)
    return fit_discriminants(images.X, images.y, in_bytes=in_bytes)


@st.cache_resource(max_entries=8, show_spinner="Calling the images …")
def image_scores(key: str, in_bytes: bool, training: bool) -> Array:
    """Return the scores (n, K) of the images it was trained on, or of the test images."""
    images = image_set(key)
    return image_discriminants(key, in_bytes).scores(images.X if training else images.test_X)


def _relevant(state: LabState, key: str) -> ModelSpec:
    return MODELS[key].relevant(state.model_spec)


@st.cache_data(max_entries=64, show_spinner=False)
def _dataset(spec: Spec, standardise: bool) -> Dataset:
    loaded = spec.load() if isinstance(spec, DrawnSpec) else datasets.load(spec)
    return datasets.standardised(loaded) if standardise else loaded


@st.cache_data(max_entries=64, show_spinner=False)
def _fitted_model(spec: Spec, standardise: bool, key: str, settings: ModelSpec) -> Any:
    points = _dataset(spec, standardise)
    model = build_model(key, settings, _count_classes(points))
    try:
        return model.fit(points.X, points.y)
    except ValueError as problem:
        raise ValueError(_with_names(str(problem), points)) from problem


@st.cache_data(max_entries=64, show_spinner=False)
def _regions(spec: Spec, standardise: bool, key: str, settings: ModelSpec) -> Regions:
    model = _fitted_model(spec, standardise, key, settings)
    return decision_regions(model, _box(spec, standardise))


@st.cache_data(max_entries=64, show_spinner=False)
def _message(spec: Spec, standardise: bool, key: str, settings: ModelSpec) -> dict[str, Any]:
    model = _fitted_model(spec, standardise, key, settings)
    return message_of(model, _dataset(spec, standardise), _box(spec, standardise))


@st.cache_data(max_entries=512, show_spinner=False)
def _row(
    spec: Spec, standardise: bool, key: str, settings: ModelSpec, evaluation: EvaluationSpec
) -> Row:
    points = _dataset(spec, standardise)
    model = build_model(key, settings, _count_classes(points))
    judged = compare({key: model}, points.X, points.y, evaluation)[0]
    return replace(judged, problem=judged.problem and _with_names(judged.problem, points))


@st.cache_data(max_entries=64, show_spinner="Fitting it for every γ …")
def _sweep(spec: Spec, swept: SweepSpec) -> Sweep:
    points = _dataset(spec, standardise=False)
    return sweep(swept, points.X, points.y)


@st.cache_data(max_entries=64, show_spinner=False)
def _new_accuracies(
    spec: DatasetSpec, key: str, settings: tuple[ModelSpec, ...]
) -> tuple[float, ...]:
    points, new = _dataset(spec, standardise=False), new_points(spec)
    fitted = (build_model(key, each).fit(points.X, points.y) for each in settings)
    return tuple(float((model.predict(new.X) == new.y).mean()) for model in fitted)


def _box(spec: Spec, standardise: bool) -> tuple[float, float, float, float]:
    if isinstance(spec, DrawnSpec):
        return spec.drawing.box
    return datasets.bounding_box(_dataset(spec, standardise).X)


def _count_classes(points: Dataset) -> int:
    """Return how many classes have points.

    Raises
    ------
    ValueError
        If they are fewer than two.
    """
    present = len(np.unique(points.y))
    if present == 0:
        raise ValueError("There are no points yet: draw some of two classes.")
    if present == 1:
        raise ValueError("All points are of one class: draw points of a second one.")
    return present


def _with_names(sentence: str, points: Dataset) -> str:
    """Return a classifier's sentence with the names of the two classes it calls 0 and 1."""
    if len(np.unique(points.y)) > 2:  # one against the rest: 0 and 1 are no classes of the points
        return sentence
    return re.sub(
        r"\b([Cc])lass (\d+)",
        lambda found: f"{found[1]}lass {points.class_names[int(found[2])].removeprefix('class ')}",
        sentence,
    )
