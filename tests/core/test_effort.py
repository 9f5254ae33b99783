"""Effort: what is accepted stays within the budget, and what is refused says what to do."""

import ast
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.evaluation.bounded_svc import MAX_SVC_WORK, BoundedSVC
from bayeslab.evaluation.models import MODELS, ModelSpec, build_model
from bayeslab.evaluation.splits import SPLITTERS, EvaluationSpec
from core.caching import CACHE_SECONDS
from core.effort import (
    EACH_STEP,
    FINEST,
    MOST_ASKED,
    MOST_EFFORT,
    MOST_FIT_EFFORT,
    Work,
    check_fit,
    check_splits,
    check_steps,
    count_splits,
    estimate_seconds,
    resolution_within,
)
from core.input_error import InputError
from source import ROOT, parse


def test_every_classifier_has_an_effort_that_grows_with_the_points() -> None:
    for key in MODELS:
        few, many = (Work(key, "rbf", n, 2).effort for n in (10, 1000))
        assert 0 < few < many
        assert Work(key, "rbf", 100, 5).effort >= Work(key, "rbf", 100, 2).effort


@pytest.mark.parametrize("scheme", SPLITTERS)
def test_the_splits_are_counted_as_they_are_made(scheme: str) -> None:
    evaluation = EvaluationSpec(scheme, folds=4, repeats=3)
    y = np.arange(24) % 2
    assert count_splits(evaluation, len(y)) == len(evaluation.splits(y))


def test_ten_folds_of_a_full_sheet_are_allowed_for_kernel_bayes_but_not_for_the_svc() -> None:
    check_splits(Work("I", "rbf", 2000, 2), 10)
    with pytest.raises(InputError, match=r"10 fits to 2,000 points take too long"):
        check_splits(Work("svc-rbf", "rbf", 2000, 2), 10)


