"""The log of rooms in Redis 7 or Valkey: one stream for each room.

The number of an event is the second half of its place in the stream, 0-1, 0-2, and so on. Redis
gives the next one by itself, whichever server asks. For every stored event to survive the end of
Redis it has to write an append-only file before it answers (``appendonly yes``, ``appendfsync
always``): with ``everysec`` it answers while a slow disk still writes, and may lose two seconds.
"""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from live.log import Entry, Event, RoomLogError, encode_event

__all__ = ["RedisLog"]

NAME = "bayeslab:room:"
FIELD = b"event"
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

    notice = ""

    def __init__(self, address: str) -> None:
        self._redis: Any = Redis.from_url(address, socket_connect_timeout=5, socket_timeout=10)

    async def create(self, room: str, event: Event, seconds: float) -> bool:
        """Start a log with its first event, unless there is one of that name."""
        try:
            async with self._redis.pipeline(transaction=True) as pipeline:
                pipeline.xadd(NAME + room, {FIELD: encode_event(event)}, id="0-1")
                pipeline.expire(NAME + room, _whole(seconds), nx=True)
                await pipeline.execute()
        except ResponseError as problem:
            if "equal or smaller" in str(problem):  # the stream has an event 0-1
                return False
            raise RoomLogError(str(problem)) from problem
        except (RedisError, OSError) as problem:
            raise RoomLogError(str(problem)) from problem
        return True

    async def append(self, room: str, events: Sequence[Event]) -> list[int]:
        """Store events in this order and return their numbers."""
        texts = [encode_event(event) for event in events]
        return [_seq(place) for place in await self._ask("eval", APPEND, 1, NAME + room, *texts)]

    async def read(self, room: str, after: int = 0) -> list[Entry]:
        """Return the events with larger numbers than `after`, in order."""
        return _entries(await self._ask("xrange", NAME + room, f"(0-{after}", "+"))

    async def follow(self, room: str, after: int = 0) -> AsyncIterator[list[Entry]]:
        """Yield the events with larger numbers than `after`, first those stored, then new ones."""
        while True:
            found = await self._ask("xread", {NAME + room: f"0-{after}"}, block=BLOCK_MS)
            for _, rows in found:
                entries = _entries(rows)
                after = entries[-1].seq
                yield entries

    async def expire(self, room: str, seconds: float) -> None:
        """Delete the log of a room after so many seconds from now."""
        await self._ask("expire", NAME + room, _whole(seconds))

    async def count(self) -> int:
        """Return the number of rooms."""
        try:
            return sum([1 async for _ in self._redis.scan_iter(NAME + "*", count=1000)])
        except (RedisError, OSError) as problem:
            raise RoomLogError(str(problem)) from problem

    async def purge(self) -> None:
        """Do nothing: Redis deletes what has expired."""

    async def close(self) -> None:
        """Close the connections."""
        await self._redis.aclose()

    async def _ask(self, command: str, *arguments: Any, **options: Any) -> Any:
        try:
            return await getattr(self._redis, command)(*arguments, **options)
        except (RedisError, OSError) as problem:
            raise RoomLogError(str(problem)) from problem


def _seq(place: bytes) -> int:
    return int(place.partition(b"-")[2])


def _entries(rows: list[tuple[bytes, dict[bytes, bytes]]]) -> list[Entry]:
    return [Entry(_seq(place), json.loads(fields[FIELD])) for place, fields in rows]


def _whole(seconds: float) -> int:
    return max(1, round(seconds))
