"""The log of rooms in an SQLite file.

One thread uses the file, so that the server's loop never waits for a disk. One process has the file
to itself, as long as it runs: several need Redis, and a second one has no rooms until the first has
ended. What is deleted is overwritten, in the file and in its write-ahead log.
"""

import asyncio
import json
import os
import secrets
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import time as read_wall
from typing import Any

from live.clock import LogClock
from live.log import (
    DATA,
    MOST_NUMBER,
    ROOMS,
    SLICE,
    Entry,
    Event,
    RoomLogError,
    RoomsElsewhereError,
    encode_event,
)

PATIENCE = 10.0  # seconds for the process that this one replaces to end
# FULL: committed data is on the disk, even after a power cut.
SCHEMA = """
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA secure_delete = ON;
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS room (code TEXT PRIMARY KEY, expires REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS event (
    room TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (room, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS clock (one INTEGER PRIMARY KEY, wall REAL NOT NULL, now REAL NOT NULL);
COMMIT;
"""
TAKEN = (
    "Another server process has the classrooms in {path}, so this one has none until that one "
    f"ends. Several replicas of the app need {ROOMS}, the address of a Redis; an app of its own "
    f"needs a file of its own in {DATA} (docs/deploy.md)."
)
UNUSABLE = (
    "The classrooms cannot be stored in {path}: {problem}. Let "
    f"{DATA} name a file that the app may write (docs/deploy.md)."
)
# A connection as a context commits what has begun in it, and takes all of it back after an error.
BEGIN = "BEGIN IMMEDIATE"


