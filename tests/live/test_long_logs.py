"""Long logs: a room that is opened again or saved keeps nobody waiting, however long its log is."""

import asyncio
import json
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from live import hub, transcript
from live.events import fold
from live.limits import RoomLimits
from live.log import SLICE, Entry, RoomLogError
from live.room import hash_secret, identify
from live.socket import Rooms
from live.sqlite_log import SqliteLog
from live.views import view_room
from room_client import BrokenLog, Client, apply_patch, key_of, participant, served, teacher_of

LIMITS = RoomLimits(batch_ms=20, messages_per_second=100, burst=100)
CODE = "ABCDEF"
MANY = 2500  # events
WHO = [identify(key_of(name)) for name in ("ada", "bo", "cy")]
SETTINGS = {"budget": 10, "classes": 2, "choice": "free", "model": "II", "gamma": 5.0}
SETTINGS |= {"threshold": "error", "box": [-4, 4, -3, 3]}


class SlowLog(BrokenLog):
    """A log that counts what is read at once, and stops at a place until it may go on."""

    def __init__(self, log: Any) -> None:
        super().__init__(log)
        self.sizes: list[int] = []
        self.stop_at = 0  # reading after this event waits; 0 for none
        self.has_stopped, self.may_go_on = threading.Event(), threading.Event()
        self.is_broken = False

    async def read(self, room: str, after: int = 0, **options: Any) -> list[Entry]:
        if self.is_broken:
            raise RoomLogError("it is away")
        if self.stop_at and after >= self.stop_at:
            self.has_stopped.set()
            await asyncio.to_thread(self.may_go_on.wait)
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
def serving(path: Path) -> Generator[tuple[str, SlowLog]]:
    """Serve a room with a long log."""
    log = SlowLog(SqliteLog(path / "rooms.sqlite"))

    class WithRoom(Rooms):
        async def _keep_up(self) -> None:
            first, *others = events()
            await self.log.create(CODE, first, 3600)
            await self.log.append(CODE, others)
            await super()._keep_up()

    with served(lambda: WithRoom(log, LIMITS)) as url:  # pyrefly: ignore[bad-argument-type]
        yield url, log


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[str, SlowLog]]:
    with serving(tmp_path) as room:
        yield room


def ask_for_log(client: Client) -> int:
    client.number += 1
    client.send({"n": client.number, "do": "log"})
    return client.number


def test_a_long_log_is_read_folded_and_written_in_slices_outside_the_loop(
    room: tuple[str, SlowLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, log = room
    threads: dict[str, list[str]] = {"folded": [], "viewed": []}

    def fold_and_tell(*arguments: Any) -> Any:
        threads["folded"].append(threading.current_thread().name)
        return fold(*arguments)

    def view_and_tell(*arguments: Any) -> Any:
        threads["viewed"].append(threading.current_thread().name)
        return view_room(*arguments)

    monkeypatch.setattr(hub, "fold", fold_and_tell)
    monkeypatch.setattr(transcript, "fold", fold_and_tell)
    monkeypatch.setattr(transcript, "view_room", view_and_tell)
    with teacher_of(url, CODE) as teacher:
        teacher.until(lambda client: client.seq == MANY)
        teacher.do("log")
        assert [line["seq"] for line in teacher.log] == list(range(1, MANY + 1))
        picture: Any = {}
        for line in teacher.log:
            picture = apply_patch(picture, line["room"])
        assert picture["activity"] == teacher.room["activity"]
        parts = [frame for frame in teacher.frames if frame.startswith('{"log"')]
    assert max(log.sizes) == SLICE and len(threads["folded"]) == 2 * MANY
    assert {name.partition("_")[0] for names in threads.values() for name in names} == {"reading"}
    longest = max(len(json.dumps(line)) for line in teacher.log)
    assert max(map(len, parts)) < transcript.LONGEST_PART + longest + 20


def test_while_a_log_is_saved_the_room_continues_and_nobody_else_saves_it(
    room: tuple[str, SlowLog],
) -> None:
    url, log = room
    with teacher_of(url, CODE) as teacher, teacher_of(url, CODE) as other:
        teacher.until(lambda client: client.room)
        log.stop_at = 3 * SLICE
        number = ask_for_log(teacher)
        teacher.until(lambda _client: log.has_stopped.is_set() or teacher.log)
        assert log.has_stopped.wait(20)
        assert "is being sent already" in other.refusal("log")
        teacher.do("lock", on=True)
        with participant(url, CODE, "ada") as ada:
            ada.until(lambda client: client.you)
            ada.do("put", activity=1, value={"points": {"0": [0, 0, 0]}})
        assert number not in teacher.answers
        second = ask_for_log(teacher)
        assert "is being sent already" in ask_again(teacher)
        log.may_go_on.set()
        for asked in (number, second):
            teacher.until(lambda client, asked=asked: asked in client.answers)
            assert "done" in teacher.answers[asked]
        other.log.clear()
        other.do("log")
        assert other.log[-1]["do"] == "put" and other.log[-2]["do"] == "lock"


def ask_again(client: Client) -> str:
    number = ask_for_log(client)
    client.until(lambda c: number in c.answers)
    return str(client.answers[number]["why"])


def test_a_teacher_who_leaves_while_the_log_is_sent_frees_it_for_the_next(
    room: tuple[str, SlowLog],
) -> None:
    url, log = room
    with teacher_of(url, CODE) as teacher:
        teacher.until(lambda client: client.room)
        log.stop_at = SLICE
        ask_for_log(teacher)
        assert log.has_stopped.wait(20)
    log.may_go_on.set()
    with teacher_of(url, CODE) as again:
        again.until(lambda client: client.room)
        while "why" in again.say("log"):  # until the server has noticed
            again.receive()
        assert again.log[0]["seq"] == 1 and again.log[-1]["seq"] == MANY


def test_a_log_that_cannot_be_read_is_a_refusal(room: tuple[str, SlowLog]) -> None:
    url, log = room
    with teacher_of(url, CODE) as teacher:
        teacher.until(lambda client: client.room)
        log.is_broken = True
        assert "cannot be read" in teacher.refusal("log")
        log.is_broken = False
        teacher.do("log")
        assert len(teacher.log) == MANY
