"""A full class room: how long until everybody has what one has drawn, and what it costs the server.

    python benchmarks/classroom.py         300 participants, one event a second each
    python benchmarks/classroom.py 1000 5  1000 participants, one event in 5 seconds
    python benchmarks/classroom.py --lab   and what a visitor of the lab on the same server notices

Each participant puts a point, again and again, in an activity that all see. A delay runs from the
moment the point is sent to the moment at which another participant has it. Both logs are measured,
SQLite and Redis; the clients run in this process, on the same machine as the server.

With ``--lab`` a visitor moves gamma in the lab, first alone, then beside the room.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import psutil
from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))
from redis_server import RedisServer
from room_client import key_of, open_room, teacher_of
from server import AppServer
from visitor import Visitor

SECONDS = 12.0  # of events
REST = 3.0  # seconds for the last ones to arrive
LAB_PAUSE = 0.2  # seconds between two steps of the visitor of the lab
SAMPLE = 10  # every so many participants, one whose delays count
JOINS_AT_ONCE = 25
BUDGET = 50

Sent = dict[tuple[str, str, float], float]  # participant, number of the point, x -> when


class Participants:
    """Many participants of one room, and what they measure."""

    def __init__(self, address: str, count: int, pause: float) -> None:
        self.address, self.count, self.pause = address, count, pause
        self.sent: Sent = {}
        self.delays: list[float] = []
        self.delivered = 0
        self.names: dict[int, str] = {}
        self.joined = asyncio.Semaphore(0)
        self.begin = asyncio.Event()

    async def run(self, server: psutil.Process) -> dict[str, float]:
        """Return the figures of the run."""
        started = time.monotonic()
        tasks = []
        for place in range(self.count):
            tasks.append(asyncio.create_task(self._take_part(place)))
            if place % JOINS_AT_ONCE == 0:
                await asyncio.sleep(0.05)
        for _ in range(self.count):
            await self.joined.acquire()
        joined, before = time.monotonic() - started, sum(server.cpu_times()[:2])
        begun = time.monotonic()
        self.begin.set()
        await asyncio.gather(*tasks)
        used = sum(server.cpu_times()[:2]) - before
        delays = statistics.quantiles(self.delays, n=100)
        return {
            "joined in s": joined,
            "sent": len(self.sent),
            "lost": len(self.sent) * self.count - self.delivered,
            "p50 ms": 1000 * delays[49],
            "p95 ms": 1000 * delays[94],
            "server, % of a core": 100 * used / (time.monotonic() - begun),
            "server, MB": server.memory_info().rss / 1e6,
        }

    async def _take_part(self, place: int) -> None:
        async with connect(self.address, max_queue=None, open_timeout=60, proxy=None) as socket:
            hello = {"role": "participant", "key": key_of(f"participant {place}")}
            await socket.send(json.dumps(hello))
            reading = asyncio.create_task(self._read(socket, place))
            await self.begin.wait()
            who, rng = self.names[place], random.Random(place)
            await asyncio.sleep(self.pause * rng.random())
            end, number = time.monotonic() + SECONDS, 0
            while time.monotonic() < end:
                await self._put(socket, who, number, rng)
                number += 1
                await asyncio.sleep(self.pause)
            await asyncio.sleep(REST)
            reading.cancel()

    async def _put(self, socket: Any, who: str, number: int, rng: random.Random) -> None:
        point, x = str(number % BUDGET), round(rng.uniform(-3, 3), 3)
        value = {"points": {point: [x, 0, number % 2]}}
        self.sent[who, point, x] = time.monotonic()
        await socket.send(json.dumps({"n": number, "do": "put", "activity": 1, "value": value}))

    async def _read(self, socket: Any, place: int) -> None:
        async for text in socket:
            now, message = time.monotonic(), json.loads(text)
            if place not in self.names and "you" in message:
                self.names[place] = message["you"]["id"]
                self.joined.release()
            for who, point, x in _points_of(message):
                if (when := self.sent.get((who, point, x))) is not None:
                    self.delivered += 1
                    if place % SAMPLE == 0:
                        self.delays.append(now - when)


def _points_of(message: Mapping[str, Any]) -> list[tuple[str, str, float]]:
    shown = message.get("room", {}).get("activity", {}).get("shown", {}).get("points", {})
    return [
        (who, number, point[0])
        for who, points in shown.items()
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
    """Print the figures of both engines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=300)
    parser.add_argument("pause", type=float, nargs="?", default=1.0, help="seconds")
    parser.add_argument("--lab", action="store_true")
    chosen = parser.parse_args()
    print(f"{chosen.count} participants, one event each in {chosen.pause:g} s, {SECONDS:g} s")
    with tempfile.TemporaryDirectory() as folder, RedisServer(Path(folder)) as redis:
        for name, environment in {"SQLite": {}, "Redis": {"BAYESLAB_ROOMS": redis.url}}.items():
            figures = measure(environment, chosen.count, chosen.pause, chosen.lab)
            print(f"{name:8}", *(f"{key}: {value:.3g}" for key, value in figures.items()), sep="  ")


if __name__ == "__main__":
    main()
