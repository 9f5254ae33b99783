"""Show what a visitor of the lab costs the server, part by part, in processor time.

Run ``python benchmarks/load_parts.py`` from the root of the project; it takes half a minute. The
visitors of ``load.py`` do the same thing one after the other, so that nobody waits and no two runs
disturb each other: they open the lab, let go of gamma, add their first point, after which the page
shows other controls, and add another one. Then all of them stay without doing anything. In
``load.py`` these parts happen at the same time.
"""

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import machine
from load import POINTS, points_with, time_used_by
from server import AppServer
from visitor import Visitor

VISITORS, IDLE_SECONDS = 30, 5.0


def point_of(chance: random.Random) -> str:
    """Return the text of a drawing with one more point."""
    return points_with((chance.gauss(0, 1), chance.gauss(0, 1)))


async def measure(server: AppServer) -> None:
    """Print the table."""
    chance = random.Random(0)
    parts = {
        "open the lab": lambda visitor: visitor.run(),
        "a step of gamma": lambda visitor: visitor.draw(gamma=10 ** chance.uniform(-1, 2)),
        "the first point": lambda visitor: visitor.draw(points=point_of(chance)),
        "another point": lambda visitor: visitor.draw(points=point_of(chance)),
    }
    print("| part | CPU-ms a visitor |\n|---|---|")
    async with AsyncExitStack() as stack:
        visitors = [
            await stack.enter_async_context(Visitor(server.port, "lab", f"n={POINTS}&seed={seed}"))
            for seed in range(VISITORS)
        ]
        for part, act in parts.items():
            before = time_used_by([server])
            for visitor in visitors:
                await act(visitor)
            print(f"| {part} | {1e3 * (time_used_by([server]) - before) / VISITORS:.1f} |")
        before = time_used_by([server])
        await asyncio.sleep(IDLE_SECONDS)
        idle = 1e3 * (time_used_by([server]) - before) / VISITORS
    print(f"| {IDLE_SECONDS:g} s without doing anything | {idle:.1f} |")


def main() -> None:
    """Start the app, warm it up, and measure."""
    print(machine.describe("streamlit", "numpy"))
    with TemporaryDirectory() as folder, AppServer(Path(folder) / "log.txt") as server:
        asyncio.run(warm_up(server))
        asyncio.run(measure(server))


async def warm_up(server: AppServer) -> None:
    """Let one visitor do everything once."""
    async with Visitor(server.port, "lab") as first:
        await first.run()
        await first.draw(gamma=2.0)
        await first.draw(points=points_with())


if __name__ == "__main__":
    main()
