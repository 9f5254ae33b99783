"""The computations of the pages, each done once for one choice of settings.

These are the only caches around :mod:`bayeslab`. Their keys are frozen values, and of a
classifier's settings only those it reads: moving γ recomputes no Gaussian.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from sklearn.multiclass import OneVsRestClassifier

from bayeslab import datasets
from bayeslab.datasets import Dataset, DatasetSpec
from bayeslab.evaluation import EvaluationSpec, Row, compare
from bayeslab.kernel_bayes import KernelBayes
from bayeslab.models import MODELS, ModelSpec, build_model
from bayeslab.regions import Regions, decision_regions
from bayeslab.state import LabState
from bayeslab.threshold import ThresholdSearch, best_threshold

__all__ = ["Line", "dataset", "fitted_model", "line", "regions", "row"]


@dataclass(frozen=True)
class Line:
    """One class's side of a classifier, as points on a line with a threshold.

    For kernel Bayes these are the projections p(x) and the search for b. For every other classifier
    they are its decision function, cut at 0, and the errors of all other cuts.
    """

    search: ThresholdSearch
    is_projection: bool


def dataset(state: LabState) -> Dataset:
    """Return the points, standardised if asked for."""
    return _dataset(state.dataset_spec, state.standardise)


def fitted_model(state: LabState, key: str) -> Any:
    """Return the classifier of that key, fitted to all points."""
    return _fitted_model(state.dataset_spec, state.standardise, key, _relevant(state, key))


def regions(state: LabState, key: str) -> Regions:
    """Return the decision regions of the classifier of that key."""
    return _regions(state.dataset_spec, state.standardise, key, _relevant(state, key))


def row(state: LabState, key: str) -> Row:
    """Return how well the classifier of that key does, on training points and on others."""
    return _row(
        state.dataset_spec, state.standardise, key, _relevant(state, key), state.evaluation_spec
    )


def line(state: LabState, key: str) -> Line:
    """Return the training points as the classifier of that key lines them up.

    With more than two classes it is the line of the class ``state.versus`` against the rest.
    """
    model, points = fitted_model(state, key), dataset(state)
    if isinstance(model, OneVsRestClassifier):
        model = model.estimators_[state.versus]
    if isinstance(model, KernelBayes):
        return Line(model.threshold_search_, is_projection=True)
    scores = _score_against_the_rest(model.decision_function(points.X), state.versus)
    positive = points.y == (1 if scores.ndim == 1 else state.versus)
    search = best_threshold(scores, np.where(positive, 1, -1))
    cut = int(np.searchsorted(search.scores, 0.0, side="right"))
    cuts = search.cuts.copy()
    cuts[cut] = 0.0
    return Line(replace(search, cuts=cuts, index=cut), is_projection=False)


def _score_against_the_rest(scores: NDArray[np.float64], k: int) -> NDArray[np.float64]:
    """Return class k's lead over the best of the others, (n,), or the scores of two classes."""
    if scores.ndim == 1:
        return scores
    lead: NDArray[np.float64] = scores[:, k] - np.delete(scores, k, axis=1).max(axis=1)
    return lead


def _relevant(state: LabState, key: str) -> ModelSpec:
    return MODELS[key].relevant(state.model_spec)


@st.cache_data(max_entries=64, show_spinner=False)
def _dataset(spec: DatasetSpec, standardise: bool) -> Dataset:
    loaded = datasets.load(spec)
    return datasets.standardised(loaded) if standardise else loaded


@st.cache_data(max_entries=64, show_spinner=False)
def _fitted_model(spec: DatasetSpec, standardise: bool, key: str, settings: ModelSpec) -> Any:
    points = _dataset(spec, standardise)
    return build_model(key, settings, len(points.class_names)).fit(points.X, points.y)


@st.cache_data(max_entries=64, show_spinner=False)
def _regions(spec: DatasetSpec, standardise: bool, key: str, settings: ModelSpec) -> Regions:
    model = _fitted_model(spec, standardise, key, settings)
    return decision_regions(model, datasets.bounding_box(_dataset(spec, standardise).X))


@st.cache_data(max_entries=512, show_spinner=False)
def _row(
    spec: DatasetSpec, standardise: bool, key: str, settings: ModelSpec, evaluation: EvaluationSpec
) -> Row:
    points = _dataset(spec, standardise)
    model = build_model(key, settings, len(points.class_names))
    return compare({key: model}, points.X, points.y, evaluation)[0]
