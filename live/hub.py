"""One room in one server process: its state, those who follow it, and what they say.

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
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from core.input_error import InputError
from live.activities import ACTIVITIES
from live.activity import Prepared, Values
from live.homework import check_work
from live.limits import RoomLimits
from live.log import Entry, Event, RoomLog, RoomLogError, encode_event, read_slices
from live.room import SERVER, TEACHER, Room, fold, refusing, step
from live.transcript import Transcript
from live.views import merge_patch, view_own, view_room

__all__ = ["Following", "Hub", "NotStoredError"]

logger = logging.getLogger(__name__)

RETRY = 0.5  # seconds
PATIENCE = 30  # seconds until what was said has to be stored
NOT_STORED = "The server could not store this; try again in a moment."
# With more followers than a crowd an update costs much, so it comes later, by this factor. They get
# it one after the other, in so many seconds: the server answers visitors of the lab in between.
CROWD, LATER, SPREAD = 100, 1.7, 0.06
STORES = 5  # at most in a batch: what is stored together costs little more than one event
LOOK_AT_CLOCK = 60.0  # seconds until the end of a homework is compared with the clock again
MOST_REFUSALS = 1000  # sentences kept until those who wait have read them


class NotStoredError(InputError):
    """What was said does not count because it could not be stored; said again, it may."""


@dataclass
class Following:
    """Which state a connection got last.

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
    preparing, evaluating : Executor
        In which activities are prepared and contributions are evaluated: nobody who starts an
        activity waits for a long queue of contributions.
    reading : Executor
        In which logs are folded and written for their teachers, a slice at a time.
    room : Room
        The state after all events that have arrived.
    published : Room
        The state that connections are to get.
    followers : int
        The number of connections.
    windows : Counter
        The number of connections of each participant, and of all projectors and teachers.
    """

    code: str
    log: RoomLog
    limits: RoomLimits
    preparing: Executor
    evaluating: Executor
    reading: Executor
    room: Room = field(default_factory=Room)
    published: Room = field(default_factory=Room)
    followers: int = 0
    windows: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._folded, self._news = Signal(), Signal()
        self._waiting: list[tuple[Event, asyncio.Future[int]]] = []
        self._said = Signal()
        self._refusals: dict[int, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._updates: dict[tuple[str, int | None], str] = {}
        self._evaluating: set[tuple[int, str]] = set()
        self._checking: set[tuple[str, str]] = set()
        self._writing = asyncio.Lock()

    async def start(self) -> bool:
        """Read the log and follow it from there; return whether there is one."""
        async for entries in read_slices(self.log, self.code):
            self.room = await _work(self.reading, partial(_fold_all, self.room, entries))
        self.published = self.room
        if self.room.seq == 0:
            return False
        for work in (self._follow, self._publish, self._append):
            self._run(self._keep_running(work))
        self._evaluate_missing()
        if self.room.homework is not None:
            self._run(self._end_homework())
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

    async def say(self, event: Event) -> int:
        """Append an event and return its number, once its effect is in the state.

        Raises
        ------
        InputError
            If the event is not allowed; a NotStoredError if it could not be stored.
        """
        with refusing("An event of a room"):
            self._check(event)
        stored: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append((event, stored))
        self._said.set()
        try:
            async with asyncio.timeout(PATIENCE):
                seq = await stored
                while self.room.seq < seq:
                    await self._folded.wait()
        except (RoomLogError, TimeoutError) as problem:
            raise NotStoredError(NOT_STORED) from problem
        if refusal := self._refusals.pop(seq, None):
            raise InputError(refusal)
        self._follow_up(event)
        return seq

    def _check(self, event: Event) -> None:
        """Raise an error for an event that would be stored in vain, or could not be told."""
        room = step(self.room, event)
        encode_event(event)
        if event["by"] == TEACHER:
            _text(view_room(room, TEACHER))

    async def start_activity(self, event: Event) -> int:
        """Prepare an activity in a worker, and start it."""
        activity = ACTIVITIES.get(event["key"])
        if activity is None:
            raise InputError(f"There is no such activity; use one of {', '.join(ACTIVITIES)}.")
        with refusing("An activity"):
            prepared: Prepared = await _work(
                self.preparing, partial(activity.prepare, event["settings"])
            )
        started = {"settings": dict(prepared.settings), "secret": dict(prepared.secret)}
        return await self.say({**event, **started})

    async def write_log(self) -> AsyncGenerator[str]:
        """Yield the messages that tell the log as far as it goes now.

        Raises
        ------
        InputError
            If that is under way for another connection, or the log cannot be read.
        """
        if self._writing.locked():
            raise InputError("The log of this room is being sent already; wait a moment.")
        transcript = Transcript()
        async with self._writing:
            try:
                with refusing("The log of a room"):
                    async for entries in read_slices(self.log, self.code, self.room.seq):
                        messages = transcript.messages(entries)
                        while message := await _work(self.reading, partial(next, messages, None)):
                            yield message
            except RoomLogError as problem:
                raise InputError("The log cannot be read; try again in a moment.") from problem

    @property
    def is_crowded(self) -> bool:
        """Whether updates are delayed because many follow."""
        return self.followers > CROWD

    async def news(self, following: Following) -> str | None:
        """Return the next message for a connection; None if nothing happened for a while."""
        if following.room is not None and following.room.seq == self.published.seq:
            await self._news.wait()
            if self.is_crowded:
                await asyncio.sleep(random.uniform(0, SPREAD))
            if following.room.seq == self.published.seq:
                return None
        return self._message(following)

    def _message(self, following: Following) -> str:
        """Return the difference to what a connection has, and remember that it has it."""
        before, now = following.room, self.published
        following.room = now
        text = self._update(following.role, before)
        own = _own_patch(before, now, following.who)
        return f'{text},"you":{_text(own)}}}' if own else text + "}"

    def _update(self, role: str, before: Room | None) -> str:
        """Return what all of a role who have the same state are told, without its last brace."""
        key = (role, None if before is None else before.seq)
        if key not in self._updates:
            now = view_room(self.published, role)
            told = (
                f'"whole":true,"room":{_text(now)}'
                if before is None
                else f'"room":{_text(merge_patch(view_room(before, role), now))}'
            )
            self._updates[key] = f'{{"seq":{self.published.seq},{told}'
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
        for entry in entries:
            self.room, refusal = fold(self.room, entry)
            if refusal is not None:
                self._refusals[entry.seq] = refusal
        for seq in list(self._refusals)[:-MOST_REFUSALS]:
            del self._refusals[seq]
        self._folded.set()

    async def _publish(self) -> None:
        """Publish the state at most once in a batch, and wake all now and then without news."""
        while True:
            if self.published.seq == self.room.seq:
                await self._folded.wait(self.limits.heartbeat_seconds)
            self.published = self.room
            self._updates.clear()
            self._news.set()
            await asyncio.sleep(self.limits.batch_ms / 1000 * (LATER if self.is_crowded else 1))

    async def _append(self) -> None:
        """Store what is said; what comes while the log is busy is stored together."""
        while True:
            if not self._waiting:
                await self._said.wait()
                continue
            batch, self._waiting = self._waiting, []
            outcome = await self._store([event for event, _ in batch])
            for place, (_, stored) in enumerate(batch):
                if stored.done():  # its sender has gone
                    continue
                if isinstance(outcome, RoomLogError):
                    stored.set_exception(outcome)
                else:
                    stored.set_result(outcome[place])
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
        """Do what an event asks of the server that it came to."""
        if event["do"] == "put":
            self._evaluate(event["by"])
        elif event["do"] in ("accept", "reveal"):
            self._evaluate_missing()
        elif event["do"] == "hand_in":
            self._check_work(event["by"], event["exercise"])
        elif event["do"] == "end":
            self._run(self._expire())

    async def _expire(self) -> None:
        """Delete the log: that of a lecture in some minutes, that of a homework at once."""
        seconds = 1.0 if self.room.homework else 60 * self.limits.minutes_after_end
        await self.log.expire(self.code, seconds)

    async def _end_homework(self) -> None:
        """Say that the homework is over, when it is."""
        while (homework := self.room.homework) is not None and not homework.is_over:
            left = homework.end - time.time()
            if left <= 0:
                await self.say({"do": "over", "by": SERVER, "at": round(time.time(), 1)})
                return
            await asyncio.sleep(min(left, LOOK_AT_CLOCK))

    def _check_work(self, who: str, stem: str) -> None:
        """Have what a student has handed in checked, unless that is under way."""
        if (stem, who) not in self._checking:
            self._checking.add((stem, who))
            self._run(self._check_until_current(who, stem))

    async def _check_until_current(self, who: str, stem: str) -> None:
        try:
            while (homework := self.room.homework) is not None:
                with refusing("A hand-in"):
                    found = await _work(self.evaluating, partial(check_work, homework, who, stem))
                if found is None:
                    return
                event = {"do": "checked", "by": SERVER, "at": round(time.time(), 1)}
                await self.say({**event, "who": who, "exercise": stem, **found})
        except InputError as problem:
            logger.warning("A hand-in was not checked: %s", problem)
        finally:
            self._checking.discard((stem, who))

    def _evaluate_missing(self) -> None:
        """Evaluate what has no result, for example because a server ended before it was done."""
        for who in self.room.activity.contributions if self.room.activity else ():
            self._evaluate(who)
        for who, own in (self.room.homework.work if self.room.homework else {}).items():
            for stem, work in own.items():
                if work.result is None:
                    self._check_work(who, stem)

    def _evaluate(self, who: str) -> None:
        """Have the latest contribution of a participant evaluated, unless that is under way."""
        state = self.room.activity
        if state and ACTIVITIES[state.key].evaluate and (state.number, who) not in self._evaluating:
            self._evaluating.add((state.number, who))
            self._run(self._evaluate_until_current(state.number, who))

    async def _evaluate_until_current(self, number: int, who: str) -> None:
        try:
            while event := await self._find_result(number, who):
                await self.say(event)
        except InputError as problem:
            logger.warning("A contribution has no result: %s", problem)
        finally:
            self._evaluating.discard((number, who))

    async def _find_result(self, number: int, who: str) -> Event | None:
        """Return the result of the latest contribution; None if it is there already."""
        state = self.room.activity
        if state is None or state.number != number or who not in state.contributions:
            return None
        entry, evaluate = state.contributions[who], ACTIVITIES[state.key].evaluate
        if evaluate is None or state.results.get(who, {}).get("entry") == entry:
            return None
        try:
            with refusing("A contribution"):
                result: Values = await _work(
                    self.evaluating, partial(evaluate, state.prepared, entry)
                )
        except InputError as problem:
            result = {"problem": str(problem)}
        event = {"activity": number, "who": who, "entry": entry, "result": dict(result)}
        return {"do": "judged", "by": SERVER, "at": round(time.time(), 1), **event}

    async def _keep_running(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a work that has no end; after an error it begins anew while the room lives."""
        while True:
            try:
                await work()
            except Exception as problem:
                logger.exception("A task of a room begins anew: %s", type(problem).__name__)
            await asyncio.sleep(RETRY)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            logger.error("A task of a room ended", exc_info=problem)


def _fold_all(room: Room, entries: list[Entry]) -> Room:
    """Return the room after all events."""
    for entry in entries:
        room, _ = fold(room, entry)
    return room


async def _work(executor: Executor, work: Callable[[], Any]) -> Any:
    return await asyncio.get_running_loop().run_in_executor(executor, work)


def _own_patch(before: Room | None, now: Room, who: str) -> Values:
    """Return what has changed of what only this participant sees; for most, nothing has."""
    if who not in now.participants:
        return {}
    if before is None or who not in before.participants:
        return view_own(now, who)
    if _own_parts(before, who) == _own_parts(now, who):
        return {}
    return merge_patch(view_own(before, who), view_own(now, who))


def _own_parts(room: Room, who: str) -> tuple[Any, ...]:
    """Return what :func:`view_own` reads. Most is the same object as before, quick to compare."""
    state = room.activity
    if room.homework is not None:
        return (room.participants[who], room.homework.work.get(who), room.homework.is_over)
    if state is None:
        return (room.participants[who],)
    own = (state.contributions.get(who), state.results.get(who), state.is_revealed)
    return (room.participants[who], state.settings, *own)


class Signal:
    """Wakes all who wait, each time that it is set."""

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
