"""Visitors of a server that may have 4,096 descriptors open, and no more."""

import asyncio
import logging
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack

import psutil
import pytest

from coroutines import run
from server import AppServer
from ui.descriptors import ENOUGH, raise_limit
from visitor import Visitor

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
SOFT, LIMIT = 256, 4096  # the first is macOS's
LABS = 300
AT_ONCE = 20  # labs that are being opened


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    log = tmp_path_factory.mktemp("limited") / "log.txt"
    raise_limit()  # of the visitors' process
    with AppServer(log, descriptors=(SOFT, LIMIT)) as server:
        yield server


def descriptors(server: AppServer) -> int:
    return psutil.Process(server.pid).num_fds()


async def open_labs(stack: AsyncExitStack, server: AppServer, count: int) -> list[Visitor]:
    """Open labs, all with the same points, that stay open as long as the stack."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def open_one() -> Visitor:
        async with gate:
            visitor = await stack.enter_async_context(Visitor(server.port, "lab"))
            await visitor.run()
            return visitor

    return await asyncio.gather(*(open_one() for _ in range(count)))


@pytest.mark.soak
def test_a_visitor_takes_four_descriptors(limited: AppServer) -> None:
    async def visit() -> tuple[int, int]:
        async with AsyncExitStack() as stack:
            await open_labs(stack, limited, 10)
            before = descriptors(limited)
            visitors = await open_labs(stack, limited, 20)
            assert all(visitor.canvas_id for visitor in visitors)
            return before, descriptors(limited)

    before, during = run(visit())
    assert during - before <= 82  # a connection, and three for Streamlit's event loop


@pytest.mark.soak
def test_three_hundred_labs_and_then_three_hundred_others_open(limited: AppServer) -> None:
    async def visit() -> None:
        for _ in range(2):  # the second time, the server remembers those who have left
            async with AsyncExitStack() as stack:
                first = await open_labs(stack, limited, LABS)
                others = await open_labs(stack, limited, LABS)
                assert all(visitor.canvas_id for visitor in (*first, *others))
                assert [
                    visitor.exceptions for visitor in first + others if visitor.exceptions
                ] == []

    run(visit())
    assert "Errno 24" not in limited.log.read_text()


def test_the_limit_becomes_the_most_that_the_system_allows(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    limits = [256, LIMIT]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limits.__setitem__(slice(2), new))
    with caplog.at_level(logging.WARNING):
        assert raise_limit() == LIMIT
    assert f"{LIMIT} connections and files open; a class of 500 needs" in caplog.text
    caplog.clear()
    limits[:] = [256, resource.RLIM_INFINITY]
    assert raise_limit() > ENOUGH
    assert caplog.text == ""


@pytest.mark.soak
def test_the_server_says_that_the_limit_is_low(limited: AppServer) -> None:
    assert f"may have {LIMIT} connections" in limited.log.read_text()
    assert "docs/deploy.md, Limits of the system" in limited.log.read_text()