def test_a_fit_more_than_the_budget_holds_is_refused() -> None:
    fits = int(MOST_EFFORT // Work("I", "rbf", 300, 3).effort)
    check_splits(Work("I", "rbf", 300, 3), fits)
    with pytest.raises(InputError, match="page Compare"):
        check_splits(Work("I", "rbf", 300, 3), fits + 1)


def test_one_fit_is_refused_only_where_it_takes_more_than_its_budget() -> None:
    for key in MODELS:
        if key != "process":
            check_fit(Work(key, "laplacian", 2000, 10))
    check_fit(Work("process", "rbf", 500, 2))
    check_fit(Work("process", "rbf", 300, 10))
    assert Work("process", "rbf", 500, 10).effort > MOST_FIT_EFFORT
    with pytest.raises(InputError, match=r"500 points in 10 classes .* use fewer points"):
        check_fit(Work("process", "rbf", 500, 10))


def test_a_fit_to_many_features_has_no_fast_sums_and_longer_distances() -> None:
    check_fit(Work("I", "rbf", 5000, 3, 2))
    with pytest.raises(InputError, match="5,000 points in 3 classes"):
        check_fit(Work("I", "rbf", 5000, 3, 3))
    check_fit(Work("svc-rbf", "rbf", 4000, 2, 3))
    with pytest.raises(InputError):
        check_fit(Work("svc-rbf", "rbf", 4000, 2, 100))
    check_splits(Work("I", "rbf", 2000, 2, 2), 10)
    with pytest.raises(InputError, match="10 fits to 2,000 points"):
        check_splits(Work("I", "rbf", 2000, 2, 3), 10)


def fit_svc(points: str, n: int, n_classes: int = 2, **settings: Any) -> Any:
    data = load(DatasetSpec(points, n=n))
    return build_model("svc-rbf", ModelSpec(**settings), n_classes).fit(data.X, data.y)


@pytest.mark.parametrize("standardise", [False, True])
def test_an_svc_with_too_many_steps_is_not_fitted_for_every_fold(standardise: bool) -> None:
    toiling = fit_svc("random_labels", 400, svc_C=1000.0, svc_standardise=standardise)
    check_steps(toiling, Work("svc-rbf", "rbf", 400, 2), 2)
    with pytest.raises(InputError, match=r"needs [\d,]+ steps for one fit, and 20 fits .*lower C"):
        check_steps(toiling, Work("svc-rbf", "rbf", 400, 2), 20)


def test_an_svc_with_few_steps_is_fitted_for_every_fold_whatever_its_c() -> None:
    check_steps(fit_svc("moons", 400, svc_C=1000.0), Work("svc-rbf", "rbf", 400, 2), 20)
    check_steps(
        fit_svc("three_blobs", 400, n_classes=3, svc_C=1000.0), Work("svc-rbf", "rbf", 400, 3), 200
    )


def test_the_steps_of_all_folds_stay_within_the_budget() -> None:
    model = fit_svc("random_labels", 100, svc_C=100.0)
    fits = int(MOST_EFFORT / (EACH_STEP * model.n_iter_[0] * 100))
    check_steps(model, Work("svc-rbf", "rbf", 100, 2), fits)
    with pytest.raises(InputError):
        check_steps(model, Work("svc-rbf", "rbf", 100, 2), fits + 1)


def test_classifiers_without_a_solver_have_no_limit_on_steps() -> None:
    points = load(DatasetSpec("moons"))
    for key in ("I", "full", "logistic"):
        model = build_model(key, ModelSpec()).fit(points.X, points.y)
        check_steps(model, Work(key, "rbf", 200, 2), 10**9)


@given(
    key=st.sampled_from(list(MODELS)),
    kernel=st.sampled_from(["rbf", "linear", "laplacian", "polynomial"]),
    n=st.integers(2, 20_000),
    n_classes=st.integers(2, 10),
)
def test_a_picture_asks_for_no_more_kernel_values_than_the_budget(
    key: str, kernel: str, n: int, n_classes: int
) -> None:
    nodes = resolution_within(Work(key, kernel, n, n_classes))
    subproblems = 1 if n_classes == 2 else n_classes
    assert 2 <= nodes <= FINEST
    slow = key in ("neighbours", "process", "svc-linear", "svc-polynomial") or (
        key in ("I", "II", "III") and kernel in ("laplacian", "polynomial")
    )
    if key in ("I", "II", "III", "svc-rbf"):
        assert n * subproblems * nodes**2 <= MOST_ASKED
    if slow:
        assert n * subproblems * nodes**2 <= MOST_EFFORT
        assert nodes == FINEST or n * subproblems * (nodes + 1) ** 2 > MOST_EFFORT


def test_fast_sums_allow_the_finest_picture() -> None:
    for key in ("I", "II", "III", "svc-rbf", "full", "logistic"):
        assert resolution_within(Work(key, "rbf", 2000, 2)) == FINEST
    assert resolution_within(Work("I", "rbf", 1797, 10)) == 66
    assert resolution_within(Work("full", "rbf", 1797, 10)) == FINEST
    assert resolution_within(Work("svc-rbf", "rbf", 2000, 3)) == 57
    assert resolution_within(Work("I", "laplacian", 2000, 2)) == 100
    assert resolution_within(Work("I", "laplacian", 2000, 2), 72) == 72


def test_the_solver_of_the_svc_gets_fewer_steps_for_more_points() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(2000, 2)), rng.integers(0, 2, 2000)
    model = build_model("svc-linear", ModelSpec(svc_C=1000))
    assert isinstance(model, BoundedSVC)
    steps = model.max_iter
    with pytest.raises(ValueError, match=rf"within {MAX_SVC_WORK // 2000:,} steps"):
        model.fit(X, y)
    assert model.max_iter == steps
    assert int(model.n_iter_[0]) * 2000 <= MAX_SVC_WORK


def test_every_cache_is_bounded_in_entries_and_in_time() -> None:
    caches = [
        decorator
        for folder in ("lessons", "ui")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(parse(path))
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
        if re.match(r"st\.cache_|memoize\b", ast.unparse(decorator))
    ]
    assert len(caches) > 20
    for cache in caches:
        text = ast.unparse(cache)
        assert isinstance(cache, ast.Call), text
        # `memoize` takes a number of entries, and bounds the time for all.
        if not re.match(r"memoize\(\d+", text):
            arguments = {word.arg for word in cache.keywords}
            assert "max_entries" in arguments and arguments & {"ttl", "scope"}, (
                text
            )  # or ends with a session
    assert CACHE_SECONDS <= 3600


def test_the_estimate_counts_the_fits() -> None:
    points = load(DatasetSpec("moons", n=60))
    few, many = (
        estimate_seconds(
            {"process": build_model("process", ModelSpec())},
            points.X,
            points.y,
            EvaluationSpec("repeated k-fold", folds=5, repeats=repeats),
        )
        for repeats in (1, 200)
    )
    assert 0 < few < many


def test_a_classifier_that_fails_costs_nothing_more() -> None:
    points = load(DatasetSpec("two_gaussians", n=60, noise=0))
    models = {"full": build_model("full", ModelSpec())}
    assert estimate_seconds(models, points.X, points.y, EvaluationSpec("k-fold", folds=10)) == 0
