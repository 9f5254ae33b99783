"""Places for work: there are few, so that what else visitors do goes on beside it.

Python runs one thread at a time. Visitors whose many small fits take turns within milliseconds get
in each other's way, and all wait longer than if each is served when the one before is
(:data:`table_lock`).

A fit is heavy or not, and keeps its place until it is done (:func:`heavy_slot`). A computation of
many fits takes minutes: it offers its place to who waits, between two fits (:func:`long_slot`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from time import monotonic, sleep
from typing import Any

from core.effort import HEAVY_EFFORT, MOST_HEAVY_FITS

__all__ = ["Waiting", "heavy_slot", "long_slot", "table_lock"]

Waiting = Callable[[], Any]  # called again and again while there is no place

PATIENCE = 0.3  # seconds between two calls of it
TURN = 0.2  # seconds until long work offers its place to others
MOMENT = 0.002  # seconds in which who waits will have noticed a free place

table_lock = Lock()  # who holds it asks for nothing that may wait for it
_slots = BoundedSemaphore(MOST_HEAVY_FITS)


@contextmanager
def heavy_slot(effort: float) -> Iterator[None]:
    """Wait for a place if the work is heavy. What is inside may not wait for one again."""
    if effort < HEAVY_EFFORT:
        yield
        return
    with _slots:
        yield


@contextmanager
def long_slot(waiting: Waiting) -> Iterator[Callable[[Waiting], None]]:
    """Wait for a place; yield what lets others go first if it has been held for long.

    What is inside may not wait for a place itself. Where `waiting` raises, no place is held.
    """
    place = _Slot()
    try:
        place.take(waiting)
        yield place.offer
    finally:
        place.leave()


class _Slot:
    """A place, or none at the moment, and since when."""

    def __init__(self) -> None:
        self.since: float | None = None

    def take(self, waiting: Waiting) -> None:
        while not _slots.acquire(timeout=PATIENCE):
            waiting()
        self.since = monotonic()

    def leave(self) -> None:
        if self.since is not None:
            self.since = None
            _slots.release()

    def offer(self, waiting: Waiting) -> None:
        if self.since is not None and monotonic() - self.since > TURN:
            self.leave()
            sleep(MOMENT)
            self.take(waiting)
