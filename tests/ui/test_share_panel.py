"""The panel "Share": its QR code opens what was shared, in another browser.

``tests/canvas/test_drawing_in_browser.py`` shares points that no link holds.
"""

import io
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from browser import visit
from core.code_export import write_script
from core.drawing import draw, encode_drawing
from core.link import decode
from lab_in_browser import START, link, open_lab, share
from states import LABELS, POINTS

MANY = encode_drawing(draw(POINTS[:500], LABELS[:500]).on_grid())


def link_of(panel: Locator) -> str:
    return panel.get_by_role("textbox", name="Link").input_value()


def scan(panel: Locator) -> str:
    """Return what a camera reads from the screen."""
    code = panel.get_by_role("img", name="QR code", exact=True)
    expect(code).to_be_visible()
    code.evaluate("(image) => image.decode()")
    # In the many modules of such a code it finds bar codes of other kinds, too, now and then.
    barcodes = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    (text,) = (each.text for each in barcodes if each.format == zxingcpp.BarcodeFormat.QRCode)
    return text


def test_the_qr_code_on_screen_opens_the_same_state_or_fewer_points(
    page: Page, server: str
) -> None:
    lab = open_lab(page, link(server, START))
    lab.press("Add")
    lab.area.click(position={"x": 20, "y": 20})
    lab.expect_points(9)
    panel = share(page)
    expect(page.get_by_text("127.0.0.1 is this computer itself")).to_be_visible()
    check_texts_and_copy(panel)
    assert parse_qs(urlsplit(link_of(panel)).query) == parse_qs(urlsplit(page.url).query)
    open_lab(page, link(server, replace(START, points=MANY)), points=500)
    share_fewer_points(page)


def check_texts_and_copy(panel: Locator) -> None:
    shared = link_of(panel)
    assert scan(panel) == shared
    expect(panel.get_by_role("textbox", name="Text to paste")).to_have_value(
        f"bayeslab, Drawn points, Kernel Bayes I, γ = 5\n{shared}"
    )
    expect(panel.get_by_role("textbox", name="Code to embed")).to_have_value(
        re.compile("^<iframe src=.*embed=true")
    )
    panel.get_by_role("button", name="Copy link").click()
    expect(panel.get_by_text("The link is copied.")).to_be_visible()


def share_fewer_points(page: Page) -> None:
    """Share points whose link is too long for a QR code."""
    panel = share(page)
    too_long = panel.get_by_text("a QR code that a phone can read holds 1003")
    expect(too_long).to_contain_text(f"The link has {len(link_of(panel))} characters")
    expect(panel.get_by_role("img", name="QR code")).to_be_hidden()
    panel.get_by_role("button", name="Copy link").click()
    copied = panel.get_by_text("The link is copied.")
    expect(copied).to_be_visible()
    sample = panel.get_by_text(re.compile(r"Share a sample of \d+ points"))
    count = int(re.sub(r"\D", "", sample.inner_text()))
    sample.click()
    scanned = scan(panel)
    expect(too_long).to_be_hidden()
    expect(copied).to_be_hidden()  # that was another link
    assert scanned == link_of(panel)
    open_lab(page, scanned, points=count)


def test_a_short_link_opens_all_points_and_its_code_fills_the_screen(
    page: Page, server: str
) -> None:
    open_lab(page, link(server, replace(START, points=MANY)), points=500)
    panel = share(page)
    long = link_of(panel)
    panel.get_by_role("button", name="Make a short link").click()
    field = panel.get_by_role("textbox", name="Link")
    expect(field).to_have_value(re.compile(f"^{re.escape(server)}/s/[0-9A-Z]{{8}}$"))
    expect(panel.get_by_text("for a year")).to_be_visible()
    short = scan(panel)
    assert short == field.input_value()
    panel.get_by_role("button", name="Enlarge the QR code").click()
    large = page.get_by_role("img", name="QR code, as large as the screen").bounding_box()
    assert page.viewport_size is not None and large is not None
    assert large["height"] > 0.8 * page.viewport_size["height"]
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="QR code")).to_be_hidden()
    expect(field).to_be_visible()
    open_lab(page, short, points=500)
    assert page.url.partition("?")[2] == long.partition("?")[2]


@pytest.mark.parametrize("width", [1440, 390])
def test_the_script_is_saved_without_leaving_the_lab(page: Page, server: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    lab = open_lab(page, link(server, START))
    lab.press("Add")
    lab.area.click(position={"x": 20, "y": 20})
    lab.expect_points(9)
    shown = page.url
    page.locator("details.save summary").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Python script").click()
    assert saved.value.suggested_filename == "bayeslab.py"
    query = parse_qs(urlsplit(shown).query)
    state, _ = decode({name: text for name, (text,) in query.items()})
    assert Path(saved.value.path()).read_text("utf-8") == write_script(state, page=shown)
    assert page.url == shown
    lab.press("Clear")
    expect(page.get_by_role("button", name="Download the script")).to_be_disabled()
    page.locator("details.save summary").click()
    page.get_by_role("button", name="Python script").click()
    expect(page.locator(".toast")).to_have_text("A script needs points of two classes.")


def test_the_panel_of_a_lesson_saves_pictures(page: Page, server: str) -> None:
    visit(page, f"{server}/naive_and_optimal_bayes")
    panel = share(page)
    for name, file in (("Save the picture", "bayeslab.png"), ("QR code", "bayeslab-qr.png")):
        with page.expect_download() as saved:
            panel.get_by_text(name).click()
        assert saved.value.suggested_filename == file
    assert urlsplit(link_of(panel)).path == "/naive_and_optimal_bayes"
