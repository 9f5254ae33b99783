"""A lecture: a class takes part in all activities, beside attacks, a slow disk and kills.

nginx with the configuration of deploy/ passes all on to one process of the app, whose rooms are in
SQLite. Beside the class, all of them on this machine and at addresses of it:

- a guesser, at the address of the class, tries codes on four connections without pause;
- a bot net, each bot at an address of its own, joins the room and floods it: messages that mean
  nothing, true ones too fast, frames too large, requests that never end;
- a process writes to the disk of the rooms, and waits for it, again and again;
- the server is killed twice (kill -9), in the middle of an activity, and started again.

A participant does what the page of a phone does: it comes back, and repeats what was not answered.
An event is lost if the server has acknowledged it and the room's file does not have it in the end.
"Refused honest" counts the refusals that an honest participant or the teacher met.
"""

import asyncio
import json
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

import psutil

from live.log import DATA, read_slices
from live.room import identify
from live.sqlite_log import SqliteLog
from nginx import Nginx
from room_attackers import ATTACKS, Attackers
from room_client import key_of
from room_person import ANSWER, Message, Person, visit
from server import AppServer
from ui.descriptors import raise_limit

__all__ = ["hold_lecture", "write_table"]

PARTICIPANTS, BOTS = 300, 200
JOINING = 20.0  # seconds in which the class joins
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


class Lecture:
    """The class, its teacher, and those who attack."""

    def __init__(self, nginx: Nginx, server: AppServer, code: str, participants: int) -> None:
        url = nginx.url.replace("http", "ws")
        self.server, self.attackers = server, Attackers(nginx, code)
        self.teacher = Person(url, code, "teacher", "teacher")
        self.people = [Person(url, code, f"pupil {n}") for n in range(participants)]
        self.away: list[float] = []  # seconds without a server, of each kill

    async def hold(self, seconds: float, bots: int) -> None:
        """Let the class join, attack it, and go through the activities."""
        people = [self.teacher, *self.people]
        tasks = [asyncio.create_task(self.teacher.stay())]
        for person in self.people:
            tasks.append(asyncio.create_task(person.stay()))
            await asyncio.sleep(JOINING / len(self.people))
        for person in people:
            async with asyncio.timeout(ANSWER):
                await person.entry_event.wait()
        tasks += [asyncio.create_task(attack) for attack in self.attackers.attacks(bots)]
        for number, key in enumerate(CHOICES, 1):
            is_killed = number in (1, len(CHOICES) - 1)
            await self.do_activity(number, key, seconds / len(CHOICES), is_killed)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

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
    events_of = {who: iter(events) for who, events in puts.items()}
    return sum(
        event not in events_of.get(identify(person.key), iter(()))  # goes on to its place
        for person in people
        for event in person.confirmations
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


async def hold_lecture(folder: Path, seconds: float) -> dict[str, float]:
    """Return the figures of a lecture, in the order of the table."""
    raise_limit()
    data = folder / "rooms.sqlite"
    with (
        AppServer(folder / "log.txt", environment={DATA: str(data)}) as server,
        Nginx(folder, [server]) as nginx,
        slow_disk(folder),
    ):
        code = await open_room(nginx.url.replace("http", "ws"))
        lecture = Lecture(nginx, server, code, PARTICIPANTS)
        await lecture.hold(seconds, BOTS)
        memory = psutil.Process(server.pid).memory_info().rss
    people = [lecture.teacher, *lecture.people]
    delays = [delay for person in lecture.people for delay in person.delays]
    refusals = Counter(why for person in people for why in person.refusals)
    for why, times in refusals.most_common(5):
        print(f"refused {times} times: {why}", file=sys.stderr)
    percentiles = statistics.quantiles(delays, n=100)
    return {
        "participants": PARTICIPANTS,
        "acknowledged": sum(len(person.confirmations) for person in lecture.people),
        "lost": await count_lost(data, code, lecture.people),
        "refused honest": refusals.total(),
        "p50 ms": 1000 * percentiles[49],
        "p95 ms": 1000 * percentiles[94],
        "said again": sum(len(person.repeats) for person in lecture.people),
        "longest s": max(person.longest for person in lecture.people),
        "kills": len(lecture.away),
        "s away": max(lecture.away),
        **{name: lecture.attackers.counts[name] for name in ATTACKS},
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
