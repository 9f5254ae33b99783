"""A full classroom: how long a point takes from one participant to all, and what the server needs.

    python benchmarks/room.py         300 participants, one event a second each
    python benchmarks/room.py 1000 5  1000 participants, one event in 5 seconds
    python benchmarks/room.py --lab   and what a visitor of the lab on the same server notices

Each participant puts a point, again and again, in an activity that all see. A delay runs from the
moment the point is sent to the moment at which another participant has it. An event is lost if the
server has acknowledged it, and somebody does not have it in the end. Both logs are measured, SQLite
and Redis. The participants are one process on the same machine as the server; the table has its
CPU time too, because participants who are busy read late.

With ``--lab`` a visitor moves gamma in the lab, first alone, then beside the room. That is measured
with SQLite only.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

import psutil
from websockets.asyncio.client import connect

import machine
from redis_server import RedisServer
from room_client import key_of, open_room, teacher_of
from server import AppServer
from visitor import Visitor

SECONDS = 12.0  # of events
MOST_REST = 60.0  # seconds for the last ones to arrive
LAB_PAUSE = 0.2  # seconds between two steps of the visitor of the lab
SAMPLE = 10  # one participant in this many is timed
JOINS_AT_ONCE = 25
BUDGET = 50

Point = tuple[str, str, float]  # participant, number of the point, x


class Participants:
    """Many participants of one room, and what they measure."""

    def __init__(self, address: str, count: int, pause: float) -> None:
        self.address, self.count, self.pause = address, count, pause
        self.send_times: dict[Point, float] = {}
        self.delays: list[float] = []
        self.deliveries = self.acknowledgements = self.refusals = 0
        self.names: dict[int, str] = {}
        self.arrivals = asyncio.Semaphore(0)
        self.begin, self.end = asyncio.Event(), asyncio.Event()

    async def run(self, server: psutil.Process) -> dict[str, float]:
        """Return the figures of the run."""
        start = time.monotonic()
        tasks = []
        for place in range(self.count):
            tasks.append(asyncio.create_task(self._take_part(place)))
            if place % JOINS_AT_ONCE == 0:
                await asyncio.sleep(0.05)
        for _ in range(self.count):
            await self.arrivals.acquire()
        join_seconds, processes = time.monotonic() - start, (server, psutil.Process())
        begin, before = time.monotonic(), [_cpu(process) for process in processes]
        self.begin.set()
        await asyncio.sleep(SECONDS + self.pause)
        seconds, after = time.monotonic() - begin, [_cpu(process) for process in processes]
        await self._rest()
        self.end.set()
        await asyncio.gather(*tasks)
        delays = statistics.quantiles(self.delays, n=100)
        return {
            "join, s": join_seconds,
            "events": self.acknowledgements,
            "refused": self.refusals,
            "lost": self.acknowledgements * self.count - self.deliveries,
            "p50 ms": 1000 * delays[49],
            "p95 ms": 1000 * delays[94],
            "max ms": 1000 * max(self.delays),
            "server, % of a core": 100 * (after[0] - before[0]) / seconds,
            "participants, %": 100 * (after[1] - before[1]) / seconds,
            "server, MB": server.memory_info().rss / 1e6,
        }

    async def _rest(self) -> None:
        """Wait until everybody has everything, but not for ever."""
        end = time.monotonic() + MOST_REST
        while time.monotonic() < end and (
            self.acknowledgements + self.refusals < len(self.send_times)
            or self.deliveries < self.acknowledgements * self.count
        ):
            await asyncio.sleep(0.1)

    async def _take_part(self, place: int) -> None:
        async with connect(
            self.address,
            max_queue=None,
            open_timeout=60,
            proxy=None,
            compression=None,
            ping_interval=None,
        ) as socket:
            hello = {"role": "participant", "key": key_of(f"participant {place}")}
            await socket.send(json.dumps(hello))
            reading = asyncio.create_task(self._read(socket, place))
            await self.begin.wait()
            await self._draw(socket, place)
            await self.end.wait()
            reading.cancel()

    async def _draw(self, socket: Any, place: int) -> None:
        """Put points at fixed times: a server that is slow does not get fewer of them."""
        rng, begin = random.Random(place), time.monotonic()
        first = self.pause * rng.random()
        for number in range(round(SECONDS / self.pause)):
            await asyncio.sleep(begin + first + self.pause * number - time.monotonic())
            point, x = str(number % BUDGET), round(rng.uniform(-3, 3), 3)
            self.send_times[self.names[place], point, x] = time.monotonic()
            value = {"points": {point: [x, 0, number % 2]}}
            await socket.send(json.dumps({"n": number, "do": "put", "activity": 1, "value": value}))

    async def _read(self, socket: Any, place: int) -> None:
        async for text in socket:
            now = time.monotonic()
            room, _, you = text.partition(',"you":')
            if room.startswith('{"seq"'):
                self._note(room + "}" * bool(you), place, now)
            self.acknowledgements += text.startswith('{"done"')
            self.refusals += text.startswith('{"refused"')
            if you and place not in self.names:
                self.names[place] = json.loads(you[:-1])["id"]
                self.arrivals.release()

    def _note(self, room: str, place: int, now: float) -> None:
        """Note the points that somebody has now."""
        points = _points_of(room)
        self.deliveries += len(points)
        if place % SAMPLE == 0:
            self.delays += [now - self.send_times[point] for point in points]


def _cpu(process: psutil.Process) -> float:
    """Return the seconds that a process has used."""
    return float(sum(process.cpu_times()[:2]))


@lru_cache(maxsize=256)
def _points_of(text: str) -> list[Point]:
    """Return the points in an update. Most participants get the same text."""
    message = json.loads(text)
    drawings = message.get("room", {}).get("activity", {}).get("shown", {}).get("points", {})
    return [
        (who, number, point[0])
        for who, points in drawings.items()
        for number, point in points.items()
        if point is not None
    ]


def visit_lab(port: int) -> list[float]:
    """Move gamma in the lab for some seconds, and return the seconds of each step."""
    return asyncio.run(_visit_lab(port))


async def _visit_lab(port: int) -> list[float]:
    chance, delays = random.Random(0), list[float]()
    async with Visitor(port, "lab", "n=200") as visitor:
        await visitor.run()
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            gamma = round(10 ** chance.uniform(-1, 2), 4)
            delays.append(await visitor.draw(gamma=gamma))
            await asyncio.sleep(LAB_PAUSE)
    return delays


async def run_beside(participants: Participants, server: AppServer) -> dict[str, float]:
    """Return the figures of a room, and of a visitor of the lab before and beside it.

    The visitor has a process of its own, because the participants keep this one busy.
    """
    with ProcessPoolExecutor(1) as process:

        async def visit() -> list[float]:
            work = asyncio.get_running_loop().run_in_executor(process, visit_lab, server.port)
            return await work

        async def visit_beside() -> list[float]:
            await participants.begin.wait()
            return await visit()

        before, beside = await visit(), asyncio.create_task(visit_beside())
        figures = await participants.run(psutil.Process(server.pid))
        delays = {"lab before, p95 ms": before, "lab beside, p95 ms": await beside}
    return figures | {
        name: 1000 * statistics.quantiles(seconds, n=20)[-1] for name, seconds in delays.items()
    }


def measure(
    environment: Mapping[str, str], count: int, pause: float, lab: bool
) -> dict[str, float]:
    """Return the figures of one engine."""
    more = {"BAYESLAB_ROOM_PARTICIPANTS": str(count), "BAYESLAB_ROOM_CONNECTIONS": str(2 * count)}
    more["BAYESLAB_ROOM_JOINS"] = str(count)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        with AppServer(log, environment={**environment, **more}) as server:
            url = server.url.replace("http", "ws")
            code = open_room(url)
            with teacher_of(url, code) as teacher:
                teacher.do("start", key="draw", settings={"budget": BUDGET})
            participants = Participants(f"{url}/rooms/{code}", count, pause)
            if lab:
                return asyncio.run(run_beside(participants, server))
            return asyncio.run(participants.run(psutil.Process(server.pid)))


def main() -> None:
    """Print the figures of both engines as a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=300)
    parser.add_argument("pause", type=float, nargs="?", default=1.0, help="seconds")
    parser.add_argument("--lab", action="store_true")
    options = parser.parse_args()
    print(machine.describe())
    print(
        f"{options.count} participants, one event each in {options.pause:g} s, {SECONDS:g} s long\n"
    )
    rows: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder, RedisServer(Path(folder)) as redis:
        engines = {"SQLite": {}, "Redis": {"BAYESLAB_ROOMS": redis.url}}
        for name, environment in list(engines.items())[: 1 if options.lab else None]:
            rows[name] = measure(environment, options.count, options.pause, options.lab)
    heads = list(rows["SQLite"])
    print("| log |", *(f"{head} |" for head in heads))
    print("|---" * (1 + len(heads)) + "|")
    for name, figures in rows.items():
        cells = (f"{figures[head]:.0f}" for head in heads)
        print(f"| {name} |", *(f"{cell} |" for cell in cells))


if __name__ == "__main__":
    main()
