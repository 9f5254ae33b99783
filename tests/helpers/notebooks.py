"""JupyterLab and marimo in an environment of their own, with the wheel as a user installs it.

They are no part of `.venv`, where they would cost everybody seconds and a hundred packages: the
first test that needs them makes `build/notebooks`, which stays; the wheel is built anew.
"""

import os
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from server import find_free_port
from source import ROOT

__all__ = ["ENVIRONMENT", "build_wheel", "install", "serve"]

ENVIRONMENT = ROOT / "build" / "notebooks"
PYTHON = ENVIRONMENT / "bin" / "python"
SECONDS_TO_START = 120


def build_wheel(folder: Path) -> Path:
    """Return the wheel of the package, built into a folder."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, *others: str, environment: Path = ENVIRONMENT) -> None:
    """Install `wheel[widget]` and other packages into an environment, made where there is none."""
    if not (environment / "bin" / "python").exists():
        _run("venv", "--quiet", "--python", sys.executable, str(environment))
    packages = [f"bayeslab[widget] @ {wheel.as_uri()}", *others]
    python = str(environment / "bin" / "python")
    again = ("--reinstall-package", "bayeslab")
    _run("pip", "install", "--quiet", "--python", python, *again, *packages)


def _run(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "uv", *words], check=True, capture_output=True, cwd=ROOT)


@contextmanager
def serve(folder: Path, *command: str) -> Generator[str]:
    """Run a notebook's server in a folder; `command` is what follows `python -m`, without a port.

    Yields its address. Nothing is read from, or written to, the settings of this machine's user.
    """
    port = find_free_port()
    url, home = f"http://127.0.0.1:{port}", folder / "home"
    home.mkdir(exist_ok=True)
    own = {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_STATE_HOME": str(home)}
    log = folder / "server.log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [str(PYTHON), "-m", *command, f"--port={port}"],
            cwd=folder,
            env={**os.environ, **own},
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(url, process, log)
        yield url
    finally:
        process.terminate()
        process.wait()


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            with urlopen(url, timeout=5):
                return
        except (URLError, OSError):
            pass
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise RuntimeError(f"The notebook's server did not start. It said:\n{log.read_text()}")
        time.sleep(0.1)
