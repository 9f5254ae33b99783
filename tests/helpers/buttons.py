"""Press every button of a page, and find those after which nothing changes (``buttons.js``)."""

import time
from collections.abc import Set
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Error, Page, expect

from browser import PAGE_IS_COMPLETE, visit

SCRIPT = (Path(__file__).parent / "buttons.js").read_text(encoding="utf-8")
SEEN, SETTLE, CHANGE, LIST, PRESS = (
    f"(given) => buttonsOfPage.{name}(...(given ?? []))"
    for name in ("seen", "settle", "change", "list", "press")
)
FOCUS = """(place) => {
  const handle = buttonsOfPage.found[place].closest(".live").querySelector("[role=slider]");
  handle?.focus();
  return handle && [handle.ariaValueNow, handle.ariaValueMax].map(Number);
}"""
RESET = "Start values"  # needs something to reset
CLOSE = "Close"  # of a window: what is in it comes first
POLL, CALM, LONGEST = 100, 240, 15_000  # ms


@dataclass
class Presses:
    """The buttons that were pressed, by name and number, and those that changed nothing.

    Those that open no window are also apart: what is in a window may differ from page to page.
    """

    pressed: list[tuple[str, int]] = field(default_factory=list)
    simple: set[tuple[str, int]] = field(default_factory=set)
    dead: list[str] = field(default_factory=list)


def press_every_button(page: Page, url: str, known: Set[tuple[str, int]] = frozenset()) -> Presses:
    """Press every button of a page once, also those that another one brings, but no known one."""
    presses = Presses([*known])
    _arrive(page, url)
    path = _path(page)
    while (place := _next_button(page, presses)) is not None:
        name = presses.pressed[-1][0]
        can_change = name != RESET or _move_something(page, place)
        before, windows = page.evaluate(SEEN), page.get_by_role("dialog").count()
        page.evaluate(PRESS, [place])
        if not _has_changed(page, before) and can_change:
            presses.dead.append(name)
        elif page.get_by_role("dialog").count() == windows:
            presses.simple.add(presses.pressed[-1])
        _stop_presenting(page)
        if _path(page) != path:
            _arrive(page, url)
    return presses


def _arrive(page: Page, url: str) -> None:
    visit(page, url)
    page.evaluate(SCRIPT)


def _path(page: Page) -> str:
    return page.url.partition("?")[0]


def _settle(page: Page) -> None:
    """Wait until what is seen stays the same."""
    page.wait_for_function(PAGE_IS_COMPLETE)
    page.evaluate(SETTLE, [CALM, LONGEST])


def _stop_presenting(page: Page) -> None:
    presenting = page.locator("body[data-presenting]")
    end = time.monotonic() + LONGEST / 1000
    # A key that comes while the page is still changing may go to the page before.
    while presenting.count() and time.monotonic() < end:
        page.keyboard.press("Escape")
        page.wait_for_timeout(POLL)
    expect(presenting).to_have_count(0)


def _move_something(page: Page, place: int) -> bool:
    """Move a handle of the picture that a button resets; return whether there is one."""
    ends = page.evaluate(FOCUS, place)
    if ends is None:
        return False
    now, most = ends
    page.keyboard.press("ArrowRight" if now < most else "ArrowLeft")
    _settle(page)
    return True


def _next_button(page: Page, presses: Presses) -> int | None:
    """Return the place in the list of a button that was not pressed yet, and note it."""
    _settle(page)
    names = [tuple(name) for name in page.evaluate(LIST)]
    fresh = [place for place, name in enumerate(names) if name not in presses.pressed]
    fresh.sort(key=lambda place: names[place][0].startswith((RESET, CLOSE)))
    if fresh:
        presses.pressed.append(names[fresh[0]])
        return fresh[0]
    if not page.get_by_role("dialog").count():
        return None
    _close_window(page)
    return _next_button(page, presses)


def _close_window(page: Page) -> None:
    """Close the window that is open by its button, or by the key where it has none: a popover."""
    window, choices = page.get_by_role("dialog"), page.get_by_role("listbox")
    close = window.get_by_role("button", name=CLOSE)
    if close.count():
        close.last.click()
    else:
        if choices.count():  # of a field in it: the key closes them first
            page.keyboard.press("Escape")
            expect(choices).to_have_count(0)
        page.keyboard.press("Escape")
    expect(window).to_have_count(0)


def _has_changed(page: Page, before: int) -> bool:
    try:
        changes: bool = page.evaluate(CHANGE, [before, LONGEST])
    except Error as problem:  # the button has left the page
        if "context" not in str(problem) and "buttonsOfPage" not in str(problem):
            raise
        return True
    return changes
