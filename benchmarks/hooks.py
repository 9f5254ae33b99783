"""Measure what each hook into the internals of Streamlit and Plotly saves.

Run ``python benchmarks/hooks.py`` from the root of the project; it takes three minutes. The app and
the app without one hook do the same thing in turns, so that other work on the machine meets both.
Hooks that save nothing, but without which something fails, are not measured here:
``docs/streamlit.md`` names the tests that fail without them.
"""

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

import numpy as np
import plotly.graph_objects as go
from playwright.sync_api import Browser, sync_playwright

from bayeslab.figures import draw_heatmap
from browser import launch_chromium
from load import describe_machine, time_used_by
from server import AppServer
from ui import figure_packing
from visitor import Visitor

TURNS, STEPS = 5, 40  # turns of each server, and steps in each
VISITORS = 20
LOADS = 7  # of the lab in a browser
LATENCY = 40  # ms until an answer comes from a server in the same country
WITHOUT = "benchmarks/pages/without.py"

Pair = list[float]  # with the hook, and without it
Act = Callable[[Visitor, int], Awaitable[float]]


class Servers(AsyncExitStack):
    """The app with all hooks and the app without one of them."""

    def __init__(self, hook: str) -> None:
        super().__init__()
        folder = Path(self.enter_context(TemporaryDirectory()))
        environment = {"WITHOUT": hook}
        self.both = [
            self.enter_context(AppServer(folder / "with.txt")),
            self.enter_context(AppServer(folder / "without.txt", WITHOUT, (), environment)),
        ]


async def step(visitor: Visitor, k: int) -> float:
    """Let go of γ at a value that nobody has had."""
    return await visitor.draw(gamma=round(2.0 + 0.013 * k, 4))


async def lose_and_return(visitor: Visitor, _k: int) -> float:
    """Lose the connection, and come back."""
    visitor.drop()
    return await visitor.return_and_run()


async def count_processor_time(hook: str, act: Act) -> Pair:
    """Return the CPU-milliseconds of one action on each server."""
    async with Servers(hook) as servers:
        visitors = [
            await servers.enter_async_context(Visitor(each.port, "lab", "n=300"))
            for each in servers.both
        ]
        numbers, used = count(), [0.0, 0.0]
        for visitor in visitors:
            await visitor.run()
            await act(visitor, next(numbers))
        for _ in range(TURNS):
            for k, (server, visitor) in enumerate(zip(servers.both, visitors, strict=True)):
                before = time_used_by([server])
                for _ in range(STEPS):
                    await act(visitor, next(numbers))
                used[k] += time_used_by([server]) - before
        return [1e3 * seconds / (TURNS * STEPS) for seconds in used]


async def count_descriptors(hook: str) -> Pair:
    """Return the descriptors that each visitor takes."""
    async with Servers(hook) as servers:
        found = []
        for server in servers.both:
            before = psutil.Process(server.pid).num_fds()
            for _ in range(VISITORS):
                visitor = await servers.enter_async_context(Visitor(server.port, "lab"))
                await visitor.run()
            found.append((psutil.Process(server.pid).num_fds() - before) / VISITORS)
        return found


def time_lab(browser: Browser, url: str) -> float:
    """Return the milliseconds until a new visitor sees the lab drawn."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    network = {"offline": False, "latency": LATENCY, "downloadThroughput": -1}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {**network, "uploadThroughput": -1})
    start = time.perf_counter()
    page.goto(f"{url}/lab", wait_until="commit")
    page.get_by_role("status").filter(has_text="200 points").wait_for()
    milliseconds = 1e3 * (time.perf_counter() - start)
    page.close()
    return milliseconds


def time_opening(hook: str, browser: Browser) -> Pair:
    """Return the milliseconds until the lab is drawn in a browser with nothing stored."""
    times: list[list[float]] = [[], []]
    with TemporaryDirectory() as name:
        folder = Path(name)
        with (
            AppServer(folder / "with.txt") as own,
            AppServer(folder / "without.txt", WITHOUT, (), {"WITHOUT": hook}) as other,
        ):
            for _ in range(LOADS + 1):
                for server, taken in zip((own, other), times, strict=True):
                    taken.append(time_lab(browser, server.url))
    return [statistics.median(taken[1:]) for taken in times]  # the first one warms the server up


def time_packing() -> Pair:
    """Return the milliseconds in which a figure is packed, unvalidated and validated."""
    accuracies = np.random.default_rng(0).random((12, 12))
    names = [str(k) for k in range(12)]
    figure = draw_heatmap(accuracies, names, names, (3, 4))
    times: list[list[float]] = [[], []]
    for _ in range(TURNS * STEPS):
        start = time.process_time()
        figure_packing.pack(figure)
        between = time.process_time()
        go.Figure(figure_packing._shorten(figure.to_dict()))
        times[0].append(1e3 * (between - start))
        times[1].append(1e3 * (time.process_time() - between))
    return [statistics.median(taken) for taken in times]


def show(hook: str, about: str, pair: Pair) -> None:
    """Print a row."""
    own, other = pair
    share = f"{100 * (1 - own / other):.0f} %"
    print(f"| `{hook}` | {about} | {own:.3g} | {other:.3g} | {share} |", flush=True)


def main() -> None:
    """Print the machine and the table."""
    print(describe_machine())
    print("| hook | what is measured | with it | without it | saved |\n|---|---|---|---|---|")
    for hook in ("share_theme", "look_up_single_values"):
        pair = asyncio.run(count_processor_time(f"app.{hook}", step))
        show(hook, "a step of γ in the lab, CPU-ms", pair)
    pair = asyncio.run(count_processor_time("app.watch_no_files", lose_and_return))
    show("watch_no_files", "a visitor whose connection was lost, CPU-ms", pair)
    pair = asyncio.run(count_descriptors("app.give_no_event_loops"))
    show("give_no_event_loops", "descriptors for each visitor", pair)
    with sync_playwright() as playwright:
        pair = time_opening("ui.index_page.DRAWING_CHUNKS", launch_chromium(playwright))
    show("DRAWING_CHUNKS", f"the lab is drawn, {LATENCY} ms of latency, ms", pair)
    show("pack", "a figure is packed, CPU-ms", time_packing())


if __name__ == "__main__":
    main()
