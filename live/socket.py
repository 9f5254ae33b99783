"""The WebSocket of the class room: ``/rooms/<CODE>``, and ``/rooms/new`` to open a room.

A browser first says who it is. It gets the whole state that it may see, then differences, and says
what its user does. Refusals are sentences; a connection is closed with one of the codes ``CLOSED``.
"""

import asyncio
import json
import secrets
import time
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from hmac import compare_digest
from typing import Any

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from core.input_error import InputError
from live.buckets import Bucket, Buckets
from live.ending import cut
from live.hub import Following, Hub
from live.limits import RoomLimits, read_limits
from live.log import Event, RoomLog, RoomLogError, open_log
from live.messages import Hello, read_hello, read_message
from live.room import SERVER, TEACHER, check_message, hash_secret, identify
from live.transcript import transcribe

__all__ = ["ALPHABET", "CLOSED", "CODE_LENGTH", "Rooms"]

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no 0, 1, I, L, O
CODE_LENGTH = 6
NEW = "new"
IDLE_SECONDS = 60  # a room that nobody follows is forgotten in this process after so long
UPKEEP_SECONDS = 30
NO_ROOM = "There is no room with this code. Look at the projector again."
ELSEWHERE = (
    "This server does not have the room. It has ended; or the app runs as several servers that do "
    "not share their rooms, and its administrator has to set BAYESLAB_ROOMS (docs/classroom.md)."
)
CLOSED = {
    "refused": 4400,  # a message that is no message, or too large
    "forbidden": 4403,  # a wrong secret, or a removed participant
    "unknown": 4404,  # no room of that code
    "ended": 4410,
    "busy": 4429,  # too many; try again later
    "failed": 4500,  # the log cannot be read; try again later
}


class Refused(Exception):  # noqa: N818 (a decision, not an error)
    """The connection is closed, with a sentence."""

    def __init__(self, reason: str, why: str) -> None:
        super().__init__(why)
        self.code, self.why = CLOSED[reason], why


class Stalled(Exception):  # noqa: N818 (a decision, not an error)
    """The browser has not read for too long."""


