"""What a stranger relies on before any code runs: the locks, the metadata, the commands."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import bayeslab
from source import ROOT, imported_packages

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKS = ["requirements.txt", "requirements-dev.txt", "requirements-oldest.txt"]
LOCKED = re.compile(r"[a-z0-9.-]+==[^ ;]+( ; [^;@]+?)?(\s+--hash=sha256:[0-9a-f]{64})+")
WIDGET = ROOT / "bayeslab" / "widget"
OWN_CODE = ["bayeslab", "core", "lessons", "live", "offline", "pages", "ui", "web", "app"]

# Files made by a tool or by the desktop are not the project's.
NOT_OURS = re.compile(r"\.git|\.?venv|\.hypothesis|\.idea|\.vscode|.*_cache|__pycache__|build|dist")
TEXT = {"", ".css", ".html", ".js", ".md", ".py", ".sh", ".svg", ".toml", ".txt", ".yml"}
# Places of one machine; package registries. Written so that the patterns do not match themselves.
TIED_TO_A_PLACE = re.compile(
    r"(?<![\w.])/(?:home|Users|root|work|mnt)/\w"
    r"|index[-]url|find[-]links|files\.pythonhosted|pypi\.org/simple|registry\.npmjs"
)


def read_lock(name: str) -> list[str]:
    """Return the requirements of a lock, each with its hashes, as one line."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    return [line.strip() for line in text.splitlines() if not line.startswith("#")]


def declared(*extras: str) -> set[str]:
    """Return the names of the distributions that pyproject.toml asks for."""
    optional = PROJECT["optional-dependencies"]
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in optional[extra])]
    return {canonicalize_name(Requirement(line).name) for line in lines}


def imported_distributions(paths: Iterable[Path]) -> set[str]:
    """Return the names of the distributions that source files import."""
    modules = set().union(*map(imported_packages, paths)) - {*sys.stdlib_module_names, *OWN_CODE}
    owners = packages_distributions()
    return {canonicalize_name(owners[module][0]) for module in modules}


def project_files() -> Iterator[Path]:
    for folder, subfolders, names in os.walk(ROOT):
        subfolders[:] = [name for name in subfolders if not NOT_OURS.fullmatch(name)]
        yield from (
            Path(folder, name)
            for name in names
            if Path(name).suffix in TEXT and not NOT_OURS.fullmatch(name)
        )


def documented_commands(name: str) -> set[str]:
    """Return what a document tells its reader to `make`, in code blocks and inline code."""
    text = (ROOT / name).read_text(encoding="utf-8")
    code = re.findall(r"```.*?```|`[^`\n]+`", text, flags=re.DOTALL)
    return set(re.findall(r"\bmake ([a-z]+)", "\n".join(code)))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_each_version_with_hashes_and_names_no_address(lock: str) -> None:
    assert [line for line in read_lock(lock) if not LOCKED.fullmatch(line)] == []


def test_tests_run_on_the_versions_that_users_get() -> None:
    app, dev, _ = (set(read_lock(lock)) for lock in LOCKS)
    assert app < dev


def test_the_oldest_versions_are_the_lower_bounds() -> None:
    oldest = [line.partition(" ")[0] + "." for line in read_lock("requirements-oldest.txt")]
    for line in PROJECT["dependencies"]:
        name, _, bound = line.partition(",")[0].partition(">=")
        assert any(pinned.startswith(f"{name}=={bound}.") for pinned in oldest), line


def test_the_library_declares_exactly_what_it_imports() -> None:
    sources = (ROOT / "bayeslab").rglob("*.py")
    extras = {ROOT / "bayeslab" / "figures", WIDGET}
    numeric = [path for path in sources if not extras & set(path.parents)]
    assert imported_distributions(numeric) == declared()


def test_figures_import_only_what_their_extra_brings() -> None:
    figures = list((ROOT / "bayeslab" / "figures").glob("*.py"))
    assert imported_distributions(figures) <= declared("figures")


def test_the_widget_imports_only_what_its_extra_brings() -> None:
    widget = list(WIDGET.rglob("*.py"))
    brought = declared("widget") | {"ipywidgets", "traitlets"}  # anywidget's own
    assert imported_distributions(widget) <= brought


def test_every_import_of_the_app_is_declared_and_locked() -> None:
    sources = [
        ROOT / "app.py",
        *(path for layer in OWN_CODE for path in (ROOT / layer).rglob("*.py")),
    ]
    sources = [path for path in sources if WIDGET not in path.parents]
    imported = imported_distributions(sources)
    locked = {line.partition("==")[0] for line in read_lock("requirements.txt")}
    optional = declared("slides")  # the app says where it is missing
    assert imported <= declared("figures", "app") | optional
    assert imported - optional <= locked


def test_no_file_is_tied_to_a_machine_or_a_registry() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in project_files()
        for match in TIED_TO_A_PLACE.finditer(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert found == []


def test_the_version_is_the_same_everywhere() -> None:
    version = PROJECT["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## \[?(\d+\.\d+\.\d+)", changelog, flags=re.MULTILINE)
    assert released[0] == version
    assert bayeslab.__version__ == version


def test_the_documented_commands_are_those_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):.*## ", makefile, flags=re.MULTILINE))
    readme, contributing = documented_commands("README.md"), documented_commands("CONTRIBUTING.md")
    assert {"run", "test"} <= readme
    assert readme | contributing == targets - {"help"}


def test_the_example_of_the_readme_prints_what_it_says() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)[-1]
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code], cwd=ROOT, capture_output=True, text=True
    )
    assert run.stdout.strip() == code.strip().rpartition("# ")[2], run.stderr


def test_names_of_tests_have_at_most_80_characters() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    names = re.findall(r"^(?:async )?def (test_\w+)", "\n".join(sources), re.MULTILINE)
    assert names
    assert [name for name in names if len(name) > 80] == []
