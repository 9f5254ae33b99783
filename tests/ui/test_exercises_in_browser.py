"""A goal that is checked while the hand moves, and what the browser keeps of it."""

import pytest
from playwright.sync_api import Page, expect

from browser import visit
from lessons.exercises import load_exercises

STEM = "narrow_but_not_too_narrow"
SOLVED = "JSON.parse(localStorage.getItem('bayeslab exercises'))"


@pytest.mark.journey
def test_a_goal_is_reached_by_keys_and_the_browser_keeps_it(page: Page, server: str) -> None:
    title = load_exercises()[STEM].title
    visit(page, f"{server}/exercises?exercise={STEM}")
    verdict = page.locator(".drawing .goal")
    expect(verdict).to_contain_text("Not yet: leave-one-out accuracy 74.0")
    gamma = page.get_by_role("slider", name="gamma")
    gamma.focus()
    page.keyboard.press("Home")
    expect(verdict).to_contain_text("Not yet")
    for _ in range(250):  # up from the smallest γ: the verdict follows each step
        page.keyboard.press("ArrowRight")
        if (verdict.text_content() or "").startswith("Reached"):
            break
    expect(verdict).to_contain_text("Reached: leave-one-out accuracy")
    expect(page.get_by_text("a narrow bump is always right about its own point")).to_be_visible()
    page.wait_for_function(f"{SOLVED}?.includes('{STEM}')")
    page.get_by_role("button", name="Another one").click()
    expect(verdict).to_contain_text("Not yet")
    page.get_by_role("link", name="All exercises").click()
    link = page.get_by_role("link", name=title)
    expect(link).to_be_visible()
    mark = "link => getComputedStyle(link.querySelector('p'), '::after').content"
    page.wait_for_function(f"({mark})(document.querySelector('a[href*=\"{STEM}\"]')).includes('✓')")


def test_a_cut_is_placed_by_a_finger_on_a_phone(phone: Page, server: str) -> None:
    visit(phone, f"{server}/exercises?exercise=cut_between_two_bells")
    slider = phone.get_by_role("slider", name="Your cut")
    before = slider.get_attribute("aria-valuenow")
    canvas = phone.locator(".live canvas")
    canvas.scroll_into_view_if_needed()
    place = slider.bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    session = phone.context.new_cdp_session(phone)
    for kind, dx in (("touchStart", 0), ("touchMove", 20), ("touchMove", 90), ("touchEnd", 90)):
        points = [] if kind == "touchEnd" else [{"x": x + dx, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(slider).not_to_have_attribute("aria-valuenow", before or "")
    phone.get_by_role("button", name="Check").click()
    expect(phone.get_by_role("status").filter(has_text="your cut at")).to_be_visible()


def test_a_number_is_checked_at_once_by_a_click_or_by_enter(page: Page, server: str) -> None:
    visit(page, f"{server}/exercises?exercise=error_of_two_bells")
    field, check = page.get_by_role("spinbutton"), page.get_by_role("button", name="Check")
    check.click()
    expect(page.get_by_text("Answer first.")).to_be_visible()
    field.fill("40")
    check.click()
    verdict = page.get_by_role("status").filter(has_text="near enough")
    expect(verdict).to_have_text("Not yet: 40 is not near enough.")
    field.fill("15.9")
    field.press("Enter")
    expect(verdict).to_have_text("Reached: 15.9 is near enough.")
