"""The log of a room: numbered events, stored before anyone sees them.

Two engines keep it: :class:`live.sqlite_log.SqliteLog` in a file, for one server process, and
:class:`live.redis_log.RedisLog` in Redis or Valkey, for any number of them. :mod:`live.engines`
chooses by the environment. An event is a JSON object; the first one of a room has the number 1.
"""

import json
import math
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

ROOMS = "BAYESLAB_ROOMS"  # the address of Redis, or nothing for SQLite
DATA = "BAYESLAB_DATA"  # the file of SQLite
EPHEMERAL = "BAYESLAB_EPHEMERAL"  # "yes": the host deletes that file when the process ends
REPLICAS = "BAYESLAB_REPLICAS"  # how many server processes the deployment has
MOST_NUMBER = 2**31 - 1  # of a store

ELSEWHERE = (
    "The classrooms of this computer are with another server of the app, which was started first: "
    "use that one, or end it and try again here."
)

SLICE = 200  # events read at once, so that a long log keeps nobody waiting

Event = Mapping[str, Any]


class Entry(NamedTuple):
    """An event with its number."""

    seq: int
    event: Event


class RoomLogError(Exception):
    """The log could not store or read events; nothing was stored."""


class RoomsElsewhereError(RoomLogError):
    """Another server process on this computer has the rooms; this one serves all other pages.

    The message is a sentence for teachers; ``advice`` is one for the administrator.
    """

    def __init__(self, advice: str) -> None:
        super().__init__(ELSEWHERE)
        self.advice = advice


class RoomLog(Protocol):
    """Append-only logs of events, one for each room, that expire.

    Every method may raise a RoomLogError. After :meth:`append` has returned, the events survive the
    end of the server process.

    Attributes
    ----------
    is_shared : bool
        Whether other processes may use it at the same time.
    """

    is_shared: bool

    async def open(self) -> None:
        """Make the store ready, before the server takes connections.

        Raises
        ------
        RoomsElsewhereError
            As long as another process has the store.
        RoomLogError
            If this process cannot use the store, now or later; the message is a sentence for the
            administrator.
        """

    async def number(self) -> int:
        """Return the number of the store, the same for all servers that share it."""

    async def create(self, room: str, event: Event, seconds: float) -> bool:
        """Start a log with its event number 1, unless there is one of that name.

        Return whether it was started. It is deleted after `seconds`.
        """

    async def append(self, room: str, events: Sequence[Event]) -> list[int]:
        """Store events in this order and return their numbers; they are consecutive."""

    async def read(self, room: str, after: int = 0, most: int = SLICE) -> list[Entry]:
        """Return the first `most` events with larger numbers than `after`; none without a room.

        They are in order.
        """

    def follow(self, room: str, after: int = 0) -> AsyncIterator[list[Entry]]:
        """Yield the events with larger numbers than `after`, first those stored, then new ones.

        At most `SLICE` at a time.
        """

    async def expire(self, room: str, seconds: float) -> None:
        """Delete the log of a room after a number of seconds."""

    async def find(self, rooms: Sequence[str]) -> set[str]:
        """Return those of these rooms that have a log."""

    async def count(self, names: str = "*") -> int:
        """Return the number of logs with such names: "?" is any character, "*" any text."""

    async def purge(self) -> None:
        """Free the memory of logs that have expired."""

    async def close(self) -> None:
        """Release files and connections."""


def read_time() -> float:
    """Return the seconds since 1970, as events have them: tenths, none of which is yet to come."""
    return math.floor(10 * time.time()) / 10


async def read_slices(log: RoomLog, room: str) -> AsyncIterator[list[Entry]]:
    """Yield the events of a room, `SLICE` at a time."""
    after = 0
    while entries := await log.read(room, after):
        after = entries[-1].seq
        yield entries


def encode_event(event: Event) -> str:
    """Return the text of an event that an engine stores.

    Raises
    ------
    ValueError
        If JSON or UTF-8 cannot write it.
    """
    text = json.dumps(event, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    text.encode()  # raises for a lone surrogate
    return text
