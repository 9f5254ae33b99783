"""The WebSocket of the classroom: ``/rooms/<CODE>``, and ``/rooms/new`` to open a room.

A browser first says who it is. It gets the whole state that it may see, then differences, and says
what its user does. Refusals are sentences; a connection is closed with one of the codes ``CLOSED``.
"""

import asyncio
import json
import os
import time
from collections.abc import AsyncGenerator, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager, suppress
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from core.input_error import InputError
from live.admission import (
    ASK_PASSCODE,
    CLOSED,
    TEACHER_KEY,
    Admission,
    Refused,
    is_present,
    too_many,
)
from live.buckets import Bucket
from live.codes import CODE_LENGTH, HOMEWORK_LENGTH, is_code, make_code
from live.ending import cut, is_ending
from live.engines import open_log
from live.frames import FrameLimit
from live.homework import KEPT, describe_own_desk, prepare_homework, tell_ending, variant_of
from live.hub import Following, Hub, NotStoredError
from live.limits import RoomLimits, read_limits
from live.links import ShortLinks
from live.log import Event, RoomLog, RoomLogError
from live.messages import Hello, find_number, read_hello, read_message
from live.registry import Registry
from live.room import SERVER, TEACHER, check_message, hash_secret, refusing

__all__ = ["CLOSED", "Rooms"]

NEW = "new"
ENDED, DELETED = "The room has ended.", "The homework has been deleted."
UPKEEP_SECONDS = 30
LOOK_SECONDS = 1.0  # until it is noticed that a connection ends while the log is waited for
FRAME_SHARE = 4  # of a message's limit: an unfinished message that is larger ends the connection


class Stalled(Exception):  # noqa: N818 (a decision, not an error)
    """The browser has not read for too long."""


