"""The sheet of a lesson: on paper each lesson is one page, with its question and its link."""

import re

from playwright.sync_api import Page

from lessons import Lesson

PAPER = {"width": 703, "height": 1046}  # CSS pixels of A4 within its margins
FITS_ON_PAPER = """() => {
    const ends = [".st-key-picture", ".st-key-sheet-formula", ".st-key-sheet-question"].map(
        (part) => document.querySelector(part).getBoundingClientRect().bottom);
    return Math.max(...ends) < document.querySelector(".sheet-link").getBoundingClientRect().top;
}"""


def check_sheet(page: Page, lesson: Lesson) -> None:
    """Print the lesson that is open in a desktop window, and leave the window as it was."""
    window = page.viewport_size
    assert window is not None
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1

    page.evaluate("() => { window.print = () => dispatchEvent(new Event('beforeprint')); }")
    page.get_by_role("button", name="Print a sheet").click()
    try:
        page.emulate_media(media="print")
        page.set_viewport_size(PAPER)
        page.wait_for_function(FITS_ON_PAPER)  # the picture is drawn anew in this size
        assert page.locator(".sheet-link").inner_text() == page.url
        for title in (lesson.heading, "Predict, then look"):
            assert page.get_by_role("heading", name=title).first.is_visible()
        assert page.get_by_test_id("stMain").get_by_text(lesson.question).is_visible()
        assert page.get_by_role("heading", name="All lessons").count() == 0, "it is hidden"
    finally:
        page.emulate_media(media="null")
        page.evaluate("() => dispatchEvent(new Event('afterprint'))")
        page.set_viewport_size(window)
