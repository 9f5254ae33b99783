"""Each state of a session passes the checks of axe-core, light and dark, and fits the screen.

The projector's letters can be read from the last row, and the teacher has one next thing to do.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from accessibility import find_barriers
from browser import DESKTOP, open_watched_page
from room_session import play_session

# The smallest that anybody holds, so that any names and any fonts fit the others.
PHONE: dict[str, Any] = {
    "viewport": {"width": 320, "height": 568},
    "is_mobile": True,
    "has_touch": True,
}
PROJECTOR: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}}
FITS = """() => [document.documentElement, ...document.querySelectorAll("[data-testid=stMain]")]
    .every((element) => element.scrollWidth <= element.clientWidth)"""


SHOWS_SCHEME = """scheme => {
    const app = document.querySelector(".stApp");
    return !app || getComputedStyle(app).colorScheme === scheme;
}"""


# Of a vote, a board, a task and the code: the letters on the screen, without those of pictures.
READ_FROM_AFAR = ".facts *, .headline *, .vote *, .standings *, .told, .caption"
SMALL_LETTERS = """elements => elements.filter((element) => {
    const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const isText = nodes.some((node) => node.data.trim()) && !element.closest("math");
    const size = parseFloat(getComputedStyle(element).fontSize);
    return isText && element.checkVisibility() && size < innerHeight / 30;
}).map((element) => element.textContent)"""


def find_small_letters(stage: Page) -> Iterator[str]:
    """Yield the texts of a projector whose letters are lower than 1/30 of the picture."""
    for text in stage.locator(READ_FROM_AFAR).evaluate_all(SMALL_LETTERS):
        yield f"small letters: {text[:40]}"


def count_next(teacher: Page) -> Iterator[str]:
    """Yield a finding if the teacher has more or less than one next thing to do."""
    found = teacher.locator(".classroom .primary").filter(visible=True)
    names = [element.inner_text() for element in found.all()]
    if len(names) != 1 and teacher.get_by_role("dialog").count() == 0:
        yield f"next things to do: {names}"


def look_at(page: Page) -> Iterator[str]:
    """Yield what is wrong with what a page shows."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(SHOWS_SCHEME, arg=scheme)
        for barrier in find_barriers(page, only_colours=scheme == "dark"):
            yield f"{scheme}: {barrier}"
    if not page.evaluate(FITS):
        yield "wider than the screen"


@pytest.mark.soak
def test_every_state_of_a_session_is_accessible_and_fits(
    server: str, browser: Browser, complaints: list[str]
) -> None:
    with ExitStack() as stack:

        def opened(options: dict[str, Any]) -> Page:
            return stack.enter_context(open_watched_page(browser, complaints, **options))

        pages = {
            "teacher": opened(DESKTOP),
            "projector": opened(PROJECTOR),
            "phone": opened(PHONE),
        }
        findings = [
            f"{state}, {name}, {finding}"
            for state in play_session(server, *pages.values())
            for name, page in pages.items()
            for finding in (
                *look_at(page),
                *(find_small_letters(page) if name == "projector" else ()),
                *(count_next(page) if name == "teacher" else ()),
            )
        ]
        assert not findings, "\n".join(findings)
