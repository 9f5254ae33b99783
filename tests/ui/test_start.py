"""The start page: a drawing area to try at once, and what it leads to."""

import re
from dataclasses import replace
from urllib.parse import parse_qsl
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_pages import PAGES, canvas_data, draw_on, open_lab, open_page
from bayeslab.figures.theme import THEMES
from browser import visit
from core.examples import HERO
from core.link import decode, encode
from core.state import DRAWN, LabState
from lab_in_browser import START, TWO_CLOUDS, Lab
from lessons import LESSONS, Lesson
from lessons.thumbnails import thumbnail

# What moved without anybody's doing, as the browser measures it, and where the title was.
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    const describe = ({ node, previousRect, currentRect }) =>
      [node?.textContent?.slice(0, 40), previousRect.toJSON(), currentRect.toJSON()];
    shifts.push([value, ...sources.map(describe)]);
  }
}).observe({ type: "layout-shift", buffered: true });
window.places = [];
const look = () => {
  const title = document.querySelector("h1")?.getBoundingClientRect();
  if (title) places.push(`${title.x}, ${title.y}, ${title.height}`);
  requestAnimationFrame(look);
};
look();
"""

# Streamlit sometimes shows its sidebar a frame after the page, which then moves as a whole.
SUM_OF_SHIFTS = """() => shifts
    .filter(([, [, before]]) => before.width < innerWidth)
    .reduce((sum, [value]) => sum + value, 0)"""


def draw_on_hero(app: AppTest, **sent: str | float) -> AppTest:
    return draw_on(app, "hero", **sent)


def main_link(app: AppTest) -> tuple[str, LabState | None]:
    """Return the label of the first link, and the state that it opens the lab with, if any."""
    link = app.get("page_link")[0].proto
    state, notices = decode(dict(parse_qsl(link.query_string)))
    assert not notices
    return link.label, state if link.query_string else None


def test_what_is_drawn_on_start_leads_to_the_lab() -> None:
    app = open_page("start.py")
    assert main_link(app) == ("Open this in the lab", HERO)
    draw_on_hero(app, points=TWO_CLOUDS, gamma=40.0)
    label, state = main_link(app)
    assert label == "Open this in the lab"
    drawn = replace(HERO, data=DRAWN, points=TWO_CLOUDS, gamma=40.0)
    assert state == drawn.consistent()


def test_drawing_on_start_changes_nothing_in_the_lab() -> None:
    app = open_lab(START)
    app.switch_page("start.py").run()
    assert main_link(app) == ("Back to the lab", None)
    draw_on_hero(app, gamma=40.0)
    assert main_link(app) == ("Open this in the lab", replace(HERO, gamma=40.0))
    app.query_params.clear()
    app.switch_page("lab.py").run()
    assert canvas_data(app)["points"] == START.points
    assert canvas_data(app)["gamma"] == START.gamma


def test_opening_the_drawing_of_start_does_not_lose_that_of_the_lab() -> None:
    app = open_lab(START)
    assert canvas_data(app)["before"] is None
    app.switch_page("start.py").run()
    app.query_params.clear()
    app.query_params.update(encode(HERO))
    app.switch_page("lab.py").run()
    assert app.session_state["lab"] == replace(HERO, noise=None)  # the usual one
    before = canvas_data(app)["before"]
    assert before["points"] == START.points
    asked = {"points": before["points"], "setting": before["setting"]}
    draw_on(app, revision=0, gamma=None, switches=None, **asked)
    assert app.session_state["lab"] == START
    assert canvas_data(app)["before"] is None


def test_returning_to_start_restores_its_drawing() -> None:
    app = draw_on_hero(open_page("start.py"), points=TWO_CLOUDS)
    app.switch_page("lab.py").run()
    app.switch_page("start.py").run()
    assert canvas_data(app)["points"] == TWO_CLOUDS


@pytest.fixture
def start(own_page: Page) -> Page:
    """A page that is opened for the first time, and whose layout shifts are recorded."""
    own_page.add_init_script(WATCH)
    return own_page


@pytest.mark.journey
def test_start_shows_a_drawing_area_and_cards_which_open_and_nothing_jumps(
    start: Page, server: str
) -> None:
    visit(start, server)
    lab = Lab(start)
    expect(lab.area).to_be_visible()
    expect(lab.status).to_have_text(re.compile("^100 points"))
    expect(start.get_by_role("heading", level=1)).to_have_count(1)
    shifts = start.evaluate("shifts")
    assert sum(shift[0] for shift in shifts) < 0.002, shifts
    check_cards(start)
    lesson = next(lesson for lesson in LESSONS if lesson.stem == "inner_products")
    card = start.locator(".st-key-cards-lessons > *", has_text=lesson.heading)
    card.click(position={"x": 100, "y": 40})  # on the picture
    expect(start.get_by_role("heading", name=lesson.heading)).to_be_visible()


def check_cards(start: Page) -> None:
    cards = start.locator(".st-key-cards-lessons > *")
    expect(cards).to_have_count(len(LESSONS))
    for lesson, card in zip(LESSONS, cards.all(), strict=True):
        expect(card.get_by_role("link", name=lesson.heading)).to_be_visible()
        expect(card).to_contain_text(f"{lesson.minutes} minutes")
        assert card.get_by_role("img").evaluate("image => image.complete && image.naturalWidth > 0")
    pictures = start.locator(".st-key-cards-examples").get_by_role("img")
    expect(pictures).to_have_count(3)
    for picture in pictures.all():
        expect(picture).to_have_accessible_name(re.compile("points"))
    links = start.get_by_role("link", name="Open in the lab")
    expect(links).to_have_count(3)
    expect(links.nth(1)).to_have_attribute("href", re.compile("data=iris"))


def test_nothing_jumps_while_another_page_loads(page: Page, server: str) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    for path, part in (("compare", ".thumbnail"), ("lab", "[role=application]")):
        visit(page, f"{server}/{path}")
        expect(page.locator(part).first).to_be_visible()
        assert len(set(page.evaluate("places"))) == 1
        assert page.evaluate(SUM_OF_SHIFTS) < 0.1
    session.detach()  # later pages are not watched


def test_a_phone_shows_the_drawing_area_gamma_and_the_accuracies_at_once(
    server: str, phone: Page
) -> None:
    visit(phone, server)
    lab = Lab(phone)
    for part in (lab.area, lab.status, phone.get_by_role("slider", name="gamma", exact=True)):
        expect(part).to_be_in_viewport(ratio=1)
    ends, status = phone.locator(".ends"), lab.status.bounding_box()
    expect(ends.locator("span")).to_have_text(["smooth", "memorises"])
    box = ends.bounding_box()
    assert box is not None
    assert status is not None
    assert box["y"] + box["height"] <= status["y"]
    expect(phone.get_by_text("A ring marks a misclassified point.")).to_be_visible()
    main = phone.get_by_test_id("stMain")
    assert main.evaluate("element => element.scrollWidth <= element.clientWidth")


def test_no_link_of_start_is_dead() -> None:
    app = open_page("start.py")
    pages = {link.proto.page for link in app.get("page_link")}
    assert {lesson.stem for lesson in LESSONS} < pages
    for page in pages:
        assert f"{page}.py" in PAGES


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_the_picture_of_a_lesson_is_a_small_svg_in_the_colours_of_the_theme(
    lesson: Lesson, theme: str
) -> None:
    svg, alt = thumbnail(lesson.stem, theme)
    assert ElementTree.fromstring(svg).get("viewBox") == "0 0 400 300"
    assert len(svg) < 16_000
    assert alt.endswith(".")
