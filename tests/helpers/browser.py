"""Browsers for the tests, Chromium and Firefox, and watched pages."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Playwright, Request, expect

from programs import find_program

# However busy the machine is: a wait ends when what it waits for is there.
PATIENCE = 120_000  # ms
expect.set_options(timeout=PATIENCE)

# Debian's headless shell is Chromium without its windows, which takes a tenth less time.
COMMANDS = (
    "chromium-headless-shell",
    "chromium",
    "google-chrome",
    "google-chrome-stable",
    "chromium-browser",
)
LAUNCH_FLAGS = (
    "--no-sandbox",  # Chromium's sandbox refuses root, and CI runs as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
# Held upright.
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
# The script has run, the title stands, no part still waits for its own piece of JavaScript but
# figures that are not shown (in a presentation) or far below the window, the others are drawn, and
# the fonts are there.
PAGE_IS_COMPLETE = """() =>
    document.querySelector("[data-test-script-state=notRunning] h1") &&
    [...document.querySelectorAll("[data-testid=stSkeleton]")].every((part) => {
        const figure = part.closest("[class*='st-key-figure-']");
        return figure &&
            (!figure.checkVisibility() || figure.getBoundingClientRect().top > 2 * innerHeight);
    }) &&
    !document.querySelector("[data-testid=stPlotlyChart]:not(:has(.main-svg))") &&
    document.fonts.status === "loaded"
"""
FORGET = """() => {
    try { localStorage.clear(); sessionStorage.clear(); } catch { /* a blank page has none */ }
    return document.fullscreenElement && document.exitFullscreen();
}"""


def launch_chromium(playwright: Playwright) -> Browser:
    """Launch the machine's Chromium or Chrome."""
    path = find_program(*COMMANDS, application="Google Chrome")
    return playwright.chromium.launch(executable_path=path, args=LAUNCH_FLAGS)


def launch_firefox(playwright: Playwright) -> Browser:
    """Launch the machine's Firefox, an unpatched one, which speaks WebDriver BiDi."""
    path = find_program("firefox-esr", "firefox", application="Firefox")
    return playwright.firefox.launch(channel="moz-firefox", executable_path=path)


def visit(page: Page, url: str) -> None:
    """Open a page of the app, wait until all of it is there, and expect no error box on it."""
    page.goto(url, wait_until="commit")
    page.wait_for_function(PAGE_IS_COMPLETE)
    expect(page.get_by_test_id("stException")).to_have_count(0)


@contextmanager
def open_page(browser: Browser, **options: Any) -> Generator[Page]:
    """Open a page of a visitor who has not been here before, and who wants no animations."""
    with browser.new_context(reduced_motion="reduce", **options) as context:
        context.set_default_timeout(PATIENCE)
        yield context.new_page()


@contextmanager
def open_watched_page(browser: Browser, complaints: list[str], **options: Any) -> Generator[Page]:
    """Open a page of a visitor who has not been here before, and watch it."""
    with open_page(browser, **options) as page, watched(page, complaints):
        yield page


# What browser and Streamlit say when the server goes away, in a test that lets it go.
CONNECTION_LOST = re.compile(
    "ERR_CONNECTION|WebSocket|disconnected|server endpoint|not responding|No response|timed out|502"
)
# What Firefox says of a font and of a component's file that were still loading when the page was
# left. A policy that forbids them has messages of its own; a part that is missing fails its test.
LEFT_BEHIND = ("download failed (font-family", "NetworkError when attempting to fetch resource")


def was_left_behind(message: str) -> bool:
    return any(text in message for text in LEFT_BEHIND)


@contextmanager
def watched(page: Page, complaints: list[str]) -> Generator[None]:
    """Watch a page; at the end there must be no complaints.

    Complaints are errors in the browser's console, uncaught exceptions in the page and requests
    that leave this machine.
    """

    def note_console(message: ConsoleMessage) -> None:
        if message.type == "error" and not was_left_behind(message.text):
            complaints.append(f"console: {message.text} ({message.location['url']})")

    def note_error(error: Error) -> None:
        if not was_left_behind(str(error)):
            complaints.append(f"exception: {error}")

    def note_request(request: Request) -> None:
        if urlsplit(request.url).hostname not in ("127.0.0.1", "localhost", None):
            complaints.append(f"request: {request.url}")

    listeners = {"console": note_console, "pageerror": note_error, "request": note_request}
    for event, listener in listeners.items():
        page.on(event, listener)  # pyrefly: ignore[no-matching-overload]
    try:
        yield
    finally:
        for event, listener in listeners.items():
            page.remove_listener(event, listener)
    if complaints:
        pytest.fail("\n".join(["The browser complained:", *complaints]), pytrace=False)


def forget_visit(page: Page) -> None:
    """Leave a page to the next test: nothing stored, not the full screen, and the mouse at rest."""
    page.context.clear_cookies()
    page.evaluate(FORGET)
    page.mouse.up()
    page.mouse.move(0, 0)
