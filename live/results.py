"""The results that a server computes for a room: of contributions and of homework.

Each becomes an event. A contribution that changes meanwhile is evaluated again.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from functools import partial
from typing import Any, Protocol

from core.input_error import InputError
from live.activities import ACTIVITIES
from live.activity import Values
from live.homework import check_work
from live.log import Event, read_time
from live.refusing import refusing
from live.room import SERVER, Room
from live.turns import Turns

logger = logging.getLogger(__name__)


async def run_in(executor: Executor, work: Callable[[], Any]) -> Any:
    """Return the result of a work that a thread does."""
    return await asyncio.get_running_loop().run_in_executor(executor, work)


class _Host(Protocol):
    """The parts of a hub that results need."""

    code: str
    room: Room
    evaluating: Turns

    async def say(self, event: Event) -> int: ...
    def run(self, work: Coroutine[Any, Any, None]) -> None: ...


class Results:
    """The results of the room of a hub, each computed once at a time."""

    def __init__(self, hub: _Host) -> None:
        self._hub = hub
        self._evaluating: set[tuple[int, str]] = set()
        self._checking: set[tuple[str, str]] = set()

    def check(self, who: str, stem: str) -> None:
        """Have what a student has handed in checked, unless that is under way."""
        if (stem, who) not in self._checking:
            self._checking.add((stem, who))
            self._hub.run(self._check_until_current(who, stem))

    async def _check_until_current(self, who: str, stem: str) -> None:
        try:
            while (homework := self._hub.room.homework) and who not in self._hub.room.removed:
                with refusing("A hand-in"):
                    result = await self._run(partial(check_work, homework, who, stem))
                if result is None:
                    return
                event = {"do": "checked", "by": SERVER, "at": read_time()}
                await self._hub.say({**event, "who": who, "exercise": stem, **result})
        except InputError as problem:
            logger.warning("A hand-in was not checked: %s", problem)
        finally:
            self._checking.discard((stem, who))

    async def _run(self, work: Callable[[], Any]) -> Any:
        return await self._hub.evaluating.run(self._hub.code, work)

    def complete(self) -> None:
        """Evaluate what has no result, for example because a server ended before it was done."""
        for who in self._hub.room.activity.contributions if self._hub.room.activity else ():
            self.evaluate(who)
        for who, own in (self._hub.room.homework.work if self._hub.room.homework else {}).items():
            for stem, work in own.items():
                if work.waiting:
                    self.check(who, stem)

    def evaluate(self, who: str) -> None:
        """Have the latest contribution of a participant evaluated, unless that is under way."""
        state = self._hub.room.activity
        if state and ACTIVITIES[state.key].evaluate and (state.number, who) not in self._evaluating:
            self._evaluating.add((state.number, who))
            self._hub.run(self._evaluate_until_current(state.number, who))

    async def _evaluate_until_current(self, number: int, who: str) -> None:
        try:
            while event := await self._find_result(number, who):
                await self._hub.say(event)
        except InputError as problem:
            logger.warning("A contribution has no result: %s", problem)
        finally:
            self._evaluating.discard((number, who))

    async def _find_result(self, number: int, who: str) -> Event | None:
        """Return the result of the latest contribution; None if it is there already."""
        state = self._hub.room.activity
        if state is None or state.number != number or who not in state.contributions:
            return None
        entry, evaluate = state.contributions[who], ACTIVITIES[state.key].evaluate
        if evaluate is None or state.results.get(who, {}).get("entry") == entry:
            return None
        try:
            with refusing("A contribution"):
                result: Values = await self._run(partial(evaluate, state.prepared, entry))
        except InputError as problem:
            result = {"problem": str(problem)}
        event = {"activity": number, "who": who, "entry": entry, "result": dict(result)}
        return {"do": "judged", "by": SERVER, "at": read_time(), **event}
