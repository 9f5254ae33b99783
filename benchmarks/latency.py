"""Measure the latency of drawing in the lab, in Chromium.

Run ``python benchmarks/latency.py`` from the root of the project; it takes three minutes, with
``--quick`` (fewer releases) two. It starts the app and drives it with a real pointer.

The first table counts frames: while the pointer drags gamma, or a point, one change is made for
each frame of the browser, and each frame shows its change before the next one begins. The second
table counts them while the main thing in the picture of each lesson is moved. The third table gives
milliseconds from the release of the pointer, first to the paint of the final picture, then to the
table with all of its new numbers. Nothing may be sent to the server while the pointer is down.
"""

import argparse
import statistics
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, sync_playwright

import machine
from browser import launch_chromium
from lesson_drags import print_lessons
from server import AppServer

SIZES = (50, 300, 1000, 4990)  # the last one leaves room for a point that is dragged
SECONDS = 2.0  # of dragging
RELEASES, FEWER = 25, 10
PAUSE = 100  # ms after an answer
IDLE = """() =>
  document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning"
"""
ANSWERED = """() => times_.table && times_.painted &&
  document.querySelector("[data-testid=stApp]").dataset.testScriptState === "notRunning"
"""
# Drags gamma or the pressed pointer to and fro, one step for each frame, and counts the frames.
# Steps come from within the page: steps sent from outside wait for each other.
SWING = """(element, [what, seconds]) => new Promise((resolve) => {
  const { left, top, width, height } = element.getBoundingClientRect(), start = performance.now();
  const steps = {
    gamma: (share) => {
      element.value = 2 * share - 0.3;
      element.dispatchEvent(new Event("input"));
    },
    point: (share) => element.dispatchEvent(new PointerEvent("pointermove", {
      pointerId: 1, pointerType: "mouse",
      clientX: left + share * width, clientY: top + (0.2 + 0.6 * share) * height,
    })),
  };
  let frames = 0;
  const tick = () => {
    const passed = (performance.now() - start) / 1000;
    if (passed > seconds) return resolve(frames / passed);
    frames++;
    steps[what](0.2 + 0.6 * Math.abs(((passed / 2) % 2) - 1));
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})"""
# Notes when the pointer was released, when the next frame was painted, and when the table, in a
# shadow root, was complete.
WATCH = """() => {
  window.times_ = {};
  document.addEventListener("pointerup", () => {
    window.times_ = { up: performance.now() };
    requestAnimationFrame(() => setTimeout(() => { times_.painted = performance.now(); }));
  }, true);
  const roots = [...document.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot);
  const table = roots.find((root) => root?.querySelector(".accuracies"))?.querySelector("table");
  new MutationObserver(() => {
    if (table.ariaBusy === "false" && times_.up) times_.table ??= performance.now();
  }).observe(table, { attributes: true });
}"""


def open_page(page: Page, url: str) -> list[object]:
    """Open a page, wait for its table, and return the list of what it will send to the server."""
    messages: list[object] = []
    page.on(
        "websocket", lambda socket: socket.on("framesent", lambda frame: messages.append(frame))
    )
    page.goto(url)
    page.wait_for_selector("table[aria-busy=false]")
    page.wait_for_function(IDLE)
    page.wait_for_timeout(500)
    messages.clear()
    return messages


def middle_of(page: Page, selector: str) -> tuple[float, float, float, float]:
    """Return the box of an element, scrolled into view: left, top, width, height."""
    page.locator(selector).first.scroll_into_view_if_needed()
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


def drags(page: Page) -> dict[str, Callable[[float], tuple[float, float]]]:
    """Return two paths of the pointer: along gamma's slider, and with a point over the plane."""
    x, y, width, height = middle_of(page, "input[type=range][aria-label=gamma]")
    left, top, w, h = middle_of(page, "[role=application]")
    return {
        "gamma": lambda share: (x + share * width, y + height / 2),
        "point": lambda share: (left + share * w, top + (0.2 + 0.6 * share) * h),
    }


def count_frames(page: Page, url: str, n: int) -> dict[str, float]:
    """Return the frames a second while gamma and while a point is dragged."""
    messages = open_page(page, f"{url}/lab?n={n}")
    slider = page.get_by_role("slider", name="gamma", exact=True)
    plane = page.get_by_role("application")
    rates = {"gamma": slider.evaluate(SWING, ["gamma", SECONDS])}
    expect_silence(messages)
    slider.dispatch_event("change")
    page.wait_for_selector("table[aria-busy=false]")
    page.wait_for_timeout(1000)
    page.wait_for_function(IDLE)
    messages.clear()
    x, y, width, height = middle_of(page, "[role=application]")
    page.mouse.move(x + width / 2, y + height / 2)
    page.mouse.down()
    rates["point"] = plane.evaluate(SWING, ["point", SECONDS])
    expect_silence(messages)
    page.mouse.up()
    page.wait_for_function(IDLE)
    return rates


def expect_silence(messages: list[object]) -> None:
    """Fail if anything was sent to the server."""
    if messages:
        raise RuntimeError(f"{len(messages)} messages were sent while the pointer was down.")


def time_releases(
    page: Page, place: Callable[[float], tuple[float, float]], releases: int
) -> tuple[list[float], list[float]]:
    """Return the times from the release to the picture and to the table, in milliseconds."""
    page.evaluate(WATCH)
    pictures, tables = [], []
    for k in range(releases):
        page.wait_for_function(IDLE)
        page.mouse.move(*place(0.3 + 0.4 * (k % 2)))
        page.mouse.down()
        page.mouse.move(*place(0.3 + 0.4 * ((k + 1) % 2) + 0.002 * k), steps=4)
        page.mouse.up()
        page.wait_for_function(ANSWERED)
        page.wait_for_timeout(PAUSE)
        times: dict[str, Any] = page.evaluate("times_")
        pictures.append(times["painted"] - times["up"])
        tables.append(times["table"] - times["up"])
    return pictures, tables


def row(name: str, n: int, pictures: list[float], tables: list[float]) -> str:
    """Return medians and 95th percentiles as a row of the table."""
    cells = [
        f"{value:.0f}"
        for times in (pictures, tables)
        for value in (statistics.median(times), statistics.quantiles(times, n=20)[-1])
    ]
    return "| " + " | ".join([name, str(n), *cells]) + " |"


def main() -> None:
    """Print the machine, the versions and the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help=f"{FEWER} releases of each kind")
    releases = FEWER if parser.parse_args().quick else RELEASES
    print(machine.describe("streamlit", "numpy"))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        app = stack.enter_context(AppServer(folder / "log.txt")).url
        browser = launch_chromium(stack.enter_context(sync_playwright()))
        print(f"Chromium {browser.version}, headless, software rendering\n")

        def fresh() -> Page:
            return browser.new_page(viewport={"width": 1440, "height": 900})

        print("| points | frames a second, gamma | frames a second, a point |\n|---|---|---|")
        for n in SIZES:
            page = fresh()
            rates = count_frames(page, app, n)
            print(f"| {n} | {rates['gamma']:.0f} | {rates['point']:.0f} |", flush=True)
            page.close()
        print_lessons(fresh, app)
        print("\nFrom release to: | points | picture, median | p95 | table, median | p95 |")
        print("|---|---|---|---|---|---|")
        for n in SIZES[:2]:
            for what in ("gamma", "point"):
                page = fresh()
                open_page(page, f"{app}/lab?n={n}")
                times = time_releases(page, drags(page)[what], releases)
                print(row(f"lab, {what}", n, *times), flush=True)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
