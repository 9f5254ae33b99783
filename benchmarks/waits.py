"""Time what a visitor waits for longest: a picture of many points, and the lesson that times fits.

Run ``python benchmarks/waits.py`` from the root of the project; it takes half a minute. The server
has computed neither before. Digits are 1,797 points of ten classes: the picture shows variants I
and III beside each other at γ = 999, and the rows of the table follow it. In lesson 9 the toggle
*Measure the times* fits kernel Bayes and the SVC to more and more points at γ = 3.5. A second
visitor leaves while that goes on; what the server then still spends is printed too.
"""

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil

import machine
from rerun import cpu_seconds
from server import AppServer
from visitor import Visitor

DIGITS = "data=digits&classes=0-1-2-3-4-5-6-7-8-9&model=I&beside=III&gamma=999"
LESSON, TIMES = "kernel_bayes_and_svm", "gamma={}&time=yes"
STAYS, WATCHED = 1.0, 5.0  # seconds


class Onlooker(Visitor):
    """A visitor who notes when the picture arrives."""

    picture_time: float | None = None

    def _note(self, answer: Any) -> None:
        super()._note(answer)
        if self.canvas_id and self.picture_time is None:
            self.picture_time = time.perf_counter()


async def open_digits(server: AppServer) -> list[tuple[str, float]]:
    """Return the seconds until the picture is there, and until the table is complete."""
    async with Onlooker(server.port, "lab") as first:
        await first.run()
    async with Onlooker(server.port, "lab", DIGITS) as visitor:
        start = time.perf_counter()
        await visitor.run()
        assert visitor.picture_time is not None
        whole = time.perf_counter() - start
        return [
            ("digits, first visit: picture, s", visitor.picture_time - start),
            ("digits, first visit: table as well, s", whole),
        ]


async def time_lesson(server: AppServer) -> list[tuple[str, float]]:
    """Return the seconds that the timing takes, and those of CPU after somebody has left it."""
    process = psutil.Process(server.pid)
    async with Visitor(server.port, LESSON) as visitor:
        await visitor.run()
    async with Visitor(server.port, LESSON, TIMES.format(3.5)) as visitor:
        seconds = await visitor.run()
    visitor = Visitor(server.port, LESSON, TIMES.format(3.6))
    await visitor.connect()
    work = asyncio.create_task(visitor.run())
    await asyncio.sleep(STAYS)
    visitor.drop()
    await asyncio.wait([work])
    work.exception()
    before = cpu_seconds(process)
    await asyncio.sleep(WATCHED)
    return [
        ("lesson 9, timing at γ = 3.5, s", seconds),
        (f"CPU in the {WATCHED:g} s after leaving it, s", cpu_seconds(process) - before),
    ]


def main() -> None:
    """Start the app, and print the table."""
    print(machine.describe("streamlit", "numpy"))
    with TemporaryDirectory() as folder, AppServer(Path(folder) / "log.txt") as server:
        print("| what | measured |\n|---|---|")
        for measure in (open_digits, time_lesson):
            for name, value in asyncio.run(measure(server)):
                print(f"| {name} | {value:.1f} |", flush=True)


if __name__ == "__main__":
    main()
