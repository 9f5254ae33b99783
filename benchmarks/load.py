"""Simulate a class in the lab: measure response times, and memory per session.

Run ``python benchmarks/load.py`` from the root of the project: 100 sessions for a minute. With
``--opening 3`` all of them arrive within three seconds instead of twenty; with ``--seconds 0`` they
leave when they have seen the lab.

It starts the app itself and talks to this machine only; the numbers of sessions and seconds are
bounded.

Each session is a visitor who opens the lab with 200 points and then, with pauses for thought, lets
go of gamma or adds a point. No two do the same, so nobody profits from what the server has
computed for another: a class that follows a teacher is cheaper. All visitors are one process. What
it takes of a core is printed beside what the app takes: if that were nearly all, the benchmark
would measure itself.
"""

import argparse
import asyncio
import random
import time
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import psutil

import machine
from bayeslab.data.datasets import DatasetSpec, load
from core.drawing import draw, encode_drawing
from rerun import cpu_seconds
from server import AppServer
from visitor import LOST, Visitor

MOST_SESSIONS, MOST_SECONDS = 1000, 600
POINTS = 200
OPENING = "open the lab"

MOONS = load(DatasetSpec("moons", n=POINTS))


class Log:
    """Seconds of every step, by its name, and what went wrong.

    The steps of those who work while others still open their labs stand by themselves: opening
    costs more than working.
    """

    def __init__(self) -> None:
        self.steps: list[tuple[str, float, float]] = []  # name, when it ended, seconds
        self.start = self.last_open = time.monotonic()
        self.errors: list[str] = []

    def note(self, name: str, seconds: float) -> None:
        """Write down a step that has just ended."""
        self.steps.append((name, time.monotonic(), seconds))
        if name == OPENING:
            self.last_open = time.monotonic()

    def __str__(self) -> str:
        """Return the table."""
        rows: defaultdict[str, list[float]] = defaultdict(list)
        for name, end, seconds in self.steps:
            is_early = name != OPENING and end - seconds < self.last_open
            rows[f"{name}, while others open" if is_early else name].append(seconds)
        lines = ["| step | count | p50 ms | p95 ms | max ms |", "|---|---|---|---|---|"]
        for name, times in sorted(rows.items()):
            p50, p95, most = 1e3 * np.quantile(times, [0.5, 0.95, 1.0])
            lines.append(f"| {name} | {len(times)} | {p50:.0f} | {p95:.0f} | {most:.0f} |")
        return "\n".join(lines)


def points_with(*extra: tuple[float, float]) -> str:
    """Return the text of a drawing: moons, and a few points more."""
    X = np.vstack([MOONS.X, np.array(extra).reshape(-1, 2)])
    return encode_drawing(draw(X, np.append(MOONS.y, np.arange(len(extra)) % 2)))


async def step(visitor: Visitor, chance: random.Random, log: Log) -> None:
    """Let go of gamma, or add a point."""
    if chance.random() < 0.5:
        log.note("gamma", await visitor.draw(gamma=round(10 ** chance.uniform(-1, 2), 4)))
    else:
        point = (chance.gauss(0, 1), chance.gauss(0, 1))
        log.note("a point", await visitor.draw(points=points_with(point)))


async def attend(port: int, seed: int, options: argparse.Namespace, end: float, log: Log) -> None:
    """Open the lab and work in it until the end."""
    chance = random.Random(seed)
    await asyncio.sleep(chance.uniform(0, options.opening))
    try:
        async with Visitor(port, "lab", f"n={POINTS}&seed={seed}") as visitor:
            log.note(OPENING, await visitor.run())
            while (pause := options.think * chance.uniform(0.5, 1.5)) < end - time.monotonic():
                await asyncio.sleep(pause)
                await step(visitor, chance, log)
            log.errors.extend(visitor.exceptions)
    except LOST as error:
        log.errors.append(repr(error))


async def load_with(server: AppServer, options: argparse.Namespace) -> None:
    """Run a class, and print what a run and a session cost."""
    async with Visitor(server.port, "lab") as first:
        await first.run()
    log, memory = Log(), memory_of(server)
    before, own = time_used_by(server), time.process_time()
    end = log.start + options.opening + options.seconds
    await asyncio.gather(
        *(attend(server.port, seed, options, end, log) for seed in range(1, options.sessions + 1))
    )
    runs = len(log.steps)
    elapsed = time.monotonic() - log.start
    cost, own = time_used_by(server) - before, time.process_time() - own
    growth = memory_of(server) - memory
    print(log)
    print(f"\nErrors: {len(log.errors)} {log.errors[:3] or ''}")
    print(f"{runs / elapsed:.1f} runs a second; {1e3 * cost / runs:.0f} CPU-ms a run")
    print(
        f"The app used {100 * cost / elapsed:.0f} % of one core, "
        f"the visitors {100 * own / elapsed:.0f} %."
    )
    print(f"The last lab was open {log.last_open - log.start:.1f} s after the first visitor came.")
    print(f"Memory: {growth / 1e6 / options.sessions:.2f} MB a session, caches included")


def memory_of(server: AppServer) -> int:
    """Return the bytes that the server holds."""
    return psutil.Process(server.pid).memory_info().rss


def time_used_by(server: AppServer) -> float:
    """Return the seconds of CPU time that the server has used."""
    return cpu_seconds(psutil.Process(server.pid))


def main() -> None:
    """Read the options, start the app, measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, default=10.0)
    parser.add_argument("--opening", type=float, default=20.0)
    options = parser.parse_args()
    if not 1 <= options.sessions <= MOST_SESSIONS:
        parser.error(f"use 1 to {MOST_SESSIONS} sessions")
    if not 0 <= options.seconds <= MOST_SECONDS or min(options.think, options.opening) <= 0:
        parser.error(f"use at most {MOST_SECONDS} seconds, and positive pauses")
    print(machine.describe("streamlit", "numpy"))
    with TemporaryDirectory() as folder, AppServer(Path(folder) / "log.txt") as server:
        asyncio.run(load_with(server, options))
        print("Tracebacks in the server's log:", server.log.read_text().count("Traceback"))


if __name__ == "__main__":
    main()
