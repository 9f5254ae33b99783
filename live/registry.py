"""The rooms of this server process by their codes.

A room that somebody follows is found without asking the log. Other codes are looked up together:
one request to the log is under way at a time and takes all codes that arrived before it, so that
many wrong codes cost little, and nobody in a room waits for them.
"""

import asyncio
import time
from collections.abc import Callable, Iterator

from live.hub import Hub
from live.log import RoomLog, RoomLogError

IDLE_SECONDS = 60  # after this time a process forgets a room that nobody follows
MOST_AT_ONCE = 500  # codes in a request to the log


class Registry:
    """The hubs of this process, each made when its code is first used."""

    def __init__(self, log: RoomLog, make_hub: Callable[[str], Hub]) -> None:
        self.log, self.make_hub = log, make_hub
        self._hubs: dict[str, Hub] = {}
        self._loading: dict[str, asyncio.Task[Hub | None]] = {}
        self._lookups: dict[str, asyncio.Future[bool]] = {}
        self._lookup: asyncio.Task[None] | None = None
        self._idle: dict[str, float] = {}

    def __iter__(self) -> Iterator[Hub]:
        return iter(list(self._hubs.values()))

    async def find(self, code: str) -> Hub | None:
        """Return the room of a code; None if there is no such room.

        Raises
        ------
        RoomLogError
            If the log cannot be read.
        """
        if hub := self._hubs.get(code):
            return hub
        if not await self._is_room(code):
            return None
        if hub := self._hubs.get(code):  # loaded while the log was asked
            return hub
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code))
            self._loading[code].add_done_callback(_retrieve)
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> Hub | None:
        try:
            hub = self.make_hub(code)
            if not await hub.start():
                return None
            self._hubs[code] = hub
            return hub
        finally:
            del self._loading[code]

    async def _is_room(self, code: str) -> bool:
        """Return whether the log has such a room."""
        if code not in self._lookups:
            self._lookups[code] = asyncio.get_running_loop().create_future()
            self._lookups[code].add_done_callback(_retrieve)
        if self._lookup is None:
            self._lookup = asyncio.create_task(self._ask())
        return await asyncio.shield(self._lookups[code])

    async def _ask(self) -> None:
        """Look up codes until none is left."""
        while codes := list(self._lookups)[:MOST_AT_ONCE]:
            lookups = {code: self._lookups.pop(code) for code in codes}
            try:
                rooms = await self.log.find(codes)
            except Exception as problem:  # whatever it is, the callers get it
                for answer in lookups.values():
                    answer.set_exception(
                        problem if isinstance(problem, RoomLogError) else RoomLogError(str(problem))
                    )
            else:
                for code, answer in lookups.items():
                    answer.set_result(code in rooms)
        self._lookup = None

    async def keep_up(self) -> None:
        """End the rooms whose log has expired, and forget those that nobody follows."""
        alive = await self.log.find(list(self._hubs))
        now = time.monotonic()
        for code, hub in list(self._hubs.items()):
            if code not in alive:
                hub.end()
            if hub.followers:
                self._idle.pop(code, None)
            elif now - self._idle.setdefault(code, now) > IDLE_SECONDS:
                del self._idle[code]
                self._hubs.pop(code).stop()

    def stop(self) -> None:
        """End all that runs for the rooms."""
        for task in (self._lookup, *self._loading.values()):
            if task is not None:
                task.cancel()
        for hub in self._hubs.values():
            hub.stop()
        self._hubs.clear()


def _retrieve(future: asyncio.Future[bool] | asyncio.Task[Hub | None]) -> None:
    """Retrieve the result of a lookup, even if nobody waits for it any more."""
    if not future.cancelled():
        future.exception()
