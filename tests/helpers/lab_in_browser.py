"""The lab on a page of a browser, and a hand that draws in it."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

import numpy as np
from playwright.sync_api import Locator, Page, expect

from browser import PAGE_IS_COMPLETE, visit
from core.drawing import Drawing, decode_drawing, draw, encode_drawing
from core.link import encode
from core.state import DRAWN, LabState

CLOUD = np.array([[2.0, 1.0], [2.5, 0.0], [1.5, -0.5], [2.2, 0.4]])
TWO_CLOUDS = encode_drawing(draw(np.vstack([-CLOUD, CLOUD]), np.repeat([0, 1], 4)))
START = LabState(data=DRAWN, points=TWO_CLOUDS, folds=2, switches=("axes",))


def link(server: str, state: LabState) -> str:
    query = "&".join(f"{name}={text}" for name, text in encode(state).items())
    return f"{server}/lab?{query}"


@dataclass(frozen=True)
class Lab:
    """The lab on a page, and a hand. The axes are off, so that the box fills the drawing area."""

    page: Page

    @property
    def area(self) -> Locator:
        return self.page.get_by_role("application", name="Drawing area", exact=True)

    @property
    def status(self) -> Locator:
        return self.page.get_by_role("status").filter(has_text="point").first

    @property
    def sentence(self) -> str:
        """The status, with the words that only a screen reader reads."""
        return self.status.text_content() or ""

    @property
    def drawing(self) -> Drawing:
        """The points as the address has them."""
        (text,) = parse_qs(urlsplit(self.page.url).query)["points"]
        return decode_drawing(text)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def pixel(self, right: float, up: float) -> tuple[float, float]:
        """Return where a place is, given in shares of the drawing area."""
        box = self.area.bounding_box()
        assert box is not None
        return box["x"] + right * box["width"], box["y"] + (1 - up) * box["height"]

    def drag(self, *places: tuple[float, float]) -> None:
        self.page.mouse.move(*self.pixel(*places[0]))
        self.page.mouse.down()
        for place in places[1:]:
            self.page.mouse.move(*self.pixel(*place), steps=8)
        self.page.mouse.up()

    def expect_points(self, count: int) -> None:
        """Wait until the picture, the table and, told by the server, the address have so many."""
        expect(self.status).to_have_text(re.compile(rf"^{count} points?\b"))
        heading = self.page.get_by_role("heading", name=re.compile(rf", {count} points?$"))
        expect(heading).to_be_visible()
        expect(self.page.locator(".drawing[data-unanswered]")).to_have_count(0)
        self.page.wait_for_function(PAGE_IS_COMPLETE)

    @property
    def table(self) -> Locator:
        return self.page.get_by_role("table", name="Accuracy of every classifier")

    def expect_table(self) -> None:
        """Wait until every row is about the points and the settings on screen."""
        expect(self.table).to_have_attribute("aria-busy", "false")

    def accuracies(self, name: str) -> list[str]:
        """Return the two cells of a classifier, when the whole table is up to date."""
        self.expect_table()
        row = self.table.get_by_role("row", name=re.compile(rf"^{re.escape(name)} "))
        return [cell.strip() for cell in row.get_by_role("cell").all_inner_texts()]


def open_lab(page: Page, url: str, points: int = 8) -> Lab:
    visit(page, url)
    lab = Lab(page)
    lab.expect_points(points)
    return lab


def drag_gamma(lab: Lab, sent: list[object] | None = None) -> None:
    """Drag γ to the right; table and link follow when the hand lets go.

    Until then nothing is added to `sent`, where the messages to the server are collected.
    """
    before = lab.accuracies("Kernel Bayes I")
    slider = lab.page.get_by_role("slider", name="gamma", exact=True)
    box = slider.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    if sent is not None:
        sent.clear()
    lab.page.mouse.move(box["x"] + box["width"] / 2, y)
    lab.page.mouse.down()
    lab.page.mouse.move(box["x"] + 0.9 * box["width"], y, steps=12)
    expect(lab.page.get_by_role("textbox", name="gamma value")).not_to_have_value("5")
    assert not sent
    lab.page.mouse.up()
    expect(lab.page).to_have_url(re.compile(r"gamma=\d{2,}"))
    lab.page.wait_for_function(PAGE_IS_COMPLETE)
    assert sent is None or sent
    assert lab.accuracies("Kernel Bayes I") != before


def share(page: Page) -> Locator:
    """Open the panel "Share" and return it, with its link."""
    page.get_by_role("button", name="Share", exact=True).click()
    panel = page.get_by_role("dialog", name="Share")
    expect(panel.get_by_role("textbox", name="Link")).to_have_value(re.compile("^http"))
    return panel


def expect_same(drawing: Drawing, other: Drawing) -> None:
    assert drawing.box == other.box
    assert (drawing.positions == other.positions).all()
    assert (drawing.labels == other.labels).all()
