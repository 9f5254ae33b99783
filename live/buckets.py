"""Rate limits: a burst at once, then a rate per second."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable


class Bucket:
    """A token bucket: it holds `burst` tokens, and `rate` of them come back each second."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.tokens, self.since = burst, clock()
        self._queue = asyncio.Lock()  # which serves those who wait in the order of coming

    def take(self, tokens: float = 1) -> float:
        """Take tokens, at most the burst, and return 0, or the seconds until there are as many."""
        if wait := self.wait(tokens):
            return wait
        self.tokens -= tokens
        return 0.0

    async def take_turn(self) -> None:
        """Take a token when there is one; those who wait get one before those who come later."""
        async with self._queue:
            while wait := self.take():
                await asyncio.sleep(wait)

    def wait(self, tokens: float = 1) -> float:
        """Return the seconds until there are so many tokens."""
        now = self.clock()
        self.tokens = min(self.burst, self.tokens + (now - self.since) * self.rate)
        self.since = now
        return max(0.0, (tokens - self.tokens) / self.rate)


class Buckets:
    """A bucket for each owner; those used least recently are forgotten beyond `most`."""

    def __init__(
        self,
        rate: float,
        burst: float,
        most: int = 10_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.rate, self.burst, self.most, self.clock = rate, burst, most, clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def __getitem__(self, owner: Hashable) -> Bucket:
        """Return the bucket of an owner; a new owner has a full one."""
        bucket = self._buckets.pop(owner, None) or Bucket(self.rate, self.burst, self.clock)
        self._buckets[owner] = bucket
        while len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return bucket
