"""A lecture: a class takes part in all activities, beside attacks, a slow disk and kills.

    python benchmarks/lecture.py                  300 participants, ten minutes
    python benchmarks/lecture.py --seconds 40     as `make soak` does

nginx with the configuration of deploy/ passes all on to one process of the app, whose rooms are in
SQLite. Beside the class, all of them on this machine and at addresses of it:

- a guesser, at the address of the class, tries codes on four connections without pause;
- a bot net, each bot at an address of its own, joins the room and floods it: messages that mean
  nothing, true ones too fast, frames too large, requests that never end;
- a process writes to the disk of the rooms, and waits for it, again and again;
- the server is killed twice (kill -9), in the middle of an activity, and started again.

A participant does what the page of a phone does: it comes back, and says again what was not
answered. An event is lost if the server has acknowledged it and it is not in the room's file in the
end. Refused is what an honest participant or the teacher did and was not allowed to, or who was not
let in.
"""

import argparse
import asyncio
import json
import os
import platform
import random
import socket
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import count, cycle, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psutil
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))
from live.log import DATA, read_slices
from live.room import identify
from live.sqlite_log import SqliteLog
from nginx import Nginx
from room_client import apply_patch, key_of
from server import AppServer
from ui.descriptors import raise_limit

__all__ = ["hold_lecture", "write_table"]

MOST_SECONDS, MOST_PARTICIPANTS, MOST_BOTS = 1800, 300, 200
JOINING = 20.0  # seconds in which the class joins
SHORT = 120.0  # seconds; in a shorter lecture each activity comes once
AGAIN = (0.2, 1.0)  # seconds until a lost connection is opened again, at random
ANSWER = 60.0  # seconds in which everything has to be answered
CHOICES = {
    "draw": {"budget": 50},
    "vote": {"question": "Which one?", "options": ["This", "That", "None"], "answer": 1},
    "cut": {"data": "moons", "n": 100, "model": "I", "gamma": 5},
    "challenge": {"data": "moons", "n": 120},
    "exercise": {"exercise": "narrow_but_not_too_narrow"},
}
# Seconds between two events.
PAUSES = {"draw": 2.0, "vote": 3.0, "cut": 2.0, "challenge": 15.0, "exercise": 10.0}
SLOW_BYTES = 2**25  # that the disk gets at a time
LOST = (OSError, EOFError, TimeoutError, WebSocketException)
Message = dict[str, Any]


class Person:
    """The page of a participant or of the teacher."""

    def __init__(self, url: str, code: str, name: str, role: str = "participant") -> None:
        self.address, self.role, self.key = f"{url}/rooms/{code}", role, key_of(name)
        self.room: Message = {}  # the teacher's only
        self.acknowledged: list[tuple[int, Message]] = []  # activity and value, in order
        self.refusals: list[str] = []
        self.delays: list[float] = []  # seconds to an answer, of what was said once
        self.longest = 0.0  # seconds to an answer, in any case
        self.said_again: set[int] = set()
        self.numbers = count(1)
        self.waiting: dict[
            int, tuple[Message, float]
        ] = {}  # by number: a message, when it was said
        self.answered, self.entered = asyncio.Event(), asyncio.Event()
        self.socket: ClientConnection | None = None

    async def stay(self) -> None:
        """Be in the room until cancelled."""
        while True:
            with suppress(*LOST):
                async with visit(
                    self.address, max_queue=None, compression=None, ping_interval=None
                ) as self.socket:
                    await self.socket.send(json.dumps({"role": self.role, "key": self.key}))
                    self.said_again |= set(self.waiting)
                    for message, _ in list(self.waiting.values()):
                        await self.socket.send(json.dumps(message))
                    async for text in self.socket:
                        self.read(str(text))
            self.socket = None
            await asyncio.sleep(random.uniform(*AGAIN))

    def read(self, text: str) -> None:
        """Take a message of the server; a participant looks at answers only."""
        if text.startswith('{"seq"'):
            self.entered.set()
            if self.role == "teacher":
                message = json.loads(text)
                before = {} if message.get("whole") else self.room
                self.room = apply_patch(before, message.get("room", {}))
            return
        message = json.loads(text)
        if "closed" in message:
            self.refusals.append(message["why"])
        number = message.get("done", message.get("refused"))
        if number in self.waiting:
            said, since = self.waiting.pop(number)
            self.longest = max(self.longest, time.monotonic() - since)
            if number not in self.said_again:
                self.delays.append(time.monotonic() - since)
            if "refused" in message:
                self.refusals.append(message["why"])
            elif said["do"] == "put":
                self.acknowledged.append((said["activity"], said["value"]))
        self.answered.set()

    async def say(self, do: str, **fields: Any) -> None:
        """Say something, now or when the connection is back."""
        number = next(self.numbers)
        message = {"n": number, "do": do, **fields}
        self.waiting[number] = message, time.monotonic()
        if self.socket is not None:
            with suppress(*LOST):
                await self.socket.send(json.dumps(message))

    async def settle(self) -> None:
        """Wait until everything is answered."""
        async with asyncio.timeout(ANSWER):
            while self.waiting:
                self.answered.clear()
                await self.answered.wait()


