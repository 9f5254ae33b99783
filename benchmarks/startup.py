"""Time the start: importing the package, and from the command to the first picture in a browser.

Run ``python benchmarks/startup.py`` from the root of the project; it takes about a minute. The
environment is warm: everything is installed and was run before. `make run` adds a fraction of a
second to check that.
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
NAMES = (
    "server answers",
    "lab drawn",
    "lab drawn for the next visitor",
    "first picture of Start",
    "Start drawn",
)
IMPORTS = ("numpy", "sklearn.svm", "bayeslab", "streamlit")


def time_import(module: str) -> float:
    """Return the seconds that a fresh interpreter takes to import a module, start included."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", f"import {module}"], cwd=ROOT, check=True)
    return time.perf_counter() - start


def time_pages(browser: Browser) -> tuple[float, ...]:
    """Return the seconds until what is named in NAMES; each visitor has nothing stored."""
    with TemporaryDirectory() as folder:
        start = time.perf_counter()
        with AppServer(Path(folder) / "log.txt") as server:
            answers = time.perf_counter() - start
            first = time_lab(browser, server.url)
            return (
                answers,
                answers + first,
                time_lab(browser, server.url),
                *time_start(browser, server.url),
            )


def time_lab(browser: Browser, url: str) -> float:
    """Return the seconds until a new visitor sees the points counted under the picture."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    start = time.perf_counter()
    page.goto(f"{url}/lab")
    page.get_by_role("status").filter(has_text="200 points").wait_for()
    seconds = time.perf_counter() - start
    page.close()
    return seconds


def time_start(browser: Browser, url: str) -> tuple[float, float]:
    """Return the seconds until Start shows its first picture, and until that can be dragged."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_function("() => document.querySelector('#first-picture img')?.complete")
    first = time.perf_counter() - start
    page.get_by_role("status").filter(has_text="100 points").wait_for()
    live = time.perf_counter() - start
    page.close()
    return first, live


def main() -> None:
    """Print the machine, the versions and the medians."""
    print(machine.describe("streamlit", "scikit-learn"))
    print("| what | seconds |\n|---|---|")
    for module in IMPORTS:
        seconds = statistics.median(time_import(module) for _ in range(REPEATS))
        print(f"| python -c 'import {module}' | {seconds:.2f} |")
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        times = [time_pages(browser) for _ in range(REPEATS)]
    for name, seconds in zip(NAMES, map(statistics.median, zip(*times, strict=True)), strict=True):
        print(f"| {name} | {seconds:.2f} |")


if __name__ == "__main__":
    main()
