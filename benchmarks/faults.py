"""Inject faults while visitors draw, and count the points that are lost.

Run ``python benchmarks/faults.py`` from the root of the project for all faults (some five minutes),
or name some of them: ``restart``, ``drops``, ``slow``, ``middrag``. ``python benchmarks/faults.py
replay --seconds 600`` lets visitors do random things on all pages instead, ``replay --actions 700``
so many, and then watches until the server has freed what they left. It starts the app itself and
talks to this machine only.

A visitor has what its browser would have: its address, its widgets and, in them, the last drawing
(``visitor.py``). After the fault it reconnects, to its old session if the server still has it. A
point is lost if the server then tells the drawing area anything but what was drawn last. A visitor
*responds* again when it has the answer to a run of the whole page. The seconds are counted from the
fault; those of the restart include the start of the server.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import machine
from actions import act, is_operable
from load import MOST_SECONDS, memory_of, points_with
from server import AppServer
from source import ROOT
from visitor import LOST, Visitor

RESTARTED, DROPPED, SLOW, DRAGGING = 50, 300, 20, 20  # visitors
AT_A_TIME = 20  # that open the lab before the fault
REPLAYERS, MOST_ACTIONS = 8, 100_000
UPKEEP, MARGIN = 60, 5  # seconds between two looks of the server for what can be freed; to be sure
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py") if path.stem != "main")


class Drawer(Visitor):
    """A visitor who draws, and knows what was drawn last."""

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, "lab", "n=200&folds=2")
        # A class has some drawings in common; the server computes each of them once.
        self.points = points_with((0.01 * (number % 20), 1.0), (1.0, 0.5))

    async def open(self, gate: asyncio.Semaphore) -> None:
        """Open the lab and draw."""
        async with gate:
            await self.connect()
            await self.run()
            await self.draw(points=self.points)

    @property
    def has_lost_points(self) -> bool:
        """Whether the server's points differ from those drawn last."""
        return bool(self.canvas_data.get("points") != self.points)


async def open_all(port: int, count: int) -> list[Drawer]:
    """Return visitors who have drawn."""
    drawers, gate = [Drawer(port, number) for number in range(count)], asyncio.Semaphore(AT_A_TIME)
    await asyncio.gather(*(drawer.open(gate) for drawer in drawers))
    return drawers


def report(name: str, drawers: list[Drawer], seconds: list[float]) -> None:
    """Print a line of the table."""
    p50, most = np.quantile(seconds, [0.5, 1.0])
    n_lost = sum(drawer.has_lost_points for drawer in drawers)
    wrong = sum(map(len, (drawer.exceptions for drawer in drawers)))
    print(f"| {name} | {len(drawers)} | {n_lost} | {wrong} | {p50:.1f} | {most:.1f} |", flush=True)


async def close(drawers: list[Drawer]) -> None:
    """Let everybody leave."""
    async with AsyncExitStack() as stack:
        for drawer in drawers:
            stack.push_async_exit(drawer)


async def restart(server: AppServer) -> None:
    """Kill the server while everybody has drawn, and start it again."""
    drawers = await open_all(server.port, RESTARTED)
    start = time.perf_counter()
    server.kill()
    coming = asyncio.gather(*(drawer.return_and_run() for drawer in drawers))
    await asyncio.to_thread(server.start)
    up = time.perf_counter() - start
    report(f"kill -9, server up after {up:.1f} s", drawers, await coming)
    await close(drawers)


async def drops(server: AppServer) -> None:
    """Cut all connections at once, without a word."""
    drawers = await open_all(server.port, DROPPED)
    for drawer in drawers:
        drawer.drop()
    seconds = await asyncio.gather(*(drawer.return_and_run() for drawer in drawers))
    report("all connections cut", drawers, seconds)
    await close(drawers)


async def slow(server: AppServer) -> None:
    """Let all visitors but one stop reading, and measure that one."""
    sleepers = await open_all(server.port, SLOW)
    for sleeper in sleepers:
        assert sleeper.socket is not None
        sleeper.socket.transport.pause_reading()
    drawings = [asyncio.create_task(sleeper.draw(points=sleeper.points)) for sleeper in sleepers]
    (quick,) = await open_all(server.port, 1)
    seconds = [await quick.draw(points=quick.points, gamma=2 + 0.1 * k) for k in range(10)]
    report(f"another visitor, beside {SLOW} that do not read", [quick], seconds)
    for sleeper in sleepers:
        assert sleeper.socket is not None
        sleeper.socket.transport.resume_reading()
    start = time.perf_counter()
    await asyncio.gather(*drawings)
    report(f"the {SLOW}, when they read again", sleepers, [time.perf_counter() - start])
    await close([*sleepers, quick])


