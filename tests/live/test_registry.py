"""Rooms are found by their codes: each is loaded once, and wrong codes hold nobody up."""

import asyncio
from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest

from live.log import RoomLogError
from live.registry import MOST_AT_ONCE, Registry


class SlowLog:
    """A log that knows some rooms, and answers when it is told to."""

    def __init__(self, *rooms: str) -> None:
        self.rooms, self.questions = set(rooms), list[list[str]]()
        self.may_answer = asyncio.Event()
        self.is_broken = False

    async def find(self, rooms: Sequence[str]) -> set[str]:
        self.questions.append(list(rooms))
        await self.may_answer.wait()
        if self.is_broken:
            raise RoomLogError("no answer")
        return self.rooms & set(rooms)


class SlowHub:
    """A room that is loaded when it is told to."""

    def __init__(self, code: str) -> None:
        self.code, self.followers = code, 0
        self.may_start, self.starts = asyncio.Event(), 0

    async def start(self) -> bool:
        self.starts += 1
        await self.may_start.wait()
        return True


def make(*rooms: str) -> tuple[Any, Any, dict[str, SlowHub]]:
    log, hubs = SlowLog(*rooms), {room: SlowHub(room) for room in rooms}
    return Registry(log, hubs.__getitem__), log, hubs  # pyrefly: ignore[bad-argument-type]


async def test_a_loaded_room_is_found_while_the_log_does_not_answer() -> None:
    registry, log, hubs = make("KNOWN")
    hubs["KNOWN"].may_start.set()
    log.may_answer.set()
    assert await registry.find("KNOWN") is hubs["KNOWN"]
    log.may_answer.clear()
    strangers = [asyncio.create_task(registry.find(f"NO{k}")) for k in range(4)]
    await asyncio.sleep(0)
    assert await registry.find("KNOWN") is hubs["KNOWN"]
    log.may_answer.set()
    assert await asyncio.gather(*strangers) == [None] * 4


async def test_many_wrong_codes_need_few_requests_to_the_log() -> None:
    registry, log, _ = make()
    count = 3 * MOST_AT_ONCE
    asked = [asyncio.create_task(registry.find(f"{k}")) for k in (*range(count), *range(count))]
    await asyncio.sleep(0.01)
    log.may_answer.set()
    assert set(await asyncio.gather(*asked)) == {None}
    assert len(log.questions) <= 4
    assert sorted(chain(*log.questions), key=int) == [f"{k}" for k in range(count)]


async def test_a_room_that_is_slow_to_load_is_loaded_once_and_holds_up_no_other() -> None:
    registry, log, hubs = make("SLOW", "QUICK")
    log.may_answer.set()
    first = [asyncio.create_task(registry.find("SLOW")) for _ in range(3)]
    hubs["QUICK"].may_start.set()
    assert await registry.find("QUICK") is hubs["QUICK"]
    first.pop().cancel()  # who goes away takes nothing from those who wait
    hubs["SLOW"].may_start.set()
    assert await asyncio.gather(*first) == [hubs["SLOW"]] * 2
    assert hubs["SLOW"].starts == 1


async def test_who_asks_while_another_loads_the_room_gets_the_same() -> None:
    """Two rooms of one code in a process would each count their own participants and windows."""
    registry, log, hubs = make("ROOM")
    log.may_answer.set()
    hubs["ROOM"].may_start.set()
    found, first = [], asyncio.create_task(registry.find("ROOM"))
    while not first.done():  # each begins at another moment of the first one's loading
        found.append(asyncio.create_task(registry.find("ROOM")))
        await asyncio.sleep(0)
    assert set(await asyncio.gather(*found)) == {hubs["ROOM"]}
    assert hubs["ROOM"].starts == 1


async def test_after_an_error_of_the_log_the_next_question_is_asked() -> None:
    registry, log, hubs = make("ROOM")
    hubs["ROOM"].may_start.set()
    log.may_answer.set()
    log.is_broken = True
    with pytest.raises(RoomLogError, match="no answer"):
        await registry.find("ROOM")
    log.is_broken = False
    assert await registry.find("ROOM") is hubs["ROOM"]
