"""The drawing area's JavaScript modules, called in node: what needs no page needs no browser."""

import json
import subprocess
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


def call(module: str, jobs: list[Any]) -> list[Any]:
    """Return the results of jobs, each [exported function, ...arguments], in one process of node.

    `module` is the name of a file in web, lessons or beside this one. Arguments may hold NaN.
    """
    command = [find_node(), str(RUNNER), str(find_module(module))]
    ended = subprocess.run(
        command, input=json.dumps(jobs), capture_output=True, text=True, encoding="utf-8"
    )
    assert ended.returncode == 0, ended.stderr
    results: list[Any] = json.loads(ended.stdout)
    return results


def read(module: str, name: str) -> Any:
    """Return what a module exports under a name."""
    (value,) = call(module, [name])
    return value
