"""What the pages compute once: for equal arguments the same result, for others another one."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

import core
import lessons
import ui
from core import caching, compute
from core.images import ImageSet, load_images
from core.input_error import InputError
from core.state import LabState
from lessons.linear_discriminants.images import Predictions, fit_images, predict_images
from lessons.linear_discriminants.numbers import LinearDiscriminants
from ui import pictures

Array = NDArray[np.float64]

calls: list[str] = []


@pytest.fixture(autouse=True)
def _nothing_called() -> Iterator[None]:
    calls.clear()
    figures: Any = pictures.figure
    figures.outcome.cache_clear()
    yield
    figures.outcome.cache_clear()


def draw(x: Array, state: LabState | None = None, note: str = "") -> go.Figure:
    calls.append("drawn")
    return go.Figure(go.Scatter(x=x), layout={"title": {"text": note}})


def test_other_arrays_states_and_settings_are_other_figures() -> None:
    x = np.array([1.0, 2.0])
    first = pictures.figure(draw, x, LabState())
    assert pictures.figure(draw, x + 1, LabState()) != first
    pictures.figure(draw, x, LabState(gamma=3.0))
    pictures.figure(draw, x, LabState(), note="other")
    assert pictures.figure(draw, x, LabState()) is first
    assert len(calls) == 4


def test_a_refusal_is_computed_once_and_raised_anew_each_time() -> None:
    @caching.memoize(4)
    def refuse(sentence: str) -> None:
        calls.append(sentence)
        raise InputError(sentence)

    errors = []
    for _ in range(3):
        with pytest.raises(InputError, match="Not so") as problem:
            refuse("Not so.")
        errors.append(problem.value)
    assert calls == ["Not so."]
    assert len({id(problem) for problem in errors}) == 3
    # No frame of the computation is held: neither its arrays nor the traceback of another visitor.
    assert all(problem.__context__ is None for problem in errors)


def test_an_error_of_the_program_is_not_cached() -> None:
    @caching.memoize(4)
    def fail() -> None:
        calls.append("failed")
        raise TypeError

    for _ in range(2):
        with pytest.raises(TypeError):
            fail()
    assert calls == ["failed", "failed"]


def test_a_fit_that_fails_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unfit(BaseEstimator):
        def fit(self, X: Array, y: Array) -> None:
            calls.append("fitted")
            raise ValueError("The SVC does not finish.")

    monkeypatch.setattr(compute, "build_model", lambda *_: Unfit())
    state = LabState(n=46, seed=987)
    for _ in range(3):
        with pytest.raises(ValueError, match="does not finish"):
            compute.fitted_model(state.fit_spec("svc-rbf"))
    with pytest.raises(ValueError, match="does not finish"):
        compute.regions(state.fit_spec("svc-rbf"))
    assert calls == ["fitted"]


def test_results_are_bounded_in_bytes_and_in_number() -> None:
    @caching.memoize(3, max_bytes=10_000)
    def zeros(n: int, which: int) -> list[Array]:
        calls.append(f"{n} {which}")
        return [np.zeros(n)]

    zeros(500, 0), zeros(500, 1), zeros(500, 2)  # 4 kB each: the first makes room for the third
    zeros(500, 1), zeros(500, 2)
    assert calls == ["500 0", "500 1", "500 2"]
    for which in range(4):  # three small ones
        zeros(1, which)
    calls.clear()
    zeros(1, 1), zeros(1, 2), zeros(1, 3)
    assert calls == []
    zeros(2000, 0), zeros(2000, 0)  # too large to be kept
    assert calls == ["2000 0"] * 2


def test_without_visitors_only_the_latest_results_are_kept() -> None:
    @caching.memoize(100)
    def zeros(n: int, which: int) -> Array:
        return np.zeros(n)

    third = caching.IDLE_BYTES // 8 // 3
    for which in range(5):
        zeros(third, which)
    caching.shrink()
    assert [caching.is_cached(zeros, third, which) for which in range(5)] == [False] * 3 + [
        True
    ] * 2
    zeros(3 * third, 5)
    caching.shrink()
    assert not caching.is_cached(zeros, 3 * third, 5)


def test_bytes_are_those_of_all_parts_counted_once() -> None:
    array = np.zeros(1000)
    model = BaseEstimator()
    model.parts_ = {"a": (array, array), "itself": model}
    assert 8000 < caching.count_bytes(model) < 10_000


def test_a_slot_counts_what_fills_it() -> None:
    slots: Any = caching.result_slot
    half = np.zeros(slots.outcome.cache.maxsize // 2 // 8)
    for which in range(3):
        caching.result_slot("half", which)[:] = [half[which:]]
    assert [bool(caching.result_slot("half", which)) for which in range(3)] == [False, False, True]
    slots.outcome.cache_clear()


def test_the_largest_images_and_what_is_fitted_to_them_are_kept_beside_the_digits() -> None:
    y, test_y = np.arange(50_000) % 100, np.arange(10_000) % 100
    images, test_images = (np.zeros((len(each), 32, 32, 3), np.uint8) for each in (y, test_y))
    pixels = ImageSet(images, y, test_images, test_y, tuple(map(str, range(100))))
    K, d = 100, 32 * 32 * 3
    W, C = np.zeros((K, d)), np.zeros((d, d))
    model = LinearDiscriminants(np.ones(K, np.int64), W, C, W.copy(), np.zeros(K), d)
    predictions = Predictions(np.zeros((10_000, K)), np.zeros((K, K), np.int64), 1.0, 1.0)
    functions: list[Any] = [load_images, fit_images, predict_images]
    # A model and its predictions in the arithmetic that is shown, and in two of the source's table.
    for function, result, n in zip(functions, (pixels, model, predictions), (1, 2, 3), strict=True):
        most = function.outcome.cache.maxsize
        assert n * caching.count_bytes(result) + most // 16 <= most


def test_all_results_together_are_bounded() -> None:
    for package in (core, lessons, ui):
        for module in walk_packages(package.__path__, prefix=f"{package.__name__}."):
            if not module.name.endswith(".snippet"):
                import_module(module.name)
    app = ("core.", "lessons.", "ui.")  # other tests cache functions of their own
    outcomes = [each for each in caching._outcomes if each.__module__.startswith(app)]
    most = [outcome.cache.maxsize for outcome in outcomes]
    assert len(most) > 10
    of_images: list[Any] = [load_images, fit_images, predict_images]
    large = sum(function.outcome.cache.maxsize for function in of_images)
    assert large <= 416 * 2**20
    assert sum(most) - large <= 160 * 2**20
    # While nobody is there:
    assert sum(min(size, caching.IDLE_BYTES) for size in most) <= 40 * 2**20
