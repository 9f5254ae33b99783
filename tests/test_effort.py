"""Effort: what is accepted stays within the budget, and what is refused says what to do."""

import ast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayeslab.effort import (
    EFFORTS,
    FINEST,
    MOST_EFFORT,
    MOST_HEAVY_FITS,
    check_splits,
    count_splits,
    effort_of_fit,
    resolution_within,
)
from bayeslab.evaluation import SPLITTERS, EvaluationSpec
from bayeslab.limits import RefusedError
from bayeslab.models import MAX_SVC_WORK, MODELS, BoundedSVC, ModelSpec, build_model
from source import ROOT, parse
from ui import compute


def test_every_classifier_has_an_effort_that_grows_with_the_points() -> None:
    assert set(EFFORTS) == set(MODELS)
    for key in MODELS:
        few, many = (effort_of_fit(key, "rbf", n, 2) for n in (10, 1000))
        assert 0 < few < many
        assert effort_of_fit(key, "rbf", 100, 5) >= effort_of_fit(key, "rbf", 100, 2)


@pytest.mark.parametrize("scheme", SPLITTERS)
def test_the_splits_are_counted_as_they_are_made(scheme: str) -> None:
    evaluation = EvaluationSpec(scheme, folds=4, repeats=3)
    y = np.arange(24) % 2
    assert count_splits(evaluation, len(y)) == len(evaluation.splits(y))


def test_ten_folds_of_a_full_sheet_are_judged_by_kernel_bayes_and_refused_for_the_svc() -> None:
    check_splits("I", "rbf", 2000, 2, 10)
    with pytest.raises(RefusedError, match=r"10 fits to 2,000 points take too long here"):
        check_splits("svc-rbf", "rbf", 2000, 2, 10)


def test_a_fit_more_than_the_budget_holds_is_refused() -> None:
    fits = int(MOST_EFFORT // effort_of_fit("I", "rbf", 300, 3))
    check_splits("I", "rbf", 300, 3, fits)
    with pytest.raises(RefusedError, match="page Compare"):
        check_splits("I", "rbf", 300, 3, fits + 1)


@given(
    key=st.sampled_from(list(MODELS)),
    kernel=st.sampled_from(["rbf", "linear", "laplacian", "polynomial"]),
    n=st.integers(2, 20_000),
    n_classes=st.integers(2, 10),
)
def test_a_picture_asks_for_no_more_kernel_values_than_the_budget(
    key: str, kernel: str, n: int, n_classes: int
) -> None:
    nodes = resolution_within(key, kernel, n, n_classes)
    sides = 1 if n_classes == 2 else n_classes
    assert 2 <= nodes <= FINEST
    slow = key in ("neighbours", "process", "svc-linear", "svc-polynomial") or (
        key in ("I", "II", "III") and kernel in ("laplacian", "polynomial")
    )
    if slow:
        assert n * sides * nodes**2 <= MOST_EFFORT
        assert nodes == FINEST or n * sides * (nodes + 1) ** 2 > MOST_EFFORT


def test_what_has_fast_sums_keeps_the_finest_picture() -> None:
    for key in ("I", "II", "III", "svc-rbf", "full", "logistic"):
        assert resolution_within(key, "rbf", 2000, 2) == FINEST
    assert resolution_within("svc-rbf", "rbf", 2000, 3) == 57
    assert resolution_within("I", "laplacian", 2000, 2) == 100
    assert resolution_within("I", "laplacian", 2000, 2, 72) == 72


def test_the_solver_of_the_svc_gets_fewer_steps_for_more_points_and_keeps_its_parameter() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(2000, 2)), rng.integers(0, 2, 2000)
    model = build_model("svc-linear", ModelSpec(svc_C=1000))
    assert isinstance(model, BoundedSVC)
    given = model.max_iter
    with pytest.raises(ValueError, match=rf"after {MAX_SVC_WORK // 2000:,} steps"):
        model.fit(X, y)
    assert model.max_iter == given
    assert int(model.n_iter_[0]) * 2000 <= MAX_SVC_WORK


def test_every_cache_is_bounded_in_entries_and_in_time() -> None:
    caches = [
        decorator
        for path in sorted((ROOT / "ui").rglob("*.py"))
        for node in ast.walk(parse(path))
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
        if ast.unparse(decorator).startswith("st.cache_")
    ]
    assert len(caches) > 20
    for cache in caches:
        assert isinstance(cache, ast.Call), ast.unparse(cache)
        assert {"max_entries", "ttl"} <= {word.arg for word in cache.keywords}, ast.unparse(cache)


def test_no_more_heavy_fits_run_at_a_time_than_there_are_places() -> None:
    for _ in range(MOST_HEAVY_FITS):
        assert compute._places.acquire(blocking=False)
    try:
        assert not compute._places.acquire(blocking=False)
        with compute._heavy_work(effort=1):  # light work does not wait
            pass
    finally:
        compute._places.release(MOST_HEAVY_FITS)
