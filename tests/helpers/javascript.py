"""The modules of the browser, called in node: what needs no page needs no browser.

One process of node answers all calls of a test run. What a module sets among the global names is
taken back after each call.
"""

import atexit
import json
import subprocess
from functools import cache
from typing import Any

from programs import find_program
from source import ROOT

__all__ = ["call", "read"]

RUNNER = ROOT / "tests" / "helpers" / "call_module.mjs"


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


def call(module: str, jobs: list[Any]) -> list[Any]:
    """Return the results of jobs, each [exported function, ...arguments].

    `module` is the name of a file in web, lessons or beside this one. Arguments may hold NaN.
    """
    node = start_node()
    assert node.stdin is not None and node.stdout is not None
    node.stdin.write(json.dumps([find_module(module), jobs]) + "\n")
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
