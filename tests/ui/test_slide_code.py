"""The code for slides: live in reveal.js, and a picture where reveal.js prints."""

import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from app_pages import open_page as open_app_page
from browser import open_watched_page
from core.scenes import Scene
from core.share import slide_code
from lessons.thumbnails import THUMBNAILS
from sheet import poppler
from site_server import serve
from source import ROOT
from ui.scene_pictures import large_picture_of

REVEAL = ROOT / "build" / "npm" / "node_modules" / "reveal.js" / "dist"
DECK = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Slides</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="reveal/reveal.css">
<link rel="stylesheet" href="reveal/theme/white.css"></head><body>
<div class="reveal"><div class="slides">
<section><h3>First</h3></section><section><h3>Two moons</h3>{code}</section></div></div>
<script type="module">import Reveal from "./reveal/reveal.mjs";
new Reveal({{ hash: true }}).initialize();</script>
</body></html>"""
DOCUMENT = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A document</title>
<link rel="icon" href="data:,"></head><body>{code}</body></html>"""
LIVE = "<!doctype html><title>Live</title><p>A live page</p>"


@pytest.fixture
def deck(tmp_path: Path) -> Iterator[str]:
    """A web server with slides, and a page that stands for the app."""
    shutil.copytree(REVEAL, tmp_path / "reveal")
    (tmp_path / "lab").write_text(LIVE)
    with serve(tmp_path) as port:
        url = f"http://127.0.0.1:{port}"
        picture = large_picture_of(Scene("", query="gamma=7"), THUMBNAILS)
        assert picture is not None
        code = slide_code(f"{url}/lab", {"gamma": "7"}, 'Moons & "γ"', *picture)
        (tmp_path / "deck.html").write_text(DECK.format(code=code), "utf-8")
        (tmp_path / "document.html").write_text(DOCUMENT.format(code=code), "utf-8")
        yield f"{url}/deck.html"


@pytest.fixture
def page(browser: Browser, complaints: list[str]) -> Iterator[Page]:
    with open_watched_page(browser, complaints, viewport={"width": 1024, "height": 768}) as page:
        yield page


def test_a_slide_is_live_on_screen_and_has_its_picture_in_print(page: Page, deck: str) -> None:
    page.goto(f"{deck}#/1")
    frame = page.locator("iframe")
    expect(frame).to_have_attribute("title", 'Moons & "γ"')
    expect(frame).to_be_visible()
    expect(page.frame_locator("iframe").get_by_text("A live page")).to_be_visible()
    expect(page.locator(".bayeslab-print")).to_be_hidden()
    page.goto("about:blank")
    page.goto(f"{deck}?view=print")
    expect(page.locator(".pdf-page")).to_have_count(2)
    expect(page.locator(".bayeslab-print")).to_be_visible()
    page.locator(".bayeslab-print").evaluate("(image) => image.decode()")
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    png = poppler("pdftoppm", "-r", "40", "-png", "-f", "2", "-l", "2", pdf=pdf)
    shown = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)
    red, blue = shown[..., 0], shown[..., 2]
    assert ((blue - red) > 30).mean() > 0.05, "the region of one class"
    assert ((red - blue) > 30).mean() > 0.05, "the region of the other class"


def test_the_code_is_live_in_a_document_without_slides(page: Page, deck: str) -> None:
    page.goto(deck.replace("deck", "document"))
    expect(page.frame_locator("iframe").get_by_text("A live page")).to_be_visible()


def test_only_pages_with_a_picture_have_a_picture_for_slides() -> None:
    def of(page: str, query: str = "") -> tuple[str, str] | None:
        return large_picture_of(Scene("", page=page, query=query), THUMBNAILS)

    for name in ("room", "exercises", "scenes"):
        assert of(name) is None
    for name in ("", "lab", "compare", *THUMBNAILS):
        drawn = of(name)
        assert drawn is not None
        assert drawn[0].startswith("<svg")
        assert drawn[1]
    assert of("lab", "data=drawn") is None  # there is nothing to fit
    svg, words = of("lab", "data=two_gaussians&model=pooled") or ("", "")
    assert "100 of C− as circles, 100 of C+ as squares" in words
    assert "C+" in svg  # the legend


def test_the_panel_offers_the_code_where_there_is_a_picture() -> None:
    app = open_app_page("lab.py", gamma="7")
    (button,) = (each for each in app.button if each.label == "Share")
    app = button.click().run()
    (panel,) = (each.proto for each in app.get("bidi_component") if '"slide"' in each.proto.json)
    assert "bayeslab-print" in panel.json
