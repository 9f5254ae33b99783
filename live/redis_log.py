"""The log of rooms in Redis 7 or Valkey: one stream for each room.

The number of an event is the second half of its place in the stream, 0-1, 0-2, and so on. Redis
assigns the next one itself, whichever server asks. For every stored event to survive the end of
Redis it has to write an append-only file before it answers (``appendonly yes``, ``appendfsync
always``): with ``everysec`` it answers while a slow disk still writes, and may lose two seconds.
"""

import json
import secrets
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from live.clock import LogClock
from live.log import MOST_NUMBER, SLICE, Entry, Event, RoomLogError, encode_event

NAME = "bayeslab:room:"
NUMBER = "bayeslab:number"
FIELD = b"event"
DUE, CLOCK = "bayeslab:due", "bayeslab:clock"  # when each room is deleted, by the time of the log
# Seconds by which Redis deletes later than the servers: its computer's clock may be changed.
SPARE = 48 * 3600.0
BLOCK_MS = 1000  # a follower waits so long for an event before it asks again
# Appending must not make a log anew that has just expired.
APPEND = """
if redis.call("EXISTS", KEYS[1]) == 0 then return redis.error_reply("NOROOM") end
local places = {}
for i, event in ipairs(ARGV) do
    places[i] = redis.call("XADD", KEYS[1], "0-*", "event", event)
end
return places
"""


class RedisLog:
    """A :class:`live.log.RoomLog` in the Redis of an address such as ``redis://host:6379/0``."""

    is_shared = True

    def __init__(self, address: str) -> None:
        self._redis: Any = Redis.from_url(address, socket_connect_timeout=5, socket_timeout=10)
        self._clock: LogClock | None = None

    async def open(self) -> None:
        """Do nothing: each room retries a Redis that does not answer yet."""

    async def number(self) -> int:
        """Return the number that the first server gave to this Redis."""
        await self._ask("set", NUMBER, 1 + secrets.randbelow(MOST_NUMBER), nx=True)
        return int(await self._ask("get", NUMBER))

    async def create(self, room: str, event: Event, seconds: float) -> bool:
        """Start a log with its first event, unless there is one of that name."""
        due = (await self._time()).now() + seconds
        with _reported():
            async with self._redis.pipeline(transaction=True) as pipeline:
                pipeline.xadd(NAME + room, {FIELD: encode_event(event)}, id="0-1")
                pipeline.expire(NAME + room, _whole(seconds + SPARE), nx=True)
                pipeline.zadd(DUE, {room: due}, nx=True)
                try:
                    await pipeline.execute()
                except ResponseError as problem:
                    if "equal or smaller" in str(problem):  # the stream has an event 0-1
                        return False
                    raise
        return True

    async def append(self, room: str, events: Sequence[Event]) -> list[int]:
        """Store events in this order and return their numbers."""
        texts = [encode_event(event) for event in events]
        return [_seq(place) for place in await self._ask("eval", APPEND, 1, NAME + room, *texts)]

    async def read(self, room: str, after: int = 0, most: int = SLICE) -> list[Entry]:
        """Return the first `most` events with larger numbers than `after`, in order."""
        return _entries(await self._ask("xrange", NAME + room, f"(0-{after}", "+", count=most))

    async def follow(self, room: str, after: int = 0) -> AsyncIterator[list[Entry]]:
        """Yield the events with larger numbers than `after`, first those stored, then new ones."""
        while True:
            streams = await self._ask(
                "xread", {NAME + room: f"0-{after}"}, count=SLICE, block=BLOCK_MS
            )
            for _, rows in streams:
                entries = _entries(rows)
                after = entries[-1].seq
                yield entries

    async def expire(self, room: str, seconds: float) -> None:
        """Delete the log of a room after a number of seconds."""
        await self._ask("expire", NAME + room, _whole(seconds))

    async def find(self, rooms: Sequence[str]) -> set[str]:
        """Return those of these rooms that have a log."""
        with _reported():
            async with self._redis.pipeline(transaction=False) as pipeline:
                for room in rooms:
                    pipeline.exists(NAME + room)
                counts = await pipeline.execute()
        return {room for room, count in zip(rooms, counts, strict=True) if count}

    async def count(self, names: str = "*") -> int:
        """Return the number of logs with such names."""
        with _reported():
            return sum([1 async for _ in self._redis.scan_iter(NAME + names, count=1000)])

    async def purge(self) -> None:
        """Delete the rooms whose time is over, and save the time."""
        clock = await self._time()
        wall, now = await self._read_wall(), clock.now()
        await self._ask("hset", CLOCK, mapping={"wall": wall, "now": now})
        if due := await self._ask("zrangebyscore", DUE, "-inf", now):
            await self._ask("delete", *(NAME + room.decode() for room in due))
            await self._ask("zrem", DUE, *due)

    async def close(self) -> None:
        """Close the connections."""
        await self._redis.aclose()

    async def _time(self) -> LogClock:
        """Return the clock of the log; the wall clock of all servers is that of Redis."""
        if self._clock is None:
            last = await self._ask("hmget", CLOCK, "wall", "now")
            pair = None if None in last else (float(last[0]), float(last[1]))
            self._clock = LogClock(await self._read_wall(), pair)
        return self._clock

    async def _read_wall(self) -> float:
        seconds, microseconds = await self._ask("time")
        return seconds + microseconds / 1e6

    async def _ask(self, command: str, *arguments: Any, **options: Any) -> Any:
        with _reported():
            return await getattr(self._redis, command)(*arguments, **options)


@contextmanager
def _reported() -> Generator[None]:
    """Report what goes wrong with Redis as an error of the log."""
    try:
        yield
    except (RedisError, OSError) as problem:
        raise RoomLogError(str(problem)) from problem


def _seq(place: bytes) -> int:
    return int(place.partition(b"-")[2])


def _entries(rows: list[tuple[bytes, dict[bytes, bytes]]]) -> list[Entry]:
    return [Entry(_seq(place), json.loads(fields[FIELD])) for place, fields in rows]


def _whole(seconds: float) -> int:
    return max(1, round(seconds))