class Rooms:
    """The rooms of this server process."""

    def __init__(
        self,
        log: RoomLog | None = None,
        limits: RoomLimits | None = None,
        teacher_key: str | None = None,
    ) -> None:
        key = os.environ.get(TEACHER_KEY, "") if teacher_key is None else teacher_key
        self.log = log or open_log()
        self.limits = limits or read_limits()
        works = ("preparing", "evaluating", "reading")
        self._executors = [ThreadPoolExecutor(1, work) for work in works]
        self._registry = Registry(self.log, self._make_hub)
        self._admission = Admission(self.limits, key)
        self._links = ShortLinks(self.log, self.limits, self._admission.address)

    def _make_hub(self, code: str) -> Hub:
        preparing, evaluating, reading = self._executors
        return Hub(code, self.log, self.limits, preparing, evaluating, reading)

    def __iter__(self) -> Iterator[Hub]:
        """Yield the rooms that are followed."""
        return iter(self._registry)

    def routes(self) -> list[Route | WebSocketRoute]:
        """Return the routes of the rooms."""
        return [
            WebSocketRoute("/rooms/{code}", self.serve),
            Route("/rooms/{code}/exercise-desks/{stem}/{variant:int}", self._answer_desk),
            Route("/room-store", self._show_store),
            *self._links.routes(),
        ]

    async def _show_store(self, _request: Request) -> Response:
        """Answer with the number of the store, by which a teacher's page compares the servers."""
        try:
            number = await self.log.number()
        except RoomLogError:
            return Response(status_code=503)
        return JSONResponse({"number": number}, headers={"Cache-Control": "no-store"})

    async def _answer_desk(self, request: Request) -> Response:
        """Answer with what a browser needs to solve an exercise of the teacher's own."""
        code, stem = request.path_params["code"].upper(), request.path_params["stem"]
        try:
            hub = await self._registry.find(code) if is_code(code) else None
            homework = self._admission.find_homework(hub, self._admission.address(request))
            work = partial(describe_own_desk, homework, stem, request.path_params["variant"])
            told = await asyncio.get_running_loop().run_in_executor(self._executors[0], work)
        except (RoomLogError, Refused, InputError) as problem:
            return Response(status_code=503 if isinstance(problem, RoomLogError) else 404)
        return JSONResponse(told, headers={"Cache-Control": "max-age=300"})

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Delete rooms that have expired while the server runs, and end all at its end.

        Raises
        ------
        RoomLogError
            If the rooms cannot be stored, now or later.
        """
        await self.log.open()
        upkeep = asyncio.create_task(self._keep_up())
        yield
        upkeep.cancel()
        self._registry.stop()
        await self.log.close()
        for executor in self._executors:
            executor.shutdown(cancel_futures=True)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one browser until it or the server closes the connection."""
        await socket.accept()
        frames = FrameLimit(socket, self._hello_bytes(socket))
        patience = self.limits.send_seconds
        try:
            await self._serve(socket, frames)
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

    async def _serve(self, socket: WebSocket, frames: FrameLimit) -> None:
        hello = await self._receive_hello(socket, frames)
        address = self._admission.address(socket)
        code = socket.path_params["code"].upper()
        if code == NEW.upper():
            await socket.send_text(json.dumps({"code": await self._open(hello, address)}))
            await socket.close()
            return
        hub = await self._registry.find(code) if is_code(code) else None
        following = self._admission.admit(hub, hello, address)
        assert hub is not None
        if following.who and not is_present(hub, following.who):
            self._admission.join(hub, address)
        await Connection(self, hub, socket, following).serve(hello)

    def _hello_bytes(self, socket: WebSocket) -> int:
        """Return the largest first message; the one that opens a room may have exercises."""
        is_new = socket.path_params["code"].upper() == NEW.upper()
        return self.limits.bytes_of(TEACHER if is_new else "participant")

    async def _receive_hello(self, socket: WebSocket, frames: FrameLimit) -> Hello:
        try:
            async with asyncio.timeout(self.limits.hello_seconds):
                text = await _receive(socket)
            if len(text.encode()) > self._hello_bytes(socket):
                raise InputError("The message is too long.")
            hello = read_hello(text)
        except (TimeoutError, InputError) as problem:
            raise Refused("refused", str(problem) or "The first message is missing.") from None
        # At once, because the browser may have said more. What is a little too large is read, and
        # refused with a sentence.
        frames.most = FRAME_SHARE * self.limits.bytes_of(hello.role)
        return hello

    async def _open(self, hello: Hello, address: bytes) -> str:
        """Open a room with this teacher's secret, and return its code."""
        await self._admission.open(self.log, hello, address)
        rules = {"secret": hash_secret(hello.key), "places": self.limits.participants}
        event: dict[str, Any] = {"do": "open", "by": SERVER, "at": _now(), **rules}
        length, seconds = CODE_LENGTH, 3600 * self.limits.hours
        if hello.homework is not None:
            event["homework"] = await self._prepare_homework(hello.homework)
            length, seconds = HOMEWORK_LENGTH, event["homework"]["end"] - event["at"] + KEPT
        while True:
            code = make_code(length)
            if await self.log.create(code, event, seconds):
                self._admission.opened(code, address)
                return code

    async def _prepare_homework(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        work = partial(prepare_homework, chosen, time.time())
        try:
            with refusing("A homework"):
                return await asyncio.get_running_loop().run_in_executor(self._executors[0], work)
        except InputError as problem:
            raise Refused("refused", str(problem)) from None

    async def _keep_up(self) -> None:
        while True:
            await asyncio.sleep(UPKEEP_SECONDS)
            with suppress(RoomLogError):
                await self.log.purge()
                await self._registry.keep_up()


class Connection:
    """One browser in a room."""

    def __init__(self, rooms: Rooms, hub: Hub, socket: WebSocket, following: Following) -> None:
        self.hub, self.socket, self.following = hub, socket, following
        self.limits = rooms.limits
        self.bucket = Bucket(self.limits.messages_per_second, self.limits.burst)
        self.asked_logs: asyncio.Queue[int] = asyncio.Queue(1)
        self.sending: list[float] = []  # since when, of each message that is under way

    async def serve(self, hello: Hello) -> None:
        """Let a participant join, then pass messages both ways until one side ends."""
        who = self.following.who
        self.hub.followers += 1
        self.hub.windows[who] += 1
        try:
            await _run_until_first_ends(self._take_part(hello), self._watch())
        finally:
            self.hub.followers -= 1
            self.hub.windows[who] -= 1
            if not self.hub.windows[who]:
                del self.hub.windows[who]

    async def _take_part(self, hello: Hello) -> None:
        await self._join(hello)
        if hello.seq == self.hub.published.seq:  # the browser has this state already
            self.following.room = self.hub.published
        logs = [self._send_logs()] if self.following.role == TEACHER else []
        await _run_until_first_ends(self._tell(), self._listen(), *logs)

    async def _join(self, hello: Hello) -> None:
        """Let a participant join who is not present."""
        who = self.following.who
        if not who or is_present(self.hub, who):
            return
        try:
            event = {"do": "join", "by": who, "at": _now(), "passcode": hello.passcode}
            await self.hub.say(event | ({"name": hello.name} if hello.name else {}))
        except NotStoredError as problem:
            raise Refused("failed", str(problem)) from None
        except InputError as problem:
            raise Refused("forbidden", str(problem)) from None

    async def _tell(self) -> None:
        """Send what happens, until the room has ended or the participant is not in it any more."""
        while True:
            text = await self.hub.news(self.following)
            now = self.following.room
            assert now is not None
            await self._send(text or f'{{"seq":{now.seq}}}')
            person = now.participants.get(self.following.who)
            if person is not None and person.status == "removed":
                raise Refused("forbidden", "The teacher has removed you from the room.")
            who, room = self.following.who, self.hub.room
            if who and room.passcode and not is_present(self.hub, who):
                raise Refused("passcode", ASK_PASSCODE)
            if now.has_ended and self.following.role != TEACHER:
                raise Refused("ended", ENDED if now.homework is None else DELETED)

    async def _listen(self) -> None:
        """Read messages and answer each: done, or refused with a sentence."""
        most = self.limits.bytes_of(self.following.role)
        while True:
            text = await _receive(self.socket)
            if len(text.encode()) > most:
                raise Refused("refused", f"A message has at most {most} bytes.")
            await self._answer(text)

    async def _answer(self, text: str) -> None:
        number, wait = find_number(text), self.bucket.take()
        try:
            with refusing("A message"):
                message = read_message(text)
                if wait:
                    raise InputError(too_many("messages", wait))
                if message["do"] == "log" and self.following.role == TEACHER:
                    self._ask_for_log(number)
                    return
                if message["do"] == "work" and self.following.role == TEACHER:
                    await self._send(json.dumps({"work": self._find_work(message)}))
                elif message["do"] == "ending" and self.following.who:
                    await self._send(json.dumps({"ending": await self._find_ending(message)}))
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
        if event["do"] == "passcode":
            event = {**event, "passcode": make_code()}
        if event["do"] == "start":
            await self.hub.start_activity(event)
        else:
            await self.hub.say(event)

    def _find_work(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return what a student has handed in, for the teacher."""
        who, stem, homework = message.get("who"), message.get("exercise"), self.hub.room.homework
        own = homework.work.get(str(who), {}) if homework else {}
        if str(stem) not in own:
            raise InputError("There is no such work.")
        work = own[str(stem)]
        told = {"who": who, "exercise": stem, "variant": variant_of(str(who))}
        return told | {"handed": work.handed, "result": work.result or {"reached": False}}

    async def _find_ending(self, message: dict[str, Any]) -> Mapping[str, Any]:
        """Return the solution of a student's variant, when the homework is over."""
        homework, stem = self.hub.room.homework, message.get("exercise")
        if homework is None or not isinstance(stem, str):
            raise InputError("There is no such homework.")
        work = partial(tell_ending, homework, self.following.who, stem)
        return await asyncio.get_running_loop().run_in_executor(self.hub.evaluating, work)

    def _ask_for_log(self, number: int) -> None:
        try:
            self.asked_logs.put_nowait(number)
        except asyncio.QueueFull:
            raise InputError("The log is being sent already; wait a moment.") from None

    async def _send_logs(self) -> None:
        """Send the log of the room when it is asked for; meanwhile other messages are answered."""
        while True:
            number = await self.asked_logs.get()
            try:
                async with aclosing(self.hub.write_log()) as messages:
                    async for message in messages:
                        await self._send(message)
                answer: dict[str, Any] = {"done": number, "at": self.hub.room.seq}
            except InputError as problem:
                answer = {"refused": number, "why": str(problem)}
            await self._send(json.dumps(answer, ensure_ascii=False))

    async def _send(self, text: str) -> None:
        self.sending.append(time.monotonic())
        await self.socket.send_text(text)
        del self.sending[0]

    async def _watch(self) -> None:
        """Wait until the browser has not taken a message for too long, or the connection ends.

        Its end is not seen by what waits for the log; a server that is to end waits for all.
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
    """Say why, and close; the browser may have gone already, or may not read."""
    try:
        async with asyncio.timeout(5):
            await socket.send_text(json.dumps({"closed": refusal.code, "why": refusal.why}))
            await socket.close(refusal.code)
    except (TimeoutError, RuntimeError, WebSocketDisconnect):
        return
