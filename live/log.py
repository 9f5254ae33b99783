"""The log of a room: numbered events that are stored before anyone is told of them.

Two engines keep it: :class:`live.sqlite_log.SqliteLog` in a file, for one server process, and
:class:`live.redis_log.RedisLog` in Redis or Valkey, for any number of them. :func:`open_log`
chooses by the environment. An event is a JSON object; the first one of a room has the number 1.
"""

import json
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

__all__ = ["DATA", "ROOMS", "Entry", "Event", "RoomLog", "RoomLogError", "encode_event", "open_log"]

ROOMS = "BAYESLAB_ROOMS"  # the address of Redis, or nothing for SQLite
DATA = "BAYESLAB_DATA"  # the file of SQLite
DEFAULT_DATA = Path(".cache") / "bayeslab" / "rooms.sqlite"  # in the home folder

Event = Mapping[str, Any]


class Entry(NamedTuple):
    """An event with its number."""

    seq: int
    event: Event


class RoomLogError(Exception):
    """The log could not store or read events; nothing was stored."""


class RoomLog(Protocol):
    """Append-only logs of events, one for each room, that expire.

    Every method may raise a RoomLogError. After :meth:`append` has returned, the events survive the
    end of the server process.
    """

    @property
    def notice(self) -> str:
        """What a teacher should know of the way in which rooms are stored; usually nothing."""

    async def create(self, room: str, event: Event, seconds: float) -> bool:
        """Start a log with its event number 1, unless there is one of that name.

        Return whether it was started. It is deleted after so many seconds.
        """

    async def append(self, room: str, events: Sequence[Event]) -> list[int]:
        """Store events in this order and return their numbers; they are consecutive."""

    async def read(self, room: str, after: int = 0) -> list[Entry]:
        """Return the events with larger numbers than `after`, in order; none for no such room."""

    def follow(self, room: str, after: int = 0) -> AsyncIterator[list[Entry]]:
        """Yield the events with larger numbers than `after`, first those stored, then new ones."""

    async def expire(self, room: str, seconds: float) -> None:
        """Delete the log of a room after so many seconds from now."""

    async def count(self) -> int:
        """Return the number of rooms."""

    async def purge(self) -> None:
        """Free the memory of logs that have expired."""

    async def close(self) -> None:
        """Release files and connections."""


def encode_event(event: Event) -> str:
    """Return the text of an event that an engine stores."""
    return json.dumps(event, separators=(",", ":"), allow_nan=False)


def open_log(environment: Mapping[str, str] = os.environ) -> RoomLog:
    """Return the log that the environment names: Redis by ``BAYESLAB_ROOMS``, else SQLite.

    Raises
    ------
    ValueError
        If ``BAYESLAB_ROOMS`` is not an address of Redis.
    """
    address = environment.get(ROOMS)
    if not address:
        from live.sqlite_log import SqliteLog

        return SqliteLog(Path(environment.get(DATA) or Path.home() / DEFAULT_DATA))
    if not address.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError(f"{ROOMS} is {address!r}; use an address as in redis://localhost:6379/0")
    from live.redis_log import RedisLog

    return RedisLog(address)
