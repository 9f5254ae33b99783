"""Fixtures for the tests that need the running app or a browser."""

import os
from collections import deque
from collections.abc import Generator, Iterator
from functools import cache
from itertools import chain, compress, cycle, groupby, pairwise
from operator import not_
from typing import Any

import hypothesis
import pytest
import scipy.linalg  # noqa: F401 (its BLAS must be there to be limited)
from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from streamlit.components.v2 import manifest_scanner
from threadpoolctl import threadpool_limits

from browser import (
    DESKTOP,
    PHONE,
    forget_visit,
    launch_chromium,
    open_page,
    open_watched_page,
    watched,
)
from server import AppServer

# The matrices are small: on a busy machine threads of BLAS would only wait for each other.
threadpool_limits(1, user_api="blas")

# Every AppTest reads the metadata of all installed packages, which takes longer than most pages.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

# A slow machine is not a failure.
hypothesis.settings.register_profile("bayeslab", deadline=None)
hypothesis.settings.load_profile("bayeslab")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Mark the tests that use the browser, and begin with them."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    yield  # `-m` and `-k` take tests off the list
    items[:] = in_parts(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def in_parts(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Begin the part of each worker with modules that use the browser, which take long.

    pytest-xdist gives each worker an equal part of the list; a worker that has none left gets tests
    from the end of another's part, which are to be quick ones.
    """
    is_long = [item.get_closest_marker("browser") is not None for item in items]
    quick = deque(compress(items, map(not_, is_long)))
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    modules = groupby(compress(items, is_long), key=lambda item: item.path)
    for part, (_, module) in zip(cycle(parts), modules, strict=False):
        part += module
    ends = [len(items) * place // workers for place in range(workers + 1)]
    for part, (begin, end) in zip(parts, pairwise(ends), strict=True):
        part += [quick.popleft() for _ in range(min(len(quick), end - begin - len(part)))]
    return [*chain(*parts), *quick]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show the server's log with every failure of a test that uses the server."""
    report = yield
    server: Any = getattr(item, "funcargs", {}).get("app_server")
    if report.failed and server is not None:
        report.sections.append(("Server log", server.log.read_text()))
    return report


@pytest.fixture(scope="session")
def app_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    with AppServer(tmp_path_factory.mktemp("server") / "log.txt") as server:
        yield server


@pytest.fixture(scope="session")
def server(app_server: AppServer) -> str:
    """The address of the running app, shared by all tests."""
    return app_server.url


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = launch_chromium(playwright)
    yield browser
    browser.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained about; a test that provokes an error takes it off the list."""
    return []


# A page that stays open has Streamlit and Plotly loaded and compiled.


@pytest.fixture(scope="session")
def desktop(browser: Browser) -> Iterator[Page]:
    with open_page(browser, **DESKTOP) as page:
        yield page


@pytest.fixture(scope="session")
def mobile(browser: Browser) -> Iterator[Page]:
    with open_page(browser, **PHONE) as page:
        yield page


@pytest.fixture
def page(desktop: Page, complaints: list[str]) -> Iterator[Page]:
    """A desktop window, the same for all tests. The test fails if anything in it goes wrong."""
    with watched(desktop, complaints):
        yield desktop
    forget_visit(desktop)


@pytest.fixture
def phone(mobile: Page, complaints: list[str]) -> Iterator[Page]:
    """A phone, the same for all tests. The test fails if anything in it goes wrong."""
    with watched(mobile, complaints):
        yield mobile
    forget_visit(mobile)


@pytest.fixture
def own_page(browser: Browser, complaints: list[str]) -> Iterator[Page]:
    """A desktop window of its own, for a test that sets its clock, its scripts or its routes."""
    with open_watched_page(browser, complaints, **DESKTOP) as page:
        yield page
