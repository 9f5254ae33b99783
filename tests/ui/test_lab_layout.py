"""The lab fits the window of a projector, a laptop and a monitor; keys reach all of it.

``tests/canvas/test_drawing_in_browser.py`` looks at a phone.
"""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from browser import DESKTOP, PAGE_IS_COMPLETE, open_page, visit
from core.examples import PRESETS

SIZES = [(1024, 768), (1366, 768), (1440, 900), (1920, 1080)]
# What is below the edge of the window or beyond it, too small to be seen, or close to what is
# written beside it.
HIDDEN_PARTS = """
window.hiddenParts = () => {
  const hosts = [...document.querySelectorAll(".st-key-canvas *")];
  const root = hosts.find(({ shadowRoot }) => shadowRoot)?.shadowRoot;
  if (!root?.querySelector(".panel-figures")) return ["the drawing area"];
  const header = document.querySelector("[data-testid=stHeader]").getBoundingClientRect().bottom;
  const isHidden = (element, least) => {
    const { height, top, bottom, right } = element.getBoundingClientRect();
    return height < least || top < header || bottom > innerHeight || right > innerWidth;
  };
  const shown = (selector) =>
    [...root.querySelectorAll(selector)].filter((element) => !element.closest("[hidden]"));
  const least = { ".plane": 150, ".line": 110, ".gamma input": 20, ".panel-figures .value": 20 };
  const hidden = Object.entries(least).flatMap(([selector, height]) =>
    shown(selector).filter((element) => isHidden(element, height)).map((element) =>
      `${selector}: ${JSON.stringify(element.getBoundingClientRect())}`));
  const placeOfText = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const GAP = 50, figures = shown(".figure").map(placeOfText);
  const isCrowded = (title) => {
    const { left, right, top, bottom } = placeOfText(title);
    return figures.some((figure) => left < figure.left && figure.left < right + GAP &&
      top < figure.bottom && figure.top < bottom);
  };
  const crowded = shown("h3").filter(isCrowded).map((title) => `close to ${title.textContent}`);
  return [...hidden, ...crowded];
};
"""


@pytest.fixture
def lab(page: Page, server: str) -> Page:
    visit(page, f"{server}/lab?n=60&model=II&gamma=7")
    page.evaluate(HIDDEN_PARTS)
    return page


def expect_all_in_window(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    try:
        page.wait_for_function("() => hiddenParts().length === 0")
    except TimeoutError:
        assert page.evaluate("hiddenParts()") == [], size


def toggle_sidebar(page: Page, name: str) -> None:
    if name == "Collapse":
        page.get_by_test_id("stSidebarHeader").hover()
    page.get_by_role("button", name=f"{name} sidebar").click()


def test_pictures_gamma_and_accuracies_are_seen_without_scrolling(lab: Page) -> None:
    for beside, count in (("none", 1), ("Kernel Bayes III", 2)):
        lab.get_by_role("combobox", name=re.compile("Compare with")).click()
        lab.get_by_role("option", name=beside, exact=True).click()
        expect(lab.get_by_role("application")).to_have_count(count)
        lab.wait_for_function(PAGE_IS_COMPLETE)
        for action, other in (("Collapse", "Expand"), ("Expand", "Collapse")):
            toggle_sidebar(lab, action)
            expect(lab.get_by_role("button", name=f"{other} sidebar")).to_be_attached()
            for size in SIZES:
                expect_all_in_window(lab, size)
        status = lab.get_by_role("status").filter(has_text="60 points; ")
        values = status.locator(".value:visible").filter(has_text="%")
        expect(values).to_have_count(2 * count)
        for value in values.all():
            assert value.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 28


@pytest.mark.journey
def test_keys_lead_to_the_drawing_and_undo_brings_back_what_a_preset_replaced(lab: Page) -> None:
    presets = lab.get_by_role("group", name="Presets").get_by_role("button")
    expect(presets).to_have_text([preset.title for preset in PRESETS])
    lab.keyboard.press("Tab")
    expect(lab.get_by_role("link", name="Skip to the drawing")).to_be_focused()
    lab.keyboard.press("Enter")
    expect(lab.get_by_role("application")).to_be_focused()
    lab.keyboard.press("Enter")
    status = lab.get_by_role("status").filter(has_text="point").first
    expect(status).to_have_text(re.compile("^61 points; "))
    expect(lab).to_have_url(re.compile("points="))
    before = parse_qs(urlsplit(lab.url).query)
    lab.get_by_role("button", name="Imbalance", exact=True).click()
    expect(lab).to_have_url(re.compile(r"lab\?(data=imbalanced&gamma=1|gamma=1&data=imbalanced)$"))
    expect(status).to_have_text(re.compile(r"^200 points; training accuracy 90\.5\s%"))
    lab.get_by_role("button", name="Undo", exact=True).click()
    expect(status).to_have_text(re.compile("^61 points; "))
    lab.wait_for_url(lambda url: parse_qs(urlsplit(url).query) == before)
    expect(lab.get_by_role("heading", name="Kernel Bayes II")).to_be_visible()
    lab.get_by_role("button", name="Undo", exact=True).click()
    start = {"n": ["60"], "model": ["II"], "gamma": ["7"]}
    lab.wait_for_url(lambda url: parse_qs(urlsplit(url).query) == start)


# Of the controls above the picture, and of the tools, where they are: pixels from the picture.
PLACES = """() => {
    const hosts = [...document.querySelectorAll(".st-key-canvas *")];
    const root = hosts.find(({ shadowRoot }) => shadowRoot)?.shadowRoot;
    const model = document.querySelector(".st-key-lab-model");
    if (!root?.querySelector(".figure") || !model) return null;
    const box = (element) => element.getBoundingClientRect();
    const plane = box(root.querySelector(".plane")), tools = box(root.querySelector(".tools"));
    const pictures = [...root.querySelectorAll(":is(.plane, .line) canvas")].map(box);
    const controls = box(model);
    return {
        covered: Math.min(plane.bottom, controls.bottom) - Math.max(plane.top, controls.top),
        away: Math.min(...pictures.map(({ bottom, top }) =>
            Math.max(tools.top - bottom, top - tools.bottom))),
        table: box(root.querySelector(".accuracies")).top - tools.bottom,
    };
}"""


@pytest.mark.parametrize("size", [(640, 450), (568, 320), (720, 450), (844, 390)])
def test_in_a_low_window_no_control_covers_the_picture_and_the_tools_are_near(
    page: Page, server: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server}/lab?n=60")
    places = page.wait_for_function(PLACES).json_value()
    assert places["covered"] <= 0
    assert places["away"] < size[1], "drawing and tools do not fit into one window"
    assert places["table"] > 0


def test_in_a_browser_in_arabic_no_slider_is_mirrored(browser: Browser, server: str) -> None:
    with open_page(browser, **DESKTOP, locale="ar") as page:
        visit(page, f"{server}/lab?n=60&noise=0.1")
        handle = page.locator(".st-key-lab-noise [data-rac]:has(> * > input)")
        expect(handle).to_have_attribute("style", re.compile("left: 10%"))
