"""Rooms served by this process, and clients that speak the protocol of docs/classroom.md."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from hashlib import md5
from typing import Any, Self

import psutil
import uvicorn
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from live.log import RoomLog
from live.room import hash_secret, projector_token
from live.socket import Rooms
from server import find_free_port

Message = dict[str, Any]
SECONDS = 20
# The first names of the messages from the server; docs/classroom.md describes each.
KINDS = ("seq", "done", "refused", "work", "desk", "ending", "waiting", "closed")


@contextmanager
def served(rooms_of: Any, **options: Any) -> Generator[str]:
    """Serve the rooms that a function without arguments makes, and yield the address."""
    config = configured(rooms_of, find_free_port(), **options)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        threading.Event().wait(0.01)
    yield f"ws://127.0.0.1:{config.port}"
    server.should_exit = True
    thread.join(SECONDS)
    assert not thread.is_alive(), "the server does not end"


def configured(rooms_of: Any, port: int, **options: Any) -> uvicorn.Config:
    """Return what uvicorn needs to serve the rooms that a function makes."""
    rooms: Rooms = rooms_of()
    app = Starlette(routes=rooms.routes(), lifespan=lambda _app: rooms.running())
    options = {"log_level": "warning", "ws": "websockets-sansio", **options}
    return uvicorn.Config(app, port=port, **options)


def key_of(name: str) -> str:
    """Return the key of a participant in a test."""
    return md5(name.encode(), usedforsecurity=False).hexdigest()


def apply_patch(target: Any, patch: Any) -> Any:
    """Apply a JSON merge patch as RFC 7396 defines it."""
    if not isinstance(patch, Mapping):
        return patch
    result = dict(target) if isinstance(target, Mapping) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = apply_patch(result.get(name), value)
    return result


class Client:
    """A connection to a room that keeps what it was told, and every frame.

    With an address it comes through a proxy on this machine, as uvicorn sees it.
    """

    def __init__(self, url: str, code: str, address: str = "", **hello: Any) -> None:
        headers = {"X-Forwarded-For": address} if address else None
        # With room for all that is not read: behind a full queue the answer to its closing would
        # wait for ten seconds.
        self._connecting: Any = connect(
            f"{url}/rooms/{code}", proxy=None, max_queue=None, additional_headers=headers
        )
        self.socket: ClientConnection = self._connecting.__enter__()
        self.room: Message = {}
        self.you: Message = {}
        self.seq, self.number = 0, 0
        self.frames: list[str] = []
        self.answers: dict[int, Message] = {}
        self.work: Message = {}  # that the teacher has asked for last
        self.desk: Message = {}  # likewise
        self.ending: Message = {}  # that a student has asked for last
        self.waiting = ""  # why it is not in yet
        self.closed: Message | None = None
        if hello:
            self.send(hello)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connecting.__exit__(None, None, None)

    def send(self, message: Any) -> None:
        self.socket.send(json.dumps(message))

    def say(self, do: str, **fields: Any) -> Message:
        """Send a message and return the answer."""
        self.number += 1
        self.send({"n": self.number, "do": do, **fields})
        self.until(lambda _client: self.number in self.answers)
        return self.answers[self.number]

    def do(self, do: str, **fields: Any) -> None:
        """Send a message that is accepted."""
        answer = self.say(do, **fields)
        assert "done" in answer, answer

    def refusal(self, do: str, **fields: Any) -> str:
        """Send a message that is refused, and return the sentence."""
        return str(self.say(do, **fields)["why"])

    def until(self, is_so: Any) -> Self:
        """Receive until a condition of this client holds."""
        deadline = time.monotonic() + SECONDS
        while not is_so(self):
            assert time.monotonic() < deadline, (self.room, self.you, self.answers)
            self.receive()
        return self

    def until_activity(self, **values: Any) -> Self:
        """Receive until the present activity has these values."""
        return self.until(lambda client: values.items() <= client.room.get("activity", {}).items())

    def receive(self) -> None:
        frame = self.socket.recv(SECONDS)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message = json.loads(frame)
        assert next(iter(message)) in (*KINDS, "code")
        if message.get("whole"):
            self.room, self.you = {}, {}
        self.room = apply_patch(self.room, message.get("room", {}))
        self.you = apply_patch(self.you, message.get("you", {}))
        self.seq = message.get("seq", self.seq)
        self.work = message.get("work", self.work)
        self.desk = message.get("desk", self.desk)
        self.ending = message.get("ending", self.ending)
        self.waiting = message.get("waiting", self.waiting)
        for kind in ("done", "refused"):
            if kind in message:
                self.answers[message[kind]] = message
        if "closed" in message:
            self.closed = message

    def until_closed(self) -> Message:
        """Receive until the server closes; return why."""
        self.until(lambda client: client.closed)
        assert self.closed is not None
        try:
            self.socket.recv(SECONDS)
        except ConnectionClosed as end:
            assert end.rcvd is not None and end.rcvd.code == self.closed["closed"]
        return self.closed


def open_room(url: str, name: str = "teacher") -> str:
    """Open a room and return its code."""
    with Client(url, "new", role="teacher", key=key_of(name)) as client:
        return str(json.loads(client.socket.recv(SECONDS))["code"])


def teacher_of(url: str, code: str, name: str = "teacher") -> Client:
    return Client(url, code, role="teacher", key=key_of(name))


def projector_of(url: str, code: str, name: str = "teacher") -> Client:
    token = projector_token(hash_secret(key_of(name)))
    return Client(url, code, role="stage", key=token)


def participant(url: str, code: str, name: str, seq: int = 0) -> Client:
    return Client(url, code, role="participant", key=key_of(name), seq=seq)


def joined(url: str, code: str, name: str) -> Client:
    """Return a participant who is in the room."""
    return participant(url, code, name).until(lambda client: client.you)


class SleepingPhone:
    """A participant who says hello and then reads nothing, on a server in this process.

    Small packets and a small buffer: within one machine the system would keep megabytes for it.
    """

    def __init__(self, url: str, code: str, name: str) -> None:
        host, port = url.removeprefix("ws://").split(":")
        hello = json.dumps({"role": "participant", "key": key_of(name)}).encode()
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        self.socket.connect((host, int(port)))
        self.socket.sendall(
            f"GET /rooms/{code} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert b" 101 " in self.socket.recv(64)
        # A final frame with text (0x81), shorter than 126 bytes, masked with zeros.
        self.socket.sendall(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    @property
    def is_served(self) -> bool:
        """Whether the server still has the other end of the connection."""
        own = self.socket.getsockname()
        return any(end.raddr == own for end in psutil.Process().net_connections("tcp4"))


class BrokenLog:
    """A log that refuses to store while it is full; else it is another one."""

    def __init__(self, log: RoomLog) -> None:
        self._log, self.is_full = log, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)
