"""Work after the last of several changes, in another thread."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PAUSE = 0.05  # s without another change


class Later:
    """Does one piece of work at a time; of several, the last one counts.

    In a notebook the work is done in a thread, and its result is taken in the thread of the event
    loop, between two cells. Without an event loop it is done at once.
    """

    def __init__(self) -> None:
        self._number = 0
        self._task: asyncio.Task[None] | None = None  # the loop itself keeps only a weak reference

    def forget(self) -> None:
        """Ignore the result of pending work."""
        self._number += 1

    def run(self, work: Callable[[], T], take: Callable[[T], None]) -> None:
        """Call `take` with the result of `work`, unless there is newer work by then."""
        self.forget()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            take(work())
            return
        self._task = loop.create_task(self._run(self._number, work, take))

    async def _run(self, number: int, work: Callable[[], T], take: Callable[[T], None]) -> None:
        await asyncio.sleep(PAUSE)
        if number != self._number:
            return
        result = await asyncio.to_thread(work)
        if number == self._number:
            take(result)
