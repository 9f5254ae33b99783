"""Each state of a session passes the checks of axe-core, light and dark, and fits the screen."""

from contextlib import ExitStack
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from accessibility import GRAVE, OPTIONS, describe
from browser import open_watched_page
from room_session import play_session

# The smallest that anybody holds, so that any names and any fonts fit the others.
PHONE: dict[str, Any] = {
    "viewport": {"width": 320, "height": 568},
    "is_mobile": True,
    "has_touch": True,
}
PROJECTOR: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}}
FITS = """() => [document.documentElement, ...document.querySelectorAll("[data-testid=stMain]")]
    .every((element) => element.scrollWidth <= element.clientWidth)"""


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_of_a_session_is_accessible_and_fits(
    server: str, browser: Browser, complaints: list[str], scheme: str
) -> None:
    with ExitStack() as stack:

        def opened(options: dict[str, Any]) -> Page:
            page = open_watched_page(browser, complaints, color_scheme=scheme, **options)
            return stack.enter_context(page)

        pages = {
            "teacher": opened({"viewport": {"width": 1440, "height": 900}}),
            "projector": opened(PROJECTOR),
            "phone": opened(PHONE),
        }
        findings = []
        for state in play_session(server, *pages.values()):
            for name, page in pages.items():
                violations = Axe().run(page, options=OPTIONS).response["violations"]
                grave = [describe(each) for each in violations if each["impact"] in GRAVE]
                findings += [f"{state}, {name}: {each}" for each in grave]
                if not page.evaluate(FITS):
                    findings.append(f"{state}, {name}: wider than the screen")
        assert not findings, "\n".join(findings)
