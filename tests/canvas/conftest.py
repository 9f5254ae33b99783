"""A small window with the harness of the drawing component, which is cheaper to paint."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from browser import open_page, watched
from canvas import Canvas, mount


@pytest.fixture(scope="session")
def harness_window(browser: Browser) -> Iterator[Page]:
    with open_page(browser, viewport={"width": 1000, "height": 700}) as page:
        yield page


@pytest.fixture
def harness(harness_window: Page, complaints: list[str]) -> Iterator[Page]:
    """The same window for all tests. The test fails if anything in it goes wrong."""
    with watched(harness_window, complaints):
        yield harness_window


@pytest.fixture
def canvas(harness: Page) -> Canvas:
    return mount(harness)
