"""Imports run one way, a lesson stands in one folder, and only the app knows Streamlit."""

import ast
import pkgutil
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import bayeslab
from source import ROOT, imported_packages, parse

sys.path.insert(0, str(ROOT / "scripts"))
from layers import BLOCK, Graph, draw, folder_graph, imported_modules

# The folders from the top: each imports only from those below it.
LAYERS = (
    *("app", "pages", "offline/course", "lessons"),
    *("ui/compare", "ui/lab", "ui/present", "ui/room", "ui/share", "ui/file_picker"),
    *("ui", "ui/session"),
    *("offline/pocket", "offline", "live", "core", "web"),
    *("bayeslab", "bayeslab/widget", "bayeslab/figures", "bayeslab/evaluation"),
    "bayeslab/bayes_error",
    *("bayeslab/scoring", "bayeslab/data", "bayeslab/estimators"),
)
# What stands in the source, and not the copies in the widget's bundle.
BUNDLE = ROOT / "bayeslab" / "widget" / "bundle"
PACKAGE = [path for path in (ROOT / "bayeslab").rglob("*.py") if BUNDLE not in path.parents]
WITHOUT_STREAMLIT = [
    *(ROOT / "live").rglob("*.py"),
    *(ROOT / "core").rglob("*.py"),
    *PACKAGE,
    *(ROOT / "lessons").glob("*/data.py"),
    *(ROOT / "lessons").glob("*/numbers.py"),
    *(ROOT / "lessons").glob("*/question.py"),
    *(ROOT / "lessons").glob("*/snippet.py"),
    *(ROOT / "lessons").glob("*/state.py"),
]
WITHOUT_PLOTLY = [
    *(ROOT / "live").rglob("*.py"),
    *(ROOT / "core").rglob("*.py"),
    *(path for path in PACKAGE if "figures" not in path.parts),
    *(ROOT / "lessons").glob("*/numbers.py"),
]
NUMERIC = [
    module.name
    for module in pkgutil.walk_packages(bayeslab.__path__, prefix="bayeslab.")
    if not module.name.startswith(("bayeslab.figures", "bayeslab.widget"))
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


@pytest.fixture(scope="module")
def graph() -> Graph:
    return folder_graph()


def test_no_folder_imports_from_a_layer_above_it(graph: Graph) -> None:
    assert set(graph) == set(LAYERS)
    upward = [
        (folder, other)
        for folder, others in graph.items()
        for other in others
        if LAYERS.index(other) < LAYERS.index(folder)
    ]
    assert upward == []


def test_the_picture_in_the_contributors_guide_is_that_of_today(graph: Graph) -> None:
    (shown,) = BLOCK.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert shown == draw(graph), "run: python scripts/layers.py --write"


def test_layers_below_the_app_import_neither_streamlit_nor_where_they_compute_plotly() -> None:
    for package, paths in {"streamlit": WITHOUT_STREAMLIT, "plotly": WITHOUT_PLOTLY}.items():
        assert paths
        assert [name_of(path) for path in paths if package in imported_packages(path)] == []


def test_the_package_does_not_mention_the_app() -> None:
    app = re.compile(r"streamlit|\bvisitors?\b|\bserver\b|\bthe (app|lab|page)\b|\bEffort\b", re.I)
    assert PACKAGE
    assert [str(path) for path in PACKAGE if app.search(path.read_text(encoding="utf-8"))] == []


def test_only_one_folder_reads_and_writes_the_session_state() -> None:
    folders = {name.split("/")[0] for name in LAYERS}
    sources = [ROOT / "app.py", *(p for name in folders for p in (ROOT / name).rglob("*.py"))]
    users = {name_of(path.parent) for path in sources if uses_session_state(path)}
    assert users == {"ui/session"}


def test_numeric_modules_load_no_plotly_and_those_below_the_app_no_streamlit() -> None:
    code = """
import importlib, sys
sys.modules["streamlit"] = None
numeric, others = sys.argv[1].split(), sys.argv[2].split()
for name in numeric:
    importlib.import_module(name)
    if "plotly" in sys.modules:
        sys.exit(f"{name} loads plotly")
for name in others:
    importlib.import_module(name)
"""
    files = ("state.py", "data.py", "question.py")
    parts = [path for name in files for path in (ROOT / "lessons").glob(f"*/{name}")]
    others = [dotted(path) for path in (*parts, ROOT / "lessons" / "write_questions.py")]
    assert NUMERIC and parts
    command = [sys.executable, "-c", code, " ".join(NUMERIC), " ".join(others)]
    fresh = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert fresh.returncode == 0, fresh.stderr


def test_other_modules_use_no_name_with_an_underscore() -> None:
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in PACKAGE
        if path.name != "__init__.py"
    }
    folders = {name.split("/")[0] for name in LAYERS}
    sources = [ROOT / "app.py", *(p for name in folders for p in (ROOT / name).rglob("*.py"))]
    used = {use for path in sources for use in names_used(path, modules)}
    assert used
    assert [f"{module}.{name}" for module, name in sorted(used) if name.startswith("_")] == []


def names_used(path: Path, modules: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield what a file imports from some modules, or reads as their attributes."""
    nodes = list(ast.walk(parse(path)))
    known: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if node.module in modules:
                    yield str(node.module), alias.name
                elif (module := f"{node.module}.{alias.name}") in modules:
                    known[alias.asname or alias.name] = module
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in known:
                yield known[name], attribute


def test_no_test_module_imports_another() -> None:
    """What tests share stands in tests/helpers."""
    found = {
        name_of(path): imported
        for path in (ROOT / "tests").rglob("*.py")
        if (imported := {name for name in imported_packages(path) if name.startswith("test_")})
    }
    assert found == {}


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Wherever the imports stand: one inside a function does not break a circle."""
    folders = {name.split("/")[0] for name in LAYERS} - {"app"}
    modules = {dotted(path): path for name in folders for path in (ROOT / name).rglob("*.py")}
    imports = {
        module: {owner for name in imported_modules(path) if (owner := owner_of(name, modules))}
        for module, path in modules.items()
    }
    TopologicalSorter(imports).prepare()  # raises a CycleError that names the circle


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def owner_of(name: str, modules: Collection[str]) -> str:
    """Return the module of an imported name: itself, or the one that it stands in, or ""."""
    return next((each for each in (name, name.rpartition(".")[0]) if each in modules), "")
