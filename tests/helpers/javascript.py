"""The modules of the browser, called in node: what needs no page needs no browser.

One process of node answers all calls of a test run. What a module sets among the global names is
taken back after each call.
"""

import atexit
import json
import re
import subprocess
from collections.abc import Callable, Iterable
from functools import cache, wraps
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from programs import find_program
from source import ROOT

__all__ = ["call", "near", "points_of", "read", "vectors"]

RUNNER = ROOT / "tests" / "helpers" / "call_module.mjs"
TYPES = {"f": "Float64Array", "i": "Int32Array", "u": "Uint8Array", "b": "Uint8Array"}


def find_node() -> str:
    return find_program("node", "nodejs")


@cache
def start_node() -> subprocess.Popen[str]:
    node = subprocess.Popen(
        [find_node(), str(RUNNER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    atexit.register(node.communicate)
    return node


@cache
def find_module(name: str) -> str:
    folders = (ROOT / "web", ROOT / "lessons", RUNNER.parent)
    (path,) = (path for folder in folders for path in folder.rglob(name))
    return str(path)


def write(value: Any) -> str:
    """Return a value as JavaScript: JSON with NaN, and with typed arrays where numpy has rows."""
    rows: list[str] = []

    def plain(value: Any) -> Any:
        if not isinstance(value, np.ndarray) or value.ndim != 1 or value.dtype.kind not in TYPES:
            return value.tolist()
        rows.append(f"{TYPES[value.dtype.kind]}.from({json.dumps((value + 0).tolist())})")
        return f"\0{len(rows) - 1}"

    text = json.dumps(value, default=plain)
    return re.sub(r'"\\u0000(\d+)"', lambda found: rows[int(found[1])], text)


def call(module: str | Path, jobs: list[Any]) -> list[Any]:
    """Return the results of jobs, each [exported function, ...arguments].

    `module` is the end of the name of a file in web, lessons or beside this one, or a path.
    Arguments may hold NaN and arrays of numpy. The result of a generator is what it returns in
    the end, and that of a refusal its sentence: {"problem": sentence}.
    """
    path = find_module(module) if isinstance(module, str) else str(module)
    node = start_node()
    assert node.stdin is not None and node.stdout is not None
    node.stdin.write(write([path, jobs]) + "\n")
    node.stdin.flush()
    line = node.stdout.readline()
    assert line, "node has ended; what it said is on its standard error"
    answer = json.loads(line)
    assert "error" not in answer, answer["error"]
    results: list[Any] = answer["results"]
    return results


def read(module: str, name: str) -> Any:
    """Return what a module exports under a name."""
    (value,) = call(module, [name])
    return value


def points_of(X: Any, y: Any = ()) -> dict[str, np.ndarray]:
    """Return points of the plane as the browser has them, under both names of their columns."""
    x1, x2 = np.asarray(X, dtype=float).reshape(-1, 2).T
    return {"x": x1, "y": x2, "x1": x1, "x2": x2, "labels": np.asarray(y, dtype=np.uint8)}


# Vectors: what Python defines and the browser computes


def vectors(module: str, function: str) -> Callable[..., Callable[..., None]]:
    """Make a test of a generator of vectors ([...arguments], expected) of a function in JavaScript.

    Where expected is a function, it checks the result itself; of objects, what is expected has to
    be there.
    """

    def test_of(cases: Callable[..., Iterable[tuple[list[Any], Any]]]) -> Callable[..., None]:
        @wraps(cases)
        def test(**fixtures: Any) -> None:
            arguments, expected = zip(*cases(**fixtures), strict=True)
            found = call(module, [[function, *each] for each in arguments])
            for number, (ours, theirs) in enumerate(zip(found, expected, strict=True)):
                hold(ours, theirs, f"{function}, vector {number}")

        return test

    return test_of


def hold(ours: Any, theirs: Any, where: str) -> None:
    """Hold the browser's result to what is expected."""
    if callable(theirs):
        theirs(ours)
    elif isinstance(theirs, dict):
        assert theirs.keys() <= ours.keys(), (where, ours)
        for name, value in theirs.items():
            hold(ours[name], value, f"{where}, {name}")
    elif isinstance(theirs, (list, tuple)):
        for position, (our, their) in enumerate(zip(ours, theirs, strict=True)):
            hold(our, their, f"{where}, {position}")
    elif isinstance(theirs, np.ndarray):
        found = np.array(ours, dtype=float) if theirs.dtype.kind == "f" else np.array(ours)
        assert np.array_equal(found, theirs), where
    elif isinstance(theirs, float) and isinstance(ours, int):
        assert float(ours) == theirs, where  # JavaScript writes large numbers as whole ones
    else:
        assert ours == theirs, where


def near(theirs: Any, **tolerances: Any) -> Callable[[Any], None]:
    """Return a check of numbers, or rows of numbers: of ``pytest.approx`` with these tolerances."""

    def check(ours: Any) -> None:
        assert np.array(ours, dtype=float) == pytest.approx(np.array(theirs), **tolerances)

    return check