class SqliteLog:
    """A :class:`live.log.RoomLog` in a file, which is made if it is missing."""

    is_shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._thread = ThreadPoolExecutor(1, "rooms")
        self._file: sqlite3.Connection | None = None
        self._clock = LogClock(0.0)  # until the file is open
        self._patience = PATIENCE
        self._signals: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    async def open(self) -> None:
        """Take the file for this process."""
        try:
            await self._run(lambda _file: None)
        except RoomsElsewhereError:
            raise
        except RoomLogError as problem:
            raise RoomLogError(UNUSABLE.format(path=self.path, problem=problem)) from None

    async def number(self) -> int:
        """Return the number of the file."""
        rows = await self._run(lambda file: file.execute("PRAGMA user_version"))
        return int(rows[0][0])

    async def create(self, room: str, event: Event, seconds: float) -> bool:
        """Start a log with its first event, unless there is one of that name."""
        return await self._run(lambda file: _create(file, room, event, self._clock.now() + seconds))

    async def append(self, room: str, events: Sequence[Event]) -> list[int]:
        """Store events in this order and return their numbers."""
        seqs = await self._run(lambda file: _append(file, room, events))
        self._signals.pop(room, asyncio.Event()).set()
        return seqs

    async def read(self, room: str, after: int = 0, most: int = SLICE) -> list[Entry]:
        """Return the first `most` events with larger numbers than `after`, in order."""

        def decode(file: sqlite3.Connection) -> list[Entry]:
            parameters = (room, after, self._clock.now(), most)
            return [Entry(seq, json.loads(body)) for seq, body in file.execute(READ, parameters)]

        entries: list[Entry] = await self._run(decode)
        return entries

    async def follow(self, room: str, after: int = 0) -> AsyncIterator[list[Entry]]:
        """Yield the events with larger numbers than `after`, first those stored, then new ones."""
        while True:
            signal = self._signals[room]  # before reading, so that nothing is missed
            if entries := await self.read(room, after):
                after = entries[-1].seq
                yield entries
            else:
                await signal.wait()

    async def expire(self, room: str, seconds: float) -> None:
        """Delete the log of a room after a number of seconds."""
        change = "UPDATE room SET expires=? WHERE code=?"
        await self._run(lambda file: file.execute(change, (self._clock.now() + seconds, room)))

    async def find(self, rooms: Sequence[str]) -> set[str]:
        """Return those of these rooms that have a log."""
        query = (
            f"SELECT code FROM room WHERE expires > ? AND code IN ({','.join('?' * len(rooms))})"
        )
        rows = await self._run(lambda file: file.execute(query, (self._clock.now(), *rooms)))
        return {code for (code,) in rows}

    async def count(self, names: str = "*") -> int:
        """Return the number of logs with such names."""
        query = "SELECT count(*) FROM room WHERE expires > ? AND code GLOB ?"
        rows = await self._run(lambda file: file.execute(query, (self._clock.now(), names)))
        return int(rows[0][0])

    async def purge(self) -> None:
        """Delete the rows of rooms that have expired, and save the time."""
        await self._run(self._save_time)
        await self._run(lambda file: _purge(file, self._clock.now()))

    async def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            await self._run(self._save_time)
            await self._run(lambda file: file.execute(TRUNCATE))
            self._file.close()
        self._thread.shutdown()

    def _save_time(self, file: sqlite3.Connection) -> None:
        values = (read_wall(), self._clock.now())
        file.execute("INSERT OR REPLACE INTO clock VALUES (1, ?, ?)", values)

    async def _run(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """Use the file in its thread; a cursor comes back as its rows."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, self._work, work)
        except (sqlite3.Error, OSError) as problem:
            raise RoomLogError(str(problem)) from problem

    def _work(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        if self._file is None:
            try:
                self._file = _open(self.path, self._patience)
            except sqlite3.OperationalError as problem:
                if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
                self._patience = 0.0  # a second server waits once
                raise RoomsElsewhereError(TAKEN.format(path=self.path)) from None
            last = self._file.execute("SELECT wall, now FROM clock").fetchone()
            self._clock = LogClock(read_wall(), last)
            self._save_time(self._file)
        result = work(self._file)
        return result.fetchall() if isinstance(result, sqlite3.Cursor) else result


TRUNCATE = "PRAGMA wal_checkpoint(TRUNCATE)"
READ = """
SELECT seq, body FROM event JOIN room ON code = room
WHERE room = ? AND seq > ? AND expires > ? ORDER BY seq LIMIT ?
"""


def _open(path: Path, patience: float) -> sqlite3.Connection:
    """Return the file, readable for its owner only (0600) and locked for this process."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    path.chmod(0o600)
    file = sqlite3.connect(path, patience, isolation_level=None, check_same_thread=False)
    try:
        file.executescript(SCHEMA)
        if file.execute("PRAGMA user_version").fetchone() == (0,):
            file.execute(f"PRAGMA user_version = {1 + secrets.randbelow(MOST_NUMBER)}")
    except BaseException:
        file.close()
        raise
    return file


def _create(file: sqlite3.Connection, room: str, event: Event, expires: float) -> bool:
    with file:
        file.execute(BEGIN)
        if file.execute("SELECT 1 FROM room WHERE code=?", (room,)).fetchone():
            return False
        file.execute("INSERT INTO room VALUES (?, ?)", (room, expires))
        file.execute("INSERT INTO event VALUES (?, 1, ?)", (room, encode_event(event)))
        return True


def _append(file: sqlite3.Connection, room: str, events: Sequence[Event]) -> list[int]:
    with file:
        file.execute(BEGIN)
        (last,) = file.execute("SELECT max(seq) FROM event WHERE room=?", (room,)).fetchone()
        if last is None:
            raise sqlite3.IntegrityError("there is no such room")
        seqs = [last + 1 + place for place in range(len(events))]
        rows = [(room, seq, encode_event(event)) for seq, event in zip(seqs, events, strict=True)]
        file.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)
        return seqs


def _purge(file: sqlite3.Connection, now: float) -> None:
    with file:
        file.execute(BEGIN)
        rooms = file.execute("DELETE FROM room WHERE expires <= ?", (now,)).rowcount
        file.execute("DELETE FROM event WHERE room NOT IN (SELECT code FROM room)")
    if rooms:
        file.execute(TRUNCATE)
