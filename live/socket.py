"""The WebSocket of the classroom: ``/rooms/<CODE>``, and ``/rooms/new`` to open a room.

A browser first says who it is. It gets the whole state that it may see, then differences, and says
what its user does. Refusals are sentences; a connection is closed with one of the codes ``CLOSED``.
"""

import asyncio
import json
import os
import time
from collections.abc import AsyncGenerator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from core.input_error import InputError
from live.admission import CLOSED, TEACHER_KEY, Admission, Refused
from live.codes import CODE_LENGTH, HOMEWORK_LENGTH, is_code, make_code
from live.connection import Connection, Stalled, receive
from live.engines import open_log
from live.homework import KEPT, describe_entry, read_homework
from live.hub import Hub
from live.limits import RoomLimits, read_limits
from live.links import ShortLinks
from live.log import RoomLog, RoomLogError, RoomsElsewhereError, read_time
from live.messages import Hello, read_hello
from live.refusing import refusing
from live.registry import Registry
from live.room import SERVER, TEACHER, hash_secret
from live.transport import cut
from live.turns import Turns

__all__ = ["CLOSED", "Rooms"]

NEW = "new"
UPKEEP_SECONDS = 30
NOT_STORED = {"Cache-Control": "no-store"}


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
        self._preparing, self._evaluating = Turns(4, "preparing"), Turns(2, "evaluating")
        self._reading = ThreadPoolExecutor(1, "reading")
        self._registry = Registry(self.log, self._make_hub)
        self._admission = Admission(self.limits, key)
        self._links = ShortLinks(self.log, self.limits, self._admission.address)

    def _make_hub(self, code: str) -> Hub:
        turns = (self._preparing, self._evaluating)
        return Hub(code, self.log, self.limits, *turns, self._reading)

    def __iter__(self) -> Iterator[Hub]:
        """Yield the rooms that somebody follows."""
        return iter(self._registry)

    def routes(self) -> list[Route | WebSocketRoute]:
        """Return the routes of the rooms."""
        return [
            WebSocketRoute("/rooms/{code}", self.serve),
            Route("/room-store", self._show_store),
            *self._links.routes(),
        ]

    async def _show_store(self, _request: Request) -> Response:
        """Answer with the number of the store, by which a teacher's page compares the servers."""
        try:
            number = await self.log.number()
        except RoomsElsewhereError as problem:
            return JSONResponse({"why": str(problem)}, 503, NOT_STORED)
        except RoomLogError:
            return Response(status_code=503)
        return JSONResponse({"number": number}, headers=NOT_STORED)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Delete rooms that have expired while the server runs, and end all at its end.

        Raises
        ------
        RoomLogError
            If the rooms cannot be stored, now or later.
        """
        with suppress(RoomsElsewhereError):  # until the other process ends
            await self.log.open()
        upkeep = asyncio.create_task(self._keep_up())
        yield
        upkeep.cancel()
        self._registry.stop()
        await self.log.close()
        for turns in (self._preparing, self._evaluating):
            turns.shutdown()
        self._reading.shutdown(cancel_futures=True)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one browser until it or the server closes the connection."""
        await socket.accept()
        patience = self.limits.send_seconds
        try:
            await self._serve(socket)
        except Refused as refusal:
            await _close(socket, refusal)
        except RoomsElsewhereError as problem:
            await _close(socket, Refused("failed", str(problem)))
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
        address = self._admission.address(socket)
        code = socket.path_params["code"].upper()
        if code == NEW.upper():
            await socket.send_text(json.dumps({"code": await self._open(hello, address)}))
            await socket.close()
            return
        hub = await self._registry.find(code) if is_code(code) else None
        follower = self._admission.admit(hub, hello, address)
        assert hub is not None
        take_turn = partial(self._admission.take_turn, hub, address)
        await Connection(self.limits, hub, socket, follower, take_turn).serve(hello)

    def _hello_bytes(self, socket: WebSocket) -> int:
        """Return the largest first message; the one that opens a room may have exercises."""
        is_new = socket.path_params["code"].upper() == NEW.upper()
        return self.limits.bytes_of(TEACHER if is_new else "participant")

    async def _receive_hello(self, socket: WebSocket) -> Hello:
        try:
            async with asyncio.timeout(self.limits.hello_seconds):
                text = await receive(socket)
            if len(text.encode()) > self._hello_bytes(socket):
                raise InputError("The message is too long.")
            return read_hello(text)
        except (TimeoutError, InputError) as problem:
            raise Refused("refused", str(problem) or "The first message is missing.") from None

    async def _open(self, hello: Hello, address: bytes) -> str:
        """Open a room with this teacher's secret, and return its code."""
        await self._admission.open(self.log, hello, address)
        rules = {"secret": hash_secret(hello.key), "places": self.limits.participants}
        event: dict[str, Any] = {"do": "open", "by": SERVER, "at": read_time(), **rules}
        length, seconds = CODE_LENGTH, 3600 * self.limits.hours
        if hello.homework is not None:
            event["homework"] = await self._prepare_homework(hello.homework, address)
            length, seconds = HOMEWORK_LENGTH, event["homework"]["end"] - event["at"] + KEPT
        while True:
            code = make_code(length)
            if await self.log.create(code, event, seconds):
                self._admission.note_room(code, address)
                return code

    async def _prepare_homework(self, choices: Mapping[str, Any], address: bytes) -> dict[str, Any]:
        """Return the initial state of a homework; each exercise takes a turn of its own."""
        turn = partial(self._preparing.run, address)
        try:
            with refusing("A homework"):
                homework, exercises = await turn(partial(read_homework, choices, time.time()))
                entries = [await turn(partial(describe_entry, *each)) for each in exercises]
                return {**homework, "exercises": entries}
        except InputError as problem:
            raise Refused("refused", str(problem)) from None

    async def _keep_up(self) -> None:
        while True:
            await asyncio.sleep(UPKEEP_SECONDS)
            with suppress(RoomLogError):
                await self.log.purge()
                await self._registry.keep_up()


async def _close(socket: WebSocket, refusal: Refused) -> None:
    """Say why, and close; the browser may have gone already, or may not read."""
    try:
        async with asyncio.timeout(5):
            await socket.send_text(json.dumps({"closed": refusal.code, "why": refusal.why}))
            await socket.close(refusal.code)
    except (TimeoutError, RuntimeError, WebSocketDisconnect):
        return
