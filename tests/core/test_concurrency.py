"""Few places for heavy work, which long work offers to others and gives up when it is ended."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Event, Thread
from time import monotonic

import pytest

from bayeslab.evaluation.accuracy import Row
from core import concurrency as places
from core import evaluations
from core.concurrency import heavy_slot, long_slot, table_lock
from core.effort import HEAVY_EFFORT, MOST_HEAVY_FITS
from core.state import LabState

PATIENCE = 60  # seconds, after which what should have come never will


class EndedError(Exception):
    """A run that is no longer wanted."""


def give_up() -> None:
    raise EndedError


def start(work: Callable[[], object]) -> Thread:
    """Do work in a thread that a failed test leaves behind without waiting for it."""
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def finish(thread: Thread) -> None:
    thread.join(PATIENCE)
    assert not thread.is_alive(), "The thread waits for something that does not come."


def until_late() -> Iterator[None]:
    """Yield again and again, and fail when patience is at an end."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        yield
    raise AssertionError("What the test waits for does not come.")


def free_places() -> int:
    """Take all places that are free, one after the other, and give them back."""
    with ExitStack() as slots:
        for count in range(MOST_HEAVY_FITS + 1):
            try:
                slots.enter_context(long_slot(give_up))
            except EndedError:
                return count
    raise AssertionError("There are more places than there should be.")


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(places, "PATIENCE", 0.01)
    monkeypatch.setattr(places, "TURN", 0.0)
    assert free_places() == MOST_HEAVY_FITS
    yield
    assert free_places() == MOST_HEAVY_FITS


def test_heavy_work_takes_a_worker_slot_and_light_work_none() -> None:
    with heavy_slot(HEAVY_EFFORT):
        assert free_places() == MOST_HEAVY_FITS - 1
    with heavy_slot(HEAVY_EFFORT - 1):
        assert free_places() == MOST_HEAVY_FITS


def test_a_worker_slot_is_released_after_a_failure() -> None:
    for work in (heavy_slot(HEAVY_EFFORT), long_slot(give_up)):
        with pytest.raises(ZeroDivisionError), work:
            assert free_places() == MOST_HEAVY_FITS - 1
            raise ZeroDivisionError


def test_long_work_reports_that_it_waits() -> None:
    calls: list[int] = []

    def waiting() -> None:
        calls.append(len(calls))
        if len(calls) == 3:
            give_up()

    with ExitStack() as slots:
        for _ in range(MOST_HEAVY_FITS):
            slots.enter_context(heavy_slot(HEAVY_EFFORT))
        with pytest.raises(EndedError), long_slot(waiting):
            raise AssertionError("There was no place.")
    assert calls == [0, 1, 2]


def test_long_work_lets_waiting_threads_go_first() -> None:
    end = Event()

    def fit() -> None:
        with heavy_slot(HEAVY_EFFORT):
            end.set()

    with ExitStack() as slots:
        for _ in range(MOST_HEAVY_FITS - 1):
            slots.enter_context(heavy_slot(HEAVY_EFFORT))
        offer = slots.enter_context(long_slot(give_up))
        other = start(fit)
        assert not end.is_set()
        for _ in until_late():  # the other may not have come as far as to wait
            if end.is_set():
                break
            offer(lambda: None)
        assert free_places() == 0
    finish(other)


def test_long_work_that_ends_while_waiting_holds_no_worker_slot() -> None:
    with ExitStack() as slots:
        for _ in range(MOST_HEAVY_FITS - 1):
            slots.enter_context(heavy_slot(HEAVY_EFFORT))
        leave = Event()

        def stay() -> None:
            with heavy_slot(HEAVY_EFFORT):
                leave.wait(PATIENCE)

        with pytest.raises(EndedError), long_slot(give_up) as offer:
            other = start(stay)
            for _ in until_late():
                offer(give_up)
        leave.set()
        finish(other)


def rows_of(state: LabState) -> list[Row]:
    fits = [state.fit_spec(key) for key in ("I", "full")]
    return evaluations.rows(fits, state.evaluation_spec)


def test_light_accuracies_wait_for_others_unless_they_are_cached() -> None:
    cached, new = LabState(n=40, seed=1, folds=2), LabState(n=40, seed=2, folds=2)
    expected = rows_of(cached)
    rows: list[Row] = []
    with table_lock:
        asks = start(lambda: rows.extend(rows_of(new)))
        assert rows_of(cached) == expected
        asks.join(0.2)
        assert asks.is_alive() and not rows
    finish(asks)
    assert [row.name for row in rows] == ["I", "full"]
    assert all(row.held_out is not None for row in rows)


def test_heavy_accuracies_wait_for_no_light_ones() -> None:
    state = LabState(n=700, seed=3, folds=5)
    with table_lock:
        row = evaluations.row(state.fit_spec("svc-linear"), state.evaluation_spec)
    assert row.held_out is not None
