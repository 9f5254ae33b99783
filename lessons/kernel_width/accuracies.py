"""Accuracies over γ: by cross-validation, with each point left out in turn, on new points."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from bayeslab.data.datasets import DatasetSpec
from bayeslab.evaluation.models import build_model
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.evaluation.sweeps import Sweep, sweep
from core.effort import effort_of_fit
from core.fit_spec import FitSpec
from core.state import LabState
from lessons.cached import accuracy
from lessons.kernel_width.numbers import leave_one_out_svm, new_points
from ui import compute
from ui.caching import CACHE_SECONDS, memoize
from ui.concurrency import heavy_slot
from ui.evaluations import sweep_slot, sweep_spec

__all__ = ["left_out_accuracies", "new_accuracies", "sweep_gammas"]


def sweep_gammas(fit: FitSpec, gammas: Sequence[float], evaluation: EvaluationSpec) -> Sweep:
    """Return how well a classifier does with each γ, on training points and held-out ones."""
    spec, points = sweep_spec(fit, gammas, evaluation=evaluation), compute.dataset(fit.data)
    slot = sweep_slot(fit.data, spec)
    if not slot:
        effort = len(gammas) * effort_of_fit(*compute.work_of(fit))
        with st.spinner("Fitting it for every γ …"), heavy_slot(effort):
            slot[:] = slot or [sweep(spec, points.X, points.y)]
    return slot[0]


def left_out_accuracies(state: LabState, gammas: Sequence[float]) -> tuple[float, ...]:
    """Return the accuracy of the state's SVM for each γ, each point left out in turn."""
    return _left_out_accuracies(tuple(replace(state, gamma=gamma).fit_spec() for gamma in gammas))


@st.cache_data(
    max_entries=16,
    ttl=CACHE_SECONDS,
    hash_funcs={FitSpec: repr},
    show_spinner="Leaving out each support vector, for every γ …",
)
def _left_out_accuracies(fits: tuple[FitSpec, ...]) -> tuple[float, ...]:
    points = compute.dataset(fits[0].data)
    models = [build_model(fit.classifier, fit.settings) for fit in fits]
    with heavy_slot(len(fits) * effort_of_fit(*compute.work_of(fits[0]))):
        return tuple(leave_one_out_svm(model, points.X, points.y) for model in models)


@memoize(64)
def new_accuracies(state: LabState, gammas: tuple[float, ...]) -> tuple[float, ...]:
    """Return the accuracy for each γ on new points of the same, generated data set."""
    spec = state.dataset_spec
    assert isinstance(spec, DatasetSpec)
    fits = [replace(state, gamma=gamma).fit_spec() for gamma in gammas]
    return tuple(accuracy(fit, new_points(spec)) for fit in fits)
