"""What results are stored under: equal for equal fits, different for different ones."""

from dataclasses import fields, replace
from typing import Any

import pytest

from bayeslab.evaluation.models import MODELS
from bayeslab.evaluation.splits import EvaluationSpec
from core.limits import Choice, Number
from core.state import LIMITS, LabState

CHANGES: dict[str, Any] = {
    "kernel": "laplacian",
    "gamma": 7.0,
    "degree": 3,
    "coef0": 2.0,
    "threshold": "loo",
    "metric": "pooled",
    "determinants": True,
    "svc_C": 9.0,
    "svc_gamma": "own",
    "svc_gamma_value": 3.0,
    "svc_standardise": True,
    "divisor": "n-1",
}


@pytest.mark.parametrize("key", MODELS)
def test_a_fit_changes_with_the_settings_that_its_classifier_reads_and_no_others(key: str) -> None:
    state = LabState()
    names = {
        name
        for name, value in CHANGES.items()
        if replace(state, **{name: value}).fit_spec(key) != state.fit_spec(key)
    }
    assert names == set(MODELS[key].reads)


@pytest.mark.parametrize("key", MODELS)
def test_a_setting_is_read_where_it_changes_the_fit(key: str) -> None:
    state = LabState(model=key)
    for name in ("kernel", "gamma", "threshold", "svc_C"):
        changed = replace(state, **{name: CHANGES[name]})
        assert state.reads(name) == (changed.fit_spec() != state.fit_spec())
    assert not replace(state, kernel="linear").reads("gamma") or "kernel" not in MODELS[key].reads
    assert LabState(model="full", beside=key).reads("gamma") == state.reads("gamma")


def test_a_moved_threshold_ends_with_its_fit() -> None:
    state = LabState(moved="0_0_0.25")
    for name, value in CHANGES.items():
        assert state.change(**{name: value}).moved == ""
    for change in ({"seed": 1}, {"data": "iris"}, {"model": "full"}, {"beside": "full"}):
        assert state.change(**change).moved == ""
    assert state.change(folds=3, switches=("axes",)).moved == "0_0_0.25"


def test_the_chosen_evaluation_reaches_its_spec() -> None:
    names = {item.name for item in fields(EvaluationSpec)} & LIMITS.keys()
    for name in names - {"seed"}:  # of the points
        limit = LIMITS[name]
        assert isinstance(limit, Choice | Number)
        value: Any = limit.options[-1] if isinstance(limit, Choice) else int(limit.low)
        state = replace(LabState(), **{name: value})
        assert getattr(state.evaluation_spec, name) == value != getattr(LabState(), name)


def test_a_fit_is_that_of_the_classifier_shown_unless_another_is_named() -> None:
    state = LabState(model="full", beside="svc-rbf")
    assert state.fit_spec() == state.fit_spec("full") != state.fit_spec("svc-rbf")


def test_a_fit_changes_with_its_points() -> None:
    state = LabState()
    others = [replace(state, seed=1), replace(state, standardise=True)]
    assert len({each.fit_spec() for each in (state, *others)}) == 3
