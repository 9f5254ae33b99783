"""Long messages, in frames or all at once, and messages that are too long."""

from collections.abc import Iterator

import pytest

from live.limits import RoomLimits
from live.socket import Rooms
from live.sqlite_log import SqliteLog
from raw_socket import BINARY, PING, PONG, RawSocket, frame_header
from room_client import key_of, open_room, served, teacher_of

TEACHER = {"role": "teacher", "key": key_of("teacher")}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Rooms in which nobody is disconnected for being slow."""
    limits = RoomLimits(hello_seconds=300, heartbeat_seconds=300)
    file = tmp_path_factory.mktemp("rooms") / "rooms.sqlite"
    with served(lambda: Rooms(SqliteLog(file), limits)) as url:
        yield url


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
