"""Errors with a code and fields, and the table of their sentences."""

import ast
import copy
import pickle
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from bayeslab import FitError, KernelBayes
from bayeslab.estimators.fit_error import SENTENCES, explain
from bayeslab.evaluation.models import ModelSpec, build_model
from javascript import vectors
from source import ROOT, parse

# A value for every field of a sentence.
FIELDS = {
    **{"label": 0, "variant": "II", "n": 6},
    **{"found": 1, "classes": 2, "off": 2, "folds": 10, "steps": 200_000},
}
SCRIPTS = [
    path
    for folder in ("web", "lessons")
    for path in (ROOT / folder).rglob("*.js")
    if "node_modules" not in path.parts
]


def fields_of(code: str) -> dict[str, object]:
    return {name: value for name, value in FIELDS.items() if f"{{{name}" in str(SENTENCES[code])}


def test_an_error_has_a_reason_and_advice() -> None:
    with pytest.raises(ValueError, match="one point") as excinfo:
        KernelBayes("II").fit([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [0, 1, 1])
    error = excinfo.value
    assert isinstance(error, FitError)
    assert (error.code, error.fields) == ("too_few_for_covariance", {"label": 0, "variant": "II"})
    assert str(error) == (
        "Class 0 has one point, and variant II needs its covariance; add points or use variant I."
    )
    assert error.reason == "Class 0 has one point, and variant II needs its covariance."


@vectors("fit_error.js", "FitError")
def test_every_code_has_one_sentence_in_both_languages() -> Iterator[Any]:
    for code in SENTENCES:
        error = FitError(code, **fields_of(code))
        assert re.fullmatch(r"[A-Z][^;{}]*; [a-z][^;{}]*\.", str(error))
        assert str(error).startswith(error.reason[:-1])
        yield [code, fields_of(code)], {"message": str(error), "reason": error.reason}


@pytest.mark.parametrize("again", [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
def test_a_copy_keeps_code_and_fields(again: type) -> None:
    error = FitError("too_few_to_leave_out", label=3)
    duplicate = again(error)
    assert (str(duplicate), duplicate.code, duplicate.fields, duplicate.reason) == (
        *(str(error), error.code, error.fields, error.reason),
    )


def test_names_are_fields_of_the_sentence() -> None:
    error = FitError("too_few_to_leave_out", label=np.int64(1))
    sentences = [str(error.with_names(["-", name])).partition(",")[0] for name in ("C+", "class 1")]
    assert sentences == ["Class C+ has one point", "Class 1 has one point"]
    assert explain(error, ["no", "class 1 {label}"]).startswith("Class 1 {label} has one point")
    assert explain(error) == str(error)
    assert explain(ValueError("Class 1 is odd."), ["no", "yes"]) == "Class 1 is odd."
    shared = FitError("singular_shared_metric")
    assert str(shared.with_names(["no", "yes"])) == str(shared)
    detailed = FitError("singular_shared_metric").explained("Feature 0 is constant.")
    assert str(detailed) == f"{shared} Feature 0 is constant."
    assert explain(detailed, ["no", "yes"]) == str(shared)


def blob_and_line(positions: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Return three classes in the plane; those of `positions` lie on one line."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 2)), np.arange(30) % 3
    X[np.isin(y, positions), 1] = 0.0
    return X, y


def test_one_class_against_the_rest_is_called_by_its_own_label() -> None:
    model = build_model("III", ModelSpec(), 3)
    with pytest.raises(FitError, match="The covariance of class 2 is singular"):
        model.fit(*blob_and_line([2]))
    with pytest.raises(FitError, match="The covariance of all classes but 0 is singular"):
        model.fit(*blob_and_line([1, 2]))
    X, y = blob_and_line([])
    keep = (y != 1) | (np.arange(30) == 1)
    model = build_model("I", ModelSpec(threshold="loo"), 3)
    with pytest.raises(FitError, match=r"^Class 1 has one point, which cannot be left out;"):
        model.fit(X[keep], y[keep])
    with pytest.raises(FitError, match="All 6 points are identical"):
        model.fit(np.ones((6, 2)), np.arange(6) % 3)


def test_every_code_is_raised_somewhere_and_every_raised_code_is_known() -> None:
    files = [*(ROOT / "bayeslab").rglob("*.py"), *(ROOT / "lessons").rglob("*.py")]
    words = {
        node.value
        for path in files
        if path.name != "fit_error.py"
        for node in ast.walk(parse(path))
        if isinstance(node, ast.Constant)
    }
    assert set(SENTENCES) - words == {"singular_metric_of_rest"}  # made of "singular_metric"
    calls = re.compile(r'new FitError\("(\w+)"')
    assert SCRIPTS
    codes = {code for path in SCRIPTS for code in calls.findall(path.read_text("utf-8"))}
    assert {"identical_points", "no_points", "solver_not_done"} < codes <= set(SENTENCES)
