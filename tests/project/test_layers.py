"""Imports run one way: app -> pages -> ui -> bayeslab, and the numeric package stands alone."""

import ast
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import bayeslab
from source import ROOT, imported_packages, parse

FORBIDDEN = {
    "bayeslab": {"app", "core", "lessons", "pages", "streamlit", "ui"},
    "core": {"app", "lessons", "pages", "streamlit", "ui"},
    "ui": {"app", "pages"},
    "lessons": {"app", "pages"},
    "pages": {"app"},
}
SOURCES = [path for layer in FORBIDDEN for path in sorted((ROOT / layer).rglob("*.py"))]
NUMERIC = [
    module.name
    for module in pkgutil.walk_packages(bayeslab.__path__, prefix="bayeslab.")
    if not module.name.startswith("bayeslab.figures")
]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def uses_session_state(path: Path) -> bool:
    names = {"attr", "id", "name"}  # of an attribute, a variable, an import
    return any(
        getattr(node, name, None) == "session_state"
        for node in ast.walk(parse(path))
        for name in names
    )


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_layer_imports_only_the_layers_below_it(path: Path) -> None:
    layer = path.relative_to(ROOT).parts[0]
    assert imported_packages(path) & FORBIDDEN[layer] == set()


def test_only_figures_imports_plotly_in_the_numeric_package() -> None:
    users = {
        path.parent.name
        for path in (ROOT / "bayeslab").rglob("*.py")
        if "plotly" in imported_packages(path)
    }
    assert users == {"figures"}


def test_only_the_session_and_what_asks_visitors_touch_the_session_state() -> None:
    users = {name_of(path) for path in [ROOT / "app.py", *SOURCES] if uses_session_state(path)}
    assert users <= {"ui/answers.py", "ui/lab/controls.py", "ui/linked.py", "ui/session.py"}


def test_importing_the_numeric_modules_loads_neither_streamlit_nor_plotly() -> None:
    code = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
    loaded = {"plotly", "streamlit"} & set(sys.modules)
    if loaded:
        sys.exit(f"{name} loads {sorted(loaded)}")
"""
    assert NUMERIC
    command = [sys.executable, "-c", code, *NUMERIC]
    fresh = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert fresh.returncode == 0, fresh.stderr