class Rooms:
    """The rooms of this server process."""

    def __init__(self, log: RoomLog | None = None, limits: RoomLimits | None = None) -> None:
        self.log = log or open_log()
        self.limits = limits or read_limits()
        self._preparing = ThreadPoolExecutor(1, "preparing")
        self._evaluating = ThreadPoolExecutor(1, "evaluating")
        self._hubs: dict[str, Hub] = {}
        self._lock = asyncio.Lock()
        self._salt = secrets.token_bytes(16)
        self._guesses = Buckets(1.0, self.limits.wrong_codes)

    def routes(self) -> list[WebSocketRoute]:
        """Return the routes of the rooms."""
        return [WebSocketRoute("/rooms/{code}", self.serve)]

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Delete rooms that have expired while the server runs, and end all at its end."""
        upkeep = asyncio.create_task(self._keep_up())
        yield
        upkeep.cancel()
        for hub in self._hubs.values():
            hub.stop()
        self._hubs.clear()
        await self.log.close()
        for executor in (self._preparing, self._evaluating):
            executor.shutdown(cancel_futures=True)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one browser until it or the server closes the connection."""
        await socket.accept()
        patience = self.limits.send_seconds
        try:
            await self._serve(socket)
        except Refused as refusal:
            await _close(socket, refusal)
        except RoomLogError:
            await _close(socket, Refused("failed", "The rooms cannot be read; wait a moment."))
        except Stalled:
            patience = 0.0
        except (WebSocketDisconnect, RuntimeError):  # sending to a closed connection
            if socket.application_state == WebSocketState.CONNECTED:
                with suppress(RuntimeError, WebSocketDisconnect):
                    await socket.close()
        finally:
            cut(socket, patience)

    async def _serve(self, socket: WebSocket) -> None:
        hello = await self._receive_hello(socket)
        guesses = self._guesses[self._address(socket)]
        code = socket.path_params["code"].upper()
        if code == NEW.upper():
            await socket.send_text(json.dumps({"code": await self._open(hello, guesses)}))
            await socket.close()
            return
        hub = await self._hub(code) if _is_code(code) else None
        following = _admit(hub, hello, guesses)
        assert hub is not None
        await Connection(self, hub, socket, following).serve(hello)

    async def _receive_hello(self, socket: WebSocket) -> Hello:
        try:
            async with asyncio.timeout(self.limits.hello_seconds):
                text = await _receive(socket)
            if len(text) > self.limits.message_bytes:
                raise InputError("The message is too long.")
            return read_hello(text)
        except (TimeoutError, InputError) as problem:
            raise Refused("refused", str(problem) or "The first message is missing.") from None

    async def _open(self, hello: Hello, guesses: Bucket) -> str:
        """Open a room with this teacher's secret, and return its code."""
        if hello.role != TEACHER:
            raise Refused("forbidden", "Only a teacher opens a room.")
        if wait := guesses.take():
            raise Refused("busy", _too_many("rooms", wait))
        if await self.log.count() >= self.limits.rooms:
            raise Refused("busy", "This server cannot open more rooms; try again later.")
        rules = {"secret": hash_secret(hello.key), "places": self.limits.participants}
        event = {"do": "open", "by": SERVER, "at": _now(), **rules}
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            if await self.log.create(code, event, 3600 * self.limits.hours):
                return code

    async def _hub(self, code: str) -> Hub | None:
        """Return the room of a code; None if there is no such room."""
        async with self._lock:
            hub = self._hubs.get(code)
            if hub is None:
                hub = Hub(code, self.log, self.limits, self._preparing, self._evaluating)
                if not await hub.start():
                    return None
                self._hubs[code] = hub
            return hub

    def _address(self, socket: WebSocket) -> bytes:
        """Return a number for the address of a browser, from which the address does not follow."""
        host = socket.client.host if socket.client else ""
        return blake2b(host.encode(), key=self._salt, digest_size=8).digest()

    async def _keep_up(self) -> None:
        idle: dict[str, float] = {}
        while True:
            await asyncio.sleep(UPKEEP_SECONDS)
            with suppress(RoomLogError):
                await self.log.purge()
                for hub in list(self._hubs.values()):
                    if not await self.log.read(hub.code, hub.room.seq - 1):
                        hub.end()  # it has expired
            idle = {
                code: idle.get(code, time.monotonic())
                for code, hub in self._hubs.items()
                if not hub.followers
            }
            for code, since in idle.items():
                if time.monotonic() - since > IDLE_SECONDS:
                    self._hubs.pop(code).stop()


