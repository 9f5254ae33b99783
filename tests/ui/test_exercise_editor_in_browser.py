"""From the lab to an exercise that somebody solves: made, saved, opened from its file, solved."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from browser import PAGE_IS_COMPLETE, visit

SOLVED = "localStorage.getItem('bayeslab exercises')"
KEPT = "localStorage.getItem('bayeslab drafts')"


def test_an_exercise_is_made_saved_opened_and_solved(
    page: Page, server: str, tmp_path: Path
) -> None:
    visit(page, f"{server}/lab?n=40&noise=0.3&gamma=300")
    page.get_by_role("button", name="Make an exercise").click()
    expect(page.get_by_role("heading", name="Make an exercise")).to_be_visible()
    page.wait_for_function(PAGE_IS_COMPLETE)
    fill(page, "Title", "Not so narrow")
    fill(page, "Task", "Choose a smaller γ.")
    fill(page, "What students read after success", "At γ = {solution gamma}.")
    page.get_by_role("button", name="γ", exact=True).click()
    page.get_by_role("button", name="Set a goal").click()
    measure = page.get_by_role("combobox", name="Measure")
    measure.click()
    page.get_by_role("option", name="γ", exact=True).click()
    sign = page.get_by_role("combobox", name="Sign")
    expect(page.get_by_text("now 300")).to_be_visible()
    sign.click()
    page.get_by_role("option", name="at most").click()
    number = page.get_by_role("spinbutton", name="Number")
    number.fill("200")
    number.press("Enter")
    expect(page.locator(".drawing .goal")).to_have_text("Not yet: γ 300 (at most 200).")
    page.get_by_text("5 things left").wait_for(state="detached")
    press_until_reached(page)
    expect(page.get_by_text("✓ now")).to_be_visible()
    page.get_by_role("button", name="This is a solution").click()
    end = page.get_by_role("status").filter(has_text="the exercise is complete")
    expect(end).to_be_visible()
    page.wait_for_function(f"() => {KEPT}?.includes('solution: gamma')")
    page.reload()  # the browser has the draft
    expect(end).to_be_visible()
    with page.expect_download() as started:
        page.get_by_role("button", name="Save as a file").click()
    assert started.value.suggested_filename == "not_so_narrow.md"
    started.value.save_as(tmp_path / "not_so_narrow.md")
    page.get_by_role("button", name="Remove this exercise").click()
    expect(page.get_by_role("textbox", name="Title")).to_have_count(0)
    open_file(page, tmp_path / "not_so_narrow.md")  # to go on with it
    expect(page.get_by_role("textbox", name="Title")).to_have_value("Not so narrow")
    expect(end).to_be_visible()
    page.get_by_role("link", name="Exercises", exact=True).click()
    expect(page.get_by_role("heading", name="Exercises", level=1, exact=True)).to_be_visible()
    open_file(page, tmp_path / "not_so_narrow.md")
    expect(page.get_by_text("Choose a smaller γ.")).to_be_visible()
    expect(page.get_by_text("At γ =")).to_have_count(0)
    press_until_reached(page)
    expect(page.get_by_text("At γ =")).to_be_visible()
    expect(page).to_have_url(re.compile("own=1.*exercise=own_not_so_narrow_"))
    page.wait_for_function(
        "() => localStorage.getItem('bayeslab exercises')?.includes('own_not_so')"
    )


def open_file(page: Page, path: Path) -> None:
    page.get_by_role("button", name="Open a file").click()
    page.get_by_role("dialog").locator("input[type=file]").set_input_files(path)


def fill(page: Page, name: str, text: str) -> None:
    """Type into a field of the form, and wait until the draft has it."""
    field = page.get_by_role("textbox", name=re.compile(f"^{name}"))
    field.fill(text)
    field.press("Tab")
    page.wait_for_function(f"() => {KEPT}?.includes({text!r})")


def press_until_reached(page: Page) -> None:
    """Make γ smaller by the arrow key until the goal is reached."""
    goal = page.locator(".drawing .goal")
    expect(goal).to_contain_text("Not yet")
    page.get_by_role("slider", name="gamma").focus()
    for _ in range(60):
        page.keyboard.press("ArrowLeft")
        if (goal.text_content() or "").startswith("Reached"):
            break
    expect(goal).to_contain_text("Reached")
