"""What else the journey through a lesson tries: parts that only this lesson has.

The lesson is open, and what is said of all lessons was checked. A step leaves the page to the next
one; it brings about what it needs by what a visitor would press.
"""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from app_pages import canvas_data, open_page
from browser import DESKTOP, PAGE_IS_COMPLETE, visit
from hands import (
    SLOP,
    drag,
    drag_by_touch,
    grip,
    move_by_keys,
    shown,
    shown_after,
    touch,
    wait_for_another,
    wait_for_parameter,
)
from lessons import LESSONS
from lessons.checking_the_sources.errata import ERRATA
from sheet import check_sheet

__all__ = ["AFTER_ALL", "AT_FIRST", "Step"]

Step = Callable[[Page, list[Any]], None]
MEAN = "Mean of C+"


def highlight_terms(page: Page, _: list[Any]) -> None:
    """A term of the formula and its part of the picture are highlighted together."""
    term = page.locator(".live .term", has_text="p(x | C+)").first
    plain, _numbers = shown(page)
    term.focus()
    expect(term).to_have_class("term is-lit")
    lit, _numbers = shown(page)
    assert lit != plain
    term.blur()
    expect(term).to_have_class("term")
    canvas = page.locator(".live canvas")
    canvas.evaluate("canvas => canvas.scrollIntoView({ block: 'center' })")
    board = canvas.bounding_box()
    assert board is not None
    prior = page.locator(".live .term", has_text="P(C+)").first
    page.mouse.move(board["x"] + 0.95 * board["width"], board["y"] + 10)  # the bar of the priors
    expect(prior).to_have_class("term is-lit")


def print_what_was_dragged(page: Page, sent: list[Any]) -> None:
    """The sheet has the link of what is shown."""
    drag(page, sent, MEAN)
    wait_for_parameter(page, "mean_plus")
    check_sheet(page, LESSONS[0])


def follow_link(page: Page, sent: list[Any]) -> None:
    """A link shows what was dragged; there finger and keyboard move it."""
    slider = page.get_by_role("slider", name=MEAN, exact=True)
    value = slider.get_attribute("aria-valuenow") or ""
    visit(page, page.url)
    expect(slider).to_have_attribute("aria-valuenow", value)
    drag_by_touch(page, sent, MEAN)
    move_by_keys(page, sent, MEAN)


def scroll_past_picture(page: Page, _: list[Any]) -> None:
    """On a phone the steps are below the picture, and not over it."""
    page.get_by_role("heading", name="Predict, then look").evaluate("it => it.scrollIntoView()")
    canvas = page.locator(".st-key-picture canvas").first
    expect(canvas).not_to_be_in_viewport()
    # What a button sets up is shown.
    page.get_by_role("button", name="Same mean").click()
    expect(canvas).to_be_in_viewport()


def choose(page: Page, option: str, part: Locator) -> None:
    """Press an option above the picture, and wait for the part that it shows."""
    page.get_by_role("radio", name=option, exact=True).click()
    expect(part).to_be_visible()
    page.wait_for_function(PAGE_IS_COMPLETE)


def choose_cell(page: Page, sent: list[Any]) -> None:
    """A finger chooses a cell of the confusion matrix on a phone."""
    choose(page, "confusion", page.get_by_role("slider", name="Predicted class"))
    slider, x, y = grip(page, "Predicted class")
    chosen = int(slider.get_attribute("aria-valuenow") or 0)
    put, before, sign = touch(page), shown(page), -1 if chosen > 4 else 1
    sent.clear()
    put("touchStart", (x, y))
    for reach in (SLOP, 100):
        put("touchMove", (x + sign * reach, y))
    after = shown_after(page, before)
    assert after[0] != before[0]
    assert sent == []
    url = page.url
    put("touchEnd")
    wait_for_another(page, url)
    expect(slider).not_to_have_attribute("aria-valuenow", str(chosen))


def see_planes_below_titles(page: Page, _: list[Any]) -> None:
    """On a phone each plane is below its title, and a term is highlighted."""
    planes = page.locator(".st-key-picture").get_by_role("application")
    expect(planes).to_have_count(2)
    parts = page.locator(".st-key-picture .panel").locator("h3, .plane")
    tops = parts.evaluate_all("parts => parts.map(part => part.getBoundingClientRect().top)")
    assert tops == sorted(tops)
    term = page.locator(".terms .term", has_text="αᵢ").first
    page.mouse.move(0, 0)  # away from what scrolls below it
    term.focus()
    expect(term).to_have_class("term is-lit")
    # The training accuracy of the SVM does not stand alone.
    held_out = page.locator(".st-key-picture [data-panel='1'] .figure", has_text="5-fold")
    expect(held_out).to_contain_text("%")


def type_message(page: Page, sent: list[Any]) -> None:
    """The evidence follows the keys of a message."""
    field = page.get_by_role("textbox", name="A new message").first
    field.fill("lunch ")
    page.wait_for_function("() => location.search.includes('new=lunch')")
    page.wait_for_function(PAGE_IS_COMPLETE)
    field.focus()
    sent.clear()
    page.keyboard.press("End")
    for word in ("free", " win"):
        before = shown(page)
        for key in word:
            page.keyboard.down(key)
        after = shown(page)
        assert after[0] != before[0]
        assert after[1] != before[1]
        assert sent == []
    page.keyboard.up("n")
    page.wait_for_function("() => location.search.includes('free+win')")


