"""The machine of the benchmarks; its import lets them import the project and the tests' helpers."""

import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path

__all__ = ["ROOT", "describe"]

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]


def describe(*packages: str) -> str:
    """Return what the numbers are measured on, with the versions of these packages."""
    versions = [f"Python {platform.python_version()}", *(f"{p} {version(p)}" for p in packages)]
    return (
        f"{platform.platform()}, {platform.machine()}, {os.cpu_count()} cores, "
        f"load {os.getloadavg()[0]:.1f}; {', '.join(versions)}\n"
    )
