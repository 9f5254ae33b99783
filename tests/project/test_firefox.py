"""The main tasks in Firefox: the same pages, by the same hands, in the machine's own browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

import web
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.evaluation.models import MODELS
from browser import PAGE_IS_COMPLETE, launch_firefox, open_page, visit, watched
from canvas import Canvas, grip_of
from core.csv_import import write_table
from lab_in_browser import START, Lab, drag_gamma, expect_same, link, open_lab
from lessons import LESSONS, Lesson
from offline.pocket import FILE
from source import ROOT
from ui.compare.choices import TITLES

pytestmark = pytest.mark.soak
LINK = re.compile("stTopNav(Dropdown)?Link$")
ELEMENT = re.compile(r"\b(?:st(?:\.\w+)+|live_picture|show_figure|show_numbers)(?=\()")


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Firefox, in the place of Chromium for all tests of this module."""
    browser = launch_firefox(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """One small window for all tests, which paints quickly and stays compiled."""
    with open_page(browser, viewport={"width": 1024, "height": 768}) as page:
        yield page


@pytest.fixture
def page(window: Page, complaints: list[str]) -> Iterator[Page]:
    with watched(window, complaints):
        yield window


def elements(lesson: Lesson) -> set[str]:
    """Return what its page is made of: the elements of Streamlit and the parts of the app."""
    sources = (ROOT / "lessons" / lesson.stem).glob("*.py")
    return {call for source in sources for call in ELEMENT.findall(source.read_text("utf-8"))}


def lessons_with_all_elements() -> list[Lesson]:
    """Choose lessons until each element is on one of them, and add lesson 7, which plays."""
    left, chosen = set[str]().union(*map(elements, LESSONS)), []
    while left:
        chosen.append(max(LESSONS, key=lambda lesson: len(elements(lesson) & left)))
        left -= elements(chosen[-1])
    return [lesson for lesson in LESSONS if lesson in chosen or lesson.stem == "threshold_search"]


def test_pages_with_all_elements_open_without_a_violation_of_the_policy(
    server: str, page: Page
) -> None:
    """Chromium opens all pages; Firefox reads the modules of all lessons."""
    assert page.context.browser is not None
    assert page.context.browser.browser_type.name == "firefox"
    visit(page, f"{server}/connection")
    names = [name for name in web.FILES if re.fullmatch(r"lessons/.*\.js", name)]
    assert names
    modules = [f"{web.ADDRESS}/{name}" for name in names]
    page.evaluate("modules => Promise.all(modules.map((module) => import(module)))", modules)
    follow(page, "Compare")
    enlarge_a_thumbnail(page)
    for lesson in lessons_with_all_elements():
        page.get_by_test_id("stTopNavSection").click()  # the menu of lessons
        follow(page, lesson.heading)
        if lesson.stem == "threshold_search":
            go_deeper(page)
            play_the_search(page)


def follow(page: Page, title: str) -> None:
    """Follow a link of the menu, and wait until all of the page is there."""
    page.get_by_test_id(LINK).filter(has_text=title).click()
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    page.wait_for_function(PAGE_IS_COMPLETE)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def go_deeper(page: Page) -> None:
    page.get_by_role("link", name="Going deeper").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.wait_for_function(PAGE_IS_COMPLETE)


def enlarge_a_thumbnail(page: Page) -> None:
    thumbnails = page.locator(".thumbnail")
    expect(thumbnails).to_have_count(len(MODELS))
    thumbnails.filter(has_text=TITLES["pooled"]).click()
    expect(page.get_by_role("heading", name=TITLES["pooled"])).to_be_visible()
    expect(page).to_have_url(re.compile("large=Gaussian"))
    page.wait_for_function(PAGE_IS_COMPLETE)  # its parts are no longer loading when it is left


def play_the_search(page: Page) -> None:
    words = page.locator(".cut .errors").first
    page.get_by_role("button", name="Play").click()
    expect(words).to_have_text(re.compile("^cut 20:"))  # the last of 20 points


def test_points_are_drawn_and_undone_outlive_a_reload_and_are_replaced_by_a_table(
    server: str, page: Page, tmp_path: Path
) -> None:
    lab = open_lab(page, link(server, START))
    spray_undo_and_reload(lab)
    drag_gamma(lab)
    drag_the_threshold(lab)
    upload_and_download(page, tmp_path)


def spray_undo_and_reload(lab: Lab) -> None:
    lab.page.mouse.click(*lab.pixel(0.5, 0.9))
    lab.expect_points(9)
    lab.press("Spray")
    lab.drag((0.4, 0.5), (0.6, 0.5))
    expect(lab.status).not_to_have_text(re.compile("^9 "))
    lab.press("Undo")
    lab.expect_points(9)
    nine, shown = lab.drawing, lab.accuracies("Kernel Bayes III")
    assert nine.positions[-1] / 65_535 == pytest.approx([0.5, 0.9], abs=0.01)
    lab.page.reload()
    lab.expect_points(9)
    expect_same(lab.drawing, nine)
    assert lab.accuracies("Kernel Bayes III") == shown


def drag_the_threshold(lab: Lab) -> None:
    best = lab.page.get_by_label("Reset threshold").first
    expect(best).to_be_disabled()
    x, y = grip_of(Canvas(lab.page))
    lab.page.mouse.move(x, y)
    lab.page.mouse.down()
    lab.page.mouse.move(x - 300, y, steps=10)
    expect(lab.status).to_contain_text("threshold moved")
    lab.page.mouse.up()
    best.click()
    expect(lab.status).not_to_contain_text("threshold moved")


def upload_and_download(page: Page, folder: Path) -> None:
    file = folder / "flowers.csv"
    file.write_text(write_table(load(DatasetSpec("iris"))), encoding="utf-8")
    page.get_by_role("button", name="Load a table").click()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Use these points").click()
    expect(Lab(page).status).to_have_text(re.compile(r"^150 points"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the points").click()
    assert len(Path(download.value.path()).read_text("utf-8-sig").splitlines()) == 151


def test_the_pocket_lab_opens_as_a_file_and_follows_the_pointer(page: Page) -> None:
    page.goto(f"{FILE.as_uri()}#data=iris&model=svc-rbf&classes=1-2&beside=full")
    pocket = Lab(page)
    expect(pocket.status).to_have_text(re.compile("^100 points; SVC, RBF: training accuracy"))
    pocket.area.click(position={"x": 120, "y": 60})
    expect(pocket.status).to_have_text(re.compile("^101 points"))
    expect(page).to_have_url(re.compile("data=drawn"))
    page.locator(".save summary").click()
    pocket.press("Picture as PNG")  # WebDriver BiDi does not report downloads from blob: addresses
    expect(page.locator(".toast")).to_have_text("Saved bayeslab-svc-rbf-gaussian-full.png.")
