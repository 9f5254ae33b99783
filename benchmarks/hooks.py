"""Measure what each hook into the internals of the libraries saves.

Run ``python benchmarks/hooks.py`` from the root of the project; it takes a minute. The app and
the app without one hook do the same thing in turns, so that other work on the machine meets both.
Hooks that save nothing, but without which something fails, are not measured here:
``docs/streamlit.md`` names the tests that fail without them.
"""

import asyncio
import statistics
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from sklearn.model_selection import KFold

import machine
from bayeslab import DatasetSpec, load
from bayeslab.evaluation import bounded_svc
from load import time_used_by
from server import AppServer
from visitor import Visitor

TURNS, STEPS = 4, 40  # turns of each server, and steps in each
WITHOUT = "benchmarks/pages/without.py"

Pair = list[float]  # with the hook, and without it


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


async def lose_and_return(visitor: Visitor) -> float:
    """Lose the connection, and come back."""
    visitor.drop()
    return await visitor.return_and_run()


async def time_returns() -> Pair:
    """Return the CPU-milliseconds of a return on each server."""
    async with Servers("app.watch_no_files") as servers:
        visitors = [
            await servers.enter_async_context(Visitor(each.port, "lab", "n=300"))
            for each in servers.both
        ]
        seconds = [0.0, 0.0]
        for visitor in visitors:
            await visitor.run()
            await lose_and_return(visitor)
        for _ in range(TURNS):
            for k, (server, visitor) in enumerate(zip(servers.both, visitors, strict=True)):
                before = time_used_by(server)
                for _ in range(STEPS):
                    await lose_and_return(visitor)
                seconds[k] += time_used_by(server) - before
        return [1e3 * each / (TURNS * STEPS) for each in seconds]


def time_folds() -> Pair:
    """Return the milliseconds of five folds, by libsvm itself and by scikit-learn's SVC."""
    moons = load(DatasetSpec("moons"))
    splits = list(KFold(5, shuffle=True, random_state=0).split(moons.X))
    model, libsvm = bounded_svc.BoundedSVC(gamma=5.0), bounded_svc._libsvm

    def fit_folds(internal: object) -> None:
        bounded_svc._libsvm = internal
        list(model.predict_held_out(moons.X, moons.y, splits))

    return take_turns(lambda: fit_folds(libsvm), lambda: fit_folds(None))


def take_turns(*works: Callable[[], object]) -> Pair:
    """Return the median of the CPU-milliseconds of each, which are done in turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(TURNS * STEPS):
        for work, milliseconds in zip(works, times, strict=True):
            start = time.process_time()
            work()
            milliseconds.append(1e3 * (time.process_time() - start))
    return [statistics.median(each) for each in times]


def show(hook: str, about: str, pair: Pair) -> None:
    """Print a row."""
    own, other = pair
    share = f"{100 * (1 - own / other):.0f} %"
    print(f"| `{hook}` | {about} | {own:.3g} | {other:.3g} | {share} |", flush=True)


def main() -> None:
    """Print the machine and the table."""
    print(machine.describe("streamlit", "numpy"))
    print("| hook | what is measured | with it | without it | saved |\n|---|---|---|---|---|")
    returns = "a visitor whose connection was lost, CPU-ms"
    show("watch_no_files", returns, asyncio.run(time_returns()))
    show("predict_held_out", "five folds of an SVC, 200 points, CPU-ms", time_folds())


if __name__ == "__main__":
    main()
