"""Every button of every page does something that a visitor can see."""

import pytest
from playwright.sync_api import Page

from app_pages import PAGES
from buttons import press_every_button

# Few points are quick to compute, and without scenes there is nothing to press.
ADDRESSES = {
    "scenes": "scenes?set=svm",
    "lab": "lab?n=60&folds=2",
    "compare": "compare?n=60&folds=2",
    "start": "",
}


@pytest.mark.parametrize("stem", [name.removesuffix(".py") for name in PAGES])
def test_something_changes_or_opens_after_each_press(page: Page, server: str, stem: str) -> None:
    presses = press_every_button(page, f"{server}/{ADDRESSES.get(stem, stem)}")
    assert presses.dead == []
    assert len(presses.pressed) >= 5  # those that all pages have
