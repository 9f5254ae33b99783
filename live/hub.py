"""One room in one server process: its state, its followers, and what they say.

The hub follows the log and folds what arrives, whichever process appended it. At most once in
``batch_ms``, with a crowd more rarely, it publishes the state. Each connection then gets the
difference to the state that it got last: one that reads slowly skips states in between, and no
queue grows.
"""

import asyncio
import json
import logging
import random
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from core.input_error import InputError
from live.activities import ACTIVITIES
from live.activity import Prepared
from live.events import fold, step
from live.limits import RoomLimits
from live.log import Entry, Event, RoomLog, RoomLogError, encode_event, read_slices, read_time
from live.refusing import refusing
from live.results import Results, run_in
from live.room import SERVER, TEACHER, Room
from live.turns import Turns
from live.views import merge_patch, patch_own, view_room

logger = logging.getLogger(__name__)

RETRY = 0.5  # seconds
PATIENCE = 30  # seconds in which an event has to be stored
NOT_STORED = "The server could not store this; try again in a moment."
# A crowd of followers makes an update expensive: it comes later by this factor, and is sent to one
# after the other within so many seconds, so that the server answers visitors of the lab in between.
CROWD, LATER, SPREAD = 100, 1.7, 0.06
STORES = 5  # writes in a batch at most; events written together cost little more than one
LOOK_AT_CLOCK = 60.0  # seconds between two looks at the clock for the end of a homework
MOST_REFUSALS = 1000  # sentences stored for callers that wait
REMOVALS = ("remove", "remove_many")
AWAY = 10.0  # seconds without a connection after which a place may be given to somebody else
TEACHER_SHARE = 16  # of the log, one part in so many is for the teacher only
FULL_LOG = (
    "The log of this room is full ({most} MB), so nothing more is taken: the teacher can open "
    "another room."
)


class NotStoredError(InputError):
    """The event could not be stored and does not count; it may be said again."""


@dataclass
class Follower:
    """A connection, and the state that it got last.

    Attributes
    ----------
    role : str
        "participant", "stage" or "teacher".
    who : str
        The participant, or nothing.
    room : Room or None
        The state; None before the first.
    """

    role: str
    who: str = ""
    room: Room | None = None


