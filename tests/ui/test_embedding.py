"""A page of another site shows the app in a frame, if the setting lets it; tables load there."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from browser import open_watched_page
from core.share import FRAME_ANCESTORS
from server import AppServer
from site_server import serve
from source import ROOT

WHOLE = (
    "<!doctype html><title>Course</title>"
    '<iframe src="{}/lab?folds=2" style="width:100%;height:740px"></iframe>'
)
TABLE_FIELD = re.compile("^A table with one row per point")
EXAMPLE = (ROOT / "docs" / "embed-example.html").read_text("utf-8")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A web server with the example page."""
    folder = tmp_path_factory.mktemp("site")
    with serve(folder) as port:
        allowed = f"'self' http://localhost:{port}"
        with AppServer(folder / "log.txt", environment={FRAME_ANCESTORS: allowed}) as app:
            example = EXAMPLE.replace("http://localhost:8501", app.url)
            Path(folder, "page.html").write_text(example, "utf-8")
            Path(folder, "whole.html").write_text(WHOLE.format(app.url), "utf-8")
            yield port


@pytest.fixture
def page(browser: Browser, complaints: list[str]) -> Iterator[Page]:
    viewport = {"width": 1024, "height": 768}
    with open_watched_page(browser, complaints, viewport=viewport) as page:
        yield page


def test_an_allowed_site_shows_the_picture_and_its_gamma_alone(page: Page, port: int) -> None:
    page.goto(f"http://localhost:{port}/page.html")
    app = page.frame_locator("iframe")
    expect(app.get_by_role("status").filter(has_text="200 points")).to_be_visible()
    expect(app.get_by_role("application", name="Drawing area")).to_be_visible()
    gamma = app.get_by_role("slider", name="gamma")
    before = gamma.input_value()
    gamma.focus()
    gamma.press("ArrowRight")
    expect(gamma).not_to_have_value(before)
    for part in ("stHeader", "stSidebar"):
        expect(app.get_by_test_id(part)).to_be_hidden()
    expect(app.get_by_role("table")).to_be_hidden()
    expect(app.get_by_role("button", name="Share")).to_have_count(0)
    expect(app.get_by_role("group", name="Tools")).to_be_hidden()


def test_a_table_loads_by_keyboard_in_a_frame_that_gets_no_cookies(
    page: Page, port: int, tmp_path: Path
) -> None:
    """The app is another site than the page around it, so its cookies are third-party ones."""
    X = np.random.default_rng(0).normal(size=(60_000, 2))
    table = tmp_path / "noise.csv"
    rows = "".join(f"{a:.12f},{b:.12f},{'x' if a > 0 else 'y'}\n" for a, b in X.tolist())
    table.write_text(f"a,b,kind\n{rows}")
    page.goto(f"http://localhost:{port}/whole.html")
    app = page.frame_locator("iframe")
    app.get_by_role("button", name="Load a table").click()
    field = app.get_by_label(TABLE_FIELD)
    with page.expect_file_chooser() as chooser:
        field.press("Enter")
    chooser.value.set_files(table)
    expect(app.get_by_text("5,000 of these 20,000 points")).to_be_visible()
    status = app.get_by_role("dialog").get_by_role("status")
    expect(status.filter(has_text="noise.csv, 2.0 MB")).to_be_visible()
    app.get_by_role("button", name="Use these points").click()
    expect(app.get_by_role("status").filter(has_text=re.compile("^5,?000 points"))).to_be_visible()
    assert page.context.cookies() == []


def test_another_site_shows_nothing(page: Page, port: int, complaints: list[str]) -> None:
    with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
        page.goto(f"http://127.0.0.1:{port}/page.html")
    expect(page.frame_locator("iframe").get_by_role("application")).to_have_count(0)
    (complaint,) = complaints
    assert "frame-ancestors" in complaint
    complaints.clear()
