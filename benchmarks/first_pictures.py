"""Time how soon a visitor can play with the picture of a page: Start, the lab, each lesson.

Run ``python benchmarks/first_pictures.py`` from the root of the project; it takes three minutes,
with ``--quick`` (each page twice and not five times) one and a half. The server is warm, and each
visitor comes with an empty browser, as a pupil does. The table has medians:

- the seconds from asking for the page until the picture that answers the pointer is painted;
- the processor time of the browser's main thread until then, which says more on a busy machine;
- what has moved until everything was there, by the measure of browsers (layout shift);
- the scripts asked for by then, and how large they are.
"""

import argparse
import statistics
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

import machine
from browser import PAGE_IS_COMPLETE, PATIENCE, launch_chromium
from lessons import LESSONS
from server import AppServer

PAGES = ("", "lab", *(lesson.stem for lesson in LESSONS))
REPEATS, FEWER = 5, 2
# A canvas has another width than at first once it has been painted. Lesson 10 has buttons in
# place of a picture.
WATCH = """
window.times_ = {};
window.shift_ = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) shift_ += value;
}).observe({ type: "layout-shift", buffered: true });
const live = () => [...document.querySelectorAll(
  ".st-key-hunt-tests button, :is(.st-key-hero, .st-key-canvas, .st-key-picture) *"
)].some((element) => {
  const { shadowRoot } = element;
  const canvas = shadowRoot?.querySelector("canvas");
  return element.matches(".st-key-hunt-tests button") || (canvas && canvas.width !== 300);
});
const look = () => {
  if (live()) {
    times_.live = performance.now();
    times_.scripts = performance.getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .map(({ decodedBodySize }) => decodedBodySize);
    return;
  }
  requestAnimationFrame(look);
};
look();
"""


def open_once(browser: Browser, address: str) -> dict[str, Any]:
    """Return what a new visitor's browser measures."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.add_init_script(WATCH)
    page.set_default_timeout(PATIENCE)
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(address)
    page.wait_for_function("() => times_.live")
    busy = {
        each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]
    }
    page.wait_for_function(PAGE_IS_COMPLETE)
    times: dict[str, Any] = page.evaluate("() => ({ ...times_, shift: shift_ })")
    page.close()
    return times | {"busy": 1000 * busy["TaskDuration"]}


def row(name: str, visits: Sequence[dict[str, Any]]) -> str:
    """Return the medians of a page as a row of the table."""
    live, busy, shift = (
        statistics.median(visit[key] for visit in visits) for key in ("live", "busy", "shift")
    )
    scripts = visits[-1]["scripts"]
    seconds = [f"{time / 1000:.2f}" for time in (live, busy)]
    cells = [*seconds, f"{shift:.3f}", str(len(scripts)), f"{sum(scripts) / 1e6:.1f}"]
    return "| " + " | ".join([name or "start", *cells]) + " |"


def main() -> None:
    """Print the machine and the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help=f"{FEWER} visits of each page")
    repeats = FEWER if parser.parse_args().quick else REPEATS
    print(machine.describe("streamlit"))
    print("| page | live picture, s | CPU-s | layout shift | scripts | MB |")
    print("|---|---:|---:|---:|---:|---:|")
    with (
        TemporaryDirectory() as folder,
        AppServer(Path(folder) / "log.txt") as server,
        sync_playwright() as playwright,
    ):
        browser = launch_chromium(playwright)
        open_once(browser, server.url)
        for name in PAGES:
            address = f"{server.url}/{name}"
            open_once(browser, address)
            print(row(name, [open_once(browser, address) for _ in range(repeats)]), flush=True)


if __name__ == "__main__":
    main()
