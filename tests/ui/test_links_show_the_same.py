"""A link shows in another browser what a hand has changed in the lab: picture and numbers."""

import io
from base64 import b64decode
from collections.abc import Callable, Mapping

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from bayeslab.evaluation.models import MODELS
from browser import DESKTOP, open_page
from core.state import SWITCHES, LabState
from lab_in_browser import Lab, link, open_lab

MOONS = LabState(n=60, noise=0.4, folds=2)
PAIR = LabState(n=60, noise=0.4, folds=2, beside="pooled")
FLOWERS = LabState(data="iris", classes=(0, 1, 2), folds=2)
# The words and the pictures, when the last number is there.
SEEN = """() => {
    const root = [...document.querySelectorAll("*")].find((part) =>
        part.shadowRoot?.querySelector(".drawing")).shadowRoot;
    const words = [".status", ".errors", ".agreement", "h3", "tbody"].flatMap((each) =>
        [...root.querySelectorAll(each)].filter((part) => part.checkVisibility()));
    const canvases = [...root.querySelectorAll("canvas")].filter((part) => part.checkVisibility());
    return [...words.map((part) => part.textContent), ...canvases.map((part) => part.toDataURL())];
}"""


def move_threshold(lab: Lab, name: str = "Threshold") -> None:
    line = lab.page.get_by_role("slider", name=name, exact=True)
    line.focus()
    for _ in range(7):
        lab.page.keyboard.press("ArrowRight")


def move_third_threshold(lab: Lab) -> None:
    lab.page.locator("[data-label='2']").click()
    move_threshold(lab)


def switch(name: str) -> Callable[[Lab], None]:
    def press(lab: Lab) -> None:
        lab.page.locator("details.show summary").click()
        lab.page.get_by_role("checkbox", name=SWITCHES[name].title, exact=True).click()
        lab.page.locator("details.show summary").click()

    return press


def drag_gamma(lab: Lab) -> None:
    slider = lab.page.get_by_role("slider", name="gamma", exact=True)
    slider.focus()
    for _ in range(5):
        lab.page.keyboard.press("ArrowRight")


def move_and_undo_points(lab: Lab) -> None:
    lab.press("Add")
    lab.drag((0.2, 0.2), (0.3, 0.3))
    lab.press("Jitter")
    lab.press("Jitter")
    lab.press("Undo")


# By what is shown: the state, and what the hand does, one after the other. Without shading and
# points other switches would change nothing, so these two come last.
CHANGES: Mapping[str, tuple[LabState, list[Callable[[Lab], None]]]] = {
    "one": (MOONS, [move_threshold, drag_gamma, move_and_undo_points]),
    "two": (
        PAIR,
        [
            lambda lab: move_threshold(lab, f"Threshold, {MODELS[PAIR.beside].title}"),
            *(switch(name) for name in sorted(SWITCHES, key=("shading", "points").__contains__)),
        ],
    ),
    "three classes": (FLOWERS, [move_third_threshold]),
}


def look(lab: Lab) -> list[str]:
    """Return what is on screen, once nothing changes any more."""
    lab.page.mouse.move(0, 0)
    lab.page.evaluate("document.activeElement?.blur?.()")
    expect(lab.page.locator(".drawing[data-unanswered]")).to_have_count(0)
    lab.expect_table()
    seen: list[str] = []
    while seen != (seen := [lab.page.url, *lab.page.evaluate(SEEN)]):
        lab.page.wait_for_timeout(600)  # longer than the rest after a key
    return seen


def is_same_picture(one: str, other: str) -> bool:
    """Return whether two pictures are equal but for rounded colours."""
    head = "data:image/png;base64,"
    if not (one.startswith(head) and other.startswith(head)):
        return False
    pictures = [Image.open(io.BytesIO(b64decode(each[len(head) :]))) for each in (one, other)]
    first, second = (np.asarray(each.convert("RGBA"), dtype=int) for each in pictures)
    return first.shape == second.shape and bool((np.abs(first - second) > 3).mean() < 1e-3)


@pytest.mark.parametrize("name", CHANGES)
def test_the_link_shows_what_a_hand_has_changed(
    page: Page, browser: Browser, server: str, name: str
) -> None:
    state, changes = CHANGES[name]
    lab = open_lab(page, link(server, state), 150 if state is FLOWERS else 60)
    after = look(lab)
    with open_page(browser, **DESKTOP) as elsewhere:
        for change in changes:
            before = after
            change(lab)
            after = look(lab)
            assert after[0] != before[0]
            assert after[1:] != before[1:]
            there = look(open_lab(elsewhere, page.url, int(lab.sentence.split()[0])))
            assert len(there) == len(after)
            for one, other in zip(there, after, strict=True):
                assert one == other or is_same_picture(one, other)
