"""Long messages, in frames or all at once, and messages that are too long."""

import json
from collections.abc import Iterator

import pytest
from websockets.sync.client import connect

from live.limits import RoomLimits
from live.socket import Rooms
from live.sqlite_log import SqliteLog
from room_client import Client, key_of, open_room, served, teacher_of

TEACHER = {"role": "teacher", "key": key_of("teacher")}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Rooms in which nobody is disconnected for being slow."""
    limits = RoomLimits(hello_seconds=300, heartbeat_seconds=300)
    file = tmp_path_factory.mktemp("rooms") / "rooms.sqlite"
    with served(lambda: Rooms(SqliteLog(file), limits)) as url:
        yield url


def test_a_long_message_may_come_in_frames_of_some_kilobytes(server: str) -> None:
    address = f"{server.replace('http', 'ws')}/_stcore/stream"
    with connect(address, proxy=None) as browser, pytest.raises(InterruptedError):

        def frames() -> Iterator[bytes]:
            for _ in range(200):
                yield bytes(4096)
            assert browser.ping().wait(20)
            raise InterruptedError  # the message has no end

        browser.send(frames())


def test_a_returning_teacher_may_send_everything_at_once(url: str) -> None:
    code = open_room(url)
    items = [{"title": "A", "note": "n" * 1000, "key": "draw", "settings": {}}] * 40
    with Client(url, code) as away:
        protocol = away.socket.protocol
        plan = {"n": 1, "do": "plan", "items": items}
        for message in (TEACHER, plan, {"n": 2, "do": "end"}):
            protocol.send_text(json.dumps(message).encode())
        away.socket.socket.sendall(b"".join(protocol.data_to_send()))
        with teacher_of(url, code) as teacher:
            teacher.until(lambda client: client.room.get("ended"))
            assert len(teacher.room["plan"]) == len(items)
