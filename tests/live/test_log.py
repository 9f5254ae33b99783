"""Both engines of the log of rooms, by the same tests."""

import asyncio
import os
import re
import stat
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from live.engines import open_log
from live.log import (
    DATA,
    REPLICAS,
    ROOMS,
    SLICE,
    Entry,
    RoomLog,
    RoomLogError,
    RoomsElsewhereError,
    read_slices,
)
from live.redis_log import RedisLog
from live.sqlite_log import SqliteLog
from redis_server import RedisServer

Address = dict[str, str]
HOUR = 3600.0


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with RedisServer(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(params=["sqlite", "redis"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Address:
    """The environment of a server with one of the engines."""
    if request.param == "redis":
        return {ROOMS: request.getfixturevalue("redis").url}
    return {DATA: str(tmp_path / "new folder" / "rooms.sqlite")}


@asynccontextmanager
async def opened(address: Address) -> AsyncGenerator[RoomLog]:
    log = open_log(address)
    yield log
    await log.close()


async def test_events_are_numbered_from_one_and_read_in_order(address: Address) -> None:
    async with opened(address) as log:
        assert await log.create("NUMBER", {"do": "open"}, HOUR)
        assert await log.append("NUMBER", [{"a": 1}, {"b": "é"}]) == [2, 3]
        assert await log.append("NUMBER", [{"c": [0.1, None]}]) == [4]
        assert await log.read("NUMBER", 2) == [Entry(3, {"b": "é"}), Entry(4, {"c": [0.1, None]})]
        assert [entry.seq for entry in await log.read("NUMBER")] == [1, 2, 3, 4]
        assert [entry.seq for entry in await log.read("NUMBER", 1, most=2)] == [2, 3]


async def test_a_room_is_created_once_and_others_do_not_notice(address: Address) -> None:
    async with opened(address) as log:
        assert await log.create("FIRST", {"who": "a"}, HOUR)
        assert not await log.create("FIRST", {"who": "b"}, HOUR)
        assert await log.create("OTHER", {"who": "c"}, HOUR)
        await log.append("OTHER", [{"x": 1}])
        assert await log.read("FIRST") == [Entry(1, {"who": "a"})]
        assert await log.count() >= 2
        assert await log.find(["FIRST", "NOROOM", "OTHER"]) == {"FIRST", "OTHER"}
        assert await log.find([]) == set()


async def test_a_room_that_is_not_there_has_no_events_and_takes_none(
    address: Address,
) -> None:
    async with opened(address) as log:
        assert await log.read("NOROOM") == []
        with pytest.raises(RoomLogError):
            await log.append("NOROOM", [{"x": 1}])
        assert await log.read("NOROOM") == []


async def test_followers_get_the_stored_events_and_then_the_new_ones(
    address: Address,
) -> None:
    async with opened(address) as log:
        await log.create("FOLLOW", {"n": 1}, HOUR)
        await log.append("FOLLOW", [{"n": 2}])

        async def follow(after: int) -> list[int]:
            seen: list[int] = []
            async for entries in log.follow("FOLLOW", after):
                seen += [entry.seq for entry in entries]
                if seen[-1] == 42:
                    return seen
            raise AssertionError

        followers = [asyncio.create_task(follow(after)) for after in (0, 0, 1)]
        for n in range(3, 43):
            await log.append("FOLLOW", [{"n": n}])
        from_start, again, later = await asyncio.gather(*followers)
        assert from_start == again == list(range(1, 43))
        assert later == list(range(2, 43))


async def test_simultaneous_appends_have_one_order(address: Address) -> None:
    async with opened(address) as log:
        await log.create("ATONCE", {}, HOUR)
        appended = await asyncio.gather(
            *(log.append("ATONCE", [{"who": who}, {"who": who}]) for who in range(30))
        )
        entries = {entry.seq: entry.event["who"] for entry in await log.read("ATONCE", 1)}
        assert sorted(entries) == list(range(2, 62))
        assert all(
            [entries[seq] for seq in seqs] == [who, who] for who, seqs in enumerate(appended)
        )


async def test_servers_that_share_redis_follow_the_same_room_and_have_one_number(
    redis: RedisServer,
) -> None:
    address = {ROOMS: redis.url}

    async with opened(address) as log:
        await log.create("SHARED", {"n": 1}, HOUR)
        async with opened(address) as other:
            follower = other.follow("SHARED", 1)
            news = asyncio.ensure_future(anext(follower))
            await log.append("SHARED", [{"n": 2}])
            assert await news == [Entry(2, {"n": 2})]
            assert await other.append("SHARED", [{"n": 3}]) == [3]
            await follower.aclose()  # pyrefly: ignore[missing-attribute]
            assert await other.number() == await log.number() > 0
        assert [entry.seq for entry in await log.read("SHARED")] == [1, 2, 3]


async def test_a_file_has_a_number_that_it_keeps_and_others_do_not_have(tmp_path: Path) -> None:
    numbers = []
    for name in "aab":
        async with opened({DATA: str(tmp_path / name)}) as log:
            numbers.append(await log.number())
    first, again, other = numbers
    assert 0 < first == again != other


async def test_a_file_serves_one_process_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("live.sqlite_log.PATIENCE", 0.1)
    first, second = SqliteLog(tmp_path / "rooms"), SqliteLog(tmp_path / "rooms")
    await first.open()
    with pytest.raises(RoomsElsewhereError) as taken:
        await second.open()
    assert re.match(f"Another server process .*{ROOMS}.*{DATA}", taken.value.advice)
    with pytest.raises(RoomsElsewhereError):
        await second.read("ROOM")
    await first.create("ROOM", {}, HOUR)
    await first.close()
    await second.open()
    assert len(await second.read("ROOM")) == 1
    await second.close()


@pytest.mark.parametrize("what", ["folder", "text", "below a file"])
async def test_an_unusable_file_of_rooms_is_reported_at_the_start(
    tmp_path: Path, what: str
) -> None:
    path = tmp_path / "rooms"
    if what == "folder":
        path.mkdir()
    else:
        path.write_text("Lorem ipsum dolor sit amet. " * 100)

    log = SqliteLog(path / "rooms" if what == "below a file" else path)
    with pytest.raises(RoomLogError, match=f"cannot be stored in {path}.*{DATA}"):
        await log.open()
    await log.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
async def test_nobody_else_may_read_the_file_or_what_is_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "rooms"
    before = os.umask(0)
    path.parent.mkdir(0o777)
    path.touch(0o666)  # of an earlier version
    os.umask(before)

    async with opened({DATA: str(path)}) as log:
        await log.create("ROOM", {}, HOUR)
        modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
        assert modes == {"rooms": 0o600, "rooms-wal": 0o600}


async def test_nothing_is_left_of_a_room_in_any_file(tmp_path: Path) -> None:
    path = tmp_path / "rooms"

    def is_found() -> bool:
        return any(b"teal fox" in each.read_bytes() for each in tmp_path.iterdir())

    async with opened({DATA: str(path)}) as log:
        await log.create("OTHER", {}, HOUR)
        await log.create("ROOM", {"who": "teal fox"}, HOUR)
        await log.append("ROOM", [{"who": f"teal fox {n}"} for n in range(2000)])
        assert is_found()
        await log.expire("ROOM", 0)
        await log.purge()
        assert not is_found()
        assert (tmp_path / "rooms-wal").stat().st_size == 0
        assert len(await log.read("OTHER")) == 1


@pytest.mark.parametrize("replicas", ["2", "many"])
def test_the_environment_chooses_the_engine_and_replicas_need_redis(
    replicas: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=f"BAYESLAB_REPLICAS is {replicas}.* set {ROOMS}"):
        open_log({REPLICAS: replicas})
    with pytest.raises(ValueError, match="use an address as in redis://"):
        open_log({ROOMS: "localhost"})
    address = {REPLICAS: replicas, ROOMS: "redis://localhost:1/0"}
    assert isinstance(open_log(address), RedisLog)
    for address in ({}, {REPLICAS: "1"}):
        assert isinstance(open_log({**address, DATA: str(tmp_path / "rooms")}), SqliteLog)


async def test_an_expired_room_does_not_come_back(address: Address) -> None:
    async with opened(address) as log:
        await log.create("BRIEF", {}, HOUR)
        await log.create("LONG", {}, HOUR)
        count = await log.count()
        await log.expire("BRIEF", 0.2)
        while await log.read("BRIEF"):
            await asyncio.sleep(0.05)
        assert await log.count() == count - 1
        assert await log.find(["BRIEF", "LONG"]) == {"LONG"}
        await log.purge()
        with pytest.raises(RoomLogError):
            await log.append("BRIEF", [{}])
        assert len(await log.read("LONG")) == 1
        assert await log.create("BRIEF", {"again": True}, HOUR)


async def test_redis_keeps_what_was_appended_when_it_is_killed(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as server:
        async with opened({ROOMS: server.url}) as log:
            await log.create("KILLED", {"n": 1}, HOUR)
            await log.append("KILLED", [{"n": n} for n in range(2, 100)])
            server.kill()
            with pytest.raises(RoomLogError):
                await log.append("KILLED", [{"n": 0}])
            server.start()
            assert [entry.event["n"] for entry in await log.read("KILLED")] == list(range(1, 100))


async def test_a_full_disk_is_reported_and_nothing_is_stored_in_part(tmp_path: Path) -> None:
    async with opened({DATA: str(tmp_path / "rooms.sqlite")}) as log:
        assert isinstance(log, SqliteLog)
        await log.create("FULL", {"n": 1}, HOUR)
        await log._run(lambda file: file.execute("PRAGMA max_page_count = 8"))
        with pytest.raises(RoomLogError, match="full"):
            await log.append("FULL", [{"text": "x" * 1000} for _ in range(100)])
        assert await log.read("FULL") == [Entry(1, {"n": 1})]
        await log._run(lambda file: file.execute("PRAGMA max_page_count = 10000"))
        assert await log.append("FULL", [{"n": 2}]) == [2]


async def test_a_long_log_is_read_and_followed_in_slices(address: Address) -> None:
    async with opened(address) as log:
        await log.create("LONGER", {"n": 1}, HOUR)
        await log.append("LONGER", [{"n": n} for n in range(2, 2 * SLICE + 4)])
        sizes = [len(entries) async for entries in read_slices(log, "LONGER")]
        assert sizes == [SLICE, SLICE, 3]
        follower = log.follow("LONGER", 0)
        assert [len(await anext(follower)) for _ in range(3)] == sizes