class Connection:
    """One browser in a room."""

    def __init__(self, rooms: Rooms, hub: Hub, socket: WebSocket, following: Following) -> None:
        self.hub, self.socket, self.following = hub, socket, following
        self.limits = rooms.limits
        self.bucket = Bucket(self.limits.messages_per_second, self.limits.burst)
        self.is_noticed = False
        self.sending: list[float] = []  # since when, of each message that is under way

    async def serve(self, hello: Hello) -> None:
        """Let a participant join, then pass messages both ways until one side ends."""
        self.hub.followers += 1
        try:
            await self._join()
            if hello.seq == self.hub.published.seq:  # the browser has this state already
                self.following.room = self.hub.published
            works = (self._tell, self._listen, self._watch)
            tasks = [asyncio.create_task(work()) for work in works]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            for task in done:
                task.result()
        finally:
            self.hub.followers -= 1

    async def _join(self) -> None:
        """Let a participant join who is not present."""
        if self.following.role != "participant":
            return
        person = self.hub.room.participants.get(self.following.who)
        if person is not None and person.status == "present":
            return
        try:
            await self.hub.say({"do": "join", "by": self.following.who, "at": _now()})
        except InputError as problem:
            raise Refused("forbidden", str(problem)) from None

    async def _tell(self) -> None:
        """Send what happens in the room, until it has ended or the participant is removed."""
        while True:
            text = await self.hub.news(self.following)
            now = self.following.room
            assert now is not None
            await self._send(text or f'{{"seq":{now.seq}}}')
            await self._tell_notice()
            person = now.participants.get(self.following.who)
            if person is not None and person.status == "removed":
                raise Refused("forbidden", "The teacher has removed you from the room.")
            if now.has_ended and self.following.role != TEACHER:
                raise Refused("ended", "The room has ended.")

    async def _tell_notice(self) -> None:
        """Tell the teacher, once, what is wrong with the way in which the app runs."""
        notice = self.hub.log.notice
        if self.following.role == TEACHER and notice and not self.is_noticed:
            self.is_noticed = True
            await self._send(json.dumps({"notice": notice}))

    async def _listen(self) -> None:
        """Read messages and answer each: done, or refused with a sentence."""
        is_teacher = self.following.role == TEACHER
        most = self.limits.teacher_bytes if is_teacher else self.limits.message_bytes
        while True:
            text = await _receive(self.socket)
            if len(text.encode()) > most:
                raise Refused("refused", f"A message has at most {most} bytes.")
            await self._answer(text)

    async def _answer(self, text: str) -> None:
        number, wait = -1, self.bucket.take()
        try:
            message = read_message(text)
            number = message["n"]
            if wait:
                raise InputError(_too_many("messages", wait))
            if message["do"] == "log" and self.following.role == TEACHER:
                await self._send_log()
            else:
                await self._take(message)
            answer: dict[str, Any] = {"done": number, "at": self.hub.room.seq}
        except InputError as problem:
            answer = {"refused": number, "why": str(problem)}
        await self._send(json.dumps(answer, ensure_ascii=False))
        if wait:  # what comes too fast is read more slowly, so that nobody else waits
            await asyncio.sleep(wait)

    async def _take(self, message: dict[str, Any]) -> None:
        role = self.following.role
        check_message(role, message)
        by = TEACHER if role == TEACHER else self.following.who
        said = {name: value for name, value in message.items() if name != "n"}
        event: Event = {**said, "by": by, "at": _now()}
        if event["do"] == "start":
            await self.hub.start_activity(event)
        else:
            await self.hub.say(event)

    async def _send_log(self) -> None:
        """Send the log of the room, in parts that browsers and proxies let by."""
        entries = await self.hub.log.read(self.hub.code)
        for part in transcribe(entries):
            await self._send(json.dumps({"log": part}, ensure_ascii=False))

    async def _send(self, text: str) -> None:
        self.sending.append(time.monotonic())
        await self.socket.send_text(text)
        del self.sending[0]

    async def _watch(self) -> None:
        """Wait until the browser has not taken a message for too long."""
        while True:
            now = time.monotonic()
            wait = (self.sending[0] if self.sending else now) + self.limits.send_seconds - now
            if wait <= 0:
                raise Stalled
            await asyncio.sleep(wait)


def _admit(hub: Hub | None, hello: Hello, guesses: Bucket) -> Following:
    """Check who comes in.

    Raises
    ------
    Refused
        If there is no such room, the secret is wrong, or there were too many wrong guesses. A
        participant who is in the room comes back in any case.
    """
    who = identify(hello.key) if hello.role == "participant" else ""
    if hub is not None and who in hub.room.participants:
        return Following(hello.role, who)
    if wait := guesses.wait():
        raise Refused("busy", _too_many("wrong codes", wait))
    if hub is None:
        guesses.take()
        raise Refused("unknown", ELSEWHERE if hello.role == TEACHER else NO_ROOM)
    if hello.role == TEACHER and not compare_digest(hash_secret(hello.key), hub.room.secret):
        guesses.take()
        raise Refused("forbidden", "This is not the teacher's link of this room.")
    if hub.followers >= hub.limits.connections:
        raise Refused("busy", "The room has reached its largest number of connections.")
    return Following(hello.role, who)


def _is_code(text: str) -> bool:
    return len(text) == CODE_LENGTH and set(text) <= set(ALPHABET)


def _too_many(what: str, wait: float) -> str:
    return f"Too many {what}: try again in {max(1, round(wait))} s."


def _now() -> float:
    return round(time.time(), 1)


async def _receive(socket: WebSocket) -> str:
    """Return the next text; binary data is refused."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    if not isinstance(text, str):
        raise Refused("refused", "A message must be text.")
    return text


async def _close(socket: WebSocket, refusal: Refused) -> None:
    """Say why, and close; the browser may be gone already, or not read."""
    try:
        async with asyncio.timeout(5):
            await socket.send_text(json.dumps({"closed": refusal.code, "why": refusal.why}))
            await socket.close(refusal.code)
    except (TimeoutError, RuntimeError, WebSocketDisconnect):
        return
