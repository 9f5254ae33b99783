"""A class hands in an exercise: how long the acknowledgement takes, and checking all of them.

    python benchmarks/hand_in.py         300 participants within ten seconds
    python benchmarks/hand_in.py 500 5   500 within five

Each hands in a γ of its own at a random moment, so the server checks every one. A delay runs from
sending to the acknowledgement. A hand-in is lost if it was acknowledged and is not among those that
are checked in the end. "all checked" runs from the last acknowledgement to the moment at which the
projector counts everybody. The participants are one process on the same machine as the server.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from websockets.asyncio.client import connect

import machine
from room_client import apply_patch, key_of, open_room, projector_hello, teacher_of
from server import AppServer

EXERCISE = "narrow_but_not_too_narrow"
JOINS_A_SECOND = 100
MOST_REST = 120.0  # seconds until all is checked


async def take_part(address: str, place: int, begin: asyncio.Event, seconds: float) -> float:
    """Join, hand in at a random moment, and return the seconds until that was acknowledged."""
    chance = random.Random(place)
    await asyncio.sleep(place / JOINS_A_SECOND)
    async with connect(address, max_queue=None, open_timeout=60, proxy=None) as socket:
        await socket.send(json.dumps({"role": "participant", "key": key_of(f"pupil {place}")}))
        reading = asyncio.create_task(wait_for(socket, '{"done"'))
        await begin.wait()
        await asyncio.sleep(seconds * chance.random())
        value = {"state": {"gamma": round(10 ** chance.uniform(-1, 2.5), 6)}}
        start = time.monotonic()
        await socket.send(json.dumps({"n": 1, "do": "put", "activity": 1, "value": value}))
        await reading
        return time.monotonic() - start


async def wait_for(socket: Any, start: str) -> None:
    """Read until a message begins so; a refusal is an error."""
    async for text in socket:
        if text.startswith('{"refused"'):
            raise RuntimeError(text)
        if text.startswith(start):
            return


async def count_checked(address: str, count: int) -> tuple[float, int]:
    """Return when the projector has the values of so many, or of how many in the end."""
    async with connect(address, max_queue=None, proxy=None) as socket:
        await socket.send(json.dumps(projector_hello()))
        room: Any = {}
        async for text in socket:
            room = apply_patch(room, json.loads(text).get("room", {}))
            n = len(room.get("activity", {}).get("shown", {}).get("values", []))
            if n == count:
                return time.monotonic(), n
    raise RuntimeError("The connection was lost.")


async def measure(address: str, count: int, seconds: float, pid: int) -> dict[str, float]:
    """Return the figures of one class."""
    begin, server = asyncio.Event(), psutil.Process(pid)
    checking = asyncio.create_task(count_checked(address, count))
    tasks = [
        asyncio.create_task(take_part(address, place, begin, seconds)) for place in range(count)
    ]
    await asyncio.sleep(count / JOINS_A_SECOND + 3)
    before = sum(server.cpu_times()[:2])
    begin.set()
    delays = await asyncio.gather(*tasks)
    last_answer = time.monotonic()
    async with asyncio.timeout(MOST_REST):
        end, n_checked = await checking
    figures = statistics.quantiles(delays, n=100)
    return {
        "hand-ins": len(delays),
        "lost": len(delays) - n_checked,
        "p50 ms": 1000 * figures[49],
        "p95 ms": 1000 * figures[94],
        "max ms": 1000 * max(delays),
        "all checked, s": max(0.0, end - last_answer),
        "server, s of a core": sum(server.cpu_times()[:2]) - before,
    }


def main() -> None:
    """Print the figures as a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=300)
    parser.add_argument("seconds", type=float, nargs="?", default=10.0)
    options = parser.parse_args()
    print(machine.describe())
    names = ("PARTICIPANTS", "JOINS")
    limits = {f"BAYESLAB_ROOM_{name}": str(options.count + 10) for name in names}
    with (
        tempfile.TemporaryDirectory() as folder,
        AppServer(Path(folder) / "log.txt", environment=limits) as server,
    ):
        url = server.url.replace("http", "ws")
        code = open_room(url)
        with teacher_of(url, code) as teacher:
            teacher.do("start", key="exercise", settings={"exercise": EXERCISE})
        address = f"{url}/rooms/{code}"
        figures = asyncio.run(measure(address, options.count, options.seconds, server.pid))
    print("|", *(f"{head} |" for head in figures))
    print("|---" * len(figures) + "|")
    print("|", *(f"{value:.1f} |" if value % 1 else f"{value:.0f} |" for value in figures.values()))


if __name__ == "__main__":
    main()
