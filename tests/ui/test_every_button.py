"""Every button of every page does something that a visitor can see."""

import pytest
from playwright.sync_api import Page

from app_pages import PAGES, deeper
from browser import watched
from buttons import Presses, press_every_button

# Few points are quick to compute, and without scenes there is nothing to press.
ADDRESSES = {
    "scenes": "scenes?set=svm",
    "lab": "lab?n=60&folds=2",
    "compare": "compare?n=60&folds=2",
    "start": "",
}


@pytest.fixture(scope="module")
def frame(desktop: Page, server: str) -> Presses:
    """What a page has that has nothing of its own to press: what all pages have."""
    with watched(desktop, []):
        return press_every_button(desktop, f"{server}/connection")


@pytest.mark.parametrize("stem", [name.removesuffix(".py") for name in PAGES])
def test_something_changes_or_opens_after_each_press(
    page: Page, server: str, frame: Presses, stem: str
) -> None:
    if stem == "connection":
        assert frame.dead == []
        assert len(frame.simple) >= 5
        return
    presses = press_every_button(
        page, f"{server}/{ADDRESSES.get(stem, deeper(stem))}", frame.simple
    )
    assert presses.dead == []
