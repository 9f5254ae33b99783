"""Messages that are too large end the connection while they arrive, and cost little memory."""

import struct
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil
import pytest

from live.limits import RoomLimits
from live.socket import Rooms
from live.sqlite_log import SqliteLog
from live.transport import MOST_FRAGMENTS
from raw_socket import BINARY, PING, PONG, TEXT, RawSocket, frame_header
from room_client import Client, key_of, open_room, served, teacher_of
from server import AppServer

TOO_BIG, BROKEN = struct.pack("!H", 1009), struct.pack("!H", 1002)
PARTICIPANT = {"role": "participant", "key": key_of("ada")}
TEACHER = {"role": "teacher", "key": key_of("teacher")}
COUNT, MOST_MEMORY = 10, 20e6  # unfinished messages, and what they may cost together


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Rooms in which nobody is disconnected for being slow."""
    limits = RoomLimits(hello_seconds=300, heartbeat_seconds=300)
    file = tmp_path_factory.mktemp("rooms") / "rooms.sqlite"
    with served(lambda: Rooms(SqliteLog(file), limits)) as url:
        yield url


@pytest.fixture(scope="module")
def address(url: str) -> str:
    return f"{url}/rooms/{open_room(url)}"


@pytest.mark.parametrize(
    ("hello", "length", "sent", "header"),
    [
        ([], 100_000, 5000, {}),
        ([], 5000, 5000, {"is_last": False}),
        ([PARTICIPANT], 900_000, 20_000, {}),
        ([PARTICIPANT], 20_000, 20_000, {"is_last": False}),
        ([TEACHER], 900_000, 300_000, {}),
        ([TEACHER], 900_000, 300_000, {"kind": BINARY}),
    ],
)
def test_an_unfinished_message_that_is_too_large_ends_the_connection(
    address: str, hello: list[Any], length: int, sent: int, header: Any
) -> None:
    with RawSocket(address) as attack:
        attack.send_json(*hello)
        if hello:  # the server knows who this is when it answers
            assert attack.receive()
        attack.begin(length, sent, **header)
        assert attack.until_closed()[:2] == TOO_BIG


@pytest.mark.parametrize("path", ["rooms/222222", "_stcore/stream"])
@pytest.mark.parametrize(
    ("frames", "why"),
    [
        ([frame_header(0, PING)] * 60, b"too many frames"),
        ([frame_header(0, TEXT)] * 1100, b"too many frames"),
        (
            [frame_header(0, TEXT, False), *[frame_header(0, 0, False)] * (MOST_FRAGMENTS - 1)],
            b"too many fragments",
        ),
    ],
    ids=["pings", "messages", "fragments"],
)
def test_tiny_frames_end_a_connection_while_they_arrive(
    server: str, path: str, frames: list[bytes], why: bytes
) -> None:
    with RawSocket(f"{server.replace('http', 'ws')}/{path}") as attack:
        attack.socket.sendall(b"".join(frames))
        assert attack.until_closed() == BROKEN + why


def test_a_long_message_may_come_in_frames_of_some_kilobytes(server: str) -> None:
    with RawSocket(f"{server.replace('http', 'ws')}/_stcore/stream") as browser:
        for place in range(200):
            browser.begin(4096, 4096, kind=0 if place else BINARY, is_last=False)
        browser.socket.sendall(frame_header(0, PING))
        assert browser.until(PONG) == b""


def test_a_returning_teacher_may_send_everything_at_once(url: str) -> None:
    code = open_room(url)
    items = [{"title": "A", "note": "n" * 1000, "key": "draw", "settings": {}}] * 40
    with RawSocket(f"{url}/rooms/{code}") as away:
        away.send_json(TEACHER, {"n": 1, "do": "plan", "items": items}, {"n": 2, "do": "end"})
        with teacher_of(url, code) as teacher:
            teacher.until(lambda client: client.room.get("ended"))
            assert len(teacher.room["plan"]) == len(items)


def attack_with_unfinished_frames(server: psutil.Process, url: str, path: str) -> int:
    """Send ten frames of 200 MB as far as they are taken; return by how many bytes it grew."""
    before = server.memory_info().rss
    with ExitStack() as stack:
        for place in range(COUNT):
            attack = stack.enter_context(RawSocket(f"{url}/{path}"))
            if place % 2:  # one that is announced small enough, in parts
                attack.begin(900_000, 900_000, kind=BINARY, is_last=False)
                attack.begin(900_000, 800_000, kind=0)
            else:
                attack.begin(200_000_000, 20_000_000, kind=BINARY)
        with Client(url, "222222", role="stage") as witness:
            witness.until_closed()  # the server has read what was sent before
        return server.memory_info().rss - before


@pytest.mark.soak
def test_ten_unfinished_messages_cost_little_memory(tmp_path: Path) -> None:
    with AppServer(tmp_path / "log.txt") as server:
        url = server.url.replace("http", "ws")
        code = open_room(url)
        for path in (f"rooms/{code}", "_stcore/stream"):
            grown = attack_with_unfinished_frames(psutil.Process(server.pid), url, path)
            assert grown < MOST_MEMORY, path
