"""Every page passes the checks of axe-core, light and dark, and fits the width of a phone.

A lesson is also printed on one sheet. Each page is loaded once, because that takes long.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from accessibility import find_barriers
from app_pages import PAGES
from browser import PAGE_IS_COMPLETE, visit
from lessons import LESSONS
from sheet import check_sheet

MOST_BLANK = 220  # pixels, for a title, an axis and a legend of three lines
HAS_THEME = """theme =>
    getComputedStyle(document.querySelector(".stApp")).colorScheme === theme
"""


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """The shared window, light again afterwards."""
    yield page
    page.emulate_media(color_scheme="light")


def check_widths(main: Locator) -> None:
    assert main.evaluate("element => element.scrollWidth <= element.clientWidth")
    too_wide = main.evaluate(
        """element => [...element.querySelectorAll(".katex-html")]
            .filter(formula => formula.getBoundingClientRect().right > element.clientWidth)
            .map(formula => formula.textContent)"""
    )
    assert too_wide == []
    cut_off = main.locator(".st-key-ways-on p").evaluate_all(
        "titles => titles.filter(it => it.scrollWidth > it.clientWidth).map(it => it.textContent)"
    )
    assert cut_off == []


def check_blank(figure: Locator) -> None:
    """Check that a figure of one plane is not much taller than the plane."""
    planes = figure.locator(".nsewdrag")
    if planes.count() == 1:
        heights = [
            part.evaluate("part => part.getBoundingClientRect().height")
            for part in (figure.locator(".main-svg").first, planes)
        ]
        assert heights[0] - heights[1] < MOST_BLANK


@pytest.mark.soak
@pytest.mark.parametrize("name", PAGES)
def test_axe_has_no_serious_finding_and_page_and_sheet_have_room_for_all(
    server: str, page: Page, name: str
) -> None:
    stem = name.removesuffix(".py")
    lesson = next((lesson for lesson in LESSONS if lesson.page == name), None)
    visit(page, server if stem == "start" else f"{server}/{stem}")
    if lesson:
        check_sheet(page, lesson)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(HAS_THEME, arg=theme)
        page.wait_for_function(PAGE_IS_COMPLETE)
        barriers = find_barriers(page, only_colours=theme == "dark")
        assert not barriers, "\n".join([f"{theme}:", *barriers])
    page.set_viewport_size({"width": 390, "height": 844})
    check_widths(page.get_by_test_id("stMain"))
    for figure in page.locator(".st-key-prediction").all():
        check_blank(figure)
    if lesson:
        symbols, numbers = (page.get_by_role("radio", name=form) for form in ("symbols", "numbers"))
        expect(symbols).to_be_checked()  # what was looked at
        numbers.click()
        expect(numbers).to_be_checked()
        page.wait_for_function(PAGE_IS_COMPLETE)
        check_widths(page.get_by_test_id("stMain"))
