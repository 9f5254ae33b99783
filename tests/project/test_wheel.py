"""The wheel holds the numeric package and the notebook widget, all of both, and nothing else."""

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.metadata import Metadata

from core.wheel import ADDRESS, build_wheel, install_command
from source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
from widget_bundle import NEEDED, core_modules, exercises, rename

BUNDLE = Path("bayeslab", "widget", "bundle")
APP = {"app", "core", "lessons", "live", "pages", "streamlit", "ui"}


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and unpack it where nothing else of the project is."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def test_the_wheel_holds_every_module_of_the_package_and_nothing_else(unpacked: Path) -> None:
    files = {path.relative_to(unpacked) for path in unpacked.rglob("*.py")}
    assert files == {path.relative_to(ROOT) for path in (ROOT / "bayeslab").rglob("*.py")}
    assert {path.relative_to(unpacked / BUNDLE).as_posix() for path in bundled(unpacked)} == {
        *("__init__.py", "lab.js", "palette.json", "core/__init__.py"),
        *(f"core/{name}.py" for name in core_modules(NEEDED)),
        *(f"exercises/{path.name}" for path in exercises()),
    }
    assert {path.name.partition("-")[0] for path in unpacked.iterdir()} == {"bayeslab"}


def test_the_wheel_of_the_server_is_the_built_one(unpacked: Path, tmp_path: Path) -> None:
    (tmp_path / "served.whl").write_bytes(build_wheel())
    (built,) = unpacked.parent.glob("*.whl")
    assert f"/wheel/{built.name}" == ADDRESS
    metadata = []
    with ZipFile(tmp_path / "served.whl") as ours, ZipFile(built) as theirs:
        assert sorted(ours.namelist()) == sorted(theirs.namelist())
        for archive in (ours, theirs):
            (name,) = (each for each in archive.namelist() if each.endswith("/METADATA"))
            metadata.append(Metadata.from_email(archive.read(name), validate=True))
    for field in ("name", "version", "requires_python", "license_expression", "license_files"):
        assert getattr(metadata[0], field) == getattr(metadata[1], field)
    for field in ("requires_dist", "provides_extra"):
        ours, theirs = (sorted(map(str, getattr(each, field) or [])) for each in metadata)
        assert ours == [each for each in theirs if each != "app" and 'extra == "app"' not in each]


@pytest.mark.browser
def test_it_installs_from_the_server(server: str, tmp_path: Path) -> None:
    requirement = install_command(f"{server}/lab").split('"')[1].replace("[figures]", "")
    options = ["--no-deps", "--no-index", "--no-cache", "--target", str(tmp_path)]
    subprocess.run(
        [sys.executable, "-m", "uv", "pip", "install", *options, requirement],
        check=True,
        capture_output=True,
    )
    code = "import bayeslab; print(bayeslab.__file__)"
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout.startswith(str(tmp_path))


def bundled(folder: Path) -> list[Path]:
    return [path for path in (folder / BUNDLE).rglob("*") if path.is_file()]


def test_the_wheel_has_at_most_a_megabyte(unpacked: Path) -> None:
    (wheel,) = unpacked.parent.glob("*.whl")
    assert wheel.stat().st_size <= 1_000_000


def test_the_bundle_of_the_widget_is_that_of_this_source() -> None:
    for name in core_modules(NEEDED):
        source = (ROOT / "core" / f"{name}.py").read_text(encoding="utf-8")
        copy = (ROOT / BUNDLE / "core" / f"{name}.py").read_text(encoding="utf-8")
        assert copy == rename(source), "run: make wheel"
    for path in exercises():
        assert (ROOT / BUNDLE / "exercises" / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ("sys.modules['anywidget'] = None", 'run pip install "bayeslab[widget]".'),
        ("shutil.rmtree('bayeslab/widget/bundle')", "bayeslab.widget is not built: run make wheel"),
    ],
)
def test_a_widget_without_its_parts_says_what_is_missing(
    unpacked: Path, tmp_path: Path, missing: str, sentence: str
) -> None:
    shutil.copytree(unpacked / "bayeslab", tmp_path / "bayeslab")
    code = f"import shutil, sys\nsys.path.insert(0, '.')\n{missing}\nimport bayeslab.widget"
    command = [sys.executable, "-I", "-c", code]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert sentence in run.stderr.strip().splitlines()[-1]


def test_every_module_can_be_imported_where_the_app_is_absent(unpacked: Path) -> None:
    code = f"""
import importlib, pkgutil, sys
sys.modules |= dict.fromkeys({sorted(APP)})
sys.path.insert(0, {str(unpacked)!r})
import bayeslab
for module in pkgutil.walk_packages(bayeslab.__path__, "bayeslab."):
    importlib.import_module(module.name)
print(bayeslab.__file__)
"""
    command = [sys.executable, "-I", "-c", code]
    run = subprocess.run(command, cwd=unpacked, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert Path(run.stdout.strip()).is_relative_to(unpacked)


def test_nothing_inside_the_package_imports_from_its_top_level() -> None:
    inside = [*(ROOT / "bayeslab").rglob("*.py")]
    users = [path for path in inside if "\nfrom bayeslab import" in path.read_text("utf-8")]
    assert users == []
