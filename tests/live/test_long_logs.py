"""Long logs: a room that is opened again keeps nobody waiting, however long its log is."""

import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from live import hub
from live.events import fold
from live.limits import RoomLimits
from live.log import SLICE, Entry
from live.room import hash_secret, identify
from live.socket import Rooms
from live.sqlite_log import SqliteLog
from room_client import BrokenLog, key_of, served, teacher_of

LIMITS = RoomLimits(batch_ms=20, messages_per_second=100, burst=100)
CODE = "ABCDEF"
MANY = 2500  # events
WHO = [identify(key_of(name)) for name in ("ada", "bo", "cy")]
SETTINGS = {"budget": 10, "classes": 2, "choice": "free", "model": "II", "gamma": 5.0}
SETTINGS |= {"threshold": "error", "box": [-4, 4, -3, 3]}


class CountingLog(BrokenLog):
    """A log that counts what is read at once."""

    def __init__(self, log: Any) -> None:
        super().__init__(log)
        self.sizes: list[int] = []

    async def read(self, room: str, after: int = 0, **options: Any) -> list[Entry]:
        entries: list[Entry] = await self._log.read(room, after, **options)
        self.sizes.append(len(entries))
        return entries


def events() -> list[dict[str, Any]]:
    opened = {"do": "open", "by": "server", "at": 0, "secret": hash_secret(key_of("teacher"))}
    joined = [{"do": "join", "by": who, "at": 1} for who in WHO]
    started = {"do": "start", "by": "teacher", "at": 2, "key": "draw", "settings": SETTINGS}
    puts = [
        {
            **{"do": "put", "by": WHO[k % 3], "at": 3 + k, "activity": 1},
            "value": {"points": {str(k % 10): [k % 7 - 3, k % 5 - 2, k % 2]}},
        }
        for k in range(MANY - 5)
    ]
    return [{**opened, "places": 9}, *joined, {**started, "secret": {}}, *puts]


@contextmanager
def serving(path: Path) -> Generator[tuple[str, CountingLog]]:
    """Serve a room with a long log."""
    log = CountingLog(SqliteLog(path / "rooms.sqlite"))

    class WithRoom(Rooms):
        async def _keep_up(self) -> None:
            first, *others = events()
            await self.log.create(CODE, first, 3600)
            await self.log.append(CODE, others)
            await super()._keep_up()

    with served(lambda: WithRoom(log, LIMITS)) as url:  # pyrefly: ignore[bad-argument-type]
        yield url, log


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[str, CountingLog]]:
    with serving(tmp_path) as room:
        yield room


def test_a_long_log_is_read_and_folded_in_slices_outside_the_loop(
    room: tuple[str, CountingLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, log = room
    threads: list[str] = []

    def fold_and_tell(*arguments: Any) -> Any:
        threads.append(threading.current_thread().name)
        return fold(*arguments)

    monkeypatch.setattr(hub, "fold", fold_and_tell)
    with teacher_of(url, CODE) as teacher:
        teacher.until(lambda client: client.seq == MANY)
    assert max(log.sizes) == SLICE and len(threads) == MANY
    assert {name.partition("_")[0] for name in threads} == {"reading"}
