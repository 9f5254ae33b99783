"""Fixtures for the tests of the notebook widget."""

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture
def without_loop() -> Iterator[None]:
    """Hide the loop that Playwright leaves in the thread of the tests, in which nothing runs.

    Without a loop the widget computes at once.
    """
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)