async def middrag(server: AppServer) -> None:
    """Cut each connection after a drawing was sent and before it was answered."""
    drawers = await open_all(server.port, DRAGGING)
    for number, drawer in enumerate(drawers):
        drawer.points = points_with((0.02 * number, -1.0), (0.3, 0.3), (0.1, 0.2))
        answer = asyncio.create_task(drawer.draw(points=drawer.points))
        await asyncio.sleep(0.01 * (number % 4))
        drawer.drop()
        await asyncio.wait([answer])
        answer.exception()
    seconds = await asyncio.gather(*(drawer.return_and_run() for drawer in drawers))
    report("cut in the middle of a step", drawers, seconds)
    await close(drawers)


async def replay(server: AppServer, seconds: float, most: int) -> None:
    """Do random things on all pages, and print what memory the server holds meanwhile."""
    async with Visitor(server.port) as first:
        await first.run()
    before, start = memory_of([server]), time.monotonic()
    wandering = asyncio.gather(
        *(
            wander(server.port, random.Random(seed), start + seconds, most // REPLAYERS)
            for seed in range(REPLAYERS)
        )
    )
    largest = await largest_memory(server, wandering)
    elapsed = time.monotonic() - start
    print(f"{sum(await wandering)} actions by {REPLAYERS} visitors in {elapsed:.0f} s\n")
    await asyncio.sleep(UPKEEP + MARGIN)
    after = memory_of([server])
    print("| the server | MB |\n|---|---|")
    for when, size in (("before", before), ("at most", largest), ("when all have gone", after)):
        print(f"| {when} | {size / 1e6:.0f} |")


async def largest_memory(server: AppServer, work: asyncio.Future[Any]) -> int:
    """Return the most bytes that the server holds until the work is done."""
    largest = 0
    while not work.done():
        await asyncio.wait([work], timeout=1)
        largest = max(largest, memory_of([server]))
    return largest


async def wander(port: int, chance: random.Random, end: float, most: int) -> int:
    """Open pages, operate their widgets, and return the number of actions.

    Nothing is begun after the end.
    """
    actions = 0
    while time.monotonic() < end and actions < most:
        page = chance.choice(PAGES)
        try:
            async with Visitor(port, "" if page == "start" else page) as visitor:
                await visitor.run()
                for _ in range(chance.randint(3, 20)):
                    widgets = [proto for proto in visitor.elements if is_operable(proto)]
                    if not widgets or time.monotonic() > end or actions == most:
                        break
                    await visitor.set(act(chance.choice(widgets), chance))
                    actions += 1
                for text in visitor.exceptions:
                    print(f"Exception on {page}: {text}")
        except LOST as error:
            print(f"Connection lost on {page}: {error!r}")
    return actions


FAULTS: dict[str, Callable[[AppServer], Coroutine[Any, Any, None]]] = {
    "restart": restart,
    "drops": drops,
    "slow": slow,
    "middrag": middrag,
}


def main() -> None:
    """Read the options, start the app, break things."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", choices=[*FAULTS, "replay", []])
    parser.add_argument("--seconds", type=float, default=MOST_SECONDS)
    parser.add_argument("--actions", type=int, default=MOST_ACTIONS)
    options = parser.parse_args()
    if not 0 < options.seconds <= MOST_SECONDS:
        parser.error(f"use at most {MOST_SECONDS} seconds")
    print(machine.describe("streamlit", "numpy"))
    if "replay" not in options.parts:
        print("| fault | sessions | lost | exceptions | responding after s, half | all |")
        print("|---|---|---|---|---|---|")
    with TemporaryDirectory() as folder, AppServer(Path(folder) / "log.txt") as server:
        for part in options.parts or FAULTS:
            if part == "replay":
                asyncio.run(replay(server, options.seconds, options.actions))
            else:
                asyncio.run(FAULTS[part](server))
        log = server.log.read_text()
    print("Tracebacks in the server's log:", log.count("Traceback"))
    if "Traceback" in log:
        print(log[log.index("Traceback") :][:4000])


if __name__ == "__main__":
    main()
