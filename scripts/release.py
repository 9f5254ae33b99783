"""Build and check the distributions: ``make release``. It uploads nothing.

Wheel and sdist go to ``dist/release/``. Each is installed in a clean environment, the wheel with
the newest and with the oldest versions that pyproject.toml allows. There a small user program
runs, and a type checker reads it, which needs ``py.typed``. The tests of the package run with the
oldest versions in ``make check``.
"""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PROJECT = ROOT / "pyproject.toml"
TARGET = ROOT / "dist" / "release"
UV = [sys.executable, "-m", "uv"]
NEWEST, OLDEST = "highest", "lowest-direct"
# As a user would write it, with types that the package has to know.
PROGRAM = '''"""A program of a user of the package."""

from importlib.metadata import version
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

import bayeslab
from bayeslab import DatasetSpec, KernelBayes, decision_regions, load
from bayeslab.evaluation import EvaluationSpec, cross_validated_accuracy
from bayeslab.figures import draw_regions

moons = load(DatasetSpec("moons"))
model = KernelBayes("II", gamma=5.0).fit(moons.X, moons.y)
scores: NDArray[np.float64] = model.decision_function(moons.X)
accuracy = cross_validated_accuracy(model, moons.X, moons.y, EvaluationSpec("k-fold"))
regions = decision_regions(model, (-2.0, 2.0, -2.0, 2.0), resolution=50)
figure = draw_regions(
    *(regions.x1, regions.x2, regions.label, regions.strength, moons.X, moons.y),
    class_names=moons.class_names,
)
if not accuracy.mean > 0.9 or not figure.data or scores.shape != (200,):
    raise SystemExit("the package does not work")
if not files("bayeslab").joinpath("py.typed").is_file():
    raise SystemExit("py.typed is missing: a type checker would not read the package")
if bayeslab.__version__ != version("bayeslab"):
    raise SystemExit("the version of the package is not that of its metadata")
print(f"bayeslab {bayeslab.__version__} works, numpy {np.__version__}")
'''
# The type checker must refuse this; if it does not, it does not see the package's types.
MISTAKE = '\nwrong: int = KernelBayes("II").project([[0.0, 0.0]])\n'


def run(command: list[str], where: Path = ROOT, *, fails: bool = False) -> None:
    """Run a command and show its output; exit if it does not do what is expected."""
    process = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    if (process.returncode != 0) != fails:
        expected = "did not fail" if fails else "failed"
        sys.exit(f"{process.stdout}{process.stderr}\nbayeslab: {' '.join(command)} {expected}")
    if not fails:
        print(process.stdout.strip() or f"ok: {' '.join(command[:6])}", flush=True)


def build() -> list[Path]:
    """Build sdist and wheel; return both."""
    shutil.rmtree(TARGET, ignore_errors=True)
    run([sys.executable, "-m", "hatchling", "build", "-d", str(TARGET)])
    run([*UV, "tool", "run", "--from", "twine==7.*", "twine", "check", "--strict", *files()])
    return [Path(name) for name in files()]


def files() -> list[str]:
    """Return the files that were built."""
    return [str(path) for path in sorted(TARGET.iterdir())]


def python_of(environment: Path) -> Path:
    """Return the Python of a virtual environment."""
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def frozen(python: Path) -> list[str]:
    """Return the packages installed for a Python, as ``name==version``."""
    command = [*UV, "pip", "freeze", "--quiet", "--python", str(python)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def check_bounds(installed: list[str]) -> None:
    """Exit unless the dependencies have the oldest versions that pyproject.toml allows."""
    for line in tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]:
        name, _, bound = line.partition(",")[0].partition(">=")
        if not any(f"{package}.".startswith(f"{name}=={bound}.") for package in installed):
            sys.exit(f"bayeslab: {name} {bound} is declared to be enough, and was not installed")


def try_out(distribution: Path, resolution: str, folder: Path) -> None:
    """Install a distribution in a clean environment, and run and check a user's program."""
    environment = folder / f"{distribution.suffix[1:]}-{resolution}"
    python = python_of(environment)
    run([*UV, "venv", "--quiet", "--python", sys.executable, str(environment)])
    install = [*UV, "pip", "install", "--quiet", "--python", str(python)]
    if (
        resolution == OLDEST
    ):  # of a wheel all dependencies are indirect, so they are named before it
        run([*install, "--resolution", OLDEST, "-r", str(PROJECT), "--extra", "figures"])
        run([*install, "--no-deps", str(distribution)])
        check_bounds(frozen(python))
    else:
        run([*install, f"bayeslab[figures] @ {distribution.as_uri()}"])
    program = environment / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    run([str(python), "-X", "utf8", "-I", str(program)], environment)
    check = [sys.executable, "-m", "pyrefly", "check", "--preset", "strict"]
    check += ["--python-interpreter-path", str(python)]
    run([*check, str(program)], environment)
    mistake = environment / "mistaken.py"
    mistake.write_text(PROGRAM + MISTAKE, encoding="utf-8")
    run([*check, str(mistake)], environment, fails=True)


def main() -> None:
    """Build both, and try each out."""
    sdist, wheel = sorted(build(), key=lambda path: path.suffix == ".whl")
    with TemporaryDirectory() as folder:
        for resolution in (NEWEST, OLDEST):
            try_out(wheel, resolution, Path(folder))
        try_out(sdist, NEWEST, Path(folder))
    print(f"{wheel.name} and {sdist.name} in dist/release are ready; nothing was uploaded")


if __name__ == "__main__":
    main()
