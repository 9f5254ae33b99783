"""A small window with the harness of the drawing component, which is cheaper to paint."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from browser import open_page, watched
from canvas import Canvas, mount

WINDOW: ViewportSize = {"width": 1000, "height": 700}


@pytest.fixture(scope="session")
def harness_window(browser: Browser) -> Iterator[Page]:
    with open_page(browser, viewport=WINDOW) as page:
        yield page


@pytest.fixture
def harness(harness_window: Page, complaints: list[str]) -> Iterator[Page]:
    """The same window for all tests. The test fails if anything in it goes wrong."""
    if harness_window.viewport_size != WINDOW:  # the last test has changed it
        harness_window.set_viewport_size(WINDOW)
    with watched(harness_window, complaints):
        yield harness_window


@pytest.fixture
def canvas(harness: Page) -> Canvas:
    return mount(harness)
