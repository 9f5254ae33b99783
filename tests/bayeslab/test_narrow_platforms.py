"""Platforms of 32 bits, such as WebAssembly: positions are int32, labels int64 all the same."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.discrete import BernoulliBayes, CategoricalBayes
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.validation import count_labels
from bayeslab.evaluation.splits import EvaluationSpec, complete_splits
from lessons.discrete_bayes.numbers import points_with_counts
from lessons.linear_discriminants.numbers import fit_discriminants
from source import ROOT
from ui.lab_svg import describe_points

POINTS = load(DatasetSpec("moons", n=40))
X, Y = POINTS.X, POINTS.y
BITS = (X > 0).astype(np.int64)

CALLERS: dict[str, Callable[[], Any]] = {
    "counts": lambda: count_labels(Y, 3),
    "Gaussian": lambda: GaussianBayes().fit(X, Y).class_count_,
    "kernel Bayes": lambda: KernelBayes("III").fit(X, Y).projection_,
    "Bernoulli": lambda: BernoulliBayes().fit(BITS, Y).class_count_,
    "categories": lambda: CategoricalBayes().fit(BITS, Y).class_count_,
    "splits": lambda: np.concatenate(complete_splits(Y, EvaluationSpec())[0]),
    "discriminants": lambda: fit_discriminants(X, Y).predict(X),
    "occurrences": lambda: points_with_counts(np.array([[1, 2], [0, 1]]), np.array([2, 1]))[1],
    "description": lambda: describe_points(POINTS),
}


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make positions int32, and have bayeslab's and the app's counts refuse what is wider."""

    def refuse_wider(function: Any, position: int) -> Callable[..., Any]:
        def call(*args: Any, **rest: Any) -> Any:
            module = sys._getframe(1).f_globals["__name__"]
            array = np.asarray(args[position])
            if module.startswith(("bayeslab.", "ui.")) and array.dtype.kind == "i":
                assert np.can_cast(array.dtype, np.int32, "safe") or isinstance(args[position], int)
            return function(*args, **rest)

        return call

    monkeypatch.setattr(np, "intp", np.int32)
    monkeypatch.setattr(np, "bincount", refuse_wider(np.bincount, 0))
    monkeypatch.setattr(np, "repeat", refuse_wider(np.repeat, 1))


@pytest.mark.parametrize("call", CALLERS.values(), ids=CALLERS)
def test_labels_are_counted_where_positions_have_32_bits(
    call: Callable[[], Any], request: pytest.FixtureRequest
) -> None:
    expected = call()
    request.getfixturevalue("narrow")
    np.testing.assert_array_equal(call(), expected)


def test_labels_are_counted_in_one_place() -> None:
    folders = ("bayeslab", "core", "ui", "pages", "lessons")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    counting = {path.name for path in files if "bincount(" in path.read_text(encoding="utf-8")}
    assert counting == {"validation.py"}
