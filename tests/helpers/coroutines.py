"""Coroutines in tests: Playwright has a loop in the thread of the tests, which allows no other."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

__all__ = ["run"]

Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a thread of its own and return its result."""
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, work).result()
