"""What a stranger relies on before any code runs: the locks, the metadata, the commands."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import bayeslab

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKS = ["requirements.txt", "requirements-dev.txt"]
LOCKED = re.compile(r"(?P<name>[a-z0-9.-]+)==[^ ;]+( ; [^;@]+?)?(\s+--hash=sha256:[0-9a-f]{64})+")
OWN_CODE = ["bayeslab", "pages", "ui", "app"]

# Files made by a tool or by the desktop are not the project's.
NOT_OURS = {".git", ".venv", ".hypothesis", "__pycache__", "build", "dist", ".idea", ".vscode"}
TEXT = {"", ".css", ".html", ".js", ".md", ".py", ".sh", ".svg", ".toml", ".txt", ".yml"}
# Places of one machine; package registries. Written so that the patterns do not match themselves.
TIED_TO_A_PLACE = re.compile(
    r"(?<![\w.])/(?:home|Users|root|work|mnt)/\w"
    r"|index[-]url|find[-]links|files\.pythonhosted|pypi\.org/simple|registry\.npmjs"
)


def read_lock(name: str) -> list[str]:
    """Return the requirements of a lock, each with its hashes, as one line."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def declared(*extras: str) -> set[str]:
    """Return the names of the distributions that pyproject.toml asks for."""
    optional = PROJECT["optional-dependencies"]
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in optional[extra])]
    return {canonicalize_name(Requirement(line).name) for line in lines}


def imported_distributions(paths: list[Path]) -> set[str]:
    """Return the names of the distributions that source files import."""
    modules: set[str] = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                modules.add(node.module.partition(".")[0])
    modules -= {*sys.stdlib_module_names, *OWN_CODE}
    owners = packages_distributions()
    return {canonicalize_name(owners[module][0]) for module in modules}


def project_files() -> list[Path]:
    return [
        path
        for path in ROOT.rglob("*")
        if path.is_file()
        and path.suffix in TEXT
        and not any(
            part in NOT_OURS or part.endswith("_cache") for part in path.relative_to(ROOT).parts
        )
    ]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_each_version_with_hashes_and_names_no_address(lock: str) -> None:
    assert [line for line in read_lock(lock) if not LOCKED.fullmatch(line.strip())] == []


def test_tests_run_on_the_versions_that_users_get() -> None:
    app, dev = (set(map(str.strip, read_lock(lock))) for lock in LOCKS)
    assert app < dev


def test_the_library_declares_exactly_what_it_imports() -> None:
    numeric = [path for path in (ROOT / "bayeslab").rglob("*.py") if path.stem != "figures"]
    assert imported_distributions(numeric) == declared()


def test_figures_import_only_what_their_extra_brings() -> None:
    figures = [ROOT / "bayeslab" / "figures.py"]
    assert imported_distributions(figures) <= declared("figures")


def test_every_import_of_the_app_is_declared_and_locked() -> None:
    sources = [
        ROOT / "app.py",
        *(path for name in OWN_CODE for path in (ROOT / name).rglob("*.py")),
    ]
    imported = imported_distributions(sources)
    locked = {line.partition("==")[0] for line in read_lock("requirements.txt")}
    assert imported <= declared("figures", "app")
    assert imported <= locked


def test_no_file_is_tied_to_a_machine_or_a_registry() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in project_files()
        for match in TIED_TO_A_PLACE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_the_version_is_the_same_everywhere() -> None:
    version = PROJECT["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## \[?(\d+\.\d+\.\d+)", changelog, flags=re.MULTILINE)
    assert released[0] == version
    assert getattr(bayeslab, "__version__", version) == version


def test_the_documented_commands_are_those_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):.*## ", makefile, flags=re.MULTILINE))
    readme, contributing = (
        set(re.findall(r"\bmake ([a-z]+)\b(?=[^\n]*`|\s*$)", text, flags=re.MULTILINE))
        for text in (
            (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")
        )
    )
    assert {"run", "test"} <= readme <= targets
    assert contributing <= targets
    assert targets - {"help"} <= readme | contributing
