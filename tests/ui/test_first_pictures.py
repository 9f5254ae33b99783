"""The lab and the lessons show their picture before Streamlit has loaded, and nothing jumps."""

import re
from collections.abc import Callable
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, Route, expect

from browser import DESKTOP, PAGE_IS_COMPLETE, visit
from lessons import LESSONS
from lessons.page import page_of

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
PICTURE = "#first-picture"
PLACES = {"lab": ".st-key-canvas"} | {
    lesson.stem: f":is(.st-key-live-{lesson.stem}, .st-key-drawing-{lesson.stem})"
    for lesson in LESSONS
    if page_of(lesson.stem).show is None
}
WORDS = {"checking_the_sources": ".st-key-hunt"}  # in place of a picture


def test_a_link_shows_no_other_picture_first(own_page: Page, server: str) -> None:
    for path in PLACES | WORDS:
        visit(own_page, f"{server}/{path}")
        page = urlopen(f"{server}/{path}").read().decode()
        assert page.count('id="first-picture"') == 1
        assert page.count('id="first-picture-data"') == (path in PLACES)
        linked = urlopen(f"{server}/{path}?gamma=3").read().decode()
        assert 'id="first-picture"' not in linked
        entry = '<script type="module"'  # of Streamlit, which begins when the picture is there
        assert (page.count(entry), linked.count(entry)) == (path in WORDS, 1)


@pytest.mark.parametrize(
    ("path", "width"),
    [*((path, DESKTOP["viewport"]["width"]) for path in PLACES | WORDS), ("lab", 844)],
)
def test_the_first_picture_needs_nothing_of_streamlit_and_is_where_the_page_has_it(
    own_page: Page, server: str, path: str, width: int
) -> None:
    visit(own_page, f"{server}/{path}")  # the server then knows what it shows
    own_page.set_viewport_size(DESKTOP["viewport"] | {"width": width})
    held: list[Callable[[], None]] = []

    def hold(route: Route) -> None:
        held.append(route.continue_)

    own_page.route(re.compile(r"/static/js/index\."), hold)
    own_page.add_init_script(SHIFTS)
    own_page.goto(f"{server}/{path}", wait_until="commit")
    own_page.wait_for_selector(":root[data-first-picture]", state="attached")
    assert held
    first = own_page.locator(f"{PICTURE} > div").bounding_box()
    for go_on in held:
        go_on()
    expect(own_page.locator(PICTURE)).to_have_count(0)
    own_page.wait_for_function(PAGE_IS_COMPLETE)
    then = own_page.locator((PLACES | WORDS)[path]).bounding_box()
    assert first is not None and then is not None
    assert (first["x"], first["width"]) == pytest.approx((then["x"], then["width"]), abs=2)
    if path == "lab" or path in WORDS:
        assert first["y"] == pytest.approx(then["y"], abs=2)
    shifts = own_page.evaluate("() => shifts")
    assert sum(value for value, *_ in shifts) < 0.01, shifts