class Lecture:
    """The class, its teacher, and those who attack."""

    def __init__(self, nginx: Nginx, server: AppServer, code: str, participants: int) -> None:
        self.nginx, self.server, self.code = nginx, server, code
        self.url = nginx.url.replace("http", "ws")
        self.teacher = Person(self.url, code, "teacher", "teacher")
        self.people = [Person(self.url, code, f"pupil {n}") for n in range(participants)]
        self.attacks: Counter[str] = Counter()
        self.away: list[float] = []  # seconds without a server, of each kill

    async def hold(self, seconds: float, bots: int) -> None:
        """Let the class join, attack it, and go through the activities."""
        people = [self.teacher, *self.people]
        staying = [asyncio.create_task(self.teacher.stay())]
        for person in self.people:
            staying.append(asyncio.create_task(person.stay()))
            await asyncio.sleep(JOINING / len(self.people))
        for person in people:
            async with asyncio.timeout(ANSWER):
                await person.entered.wait()
        attacks = [self.guess() for _ in range(4)] + [self.flood(bot) for bot in range(bots)]
        tasks = [asyncio.create_task(attack) for attack in attacks]
        rounds = 1 if seconds < SHORT else 2
        activities = list(islice(cycle(CHOICES), rounds * len(CHOICES)))
        for number, key in enumerate(activities, 1):
            is_killed = number in (1, len(activities) - 1)
            await self.do_activity(number, key, seconds / len(activities), is_killed)
        for task in [*tasks, *staying]:
            task.cancel()
        await asyncio.gather(*tasks, *staying, return_exceptions=True)

    async def do_activity(self, number: int, key: str, seconds: float, is_killed: bool) -> None:
        """Let everybody act until the time is over and all is answered; vote twice."""
        await self.teacher.say("start", key=key, settings=CHOICES[key])
        await self.teacher.settle()
        while self.teacher.room.get("activity", {}).get("number") != number:
            await asyncio.sleep(0.05)
        halves = 2 if key == "vote" else 1
        for half in range(halves):
            end = time.monotonic() + seconds / halves
            acting = [asyncio.create_task(self.act(each, number, key, end)) for each in self.people]
            if is_killed:
                await asyncio.sleep(seconds / 2)
                await self.kill()
            await asyncio.gather(*acting)
            await asyncio.gather(*(person.settle() for person in self.people))
            if half + 1 < halves:
                await self.teacher.say("again")
                await self.teacher.settle()
        await self.teacher.say("reveal", on=True)
        await self.teacher.settle()

    async def act(self, person: Person, number: int, key: str, end: float) -> None:
        """Say something now and then, as long as there is time."""
        settings = self.teacher.room["activity"]["settings"]
        pause = random.uniform(0, min(PAUSES[key], 3.0))
        while time.monotonic() + pause < end:
            await asyncio.sleep(pause)
            await person.say("put", activity=number, value=make_value(key, settings))
            pause = PAUSES[key] * random.uniform(0.5, 1.5)

    async def kill(self) -> None:
        """End the server as a crash would, and start it again."""
        since = time.monotonic()
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)
        self.away.append(time.monotonic() - since)

    async def guess(self) -> None:
        """Try one code after the other, from the address of the class."""
        while True:
            with suppress(*LOST):
                code = "".join(random.choices("23456789ABCDEFGHJKMNPQRSTUVWXYZ", k=6))
                # Before Python 3.12 `wait_for` may swallow a cancellation; `timeout` does not.
                async with visit(f"{self.url}/rooms/{code}") as one, asyncio.timeout(ANSWER):
                    await one.send(json.dumps({"role": "participant", "key": key_of(code)}))
                    answer = json.loads(await one.recv())
                    self.attacks["codes guessed"] += 1
                    self.attacks["codes found"] += "closed" not in answer
                    continue
            await asyncio.sleep(random.uniform(*AGAIN))

    async def flood(self, bot: int) -> None:
        """Do one harm after the other, from an address of its own where the system has many."""
        own = f"127.0.{1 + bot // 250}.{1 + bot % 250}" if sys.platform == "linux" else "127.0.0.1"
        harms = (self.flood_room, self.flood_room, self.send_too_much, self.never_end)
        for harm in cycle(harms[bot % 4 :] + harms[: bot % 4]):
            with suppress(*LOST):
                await harm(own, bot)
            await asyncio.sleep(random.uniform(*AGAIN))

    async def flood_room(self, own: str, bot: int) -> None:
        """Join, then say what means nothing, and what is allowed, as fast as it goes."""
        address = f"{self.url}/rooms/{self.code}"
        async with visit(address, local_addr=(own, 0)) as one, asyncio.timeout(10):
            await one.send(json.dumps({"role": "participant", "key": key_of(f"bot {bot}")}))
            for number in count():
                point = {"points": {str(number % 50): [random.uniform(-9, 9), 0, number % 2]}}
                true = {
                    "n": number,
                    "do": "put",
                    "activity": number % (2 * len(CHOICES)),
                    "value": point,
                }
                text = random.choice(
                    ('{"n": 1e999}', "[" * 900, '{"n": 1, "do": "\\ud83d"}', json.dumps(true))
                )
                await one.send(text)
                self.attacks["messages of bots"] += 1
                await asyncio.sleep(0.02)

    async def send_too_much(self, own: str, _bot: int) -> None:
        """Say hello with a megabyte, of which the rest never comes."""
        address = f"{self.url}/rooms/{self.code}"
        async with visit(address, local_addr=(own, 0)) as one, asyncio.timeout(10):

            async def parts() -> Any:
                for _ in range(16):
                    yield "x" * 65_536
                await asyncio.sleep(60)

            self.attacks["frames too large"] += 1
            await one.send(parts())

    async def never_end(self, own: str, _bot: int) -> None:
        """Send a part of a request, and wait."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.nginx.port, local_addr=(own, 0), family=socket.AF_INET
        )
        try:
            self.attacks["requests without end"] += 1
            writer.write(b"GET / HTTP/1.1\r\nHost: ")
            async with asyncio.timeout(15):
                await reader.read()
        finally:
            writer.close()


@asynccontextmanager
async def visit(address: str, **options: Any) -> AsyncGenerator[ClientConnection]:
    """Connect, and hang up at the end without a goodbye.

    A task that is cancelled while it waits for the server's goodbye would leave its socket open.
    """
    one = await connect(address, proxy=None, **options)
    try:
        yield one
    finally:
        one.transport.abort()


def make_value(key: str, settings: Message) -> Message:
    """Return something that a participant may say; no two are equal, but votes."""
    if key == "draw":
        point = [round(random.uniform(-2, 2), 3), round(random.uniform(-2, 2), 3)]
        return {"points": {str(random.randrange(50)): [*point, random.randrange(2)]}}
    if key == "vote":
        return {"option": random.randrange(3)}
    if key == "cut":
        return {"cut": random.uniform(settings["low"], settings["high"])}
    if key == "exercise":
        return {"state": {"gamma": round(10 ** random.uniform(-1, 2), 4)}}
    return {"model": "I", "gamma": round(10 ** random.uniform(-1, 2), 4), "threshold": "loo"}


async def count_lost(path: Path, code: str, people: list[Person]) -> int:
    """Return how many acknowledged events are not in the file, in their order."""
    log = SqliteLog(path)
    puts: dict[str, list[tuple[int, Message]]] = {}
    async for entries in read_slices(log, code):
        for event in [event for _, event in entries if event["do"] == "put"]:
            puts.setdefault(event["by"], []).append((event["activity"], event["value"]))
    await log.close()
    stored = {who: iter(events) for who, events in puts.items()}
    return sum(
        said not in stored.get(identify(person.key), iter(()))  # goes on to its place
        for person in people
        for said in person.acknowledged
    )


def write_for_ever(path: Path) -> None:
    """Write to a disk and wait for it, again and again."""
    with path.open("wb", buffering=0) as file:
        while True:
            file.seek(0)
            file.write(os.urandom(SLOW_BYTES))
            os.fsync(file.fileno())


@contextmanager
def slow_disk(folder: Path) -> Generator[None]:
    """Keep the disk of a folder busy."""
    process = get_context("spawn").Process(
        target=write_for_ever, args=(folder / "busy",), daemon=True
    )
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


async def open_room(url: str) -> str:
    """Open a room as its teacher, and return its code."""
    async with visit(f"{url}/rooms/new") as one:
        await one.send(json.dumps({"role": "teacher", "key": key_of("teacher")}))
        return str(json.loads(await one.recv())["code"])


async def hold_lecture(
    folder: Path, seconds: float = 600.0, participants: int = 300, bots: int = 200
) -> dict[str, float]:
    """Return the figures of a lecture, in the order of the table."""
    raise_limit()
    data = folder / "rooms.sqlite"
    with (
        AppServer(folder / "log.txt", environment={DATA: str(data)}) as server,
        Nginx(folder, [server]) as nginx,
        slow_disk(folder),
    ):
        code = await open_room(nginx.url.replace("http", "ws"))
        lecture = Lecture(nginx, server, code, participants)
        await lecture.hold(seconds, bots)
        memory = psutil.Process(server.pid).memory_info().rss
    people = [lecture.teacher, *lecture.people]
    delays = [delay for person in lecture.people for delay in person.delays]
    refusals = Counter(why for person in people for why in person.refusals)
    for why, times in refusals.most_common(5):
        print(f"refused {times} times: {why}", file=sys.stderr)
    percentiles = statistics.quantiles(delays, n=100)
    return {
        "participants": participants,
        "acknowledged": sum(len(person.acknowledged) for person in lecture.people),
        "lost": await count_lost(data, code, lecture.people),
        "refused honest": refusals.total(),
        "p50 ms": 1000 * percentiles[49],
        "p95 ms": 1000 * percentiles[94],
        "said again": sum(len(person.said_again) for person in lecture.people),
        "longest s": max(person.longest for person in lecture.people),
        "kills": len(lecture.away),
        "s away": max(lecture.away),
        "codes guessed": lecture.attacks["codes guessed"],
        "codes found": lecture.attacks["codes found"],
        "messages of bots": lecture.attacks["messages of bots"],
        "frames too large": lecture.attacks["frames too large"],
        "requests without end": lecture.attacks["requests without end"],
        "server MB": memory / 1e6,
    }


def write_table(figures: dict[str, float]) -> str:
    """Return the figures as a table of one row."""
    cells = [
        f"{value:.1f}" if name.endswith(" s") or name == "s away" else f"{value:,.0f}"
        for name, value in figures.items()
    ]
    lines = (list(figures), ["---"] * len(figures), cells)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Hold a lecture and print its table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--participants", type=int, default=300)
    parser.add_argument("--bots", type=int, default=200)
    chosen = parser.parse_args()
    if not 20 <= chosen.seconds <= MOST_SECONDS:
        parser.error(f"use 20 to {MOST_SECONDS} seconds")
    if not (1 <= chosen.participants <= MOST_PARTICIPANTS and 0 <= chosen.bots <= MOST_BOTS):
        parser.error(f"use at most {MOST_PARTICIPANTS} participants and {MOST_BOTS} bots")
    system = f"{platform.platform()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    print(f"{system}; Python {platform.python_version()}\n")
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(
            hold_lecture(Path(folder), chosen.seconds, chosen.participants, chosen.bots)
        )
    print(write_table(figures))


if __name__ == "__main__":
    main()
