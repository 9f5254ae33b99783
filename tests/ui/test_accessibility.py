"""Every page, light and dark, passes the checks of axe-core, and fits a phone and a sheet of paper.

Each is loaded once, because the pages of the lessons take long to load.
"""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from accessibility import GRAVE, OPTIONS, describe
from app_pages import PAGES
from browser import DESKTOP, PAGE_IS_COMPLETE, open_watched_page, visit
from lessons import LESSONS
from sheet import check_sheet

HAS_THEME = """theme =>
    getComputedStyle(document.querySelector(".stApp")).colorScheme === theme
"""


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """A window that all tests share.

    At its end it fails on a violation of the policy, which the browser reports as an error.
    """
    with open_watched_page(browser, []) as page:
        yield page


def check_widths(main: Locator) -> None:
    assert main.evaluate("element => element.scrollWidth <= element.clientWidth")
    too_wide = main.evaluate(
        """element => [...element.querySelectorAll(".katex-html")]
            .filter(formula => formula.getBoundingClientRect().right > element.clientWidth)
            .map(formula => formula.textContent)"""
    )
    assert too_wide == []


@pytest.mark.soak
@pytest.mark.parametrize("name", PAGES)
def test_axe_has_no_serious_finding_and_page_and_sheet_have_room_for_all(
    server: str, window: Page, name: str
) -> None:
    window.set_viewport_size(DESKTOP["viewport"])
    window.emulate_media(color_scheme="light")
    stem = name.removesuffix(".py")
    lesson = next((lesson for lesson in LESSONS if lesson.page == name), None)
    visit(window, server if stem == "start" else f"{server}/{stem}")
    if lesson:
        check_sheet(window, lesson)
    for theme in ("light", "dark"):
        window.emulate_media(color_scheme=theme)
        window.wait_for_function(HAS_THEME, arg=theme)
        window.wait_for_function(PAGE_IS_COMPLETE)
        violations = Axe().run(window, options=OPTIONS).response["violations"]
        grave = [describe(each) for each in violations if each["impact"] in GRAVE]
        assert not grave, "\n".join([f"{theme}:", *grave])
    window.set_viewport_size({"width": 390, "height": 844})
    check_widths(window.get_by_test_id("stMain"))
    for form in ("numbers", "symbols") if lesson else ():
        window.get_by_role("radio", name=form).click()
        expect(window.get_by_role("radio", name=form)).to_be_checked()
        window.wait_for_function(PAGE_IS_COMPLETE)
        check_widths(window.get_by_test_id("stMain"))
