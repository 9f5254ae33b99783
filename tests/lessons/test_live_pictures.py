"""Lessons in a browser: a page is for all and fits paper and phone, and its picture is live.

All follows what is grabbed in a picture, and nothing is sent before it rests. The first lesson
stands for the frame that all share: there the main part is moved by mouse, finger and keyboard. In
each other lesson one of them moves it; where a part of the picture has code of its own, the cut on
its line or a point, all three do. What only one lesson has is in `lesson_steps`.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accessibility import check_barriers, check_reach, check_width, in_theme
from app_pages import deeper
from browser import PAGE_IS_COMPLETE, PHONE, visit
from core.grips import read_hand
from hands import (
    check_nudge,
    check_projected,
    check_task_covers_nothing,
    drag,
    drag_by_touch,
    grip,
    move_by_keys,
    sent_by,
    swipe_up,
    tap_by_touch,
    wait_for_another,
    wait_for_parameter,
)
from javascript import call
from lesson_steps import AFTER_ALL, AT_FIRST
from lessons import LESSONS, Lesson
from lessons.discrete_bayes.state import DiscreteBayesState
from lessons.steps import read_steps
from sheet import check_sheet

Hand = Callable[[Page, list[Any], str], object]
ALL_HANDS: list[Hand] = [drag, move_by_keys, drag_by_touch]
# What is grabbed in the picture of a lesson, its parameter in the link, and what moves it.
GRABBED: dict[str, tuple[str, str, list[Hand]]] = {
    "naive_and_optimal_bayes": ("Mean of class B", "gap1", [drag_by_touch]),
    "discrete_bayes": ("Smoothing α", "alpha", [move_by_keys]),
    "threshold_search": ("Threshold", "cut", ALL_HANDS),
    "inner_products": ("Star", "x1", [drag]),
    "kernel_width": ("gamma", "gamma=", [drag]),
    "kernel_bayes_and_svm": ("gamma", "gamma=", [move_by_keys]),
    "covariance_assumptions": ("Point 1 of class +", "points", ALL_HANDS),
}

# Numbers and a text, for messages of a hand.
STATE, MOVED = DiscreteBayesState(), ("alpha", "new", "drawing")

# Part of a page to which its address leads.
TARGETS = {"checking_the_sources": "#a-sum-without-squares"}


@pytest.fixture
def sent(page: Page) -> list[Any]:
    """What the browser sent to the server."""
    return sent_by(page)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_a_lesson_is_accessible_can_be_printed_and_follows_the_pointer(
    server: str, page: Page, sent: list[Any], lesson: Lesson
) -> None:
    target = TARGETS.get(lesson.stem, "")
    visit(page, f"{server}/{deeper(lesson.stem)}{target}")
    if target:
        expect(page.locator(target)).to_be_in_viewport()
    check_sheet(page, lesson)
    check_barriers(page)
    for step in AT_FIRST.get(lesson.stem, []):
        step(page, sent)
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
    check_reach(page)
    with in_theme(page, "dark"):
        check_sheet(page, lesson)
    for step in AFTER_ALL.get(lesson.stem, []):
        step(page, sent)


def test_an_old_address_of_an_entry_leads_to_it(server: str, page: Page) -> None:
    visit(page, f"{server}/checking_the_sources#not-equal")
    expect(page.locator("#not-equal")).to_be_in_viewport()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_a_presented_task_covers_no_handle_and_no_number(
    server: str, page: Page, lesson: Lesson
) -> None:
    visit(page, f"{server}/{lesson.stem}?present=1")
    check_task_covers_nothing(page, [step.title for step in read_steps(lesson.stem, lesson.state)])


def test_on_a_phone_a_finger_reaches_the_lower_end_of_a_tall_picture(
    server: str, phone: Page
) -> None:
    sent = sent_by(phone)
    visit(phone, f"{server}/{deeper('kernel_width')}")
    drag_by_touch(phone, sent, "gamma")


def test_on_a_phone_a_table_ends_above_the_text_below_it(server: str, phone: Page) -> None:
    visit(phone, f"{server}/discrete_bayes?data=categories")
    table = phone.get_by_test_id("stDataFrame").first.bounding_box()
    text = phone.get_by_text("Choose the weather").bounding_box()
    assert table is not None and text is not None
    assert table["y"] + table["height"] < text["y"]


@pytest.mark.journey
def test_on_a_phone_a_vertical_swipe_over_a_sideways_handle_scrolls_the_page(
    server: str, phone: Page
) -> None:
    visit(phone, f"{server}/{deeper('bayes_rule')}")
    slider, x, y = grip(phone, "Mean of C+")
    value = slider.get_attribute("aria-valuenow") or ""
    main = phone.get_by_test_id("stMain")
    top = main.evaluate("main => main.scrollTop")
    swipe_up(phone, x, y)
    phone.wait_for_function(
        "top => document.querySelector('[data-testid=stMain]').scrollTop > top", arg=top
    )
    expect(slider).to_have_attribute("aria-valuenow", value)


def test_a_handle_that_is_tapped_has_buttons_that_move_it(server: str, page: Page) -> None:
    """By a mouse and by a finger; they are beside the handle, large, and go again."""
    visit(page, f"{server}/{deeper('bayes_rule')}")
    for tap in (page.mouse.click, tap_by_touch(page)):
        slider, x, y = grip(page, "Mean of C+")
        value = float(slider.get_attribute("aria-valuenow") or 0)
        tap(x, y)
        more = page.get_by_role("button", name="More: Mean of C+")
        check_nudge(more, x, y)
        before = page.url
        more.click()
        wait_for_another(page, before)
        assert float(slider.get_attribute("aria-valuenow") or 0) == pytest.approx(value + 0.05)
        words = page.locator(".live .status")  # say what has changed, and no more
        expect(words).to_contain_text("Mean of C+")
        expect(words).not_to_contain_text("Mean of C−")
        before = page.url
        page.get_by_role("button", name="Less: Mean of C+").click()
        wait_for_another(page, before)
        expect(slider).to_have_attribute("aria-valuenow", f"{value:g}")
        page.keyboard.press("Escape")
        expect(more).to_have_count(0)
        expect(slider).to_be_focused()


@pytest.mark.parametrize(
    "hand", [None, 5, {"values": 3}, {"values": {"alpha": "1", "new": 3, "drawing": None}}]
)
def test_a_message_that_cannot_be_read_changes_nothing(hand: Any) -> None:
    assert read_hand({"hand": hand}, STATE, MOVED) == {}


def test_values_of_a_message_are_kept_within_their_limits() -> None:
    def read(**values: Any) -> dict[str, Any]:
        return read_hand({"hand": {"values": values}}, STATE, MOVED)

    assert read(alpha=700, drawing=2.6, digit=3) == {"alpha": 100.0, "drawing": 3}
    assert read(alpha=float("nan"), new="é" * 201) == {}
    assert read(alpha=True, new="lunch") == {"new": "lunch"}


@pytest.mark.parametrize(
    ("handles", "size", "place"),
    [
        ([[200, 100]], [400, 300], [200, 114]),  # below
        ([[20, 100]], [400, 300], [34, 114]),  # not beyond the edge
        ([[200, 100], [180, 130]], [400, 300], [152, 87]),  # beside it: another handle is below
        ([[200, 100], [180, 130], [140, 100]], [400, 300], [248, 87]),
        ([[200, 280]], [400, 300], [152, 267]),  # beside it: there is no room below
        ([[10, 280]], [400, 300], [58, 267]),
        ([[40, 280]], [80, 300], [40, 240]),  # above
        ([[40, 15]], [80, 30], [40, 29]),  # there is no room at all
    ],
)
def test_a_hint_to_drag_is_beside_its_handle_and_covers_no_other(
    handles: list[list[int]], size: list[int], place: list[int]
) -> None:
    assert call("hint.js", [["placeHint", handles, size]]) == [place]


def test_a_hint_to_drag_is_above_a_handle_on_an_axis_with_numbers() -> None:
    assert call("hint.js", [["placeHint", [[200, 200]], [400, 300], True]]) == [[200, 160]]


GRID = {"rows": 2, "columns": 3, "most": 16, "radius": 0}


@pytest.mark.parametrize(
    ("text", "levels"),
    [("00g9a1", [0, 0, 16, 9, 10, 1]), ("00h000", None), ("00000", None), ("0000 0", None)],
)
def test_a_text_without_valid_pixels_is_no_image(text: str, levels: list[int] | None) -> None:
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
