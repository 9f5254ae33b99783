"""Count the CPU time that the server spends on one run of each page, and on one step in the lab.

Run ``python benchmarks/rerun.py`` from the root of the project; it takes half a minute. The time is
that of the server's process, user and system, so other work on the machine hardly counts. Every
page is opened once, which fills the caches, and then run again. A step in the lab is a value of
gamma, or a point, that the server has not seen before.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import psutil

import machine
from bayeslab.data.datasets import DatasetSpec, load
from core.drawing import draw, encode_drawing
from server import AppServer
from visitor import Visitor

RUNS = 20
POINTS = 300

Step = Callable[[Visitor, int], Awaitable[float]]


async def again(visitor: Visitor, _k: int) -> float:
    """Run the page as it is."""
    return await visitor.run()


async def move_gamma(visitor: Visitor, k: int) -> float:
    """Let go of gamma at a value that nobody has had."""
    return await visitor.draw(gamma=round(2.0 + 0.013 * k, 4))


async def add_point(visitor: Visitor, k: int) -> float:
    """Add a point to the drawing."""
    moons = load(DatasetSpec("moons", n=POINTS))
    X = np.vstack([moons.X, np.random.default_rng(k).normal(size=(1, 2))])
    return await visitor.draw(points=encode_drawing(draw(X, np.append(moons.y, k % 2))))


async def count(server: psutil.Process, port: int, page: str, step: Step) -> tuple[float, float]:
    """Return CPU-milliseconds and kilobytes of one step."""
    query = f"n={POINTS}" if page == "lab" else ""
    async with Visitor(port, "" if page == "start" else page, query) as visitor:
        await visitor.run()
        await step(visitor, 0)
        before, bytes_before = cpu_seconds(server), visitor.bytes_received
        for k in range(1, RUNS + 1):
            await step(visitor, k)
        if visitor.exceptions:
            raise RuntimeError(f"{page} failed: {visitor.exceptions[0]}")
        cost, n_bytes = cpu_seconds(server) - before, visitor.bytes_received - bytes_before
    return 1e3 * cost / RUNS, n_bytes / 1e3 / RUNS


def cpu_seconds(server: psutil.Process) -> float:
    """Return the CPU time that the server has used."""
    times = server.cpu_times()
    return float(times.user + times.system)


def main() -> None:
    """Print the machine, the versions and the table."""
    print(machine.describe("streamlit", "numpy"))
    print(f"| page, {POINTS} points | CPU-ms | kB sent |\n|---|---|---|")
    steps: list[tuple[str, str, Step]] = [
        ("start", "start", again),
        ("lab", "lab", again),
        ("lab, a step of gamma", "lab", move_gamma),
        ("lab, a point", "lab", add_point),
    ]
    with TemporaryDirectory() as folder, AppServer(Path(folder) / "log.txt") as server:
        process = psutil.Process(server.pid)
        for name, page, step in steps:
            cpu, kilobytes = asyncio.run(count(process, server.port, page, step))
            print(f"| {name} | {cpu:.0f} | {kilobytes:.0f} |")


if __name__ == "__main__":
    main()
