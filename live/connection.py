"""One browser in a room: its messages, the answers, and what it is told."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from core.input_error import InputError
from live.activity import Values
from live.admission import ASK_PASSCODE, Refused, too_many
from live.buckets import Bucket
from live.codes import make_code
from live.events import check_message
from live.homework import tell_desk, tell_ending, tell_work
from live.hub import Follower, Hub, NotStoredError
from live.limits import RoomLimits
from live.log import Event, read_time
from live.messages import Hello, find_number, read_message
from live.refusing import refusing
from live.room import TEACHER
from live.transport import is_ending

ENDED, DELETED = "The room has ended.", "The homework has been deleted."
WAITING = "Many are joining: wait a moment, you get in by yourself."
SHORT_WAIT = 0.5  # seconds of which nobody needs to be told
USUAL_LENGTH = 1024  # characters of a message
LOOK_SECONDS = 1.0  # until the end of a connection is noticed


class Stalled(Exception):  # noqa: N818 (a decision, not an error)
    """The browser has not read for too long."""


class Connection:
    """One browser in a room."""

    def __init__(
        self,
        limits: RoomLimits,
        hub: Hub,
        socket: WebSocket,
        follower: Follower,
        take_turn: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self.hub, self.socket, self.follower = hub, socket, follower
        self.limits, self.take_turn = limits, take_turn
        self.bucket = Bucket(self.limits.messages_per_second, self.limits.burst)
        self.sending: list[float] = []  # since when, of each message that is under way

    async def serve(self, hello: Hello) -> None:
        """Let a participant join, then pass messages both ways until one side ends."""
        self.hub.connect(self.follower)
        try:
            await _run_until_first_ends(self._take_part(hello), self._watch())
        finally:
            self.hub.disconnect(self.follower)

    async def _take_part(self, hello: Hello) -> None:
        if self.follower.who and not self.hub.room.is_present(self.follower.who):
            await _run_until_first_ends(self.take_turn(), self._tell_to_wait())
        await self._join(hello)
        if hello.seq == self.hub.published.seq:  # the browser has this state already
            self.follower.room = self.hub.published
        await _run_until_first_ends(self._tell(hello), self._listen())

    async def _join(self, hello: Hello) -> None:
        """Let a participant join who is not present."""
        who = self.follower.who
        if not who or self.hub.room.is_present(who):
            return
        try:
            event = {"do": "join", "by": who, "at": read_time(), "passcode": hello.passcode}
            if instead := self.hub.find_place():
                event["instead"] = instead
            seq = await self.hub.say(event | ({"name": hello.name} if hello.name else {}))
        except NotStoredError as problem:
            raise Refused("failed", str(problem)) from None
        except InputError as problem:
            reason = "busy" if self.hub.lacks_place(who) else "forbidden"
            raise Refused(reason, str(problem)) from None
        await self.hub.publishes(seq)  # the first state that a browser gets has its user

    async def _tell_to_wait(self) -> None:
        """While many join, say now and then that this takes a moment."""
        await asyncio.sleep(SHORT_WAIT)
        while True:
            await self._send(json.dumps({"waiting": WAITING}))
            await asyncio.sleep(self.limits.heartbeat_seconds)

    async def _tell(self, hello: Hello) -> None:
        """Send each change, until the room has ended or the participant has left it."""
        while True:
            text = await self.hub.news(self.follower)
            now = self.follower.room
            assert now is not None
            await self._send(text or f'{{"seq":{now.seq}}}')
            person = now.participants.get(self.follower.who)
            if person is not None and person.status == "removed":
                raise Refused("forbidden", "The teacher has removed you from the room.")
            who, room = self.follower.who, self.hub.room
            if who and room.passcode and not self.hub.room.is_present(who):
                raise Refused("passcode", ASK_PASSCODE)
            if (own := room.participants.get(who)) and own.status == "away":
                await self._join(hello)  # another server did not know of this connection
            if now.has_ended and self.follower.role != TEACHER:
                raise Refused("ended", ENDED if now.homework is None else DELETED)

    async def _listen(self) -> None:
        """Read messages and answer each."""
        most = self.limits.bytes_of(self.follower.role)
        while True:
            text = await receive(self.socket)
            if len(text.encode()) > most:
                raise Refused("refused", f"A message has at most {most} bytes.")
            await self._answer(text)

    async def _answer(self, text: str) -> None:
        wait = self.bucket.take(self._weigh(text))
        await self._reply(find_number(text), self._act(text, wait))
        if wait:  # slow down a browser that sends too fast, so that nobody else waits
            await asyncio.sleep(wait)

    def _weigh(self, text: str) -> float:
        """Return how many messages this one counts as: long ones fill the log."""
        if self.follower.role == TEACHER:
            return 1
        return min(self.limits.burst, max(1, len(text) / USUAL_LENGTH))

    async def _reply(self, number: int, work: Awaitable[None]) -> None:
        """Answer a message once its work is done: done, or refused."""
        try:
            await work
            answer: dict[str, Any] = {"done": number, "at": self.hub.room.seq}
        except InputError as problem:
            answer = {"refused": number, "why": str(problem)}
        await self._send(json.dumps(answer, ensure_ascii=False))

    async def _act(self, text: str, wait: float) -> None:
        """Do what a message says."""
        with refusing("A message"):
            message = read_message(text)
            if wait:
                raise InputError(too_many("messages", wait))
            if message["do"] in ("work", "desk", "ending"):
                told = await self.hub.evaluating.run(self.hub.code, self._find_told(message))
                await self._send(json.dumps({message["do"]: told}))
            else:
                await self._take(message)

    async def _take(self, message: dict[str, Any]) -> None:
        role = self.follower.role
        check_message(role, message)
        by = TEACHER if role == TEACHER else self.follower.who
        values = {name: value for name, value in message.items() if name != "n"}
        event: Event = {**values, "by": by, "at": read_time()}
        if event["do"] == "passcode":
            event = {**event, "passcode": make_code()}
        if event["do"] == "start":
            await self.hub.start_activity(event)
        else:
            await self.hub.say(event)

    def _find_told(self, message: dict[str, Any]) -> Callable[[], Values]:
        """Return what finds a student's work for the teacher; a student's own desk or solution."""
        homework, stem = self.hub.room.homework, message.get("exercise")
        if homework is None or not isinstance(stem, str):
            raise InputError("There is no such homework.")
        own = self.follower.who
        if message["do"] == "work" and self.follower.role == TEACHER:
            return partial(tell_work, homework, str(message.get("who")), stem)
        if message["do"] == "desk" and own:
            return partial(tell_desk, homework, own, stem, read_time())
        if message["do"] == "ending" and own:
            return partial(tell_ending, homework, own, stem)
        raise InputError(f"A {self.follower.role} cannot send such a message.")

    async def _send(self, text: str) -> None:
        self.sending.append(time.monotonic())
        await self.socket.send_text(text)
        del self.sending[0]

    async def _watch(self) -> None:
        """Raise an error if the browser does not take a message for too long, or has gone.

        Tasks that wait for the log do not notice the end, and a stopping server waits for them.
        """
        while True:
            now = time.monotonic()
            wait = (self.sending[0] if self.sending else now) + self.limits.send_seconds - now
            if wait <= 0:
                raise Stalled
            if is_ending(self.socket):
                raise WebSocketDisconnect
            await asyncio.sleep(min(wait, LOOK_SECONDS))


async def _run_until_first_ends(*works: Coroutine[Any, Any, None]) -> None:
    """Run works side by side until the first ends, and cancel the others."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


async def receive(socket: WebSocket) -> str:
    """Return the next text; binary data is refused."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    if not isinstance(text, str):
        raise Refused("refused", "A message must be text.")
    return text
