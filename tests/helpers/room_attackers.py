"""Attacks on a room: a guesser of codes, and bots that flood it."""

import asyncio
import json
import random
import socket
import sys
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from itertools import count, cycle
from typing import Any

from nginx import Nginx
from room_client import key_of
from room_person import AGAIN, ANSWER, LOST, visit

__all__ = ["ATTACKS", "Attackers"]

ATTACKS = (
    *("codes guessed", "codes found", "messages of bots", "frames too large"),
    "requests without end",
)
GUESSERS = 4
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # of a code
HIGHEST_ACTIVITY = 10  # number of the activity that a message of a bot names
JUNK = ('{"n": 1e999}', "[" * 900, '{"n": 1, "do": "\\ud83d"}')


class Attackers:
    """Those who attack a room, and how often."""

    def __init__(self, nginx: Nginx, code: str) -> None:
        self.port, self.code = nginx.port, code
        self.rooms = f"{nginx.url.replace('http', 'ws')}/rooms"
        self.counts: Counter[str] = Counter()

    def attacks(self, bots: int) -> list[Coroutine[Any, Any, None]]:
        """Return attacks that go on until they are cancelled."""
        return [self.guess() for _ in range(GUESSERS)] + [self.flood(bot) for bot in range(bots)]

    async def guess(self) -> None:
        """Try one code after the other, from the address of the class."""
        while True:
            with suppress(*LOST):
                code = "".join(random.choices(LETTERS, k=6))
                # Before Python 3.12 `wait_for` may swallow a cancellation; `timeout` does not.
                async with visit(f"{self.rooms}/{code}") as one, asyncio.timeout(ANSWER):
                    await one.send(json.dumps({"role": "participant", "key": key_of(code)}))
                    answer = json.loads(await one.recv())
                    self.counts["codes guessed"] += 1
                    self.counts["codes found"] += "closed" not in answer
                    continue
            await asyncio.sleep(random.uniform(*AGAIN))

    async def flood(self, bot: int) -> None:
        """Attack in one way after another, from its own address where the system has many."""
        own = f"127.0.{1 + bot // 250}.{1 + bot % 250}" if sys.platform == "linux" else "127.0.0.1"
        harms = (self.flood_room, self.flood_room, self.send_too_much, self.never_end)
        for harm in cycle(harms[bot % 4 :] + harms[: bot % 4]):
            with suppress(*LOST):
                await harm(own, bot)
            await asyncio.sleep(random.uniform(*AGAIN))

    async def flood_room(self, own: str, bot: int) -> None:
        """Join, then say what means nothing, and what is allowed, as fast as it goes."""
        address = f"{self.rooms}/{self.code}"
        async with visit(address, local_addr=(own, 0)) as one, asyncio.timeout(10):
            await one.send(json.dumps({"role": "participant", "key": key_of(f"bot {bot}")}))
            for number in count():
                point = {"points": {str(number % 50): [random.uniform(-9, 9), 0, number % 2]}}
                put = {"do": "put", "activity": number % HIGHEST_ACTIVITY, "value": point}
                await one.send(random.choice((*JUNK, json.dumps({"n": number, **put}))))
                self.counts["messages of bots"] += 1
                await asyncio.sleep(0.02)

    async def send_too_much(self, own: str, _bot: int) -> None:
        """Say hello with a megabyte, of which the rest never comes."""
        address = f"{self.rooms}/{self.code}"
        async with visit(address, local_addr=(own, 0)) as one, asyncio.timeout(10):

            async def parts() -> Any:
                for _ in range(16):
                    yield "x" * 65_536
                await asyncio.sleep(60)

            self.counts["frames too large"] += 1
            await one.send(parts())

    async def never_end(self, own: str, _bot: int) -> None:
        """Send a part of a request, and wait."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(own, 0), family=socket.AF_INET
        )
        try:
            self.counts["requests without end"] += 1
            writer.write(b"GET / HTTP/1.1\r\nHost: ")
            async with asyncio.timeout(15):
                await reader.read()
        finally:
            writer.close()
