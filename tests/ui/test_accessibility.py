"""Every page, light and dark, passes the checks of axe-core: no serious and no critical finding."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from app_pages import PAGES
from browser import PAGE_IS_COMPLETE, open_watched_page, visit

GRAVE = ("serious", "critical")
# A wide formula scrolls; current browsers let Tab reach whatever does, which axe does not know.
OPTIONS = {"rules": {"scrollable-region-focusable": {"enabled": False}}}
HAS_THEME = """theme =>
    getComputedStyle(document.querySelector(".stApp")).colorScheme === theme
"""


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """A window that all tests share."""
    size = {"width": 1440, "height": 900}
    with open_watched_page(browser, [], viewport=size, reduced_motion="reduce") as page:
        yield page


def describe(violation: dict[str, Any]) -> str:
    places = [f"  {node['target']}: {node['failureSummary']}" for node in violation["nodes"]]
    return "\n".join([f"{violation['id']} ({violation['impact']})", *places])


@pytest.mark.soak
@pytest.mark.parametrize("name", PAGES)
def test_axe_has_no_serious_finding(server: str, window: Page, name: str) -> None:
    window.emulate_media(color_scheme="light")
    stem = name.removesuffix(".py")
    visit(window, server if stem == "start" else f"{server}/{stem}")
    for theme in ("light", "dark"):
        window.emulate_media(color_scheme=theme)
        window.wait_for_function(HAS_THEME, arg=theme)
        window.wait_for_function(PAGE_IS_COMPLETE)
        violations = Axe().run(window, options=OPTIONS).response["violations"]
        grave = [describe(each) for each in violations if each["impact"] in GRAVE]
        assert not grave, "\n".join([f"{theme}:", *grave])
