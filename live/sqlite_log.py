"""The log of rooms in an SQLite file.

One thread uses the file, so that the server's loop never waits for a disk. A second process on the
same file finds the events, but up to ``POLL`` seconds late: many processes need Redis, and
``notice`` says so.
"""

import asyncio
import json
import logging
import sqlite3
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from live.log import ROOMS, Entry, Event, RoomLogError, encode_event

__all__ = ["SqliteLog"]

POLL = 1.0  # seconds until a follower looks for events of other processes
PATIENCE = 10.0  # seconds to wait for the lock of another process
# FULL: what is committed is on the disk, also after a power cut.
SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS room (code TEXT PRIMARY KEY, expires REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS event (
    room TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (room, seq)
) WITHOUT ROWID;
"""
SHARED = (
    f"Several server processes share one SQLite file of rooms: what happens on one is told on the "
    f"others up to {POLL:g} s late. The administrator should set {ROOMS} (docs/classroom.md)."
)
T = TypeVar("T")
logger = logging.getLogger(__name__)


class SqliteLog:
    """A :class:`live.log.RoomLog` in a file, which is made if it is missing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._thread = ThreadPoolExecutor(1, "rooms")
        self._file: sqlite3.Connection | None = None
        self._version: int | None = None
        self.notice = ""
        self._appended: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    async def create(self, room: str, event: Event, seconds: float) -> bool:
        """Start a log with its first event, unless there is one of that name."""
        return await self._run(lambda file: _create(file, room, event, time.time() + seconds))

    async def append(self, room: str, events: Sequence[Event]) -> list[int]:
        """Store events in this order and return their numbers."""
        seqs = await self._run(lambda file: _append(file, room, events))
        self._appended.pop(room, asyncio.Event()).set()
        return seqs

    async def read(self, room: str, after: int = 0) -> list[Entry]:
        """Return the events with larger numbers than `after`, in order."""
        rows = await self._run(lambda file: file.execute(READ, (room, after, time.time())))
        return [Entry(seq, json.loads(body)) for seq, body in rows]

    async def follow(self, room: str, after: int = 0) -> AsyncIterator[list[Entry]]:
        """Yield the events with larger numbers than `after`, first those stored, then new ones."""
        while True:
            appended = self._appended[room]  # before reading: nothing falls between
            if entries := await self.read(room, after):
                after = entries[-1].seq
                yield entries
            else:
                await _wait(appended, POLL)

    async def expire(self, room: str, seconds: float) -> None:
        """Delete the log of a room after so many seconds from now."""
        values = (time.time() + seconds, room)
        await self._run(lambda file: file.execute("UPDATE room SET expires=? WHERE code=?", values))

    async def count(self) -> int:
        """Return the number of rooms."""
        query = "SELECT count(*) FROM room WHERE expires > ?"
        rows = await self._run(lambda file: file.execute(query, (time.time(),)))
        return int(rows[0][0])

    async def purge(self) -> None:
        """Delete the rows of rooms that have expired."""
        await self._run(lambda file: _purge(file, time.time()))

    async def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            await self._run(lambda file: file.execute("PRAGMA wal_checkpoint(TRUNCATE)"))
            self._file.close()
        self._thread.shutdown()

    async def _run(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """Use the file in its thread; a cursor comes back as its rows."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, self._work, work)
        except (sqlite3.Error, OSError) as problem:
            raise RoomLogError(str(problem)) from problem

    def _work(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file = sqlite3.connect(
                self.path, PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._file.executescript(SCHEMA)
        self._look_for_others(self._file)
        result = work(self._file)
        return result.fetchall() if isinstance(result, sqlite3.Cursor) else result

    def _look_for_others(self, file: sqlite3.Connection) -> None:
        """Notice that another process has written to the file."""
        (version,) = file.execute("PRAGMA data_version").fetchone()
        if self._version not in (None, version) and not self.notice:
            self.notice = SHARED
            logger.warning(SHARED)
        self._version = version


READ = """
SELECT seq, body FROM event JOIN room ON code = room
WHERE room = ? AND seq > ? AND expires > ? ORDER BY seq
"""


async def _wait(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


def _create(file: sqlite3.Connection, room: str, event: Event, expires: float) -> bool:
    def insert() -> bool:
        if file.execute("SELECT 1 FROM room WHERE code=?", (room,)).fetchone():
            return False
        file.execute("INSERT INTO room VALUES (?, ?)", (room, expires))
        file.execute("INSERT INTO event VALUES (?, 1, ?)", (room, encode_event(event)))
        return True

    return _in_transaction(file, insert)


def _append(file: sqlite3.Connection, room: str, events: Sequence[Event]) -> list[int]:
    def insert() -> list[int]:
        query = "SELECT max(seq) FROM event WHERE room=?"
        (last,) = file.execute(query, (room,)).fetchone()
        if last is None:
            raise sqlite3.IntegrityError("there is no such room")
        seqs = [last + 1 + place for place in range(len(events))]
        rows = [(room, seq, encode_event(event)) for seq, event in zip(seqs, events, strict=True)]
        file.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)
        return seqs

    return _in_transaction(file, insert)


def _purge(file: sqlite3.Connection, now: float) -> None:
    def delete() -> None:
        file.execute("DELETE FROM room WHERE expires <= ?", (now,))
        file.execute("DELETE FROM event WHERE room NOT IN (SELECT code FROM room)")

    _in_transaction(file, delete)


def _in_transaction(file: sqlite3.Connection, work: Callable[[], T]) -> T:
    file.execute("BEGIN IMMEDIATE")
    try:
        result = work()
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise
    return result
