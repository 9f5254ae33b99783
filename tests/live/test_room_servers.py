"""Servers of the classroom with limits of their own, and two servers at once."""

import json
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest

from coroutines import run
from live.limits import RoomLimits, read_limits
from live.log import ROOMS
from live.socket import CLOSED, Rooms
from live.sqlite_log import SqliteLog
from redis_server import RedisServer
from room_client import (
    Client,
    Message,
    SleepingPhone,
    joined,
    key_of,
    open_room,
    participant,
    served,
    teacher_of,
)
from room_server import RoomServer


def test_a_phone_that_stops_reading_is_cut_off_and_nobody_else_notices(tmp_path: Path) -> None:
    """Without pings of the server, so that nothing else ends the connection."""
    limits = RoomLimits(batch_ms=5, send_seconds=0.5, messages_per_second=1000, burst=1000)
    rooms = partial(Rooms, SqliteLog(tmp_path / "rooms"), limits)
    with served(rooms, ws_ping_interval=None) as url, ExitStack() as stack:
        code = open_room(url)
        teacher = stack.enter_context(teacher_of(url, code))
        ada = stack.enter_context(participant(url, code, "ada"))
        sleeper = stack.enter_context(SleepingPhone(url, code, "sleeper"))
        number = 0
        while sleeper.is_served:
            number += 1
            assert number < 1000, "the server keeps what nobody reads"
            teacher.do("start", key="cut", settings={"data": "moons", "n": 400, "seed": number})
            ada.until_activity(number=number)
        teacher.until(lambda t: t.room.get("count") == 2)
        with participant(url, code, "sleeper") as again:
            assert again.until_activity(number=number).room["count"] == 2


def test_a_teacher_at_a_server_without_the_room_reads_that_servers_share_a_store(
    tmp_path: Path,
) -> None:
    logs = [SqliteLog(tmp_path / name) for name in "ab"]
    with ExitStack() as stack:
        here, elsewhere = (stack.enter_context(served(lambda log=log: Rooms(log))) for log in logs)
        with teacher_of(elsewhere, open_room(here)) as lost:
            assert "the page “Connection” tells the operator" in lost.until_closed()["why"]
        numbers = set()
        for url in (here, here, elsewhere):
            with urlopen(f"{url.replace('ws', 'http', 1)}/room-store") as answer:
                assert answer.headers["Cache-Control"] == "no-store"
                numbers.add(json.load(answer)["number"])
        assert len(numbers) == 2


def test_limits_of_the_server_are_reported_in_a_sentence(tmp_path: Path) -> None:
    limits = RoomLimits(rooms=2, participants=1)
    with served(lambda: Rooms(SqliteLog(tmp_path / "rooms"), limits)) as url:
        code = open_room(url)
        teacher: Message = {"role": "teacher", "key": key_of("another")}
        with Client(url, "new", **teacher) as another:
            assert "Your address has 1 of 2 rooms" in another.until_closed()["why"]
        with Client(url, "new", address="203.0.113.1", **teacher) as another:
            another.until(lambda client: client.frames)
        with Client(url, "new", address="203.0.113.2", **teacher) as third:
            assert "cannot open more rooms" in third.until_closed()["why"]
        with Client(url, "new", role="participant", key=key_of("pupil")) as pupil:
            assert pupil.until_closed()["why"] == "Only a teacher opens a room."
        with joined(url, code, "ada"), participant(url, code, "bo") as bo:
            assert "full: it has 1 places" in bo.until_closed()["why"]


def test_a_room_that_expires_ends_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.socket.UPKEEP_SECONDS", 0.2)
    log = SqliteLog(tmp_path / "rooms")
    with served(lambda: Rooms(log)) as url:
        code = open_room(url)
        with joined(url, code, "ada") as ada:
            run(log.expire(code, 0))
            assert ada.until_closed()["closed"] == CLOSED["ended"]
        with participant(url, code, "ada") as again:
            assert again.until_closed()["closed"] in (CLOSED["ended"], CLOSED["unknown"])


@pytest.mark.parametrize("text", ["0", "-1", "many", "1.5", "nan"])
def test_a_limit_that_is_no_positive_number_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(ValueError, match=r"PARTICIPANTS is .* a positive whole number"):
        read_limits({"BAYESLAB_ROOM_PARTICIPANTS": text})
    assert read_limits({"BAYESLAB_ROOM_HOURS": "1.5"}) == RoomLimits(hours=1.5)


def shown(client: Client) -> int:
    """Return how many points this client knows."""
    points = client.room.get("activity", {}).get("shown", {}).get("points", {})
    return sum(map(len, points.values()))


@pytest.mark.soak
def test_all_see_everything_from_any_replica_also_when_redis_or_one_is_killed(
    tmp_path: Path,
) -> None:
    def put(client: Client, number: int) -> Message:
        value = {"points": {f"{number}": [0.5, number / 10, number % 2]}}
        return client.until_activity(number=1).say("put", activity=1, value=value)

    with RedisServer(tmp_path) as redis, ExitStack() as stack:
        replicas = [stack.enter_context(RoomServer({ROOMS: redis.url})) for _ in range(2)]
        urls = [replica.url for replica in replicas]
        code = open_room(urls[0])
        teacher = stack.enter_context(teacher_of(urls[1], code))
        teacher.do("start", key="draw", settings={"budget": 5})
        pupils = [stack.enter_context(joined(urls[k % 2], code, f"pupil {k}")) for k in range(8)]
        for pupil in pupils:
            assert "done" in put(pupil, 0)
        for client in (teacher, *pupils):
            client.until(lambda client: shown(client) == 8)
        redis.kill()
        redis.start()
        for pupil in pupils:
            while "refused" in put(pupil, 1):
                pass
        for pupil in pupils:
            pupil.until(lambda client: shown(client) == 16)
        replicas[0].kill()
        for k in range(0, 8, 2):
            pupils[k] = stack.enter_context(joined(urls[1], code, f"pupil {k}"))
            assert "done" in put(pupils[k], 2)
        for pupil in pupils:
            assert pupil.until(lambda client: shown(client) == 20).room["count"] == 8
