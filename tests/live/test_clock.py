"""Rooms expire by a time that nobody sets, with both engines."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis

from live.log import RoomLog
from live.redis_log import NAME, RedisLog
from live.sqlite_log import SqliteLog
from redis_server import RedisServer

Opened = Callable[[], RoomLog]
DAY, HOUR = 24 * 3600.0, 3600.0


class Clocks:
    """The clocks of a computer: one that may be set, and a steady one."""

    def __init__(self) -> None:
        self.wall, self.steady = time.time(), 0.0

    def pass_by(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    clocks = Clocks()

    async def read_wall(_log: RedisLog) -> float:
        return clocks.wall

    monkeypatch.setattr("live.clock.read_steady", lambda: clocks.steady)
    monkeypatch.setattr("live.sqlite_log.read_wall", lambda: clocks.wall)
    monkeypatch.setattr(RedisLog, "_read_wall", read_wall)
    return clocks


@pytest.fixture(params=["sqlite", "redis"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    """Open the log, as another server does."""
    if request.param == "sqlite":
        yield lambda: SqliteLog(tmp_path / "rooms.sqlite")
        return
    with RedisServer(tmp_path) as redis:
        yield lambda: RedisLog(redis.url)


async def is_there(log: RoomLog) -> bool:
    await log.purge()
    return bool(await log.find(["LESSON"]) and await log.read("LESSON"))


async def test_a_clock_that_is_set_forward_deletes_no_room(opened: Opened, clocks: Clocks) -> None:
    log = opened()
    await log.create("LESSON", {"do": "open"}, DAY)
    clocks.wall += 25 * HOUR
    assert await is_there(log)
    await log.close()
    clocks.pass_by(HOUR)  # while no server runs
    again = opened()
    assert await is_there(again)
    clocks.pass_by(22 * HOUR)
    assert await is_there(again)
    clocks.pass_by(2 * HOUR)
    assert not await is_there(again)
    await again.close()


async def test_a_clock_that_is_set_back_keeps_no_room(opened: Opened, clocks: Clocks) -> None:
    log = opened()
    await log.create("LESSON", {"do": "open"}, DAY)
    clocks.wall -= 365 * DAY
    clocks.pass_by(12 * HOUR)
    assert await is_there(log)
    await log.close()
    clocks.wall -= 365 * DAY  # while no server runs
    again = opened()
    assert await is_there(again)
    clocks.pass_by(13 * HOUR)
    assert not await is_there(again)
    await again.close()


async def test_a_room_is_deleted_after_its_time_though_no_server_ran(
    opened: Opened, clocks: Clocks
) -> None:
    log = opened()
    await log.create("LESSON", {"do": "open"}, DAY)
    await log.close()
    clocks.wall += 25 * HOUR
    clocks.steady = 0.0  # the computer was started again
    again = opened()
    assert not await is_there(again)
    await again.close()


async def test_redis_itself_deletes_a_room_only_long_after_its_time(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as server, Redis.from_url(server.url) as redis:
        log = RedisLog(server.url)
        await log.create("LESSON", {"do": "open"}, DAY)
        await log.close()
        assert DAY + 25 * HOUR < redis.ttl(NAME + "LESSON") <= 3 * DAY
