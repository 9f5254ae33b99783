"""Every page passes the checks of axe-core, light and dark, and fits a phone and 400 %.

Those of the lessons are in tests/lessons/test_live_pictures.py: a page is loaded once, because that
takes long.
"""

import pytest
from playwright.sync_api import Page

from accessibility import check_barriers, check_reach, check_width
from app_pages import PAGES
from browser import PHONE, visit
from lessons import LESSONS

OTHERS = [name for name in PAGES if name not in {lesson.page for lesson in LESSONS}]


@pytest.mark.parametrize("name", OTHERS)
def test_a_page_is_accessible_and_fits_a_phone(server: str, page: Page, name: str) -> None:
    stem = name.removesuffix(".py")
    visit(page, server if stem == "start" else f"{server}/{stem}")
    check_barriers(page)
    page.set_viewport_size(PHONE["viewport"])
    check_width(page)
    check_reach(page)
