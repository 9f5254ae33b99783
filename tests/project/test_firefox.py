"""The main tasks in Firefox: the same pages, by the same hands, in the machine's own browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.evaluation.models import MODELS
from browser import PAGE_IS_COMPLETE, launch_firefox, open_every_page, open_page, watched
from canvas import Canvas, grip_of
from core.csv_import import write_table
from lab_in_browser import START, Lab, expect_same, link, open_lab
from lessons import LESSONS
from pocket import FILE
from ui.compare.choices import TITLES

pytestmark = pytest.mark.soak


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


def test_every_page_opens_without_a_violation_of_the_policy(server: str, page: Page) -> None:
    assert page.context.browser is not None
    assert page.context.browser.browser_type.name == "firefox"
    opened = 0
    for lesson in open_every_page(server, page):
        opened += 1
        if page.url.endswith("/compare"):
            enlarge_a_thumbnail(page)
        if lesson is not None and lesson.stem == "threshold_search":
            play_the_search(page)
    assert opened == 4 + len(LESSONS)


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
    expect(words).to_have_text(re.compile("^cut 60:"))  # the last of 60 points


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


def drag_gamma(lab: Lab) -> None:
    before = lab.accuracies("Kernel Bayes I")
    slider = lab.page.get_by_role("slider", name="gamma", exact=True)
    box = slider.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    lab.page.mouse.move(box["x"] + box["width"] / 2, y)
    lab.page.mouse.down()
    lab.page.mouse.move(box["x"] + 0.9 * box["width"], y, steps=12)
    expect(lab.page.get_by_role("textbox", name="gamma value")).not_to_have_value("5")
    lab.page.mouse.up()
    expect(lab.page).to_have_url(re.compile(r"gamma=\d{2,}"))
    lab.page.wait_for_function(PAGE_IS_COMPLETE)
    assert lab.accuracies("Kernel Bayes I") != before


def drag_the_threshold(lab: Lab) -> None:
    best = lab.page.get_by_text("Reset threshold").first
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


def test_the_pocket_lab_opens_as_a_file_and_follows_the_hand(page: Page) -> None:
    page.goto(f"{FILE.as_uri()}#data=iris&model=svc-rbf&classes=1-2&beside=full")
    pocket = Lab(page)
    expect(pocket.status).to_have_text(re.compile("^100 points; SVC, RBF: training accuracy"))
    pocket.area.click(position={"x": 120, "y": 60})
    expect(pocket.status).to_have_text(re.compile("^101 points"))
    expect(page).to_have_url(re.compile("data=drawn"))
    page.locator(".save summary").click()
    pocket.press("Picture as PNG")  # WebDriver BiDi does not report downloads from blob: addresses
    expect(page.locator(".toast")).to_have_text("Saved bayeslab-svc-rbf-gaussian-full.png.")
