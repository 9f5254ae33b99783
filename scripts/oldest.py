"""Tests of the package with the oldest dependencies that pyproject.toml allows.

They are pinned in requirements-oldest.txt and installed in build/oldest, once.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REQUIREMENTS = ROOT / "requirements-oldest.txt"
ENVIRONMENT = ROOT / "build" / "oldest"
PYTHON = ENVIRONMENT / "bin" / "python"
# Those of the estimators, and of what calls an internal of scikit-learn.
TESTS = ["discrete", "evaluation", "gaussian", "kernel_bayes", "regions", "small_data", "summed"]


def install() -> None:
    """Make the environment, unless it is there."""
    installed = ENVIRONMENT / "installed"
    wanted = REQUIREMENTS.read_bytes()
    if installed.is_file() and installed.read_bytes() == wanted:
        return
    print(f"Installing {REQUIREMENTS.name} into build/oldest (this happens once)", flush=True)
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    quiet = ["--quiet", "--disable-pip-version-check"]
    command = [str(PYTHON), "-m", "pip", "install", *quiet, "--require-hashes", "-r"]
    subprocess.run([*command, str(REQUIREMENTS)], check=True)
    installed.write_bytes(wanted)


def test() -> int:
    """Run the tests; return pytest's exit code."""
    options = ["-q", "--noconftest", "-p", "no:cacheprovider", "-p", "few_examples"]
    options += ["--override-ini=addopts=--strict-markers"]
    files = [f"tests/bayeslab/test_{name}.py" for name in TESTS]
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run(
        [str(PYTHON), "-m", "pytest", *options, *files],
        cwd=ROOT,
        env=os.environ | one_thread | {"PYTHONPATH": "tests/helpers"},
        check=False,
    ).returncode


if __name__ == "__main__":
    install()
    sys.exit(test())
