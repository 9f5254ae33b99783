"""Concurrency limits: worker slots for heavy computations, so that light ones are still served.

Python runs one thread at a time. If the many small fits of several visitors alternate, all of them
wait longer than if one visitor's table is computed after the other (:data:`table_lock`).

A heavy fit holds a worker slot until it is done (:func:`heavy_slot`). A computation of many fits
takes minutes; between two fits it releases its slot for waiting threads (:func:`long_slot`).
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from time import monotonic, sleep
from typing import Any

from core.effort import HEAVY_EFFORT, MOST_HEAVY_FITS

Waiting = Callable[[], Any]  # called repeatedly while no slot is free

PATIENCE = 0.3  # seconds between two such calls
TURN = 0.2  # seconds until a long computation releases its slot for others
MOMENT = 0.002  # seconds in which a waiting thread takes a free slot

table_lock = Lock()  # its holder must not wait for a worker slot or for this lock
_slots = BoundedSemaphore(MOST_HEAVY_FITS)


@contextmanager
def heavy_slot(effort: float) -> Generator[None]:
    """Wait for a worker slot if the work is heavy. The body must not wait for another slot."""
    if effort < HEAVY_EFFORT:
        yield
        return
    with _slots:
        yield


@contextmanager
def long_slot(waiting: Waiting) -> Generator[Callable[[Waiting], None]]:
    """Wait for a worker slot; yield a function that lets others go first if it was held for long.

    The body must not wait for another slot. If `waiting` raises, no slot is held.
    """
    slot = _Slot()
    try:
        slot.take(waiting)
        yield slot.offer
    finally:
        slot.leave()


class _Slot:
    """A worker slot, held since a time or not held."""

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
