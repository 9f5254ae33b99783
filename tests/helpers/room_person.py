"""The page of a participant or of a teacher in a room, without a browser."""

import asyncio
import json
import random
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from room_client import apply_patch, key_of

__all__ = ["AGAIN", "ANSWER", "LOST", "Message", "Person", "visit"]

AGAIN = (0.2, 1.0)  # seconds until a lost connection is opened again, at random
ANSWER = 60.0  # seconds in which everything has to be answered
LOST = (OSError, EOFError, TimeoutError, WebSocketException)  # what a lost connection raises
Message = dict[str, Any]


class Person:
    """The page of a participant or of the teacher."""

    def __init__(self, url: str, code: str, name: str, role: str = "participant") -> None:
        self.address, self.role, self.key = f"{url}/rooms/{code}", role, key_of(name)
        self.room: Message = {}  # the teacher's only
        self.confirmations: list[tuple[int, Message]] = []  # activity and value, in order
        self.refusals: list[str] = []
        self.delays: list[float] = []  # seconds to an answer, of what was said once
        self.longest = 0.0  # seconds to an answer, in any case
        self.repeats: set[int] = set()
        self.numbers = count(1)
        self.pending: dict[
            int, tuple[Message, float]
        ] = {}  # by number: a message, when it was said
        self.answer_event, self.entry_event = asyncio.Event(), asyncio.Event()
        self.socket: ClientConnection | None = None

    async def stay(self) -> None:
        """Be in the room until cancelled."""
        while True:
            with suppress(*LOST):
                async with visit(
                    self.address, max_queue=None, compression=None, ping_interval=None
                ) as self.socket:
                    await self.socket.send(json.dumps({"role": self.role, "key": self.key}))
                    self.repeats |= set(self.pending)
                    for message, _ in list(self.pending.values()):
                        await self.socket.send(json.dumps(message))
                    async for text in self.socket:
                        self.read(str(text))
            self.socket = None
            await asyncio.sleep(random.uniform(*AGAIN))

    def read(self, text: str) -> None:
        """Take a message of the server; a participant looks at answers only."""
        if text.startswith('{"seq"'):
            self.entry_event.set()
            if self.role == "teacher":
                message = json.loads(text)
                before = {} if message.get("whole") else self.room
                self.room = apply_patch(before, message.get("room", {}))
            return
        message = json.loads(text)
        if "closed" in message:
            self.refusals.append(message["why"])
        number = message.get("done", message.get("refused"))
        if number in self.pending:
            said, since = self.pending.pop(number)
            self.longest = max(self.longest, time.monotonic() - since)
            if number not in self.repeats:
                self.delays.append(time.monotonic() - since)
            if "refused" in message:
                self.refusals.append(message["why"])
            elif said["do"] == "put":
                self.confirmations.append((said["activity"], said["value"]))
        self.answer_event.set()

    async def say(self, do: str, **fields: Any) -> None:
        """Say something, now or when the connection is back."""
        number = next(self.numbers)
        message = {"n": number, "do": do, **fields}
        self.pending[number] = message, time.monotonic()
        if self.socket is not None:
            with suppress(*LOST):
                await self.socket.send(json.dumps(message))

    async def settle(self) -> None:
        """Wait until everything is answered."""
        async with asyncio.timeout(ANSWER):
            while self.pending:
                self.answer_event.clear()
                await self.answer_event.wait()


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
