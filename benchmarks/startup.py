"""Time the start: importing the package, and from the command to the lab in a browser.

Run ``python benchmarks/startup.py`` from the root of the project; it takes half a minute. The
environment is warm: everything is installed and was run before. `make run` adds a fraction of a
second to check that. The wait on a server that runs already is in ``first_pictures.py``.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

import machine
from browser import launch_chromium
from server import AppServer
from source import ROOT

REPEATS = 3
NAMES = ("server answers", "lab drawn")
IMPORTS = ("numpy", "sklearn.svm", "bayeslab", "streamlit")


def time_import(module: str) -> float:
    """Return the seconds that a fresh interpreter takes to import a module, start included."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", f"import {module}"], cwd=ROOT, check=True)
    return time.perf_counter() - start


def time_server(browser: Browser) -> tuple[float, float]:
    """Return the seconds until what is named in NAMES; the visitor has nothing stored."""
    with TemporaryDirectory() as folder:
        start = time.perf_counter()
        with AppServer(Path(folder) / "log.txt") as server:
            answers = time.perf_counter() - start
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(f"{server.url}/lab")
            page.get_by_role("status").filter(has_text="200 points").wait_for()
            drawn = time.perf_counter() - start
            page.close()
            return answers, drawn


def main() -> None:
    """Print the machine, the versions and the medians."""
    print(machine.describe("streamlit", "scikit-learn"))
    print("| what | seconds |\n|---|---|")
    for module in IMPORTS:
        seconds = statistics.median(time_import(module) for _ in range(REPEATS))
        print(f"| python -c 'import {module}' | {seconds:.2f} |")
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        times = [time_server(browser) for _ in range(REPEATS)]
    for name, seconds in zip(NAMES, map(statistics.median, zip(*times, strict=True)), strict=True):
        print(f"| {name} | {seconds:.2f} |")


if __name__ == "__main__":
    main()
