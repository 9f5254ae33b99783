"""The drawing area's JavaScript modules, called in node: what needs no page needs no browser."""

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from programs import find_program
from source import ROOT

__all__ = ["call", "read"]

RUNNER = ROOT / "tests" / "helpers" / "call_module.mjs"


def find_node() -> str:
    return find_program("node", "nodejs")


def find_module(name: str) -> Path:
    folders = (ROOT / "web", ROOT / "lessons", RUNNER.parent)
    (path,) = (path for folder in folders for path in folder.rglob(name))
    return path


@cache
def start_node() -> subprocess.Popen[str]:
    """Return a process of node that calls functions as long as the tests run."""
    return subprocess.Popen(
        [find_node(), str(RUNNER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def call(module: str, jobs: list[Any]) -> list[Any]:
    """Return the results of jobs, each [exported function, ...arguments].

    `module` is the name of a file in web, lessons or beside this one. Arguments may hold NaN.
    """
    node = start_node()
    assert node.stdin and node.stdout
    node.stdin.write(json.dumps([str(find_module(module)), jobs]) + "\n")
    node.stdin.flush()
    answer = json.loads(node.stdout.readline())
    assert "results" in answer, answer["error"]
    results: list[Any] = answer["results"]
    return results


def read(module: str, name: str) -> Any:
    """Return what a module exports under a name."""
    (value,) = call(module, [name])
    return value
