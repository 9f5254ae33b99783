"""Lessons in a browser: a page is for all and fits paper and phone, and its picture is live.

All follows what is grabbed in a picture, and nothing is sent before it rests. The first lesson
stands for the frame that all share: there the main part is moved by mouse, finger and keyboard. In
each other lesson one of them moves it; where a part of the picture has code of its own, the cut on
its line or a point, all three do.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accessibility import check_barriers, check_width
from browser import PAGE_IS_COMPLETE, PHONE, visit
from hands import (
    SLOP,
    check_projected,
    drag,
    drag_by_touch,
    grip,
    move_by_keys,
    sent_by,
    shown,
    shown_after,
    touch,
    wait_for_another,
    wait_for_parameter,
)
from javascript import call
from lessons import LESSONS, Lesson
from sheet import check_sheet
from ui.live_picture import Number, Text, read_hand

PAINTED = ["linear_discriminants", "discrete_bayes?data=digits"]
Hand = Callable[[Page, list[Any], str], object]
ALL_HANDS: list[Hand] = [drag, move_by_keys, drag_by_touch]
# What is grabbed in the picture of a lesson, its parameter in the link, and what moves it.
GRABBED: dict[str, tuple[str, str, list[Hand]]] = {
    "naive_and_optimal_bayes": ("Mean of class B", "gap1", [drag_by_touch]),
    "discrete_bayes": ("Smoothing α", "alpha", [move_by_keys]),
    "threshold_search": ("Threshold", "cut+in+moons", ALL_HANDS),
    "inner_products": ("Star", "x1", [drag]),
    "kernel_width": ("gamma", "gamma=", [drag]),
    "kernel_bayes_and_svm": ("gamma", "gamma=", [move_by_keys]),
    "covariance_assumptions": ("Point 1 of class +", "points", ALL_HANDS),
}


@pytest.fixture
def sent(page: Page) -> list[Any]:
    """What the browser sent to the server."""
    return sent_by(page)


@pytest.mark.soak
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_a_lesson_is_for_all_is_printed_and_follows_the_hand(
    server: str, page: Page, sent: list[Any], lesson: Lesson
) -> None:
    visit(page, f"{server}/{lesson.stem}")
    check_sheet(page, lesson)
    check_barriers(page)
    if lesson.stem in GRABBED:
        name, parameter, hands = GRABBED[lesson.stem]
        for move_part in hands:
            move_part(page, sent, name)
        wait_for_parameter(page, parameter)
        check_projected(page)
    page.set_viewport_size(PHONE["viewport"])
    check_width(page)
    symbols, numbers = (page.get_by_role("radio", name=form) for form in ("symbols", "numbers"))
    expect(symbols).to_be_checked()  # what was looked at
    numbers.click()
    expect(numbers).to_be_checked()
    page.wait_for_function(PAGE_IS_COMPLETE)
    check_width(page)


@pytest.mark.soak
def test_a_finger_reaches_the_lower_end_of_a_tall_picture(server: str, phone: Page) -> None:
    sent = sent_by(phone)
    visit(phone, f"{server}/kernel_width")
    drag_by_touch(phone, sent, "gamma")


@pytest.mark.soak
def test_the_first_lesson_follows_mouse_finger_and_keyboard_and_is_printed(
    server: str, page: Page, sent: list[Any]
) -> None:
    name = "Mean of C+"
    visit(page, f"{server}/{LESSONS[0].stem}")
    check_terms(page)
    value = drag(page, sent, name)
    wait_for_parameter(page, "mean_plus")
    check_sheet(page, LESSONS[0])

    # As wide as a phone: the window that has loaded such a page before is quicker than another one.
    page.set_viewport_size(PHONE["viewport"])
    visit(page, page.url)
    slider, _, _ = grip(page, name)
    expect(slider).to_have_attribute("aria-valuenow", value)
    drag_by_touch(page, sent, name)
    move_by_keys(page, sent, name)
    # On a phone the steps are below the picture, and not over it.
    page.get_by_role("heading", name="Predict, then look").evaluate("it => it.scrollIntoView()")
    canvas = page.locator(".st-key-picture canvas").first
    expect(canvas).not_to_be_in_viewport()
    # What a button sets up is shown.
    page.get_by_role("button", name="Same mean").click()
    expect(canvas).to_be_in_viewport()


@pytest.mark.soak
def test_a_finger_chooses_a_cell_of_the_confusion_matrix(
    server: str, phone: Page, sent: list[Any]
) -> None:
    visit(phone, f"{server}/linear_discriminants?view=confusion")
    slider, x, y = grip(phone, "Predicted class")
    chosen = int(slider.get_attribute("aria-valuenow") or 0)
    put, before, sign = touch(phone), shown(phone), -1 if chosen > 4 else 1
    sent.clear()
    put("touchStart", (x, y))
    for reach in (SLOP, 100):
        put("touchMove", (x + sign * reach, y))
    after = shown_after(phone, before)
    assert after[0] != before[0]
    assert sent == []
    url = phone.url
    put("touchEnd")
    wait_for_another(phone, url)
    expect(slider).not_to_have_attribute("aria-valuenow", str(chosen))


@pytest.mark.soak
def test_on_a_phone_each_plane_of_lesson_9_is_below_its_title(server: str, phone: Page) -> None:
    visit(phone, f"{server}/kernel_bayes_and_svm")
    planes = phone.locator(".st-key-picture").get_by_role("application")
    expect(planes).to_have_count(2)
    parts = phone.locator(".st-key-picture .panel").locator("h3, .plane")
    tops = parts.evaluate_all("parts => parts.map(part => part.getBoundingClientRect().top)")
    assert tops == sorted(tops)
    term = phone.locator(".terms .term", has_text="αᵢ").first
    term.focus()
    expect(term).to_have_class("term is-lit")
    # The training accuracy of the SVM does not stand alone.
    held_out = phone.locator(".st-key-picture [data-panel='1'] .figure", has_text="5-fold")
    expect(held_out).to_contain_text("%")


@pytest.mark.soak
def test_the_evidence_follows_the_keys_of_a_message(
    server: str, page: Page, sent: list[Any]
) -> None:
    visit(page, f"{server}/discrete_bayes?new=lunch ")
    page.get_by_role("textbox", name="A new message").first.focus()
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


@pytest.mark.soak
@pytest.mark.parametrize("address", PAINTED)
def test_the_scores_follow_the_brush(
    server: str, page: Page, sent: list[Any], address: str
) -> None:
    visit(page, f"{server}/{address}")
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


def check_terms(page: Page) -> None:
    """A term of the formula and its part of the picture are highlighted together."""
    term = page.locator(".live .term", has_text="p(x | C+)").first
    plain, _ = shown(page)
    term.focus()
    expect(term).to_have_class("term is-lit")
    lit, _ = shown(page)
    assert lit != plain
    term.blur()
    expect(term).to_have_class("term")
    board = page.locator(".live canvas").bounding_box()
    assert board is not None
    prior = page.locator(".live .term", has_text="P(C+)").first
    page.mouse.move(board["x"] + 0.95 * board["width"], board["y"] + 10)  # the bar of the priors
    expect(prior).to_have_class("term is-lit")


NUMBERS: list[Number | Text] = [
    Number("x", "x", -1.0, 1.0, 0.0),
    Number("y", "y", 0.0, 2.0, 1.0, key="y of it"),
    Text("word", "A word", "start", 5),
]


@pytest.mark.parametrize(
    "hand", [None, 5, {"values": 3}, {"values": {"x": "1", "y": None, "word": 3}}]
)
def test_a_message_that_cannot_be_read_changes_nothing(hand: Any) -> None:
    assert read_hand({"hand": hand}, NUMBERS) == {}


def test_values_of_a_message_are_kept_within_their_limits() -> None:
    values = {"x": 7, "y": 1.5, "z": 1.0}
    assert read_hand({"hand": {"values": values}}, NUMBERS) == {"x": 1.0, "y of it": 1.5}
    assert read_hand({"hand": {"values": {"x": float("nan")}}}, NUMBERS) == {}
    assert read_hand({"hand": {"values": {"word": "too long"}}}, NUMBERS) == {"word": "too l"}


GRID = {"rows": 2, "columns": 3, "most": 16, "radius": 0}


@pytest.mark.parametrize(
    ("text", "levels"),
    [("00g9a1", [0, 0, 16, 9, 10, 1]), ("00h000", None), ("00000", None), ("0000 0", None)],
)
def test_a_text_holds_pixels_or_is_no_image(text: str, levels: list[int] | None) -> None:
    assert call("pixels.js", [["readPixels", text, GRID]]) == [levels]
    if levels:
        assert call("pixels.js", [["writePixels", levels]]) == [text]


def test_the_brush_leaves_ink_that_fades_within_one_pixel_and_the_eraser_takes_it() -> None:
    empty, full = [0] * 6, [16] * 6
    right = [[0.5, 0.5], [2.5, 0.5]]
    strokes = [
        ["paintStroke", empty, GRID, [1.5, 0.5], [1.5, 0.5], False],
        ["paintStroke", empty, GRID, [1.75, 0.5], [1.75, 0.5], False],
        ["paintStroke", empty, GRID, *right, False],
        ["paintStroke", full, GRID, *right, True],
    ]
    assert call("pixels.js", strokes) == [
        [0, 16, 0, 0, 0, 0],
        [0, 12, 4, 0, 0, 0],
        [16, 16, 16, 0, 0, 0],
        [0, 0, 0, 16, 16, 16],
    ]
