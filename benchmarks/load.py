"""Simulate a class in the lab: measure response times, and memory per session.

Run ``python benchmarks/load.py`` from the root of the project: 100 sessions for a minute. With
``--replicas 2`` they are dealt to two servers, as nginx would (docs/deploy.md): one process is busy
with one run at a time. ``--opening 3`` lets all of them arrive within three seconds instead of
twenty; with ``--seconds 0`` they leave when they have seen the lab. ``--churn 1000`` opens and
closes so many sessions and watches the memory.

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
from collections.abc import Sequence
from contextlib import ExitStack
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

MOST_SESSIONS, MOST_SECONDS, MOST_REPLICAS = 1000, 600, 4
POINTS = 200
OPENING = "open the lab"
AT_A_TIME = 10  # sessions that are open while a thousand come and go

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


async def load_with(replicas: Sequence[AppServer], options: argparse.Namespace) -> None:
    """Run a class, and print what a run and a session cost."""
    for replica in replicas:
        async with Visitor(replica.port, "lab") as first:
            await first.run()
    log, memory = Log(), memory_of(replicas)
    before, own = time_used_by(replicas), time.process_time()
    end = log.start + options.opening + options.seconds
    await asyncio.gather(
        *(
            attend(replicas[seed % len(replicas)].port, seed, options, end, log)
            for seed in range(1, options.sessions + 1)
        )
    )
    runs = len(log.steps)
    elapsed = time.monotonic() - log.start
    cost, own = time_used_by(replicas) - before, time.process_time() - own
    growth = memory_of(replicas) - memory
    print(log)
    print(f"\nErrors: {len(log.errors)} {log.errors[:3] or ''}")
    print(f"{runs / elapsed:.1f} runs a second; {1e3 * cost / runs:.0f} CPU-ms a run")
    print(
        f"The app used {100 * cost / elapsed:.0f} % of one core, "
        f"the visitors {100 * own / elapsed:.0f} %."
    )
    print(f"The last lab was open {log.last_open - log.start:.1f} s after the first visitor came.")
    print(f"Memory: {growth / 1e6 / options.sessions:.2f} MB a session, caches included")


def memory_of(replicas: Sequence[AppServer]) -> int:
    """Return the bytes that all replicas hold."""
    return sum(psutil.Process(replica.pid).memory_info().rss for replica in replicas)


def time_used_by(replicas: Sequence[AppServer]) -> float:
    """Return the seconds of CPU time that all replicas have used."""
    return sum(cpu_seconds(psutil.Process(replica.pid)) for replica in replicas)


async def come_and_go(port: int, seed: int, gate: asyncio.Semaphore, log: Log) -> None:
    """Open the lab, do one thing, leave."""
    async with gate:
        try:
            async with Visitor(port, "lab", f"n={POINTS}&seed={seed % 50}") as visitor:
                log.note(OPENING, await visitor.run())
                await step(visitor, random.Random(seed), log)
        except LOST as error:
            log.errors.append(repr(error))


async def churn(server: AppServer, sessions: int) -> None:
    """Open and close sessions, and print the memory after each tenth of them."""
    log, gate = Log(), asyncio.Semaphore(AT_A_TIME)
    print("| sessions | MB |\n|---|---|")
    for tenth in range(10):
        numbers = range(tenth * sessions // 10, (tenth + 1) * sessions // 10)
        await asyncio.gather(*(come_and_go(server.port, number, gate, log) for number in numbers))
        print(f"| {numbers.stop} | {memory_of([server]) / 1e6:.0f} |", flush=True)
    print(f"\n{log}\nErrors: {len(log.errors)} {log.errors[:3] or ''}")


def main() -> None:
    """Read the options, start the app, measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, default=10.0)
    parser.add_argument("--opening", type=float, default=20.0)
    parser.add_argument("--churn", type=int, default=0)
    parser.add_argument("--replicas", type=int, default=1)
    options = parser.parse_args()
    if not 1 <= max(options.sessions, options.churn) <= MOST_SESSIONS:
        parser.error(f"use 1 to {MOST_SESSIONS} sessions")
    if not 0 <= options.seconds <= MOST_SECONDS or min(options.think, options.opening) <= 0:
        parser.error(f"use at most {MOST_SECONDS} seconds, and positive pauses")
    if not 1 <= options.replicas <= MOST_REPLICAS:
        parser.error(f"use 1 to {MOST_REPLICAS} replicas")
    print(machine.describe("streamlit", "numpy"))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        logs = [folder / f"{number}.txt" for number in range(options.replicas)]
        replicas = [stack.enter_context(AppServer(log)) for log in logs]
        if options.churn:
            asyncio.run(churn(replicas[0], options.churn))
        else:
            asyncio.run(load_with(replicas, options))
        tracebacks = sum(log.read_text().count("Traceback") for log in logs)
    print("Tracebacks in the servers' logs:", tracebacks)


if __name__ == "__main__":
    main()