@dataclass
class Hub:
    """A room that at least one connection follows.

    Attributes
    ----------
    code : str
    log : RoomLog
    limits : RoomLimits
    preparing, evaluating : Turns
        In which activities are prepared and contributions are evaluated: nobody who starts an
        activity waits for a long queue of contributions, and no room for that of another.
    reading : Executor
        In which logs are folded and written for their teachers, a slice at a time.
    room : Room
        The state after all events that have arrived.
    published : Room
        The state that connections are to get.
    followers : int
        The number of connections.
    windows : Counter
        The number of connections of each participant, of "teacher", and of "" (all projectors).
    gone : mapping
        When each who has no connection here lost the last one, the first first.
    size : int
        Bytes of the log.
    """

    code: str
    log: RoomLog
    limits: RoomLimits
    preparing: Turns
    evaluating: Turns
    reading: Executor
    room: Room = field(default_factory=Room)
    published: Room = field(default_factory=Room)
    followers: int = 0
    windows: Counter[str] = field(default_factory=Counter)
    gone: dict[str, float] = field(default_factory=dict)
    size: int = 0

    def __post_init__(self) -> None:
        self._folded, self._news = Signal(), Signal()
        self._queue: list[tuple[Event, asyncio.Future[int]]] = []
        self._arrival = Signal()
        self._refusals: dict[int, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._updates: dict[tuple[str, int | None], str] = {}
        self._results = Results(self)
        self._most_gone = 0  # beyond which those who are not present are forgotten
        self._countdown = 0.0  # the one that is waited for

    async def start(self) -> bool:
        """Read the log and follow it from there; return whether there is one."""
        async for entries in read_slices(self.log, self.code):
            self.room = await run_in(self.reading, partial(_fold_all, self.room, entries))
            self.size += await run_in(self.reading, partial(_measure, entries))
        if not self.log.is_shared:  # with another process some may be connected there
            self._note_gone(self.room.participants)
        self.published = self.room
        if self.room.seq == 0:
            return False
        for work in (self._follow, self._publish, self._append):
            self.run(self._keep_running(work))
        self._results.complete()
        self._watch_countdown()
        if self.room.homework is not None:
            self.run(self._end_homework())
        return True

    def end(self) -> None:
        """Tell all that the room has ended, because its log has expired."""
        if not self.room.has_ended:
            self.room = replace(self.room, seq=self.room.seq + 1, has_ended=True)
            self._folded.set()

    def stop(self) -> None:
        """End all that runs for this room; the log stays."""
        for task in self._tasks:
            task.cancel()

    def connect(self, follower: Follower) -> None:
        """Count a connection."""
        owner = _owner(follower)
        self.followers += 1
        self.windows[owner] += 1
        self.gone.pop(owner, None)

    def disconnect(self, follower: Follower) -> None:
        """Count a connection that has ended."""
        owner = _owner(follower)
        self.followers -= 1
        self.windows[owner] -= 1
        if not self.windows[owner]:
            del self.windows[owner]
            if follower.who:
                self._note_gone([owner])

    def _note_gone(self, people: Iterable[str]) -> None:
        """Note who has no connection; one who is not present may have a join under way."""
        now = time.monotonic()
        self.gone |= dict.fromkeys(people, now)
        if len(self.gone) > self._most_gone:
            self.gone = {
                who: since
                for who, since in self.gone.items()
                if since > now - AWAY or self.room.is_present(who)
            }
            self._most_gone = 2 * len(self.gone) + self.room.places

    @property
    def is_full(self) -> bool:
        """Whether all places are taken."""
        return self.room.count >= self.room.places

    def lacks_place(self, who: str) -> bool:
        """Return whether somebody can come in as soon as a place is free."""
        return self.is_full and not self.room.is_locked and who not in self.room.removed

    def find_place(self) -> str:
        """In a full room, return who may lose the place to a newcomer; nothing if there is nobody.

        That is the one who has been away the longest, but nobody who has handed in homework.
        """
        if not self.is_full:
            return ""
        kept = self.room.homework.work if self.room.homework else {}
        latest = time.monotonic() - AWAY
        for who, since in list(self.gone.items()):
            if since > latest:
                break
            if not self.room.is_present(who):
                del self.gone[who]
            elif who not in kept:
                del self.gone[who]  # the next newcomer gets another place
                return who
        return ""

    async def say(self, event: Event) -> int:
        """Append an event and return its number, once its effect is in the state.

        Raises
        ------
        InputError
            If the event is not allowed; a NotStoredError if it could not be stored.
        """
        with refusing("An event of a room"):
            self._check(event)
        receipt: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._queue.append((event, receipt))
        self._arrival.set()
        try:
            async with asyncio.timeout(PATIENCE):
                seq = await receipt
                while self.room.seq < seq:
                    await self._folded.wait()
        except (RoomLogError, TimeoutError) as problem:
            raise NotStoredError(NOT_STORED) from problem
        if refusal := self._refusals.pop(seq, None):
            raise InputError(refusal)
        self._follow_up(event)
        return seq

    def _check(self, event: Event) -> None:
        """Raise an error for an event that would not count, or could not be sent."""
        room = step(self.room, event)
        self._check_size(event["by"], len(encode_event(event).encode()), event["do"])
        if event["by"] == TEACHER:
            _text(view_room(room, TEACHER))

    def _check_size(self, by: str, size: int, do: str) -> None:
        """Refuse what the log has no space for; the server's events and the end always fit."""
        most = self.limits.log_megabytes * 1_000_000
        own = most if by == TEACHER else most - most // TEACHER_SHARE
        if self.size + size > own and by != SERVER and do != "end":
            raise InputError(FULL_LOG.format(most=self.limits.log_megabytes))

    async def start_activity(self, event: Event) -> int:
        """Prepare an activity in a worker, and start it."""
        activity = ACTIVITIES.get(event["key"])
        if activity is None:
            raise InputError(f"There is no such activity; use one of {', '.join(ACTIVITIES)}.")
        with refusing("An activity"):
            prepared: Prepared = await self.preparing.run(
                self.code, partial(activity.prepare, event["settings"])
            )
        values = {"settings": dict(prepared.settings), "secret": dict(prepared.secret)}
        return await self.say({**event, **values})

    @property
    def is_crowded(self) -> bool:
        """Whether updates are delayed because many follow."""
        return self.followers > CROWD

    async def publishes(self, seq: int) -> None:
        """Wait until an event is in the published state."""
        while self.published.seq < seq:
            await self._news.wait()

    async def news(self, follower: Follower) -> str | None:
        """Return the next message for a connection; None if nothing happened for a while."""
        if follower.room is not None and follower.room.seq == self.published.seq:
            await self._news.wait()
            if self.is_crowded:
                await asyncio.sleep(random.uniform(0, SPREAD))
            if follower.room.seq == self.published.seq:
                return None
        return self._message(follower)

    def _message(self, follower: Follower) -> str:
        """Return the difference to the state of a connection, which then has the new one."""
        before, now = follower.room, self.published
        follower.room = now
        text = self._update(follower.role, before)
        own = patch_own(before, now, follower.who)
        return f'{text},"you":{_text(own)}}}' if own else text + "}"

    def _update(self, role: str, before: Room | None) -> str:
        """Return the message to all of a role who have the same state, without its last brace."""
        key = (role, None if before is None else before.seq)
        if key not in self._updates:
            now = view_room(self.published, role)
            body = (
                f'"whole":true,"room":{_text(now)}'
                if before is None
                else f'"room":{_text(merge_patch(view_room(before, role), now))}'
            )
            now_text = f'"now":{time.time():.2f}'  # the clocks of phones differ
            self._updates[key] = f'{{"seq":{self.published.seq},{now_text},{body}'
        return self._updates[key]

    async def _follow(self) -> None:
        """Fold the events as they arrive; while the log cannot be read, try again."""
        while True:
            try:
                async for entries in self.log.follow(self.code, self.room.seq):
                    self._fold(entries)
            except RoomLogError as problem:
                logger.warning("The log of a room cannot be read: %s", problem)
                await asyncio.sleep(RETRY)

    def _fold(self, entries: list[Entry]) -> None:
        self.size += _measure(entries)
        for entry in entries:
            self.room, refusal = fold(self.room, entry)
            if refusal is not None:
                self._refusals[entry.seq] = refusal
        for seq in list(self._refusals)[:-MOST_REFUSALS]:
            del self._refusals[seq]
        self._folded.set()
        self._watch_countdown()

    def _watch_countdown(self) -> None:
        """Close the activity when its countdown ends; every server does, and the first counts."""
        state = self.room.activity
        if state is not None and state.closes not in (0.0, self._countdown):
            self._countdown = state.closes
            self.run(self._close(state.number, state.closes))

    async def _close(self, number: int, when: float) -> None:
        await asyncio.sleep(max(0.0, when - time.time()))
        event = {"do": "time_up", "by": SERVER, "at": read_time()}
        with suppress(InputError):  # the room has ended
            await self.say({**event, "activity": number, "when": when})

    async def _publish(self) -> None:
        """Publish the state at most once in a batch; now and then wake all without news."""
        while True:
            if self.published.seq == self.room.seq:
                await self._folded.wait(self.limits.heartbeat_seconds)
            self.published = self.room
            self._updates.clear()
            self._news.set()
            await asyncio.sleep(self.limits.batch_ms / 1000 * (LATER if self.is_crowded else 1))

    async def _append(self) -> None:
        """Store events; those that arrive while the log is busy are stored together."""
        while True:
            if not self._queue:
                await self._arrival.wait()
                continue
            batch, self._queue = self._queue, []
            outcome = await self._store([event for event, _ in batch])
            for place, (_, receipt) in enumerate(batch):
                if receipt.done():  # its sender has gone
                    continue
                if isinstance(outcome, RoomLogError):
                    receipt.set_exception(outcome)
                else:
                    receipt.set_result(outcome[place])
            await asyncio.sleep(self.limits.batch_ms / 1000 / STORES)

    async def _store(self, events: list[Event]) -> list[int] | RoomLogError:
        """Return the numbers of events, or why they were not stored: whatever the log raises."""
        try:
            return await self.log.append(self.code, events)
        except Exception as problem:
            kind = type(problem).__name__
            logger.warning("A room's events were not stored: %s: %s", kind, problem)
            return problem if isinstance(problem, RoomLogError) else RoomLogError(kind)

    def _follow_up(self, event: Event) -> None:
        """Do what an event requires of the server that received it."""
        if event["do"] == "put":
            self._results.evaluate(event["by"])
        elif event["do"] in ("accept", "reveal") or (event["do"] in REMOVALS and not event["on"]):
            self._results.complete()
        elif event["do"] == "hand_in":
            self._results.check(event["by"], event["exercise"])
        elif event["do"] == "end":
            self.run(self._expire())

    async def _expire(self) -> None:
        """Delete the log: that of a lecture in some minutes, that of a homework at once."""
        seconds = 1.0 if self.room.homework else 60 * self.limits.minutes_after_end
        await self.log.expire(self.code, seconds)

    async def _end_homework(self) -> None:
        """Say that the homework is over, when it is."""
        while (homework := self.room.homework) is not None and not homework.is_over:
            seconds = homework.end - time.time()
            if seconds <= 0:
                await self.say({"do": "over", "by": SERVER, "at": read_time()})
                return
            await asyncio.sleep(min(seconds, LOOK_AT_CLOCK))

    async def _keep_running(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run an endless work; after an error, start it again while the room lives."""
        while True:
            try:
                await work()
            except Exception as problem:
                logger.exception("A task of a room begins anew: %s", type(problem).__name__)
            await asyncio.sleep(RETRY)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a work in the background, until the room is stopped."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            logger.error("A task of a room ended", exc_info=problem)


def _owner(follower: Follower) -> str:
    """Return as whose a connection is counted."""
    return TEACHER if follower.role == TEACHER else follower.who


def _measure(entries: list[Entry]) -> int:
    """Return the bytes of events in the log."""
    return sum(len(encode_event(entry.event).encode()) for entry in entries)


def _fold_all(room: Room, entries: list[Entry]) -> Room:
    """Return the room after all events."""
    for entry in entries:
        room, _ = fold(room, entry)
    return room


class Signal:
    """Wakes all waiting tasks each time it is set."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def set(self) -> None:
        """Wake those who wait now."""
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is set, at most so long; return whether it was set."""
        if seconds is None:
            return await self._event.wait()
        try:
            async with asyncio.timeout(seconds):  # in 3.11 wait_for may miss that it is cancelled
                return await self._event.wait()
        except TimeoutError:
            return False


def _text(values: Mapping[str, Any]) -> str:
    return json.dumps(values, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
