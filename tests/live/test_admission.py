"""Who comes into a room while others at the same address guess codes or the log does not answer."""

import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from live.admission import ADDRESSES, NO_PROJECTOR, NO_ROOM, STAGE_SHARE
from live.limits import RoomLimits
from live.redis_log import RedisLog
from live.room import hash_secret
from live.socket import CLOSED, Rooms
from live.sqlite_log import SqliteLog
from redis_server import RedisServer
from room_client import (
    Client,
    joined,
    key_of,
    open_room,
    participant,
    projector_of,
    served,
    teacher_of,
)

ALLOWED, UNKNOWN = 5, "234567"
CLASS = 40
LIMITS = RoomLimits(wrong_codes=ALLOWED, connections=CLASS + 2)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with served(lambda: Rooms(SqliteLog(tmp_path / "rooms.sqlite"), LIMITS)) as url:
        yield url


def guess(url: str, count: int, code: str = UNKNOWN, role: str = "stage") -> Counter[int]:
    """Try wrong codes or secrets, and return how often each code of closing came."""
    refusals = Counter[int]()
    for _ in range(count):
        with Client(url, code, role=role, key="0" * 32) as client:
            refusals[client.until_closed()["closed"]] += 1
    return refusals


def test_a_class_joins_from_the_address_of_a_guesser(url: str) -> None:
    code = open_room(url)
    for wrong, role in ((UNKNOWN, "stage"), (code, "teacher")):
        assert guess(url, 3 * ALLOWED, wrong, role)[CLOSED["busy"]] > 0
    with ExitStack() as stack:
        teacher = stack.enter_context(teacher_of(url, code))
        stage = stack.enter_context(projector_of(url, code))
        for k in range(CLASS):
            stack.enter_context(joined(url, code, f"{k}"))
        for client in (teacher, stage):
            client.until(lambda client: client.room.get("count") == CLASS)
        assert guess(url, ALLOWED)[CLOSED["busy"]] > 0


def test_forged_addresses_do_not_pass_the_limit(url: str) -> None:
    """Without a setting, uvicorn trusts a proxy on this machine: each guess has an address here."""
    refusals = Counter[int]()
    many = 2 * ADDRESSES * ALLOWED
    for place in range(many):
        with Client(url, UNKNOWN, address=f"203.0.113.{place}", role="stage") as client:
            refusals[client.until_closed()["closed"]] += 1
    assert refusals[CLOSED["unknown"]] >= ADDRESSES * ALLOWED
    assert refusals[CLOSED["busy"]] > 0
    assert sum(refusals.values()) == many


def test_nobody_becomes_a_projector_by_saying_so(url: str) -> None:
    code = open_room(url)
    for key in ("", key_of("teacher"), hash_secret(key_of("teacher")), "ö"):
        with Client(url, code, role="stage", key=key) as stranger:
            refusal = stranger.until_closed()
            assert (refusal["closed"], refusal["why"]) == (CLOSED["forbidden"], NO_PROJECTOR)
    assert guess(url, 3 * ALLOWED, code)[CLOSED["busy"]] > 0
    with teacher_of(url, code) as teacher:
        teacher.do("lock", on=True)
        teacher.do("passcode", on=True)
        token = teacher.until(lambda client: client.room).room["projector"].lower()
        with Client(url, code, role="stage", key=token) as stage:
            assert "projector" not in stage.until(lambda client: client.room).room


def test_teacher_and_projector_enter_a_room_that_is_full_of_connections(url: str) -> None:
    code = open_room(url)
    with ExitStack() as stack:
        for place in range(LIMITS.connections):
            stack.enter_context(joined(url, code, f"{place}"))
        with participant(url, code, "late") as late:
            assert late.until_closed()["closed"] == CLOSED["busy"]
        with teacher_of(url, code) as teacher:
            teacher.do("lock", on=True)
        for _ in range(LIMITS.connections // STAGE_SHARE):
            stage = stack.enter_context(projector_of(url, code))
            stage.until(lambda client: client.room)
        with projector_of(url, code) as late:
            assert late.until_closed()["closed"] == CLOSED["busy"]


def test_a_known_participant_does_not_wait_for_unknown_codes_while_redis_is_frozen(
    tmp_path: Path,
) -> None:
    with RedisServer(tmp_path) as redis, served(lambda: Rooms(RedisLog(redis.url))) as url:
        code = open_room(url)
        with participant(url, code, "ada") as ada:
            ada.until(lambda client: client.you)
        os.kill(redis.pid, signal.SIGSTOP)
        try:
            with ExitStack() as stack:
                unknown = [
                    stack.enter_context(Client(url, wrong, role="stage"))
                    for wrong in ("222222", "333333", "444444", "555555")
                ]
                with participant(url, code, "ada") as again:
                    again.until(lambda client: client.you)
                assert not any(client.frames for client in unknown)
                os.kill(redis.pid, signal.SIGCONT)
                for client in unknown:
                    assert client.until_closed()["why"] == NO_ROOM
        finally:
            os.kill(redis.pid, signal.SIGCONT)
