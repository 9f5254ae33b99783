"""Fixtures for the tests that need the running app or a browser."""

import gc
import sys
from asyncio import wait_for
from collections.abc import Generator, Iterator
from functools import cache
from inspect import iscoroutinefunction, signature
from typing import Any

import hypothesis
import pytest
import scipy.linalg  # noqa: F401 (its BLAS must be there to be limited)
from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest, local_script_runner
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
from coroutines import run
from server import AppServer

# The matrices are small: on a busy machine threads of BLAS would only wait for each other.
threadpool_limits(1, user_api="blas")

# Every AppTest reads the metadata of all installed packages, which takes longer than most pages.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
# Every AppTest compiles the scripts that it runs.
local_script_runner.ScriptCache = cache(  # pyrefly: ignore[bad-assignment]
    local_script_runner.ScriptCache
)
ask_until_done = local_script_runner.require_widgets_deltas
main_module = sys.modules["__main__"]


def wait_for_script(runner: local_script_runner.LocalScriptRunner, timeout: float = 3) -> None:
    """Wait for a script of AppTest, and put the main module back, in whose place it left its page.

    AppTest asks a thousand times a second whether the script is done, which slows the script down.
    A process that is started later begins by importing the main module.
    """
    assert runner._script_thread is not None
    runner._script_thread.join(timeout)
    ask_until_done(runner, timeout)
    sys.modules["__main__"] = main_module


local_script_runner.require_widgets_deltas = wait_for_script

run_page = AppTest._run


def run_without_traceback(app: AppTest, *arguments: Any, **options: Any) -> AppTest:
    """Run a page of AppTest, which shows no traceback whatever has been done to it."""
    shown = run_page(app, *arguments, **options)
    assert not shown.exception
    return shown


AppTest._run = run_without_traceback

# `make test` and `make check`. A slow machine is not a failure.
for profile, examples in {"test": 25, "check": 200}.items():
    hypothesis.settings.register_profile(
        profile,
        max_examples=examples,
        deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
hypothesis.settings.load_profile("test")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use the browser, before `-m` takes tests off the list."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if item.get_closest_marker("browser") and not item.get_closest_marker("journey"):
            item.add_marker("soak")
    items[:] = begin_with_slow_ones(items)


def begin_with_slow_ones(items: list[pytest.Item]) -> list[pytest.Item]:
    """Let each of two processes, which get half of the tests each, begin with half of the slow.

    A process that is done takes tests from the end of the other's half: quick ones, so that both
    are done at the same time.
    """
    slow = [item for item in items if item.get_closest_marker("soak")]
    quick = [item for item in items if not item.get_closest_marker("soak")]
    slow_ones = len(slow) // 2
    quick_ones = len(items) // 2 - slow_ones
    return [*slow[:slow_ones], *quick[:quick_ones], *slow[slow_ones:], *quick[quick_ones:]]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep what the imported modules hold out of the collections of garbage, as app.py does.

    With that, collecting takes up to a tenth of the time of tests that open pages. While the
    modules are imported there is no garbage.
    """
    gc.disable()
    result = yield
    gc.collect()
    gc.freeze()
    gc.enable()
    return result


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in signature(pyfuncitem.obj).parameters}
    run(wait_for(pyfuncitem.obj(**arguments), 30))
    return True


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
    desktop.set_viewport_size(DESKTOP["viewport"])


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
