"""Threads that rooms share in fair turns, so that none waits for the long queue of another.

Each owner (a room, or the address that opens one) has at most one work under way. Of those who
wait, the one whose works have taken least time comes first; who has been away begins with as much
time as the owner of the last turn, so nobody saves up turns.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any


class Turns:
    """Threads for the works of many owners.

    Parameters
    ----------
    threads : int
    name : str
    clock : callable, optional
        Returns seconds.
    """

    def __init__(
        self, threads: int, name: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._executor = ThreadPoolExecutor(threads, name)
        self._free, self._clock = threads, clock
        self._waiting: dict[Hashable, deque[tuple[Callable[[], Any], asyncio.Future[Any]]]] = {}
        self._busy: set[Hashable] = set()
        self._used: dict[Hashable, float] = {}  # seconds of each owner
        self._reached = 0.0  # those of the owner who had the last turn

    async def run(self, owner: Hashable, work: Callable[[], Any]) -> Any:
        """Return the result of a work once its owner has had a turn."""
        result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._used[owner] = max(self._used.get(owner, 0.0), self._reached)
        self._waiting.setdefault(owner, deque()).append((work, result))
        self._begin()
        return await result

    def shutdown(self) -> None:
        """End the threads; works that have not begun are left out."""
        self._executor.shutdown(cancel_futures=True)

    def _begin(self) -> None:
        """Begin works as long as there are threads, and owners who may have one."""
        while self._free and (idle := [each for each in self._waiting if each not in self._busy]):
            owner = min(idle, key=lambda each: self._used[each])
            works = self._waiting[owner]
            work, result = works.popleft()
            if not works:
                del self._waiting[owner]
            if result.cancelled():  # who asked for it has gone
                continue
            self._free -= 1
            self._busy.add(owner)
            self._reached = max(self._reached, self._used[owner])
            end = partial(self._end, owner, result, self._clock())
            loop = asyncio.get_running_loop()
            self._executor.submit(work).add_done_callback(partial(loop.call_soon_threadsafe, end))

    def _end(
        self, owner: Hashable, result: asyncio.Future[Any], begun: float, done: Future[Any]
    ) -> None:
        self._free += 1
        self._busy.discard(owner)
        self._used[owner] += self._clock() - begun
        active = self._waiting.keys() | self._busy
        self._used = {
            each: used
            for each, used in self._used.items()
            if each in active or used > self._reached
        }
        if not result.done():
            if problem := done.exception():
                result.set_exception(problem)
            else:
                result.set_result(done.result())
        self._begin()