def paint_digit(page: Page, sent: list[Any]) -> None:
    """Where messages were shown, a digit is painted."""
    page.set_viewport_size(DESKTOP["viewport"])
    choose(page, "digits", page.get_by_role("application"))
    paint(page, sent)


def paint(page: Page, sent: list[Any]) -> None:
    """The scores follow the brush."""
    sheet = page.get_by_role("application")
    sheet.focus()
    page.keyboard.press("Delete")
    page.wait_for_function("() => location.search.includes('pixels=0000')")
    box = sheet.bounding_box()
    assert box is not None
    x, y, side = box["x"], box["y"], box["width"] / 8
    page.mouse.move(x + side / 2, y + side / 2)
    sent.clear()
    page.mouse.down()
    before = shown(page)
    # Along the first row of an image of eight columns and down the last one.
    path = [(3.5, 0.5), (7.5, 0.5), (7.5, 3.5), (7.5, 7.5)]
    for column, row in path:
        page.mouse.move(x + column * side, y + row * side, steps=8)
        after = shown(page)
        assert after[0] != before[0]
        before = after
    assert sent == []
    page.mouse.up()
    page.wait_for_function("() => /pixels=[1-9a-z]/.test(location.search)")

    sheet.focus()
    sent.clear()
    for _ in range(3):
        page.keyboard.down("ArrowRight")
        before = shown(page)
        page.keyboard.down(" ")
        assert shown(page)[0] != before[0]
    assert sent == []
    painted = page.url
    page.keyboard.up(" ")
    wait_for_another(page, painted)

    put = touch(page)
    box = sheet.bounding_box()
    assert box is not None
    sent.clear()
    before, painted = shown(page), page.url
    put("touchStart", (box["x"] + 5, box["y"] + box["height"] - 5))
    put("touchMove", (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    assert shown(page)[0] != before[0]
    assert sent == []
    put("touchEnd")
    wait_for_another(page, painted)


def play_on_line(page: Page, _: list[Any]) -> None:
    """The cut is dragged on the plane and played on the line."""
    page.set_viewport_size(DESKTOP["viewport"])
    words, plane = page.locator(".cut .errors").first, page.get_by_role("application").first
    choose(page, "upside down", plane)
    expect(words).to_have_text(re.compile("cut 9: J = 18, 19 errors .* fewest errors: 9 at cut 19"))
    term = page.locator(".terms .term", has_text="J(9)")
    page.mouse.move(0, 0)  # away from what scrolls below it
    term.focus()
    expect(term).to_have_class("term is-lit")
    expect(term).to_contain_text("18")
    page.get_by_role("button", name="Play").click()
    expect(words).to_have_text(re.compile("^cut 20: J = 0, 10 errors"))
    page.get_by_role("button", name="Reset threshold").click()
    expect(words).to_have_text(re.compile("^cut 9"))
    plane.evaluate("plane => plane.scrollIntoView({ block: 'center' })")
    place = plane.bounding_box()
    assert place is not None
    low, high, *_rest = canvas_data(open_page("threshold_search.py", example="upside down"))["box"]
    left, right = 60, 12  # pixels around the plot, about
    x = place["x"] + left + (0 - low) / (high - low) * (place["width"] - left - right)
    y = place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()  # on the boundary, which is close to x1 = 0
    page.mouse.move(x + 100, y)
    expect(words).to_have_text(re.compile("^cut 19: J = 2, 9 errors"))
    page.mouse.up()
    page.wait_for_function("() => location.search.includes('=19')")


def search_entries(page: Page, sent: list[Any]) -> None:
    """The browser searches alone, and an address leads to its entry."""
    page.set_viewport_size(DESKTOP["viewport"])
    search, status = page.get_by_role("searchbox"), page.get_by_role("search").get_by_role("status")
    entries = page.get_by_role("heading", level=4)
    expect(status).to_have_text(f"{len(ERRATA)} of {len(ERRATA)} entries")

    search.focus()
    sent.clear()
    page.keyboard.type("eq. 181 TIES")
    expect(status).to_have_text(f"1 of {len(ERRATA)} entries")
    expect(entries.locator("visible=true")).to_have_text(["Eq. 181: ties"])
    expect(page.get_by_role("heading", name="Cautions:")).to_be_hidden()
    search.fill("")
    source = page.get_by_role("search").get_by_role("combobox")
    source.select_option("Bayes classifier post")
    expect(entries.locator("visible=true")).to_have_text(
        ["A missing expectation", "Counts of zero"]
    )
    assert sent == []

    # Another address shows its entry, whatever was searched for before.
    page.evaluate("() => { location.hash = '#not-equal'; }")
    expect(page.locator("#not-equal")).to_be_in_viewport()
    expect(search).to_have_value("")
    expect(status).to_have_text(f"{len(ERRATA)} of {len(ERRATA)} entries")


# In a desktop window, before anything has moved, and in one as wide as a phone, after all else.
AT_FIRST: dict[str, list[Step]] = {
    "bayes_rule": [highlight_terms, print_what_was_dragged],
    "linear_discriminants": [paint],
    "discrete_bayes": [type_message],
}
AFTER_ALL: dict[str, list[Step]] = {
    "bayes_rule": [follow_link, scroll_past_picture],
    "linear_discriminants": [choose_cell],
    "discrete_bayes": [paint_digit],
    "threshold_search": [play_on_line],
    "kernel_bayes_and_svm": [see_planes_below_titles],
    "checking_the_sources": [search_entries],
}
