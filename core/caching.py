"""Results that are computed once and shared by all visitors, bounded in bytes, number and time.

There are two ways to store a result:

- :func:`memoize` for results that are computed at once. A page asks for a dozen results in each
  run, and finding one takes microseconds, a hundredth of what ``st.cache_data`` needs. Where
  visitors wait long enough for a spinner, the page shows one around the call (``st.spinner``).
- :func:`result_slot` for computations that can be cancelled and report progress: they fill their
  slot themselves.

Values that never change, such as files of the app, are kept forever by ``functools.cache``.

A refusal (a ValueError, such as a classifier that cannot be fitted) is a result as well: it may
take as long to compute, so it is stored too.
"""

import sys
from collections.abc import Callable, Hashable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import partial, wraps
from threading import Condition
from typing import Any, ParamSpec, TypeVar

from cachetools import TTLCache, cached
from cachetools.keys import hashkey

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

CACHE_SECONDS = 3600.0  # seconds since it was computed
MOST_BYTES = 4 * 2**20  # for the results of one function
IDLE_BYTES = MOST_BYTES // 4  # for them while nobody is connected
_outcomes: list[Any] = []  # the functions whose results are kept


def memoize(
    max_entries: int, key: Callable[..., Hashable] = hashkey, max_bytes: int = MOST_BYTES
) -> Callable[[Callable[Arguments, Result]], Callable[Arguments, Result]]:
    """Return a decorator that computes a function once for equal, hashable arguments.

    Concurrent callers with equal arguments block until the value is computed. All visitors share
    the result, so nobody may change it. The function may call other cached ones, but not itself.
    A ValueError that it raises is a result, too: it is raised again without computing.
    A result larger than `max_bytes` is not kept.
    """

    def share(result: Any) -> int:
        """Return the bytes that a result counts: at least its equal share of `max_bytes`."""
        return max(count_bytes(result), max_bytes // max_entries)

    def decorate(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        results: TTLCache[Any, Any] = TTLCache(max_bytes, CACHE_SECONDS, getsizeof=share)
        outcome: Any = cached(results, key=key, condition=Condition())(_with_refusals(function))

        @wraps(function)
        def result_of(*arguments: Arguments.args, **settings: Arguments.kwargs) -> Result:
            result: Result | _Refusal = outcome(*arguments, **settings)
            if isinstance(result, _Refusal):
                raise copy(result.problem)
            return result

        result_of.outcome = outcome  # pyrefly: ignore[missing-attribute]
        _outcomes.append(outcome)
        return result_of

    return decorate


def count_bytes(value: Any) -> int:
    """Return about how many bytes a value holds: its arrays and texts, and those of its parts."""
    total, counted_ids, parts = 0, set[int](), [value]
    while parts:
        part = parts.pop()
        if id(part) in counted_ids or isinstance(part, type):
            continue
        counted_ids.add(id(part))
        total += max(sys.getsizeof(part), getattr(part, "nbytes", 0))
        if isinstance(part, Mapping):
            parts.extend((*part.keys(), *part.values()))
        elif isinstance(part, (list, tuple, set, frozenset)):
            parts.extend(part)
        elif hasattr(part, "__dict__"):
            parts.append(vars(part))
    return total


@dataclass(frozen=True)
class _Refusal:
    """What a function raised instead of returning a result."""

    problem: ValueError


def _with_refusals(
    function: Callable[Arguments, Result],
) -> Callable[Arguments, Result | _Refusal]:
    """Return the function with ValueErrors returned instead of raised."""

    @wraps(function)
    def outcome_of(*arguments: Arguments.args, **settings: Arguments.kwargs) -> Result | _Refusal:
        try:
            return function(*arguments, **settings)
        except ValueError as problem:
            # A copy has no traceback, which would hold on to the arrays of the computation.
            return _Refusal(copy(problem))

    return outcome_of


def drop_expired() -> None:
    """Free the results that have expired.

    A cache does so by itself only when a new result comes in.
    """
    for outcome in _outcomes:
        with outcome.cache_lock:
            outcome.cache.expire()


def shrink() -> None:
    """Free the least recently used results; each function keeps at most `IDLE_BYTES`."""
    for outcome in _outcomes:
        with outcome.cache_lock:
            while outcome.cache.currsize > IDLE_BYTES:
                outcome.cache.popitem()


def is_cached(function: Any, *arguments: Hashable) -> bool:
    """Return whether a function decorated by :func:`memoize` already has this result or refusal."""
    outcome = function.outcome
    with outcome.cache_lock:
        return outcome.cache_key(*arguments) in outcome.cache


class _Slot(list[Any]):
    """A list that reports when it is filled, because it then takes more memory."""

    def __init__(self, tell: Callable[["_Slot"], None]) -> None:
        self._tell = tell

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value)
        self._tell(self)


@memoize(1024, max_bytes=4 * MOST_BYTES)
def result_slot(*key: Hashable) -> list[Any]:
    """Return the result slot of a long computation; it may be empty.

    A cached function cannot report its progress; the code that fills the slot, by ``slot[:]
    = [result]``, can.
    """
    return _Slot(partial(_count_again, key))


def _count_again(key: tuple[Hashable, ...], slot: _Slot) -> None:
    """Count the bytes of a slot that has been filled, and evict the oldest ones if necessary."""
    outcome = result_slot.outcome  # pyrefly: ignore[missing-attribute]
    with outcome.cache_lock:
        if outcome.cache_key(*key) in outcome.cache:
            outcome.cache[outcome.cache_key(*key)] = slot
