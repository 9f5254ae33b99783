"""Nothing jumps while a page and its picture come: the style reserves their room."""

import pytest
from playwright.sync_api import Page, expect

from browser import DESKTOP, PAGE_IS_COMPLETE, visit
from lessons import LESSONS

# Streamlit sometimes shows its sidebar a frame after the page, which then moves as a whole.
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    const places = sources.map(({ previousRect }) => previousRect.toJSON());
    if (!places.some(({ width }) => width >= innerWidth)) shifts.push([value, ...places]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
WIDTH = DESKTOP["viewport"]["width"]


@pytest.mark.parametrize(
    ("path", "width"),
    [*((path, WIDTH) for path in ("lab", *(lesson.stem for lesson in LESSONS))), ("lab", 844)],
)
def test_nothing_jumps_while_a_page_and_its_picture_come(
    own_page: Page, server: str, path: str, width: int
) -> None:
    own_page.set_viewport_size(DESKTOP["viewport"] | {"width": width})
    own_page.add_init_script(SHIFTS)
    visit(own_page, f"{server}/{path}")
    expect(own_page.get_by_text("Loading the")).to_have_count(0)
    own_page.wait_for_function(PAGE_IS_COMPLETE)
    shifts = own_page.evaluate("() => shifts")
    assert sum(value for value, *_ in shifts) < 0.01, shifts
