"""Each state of a session passes the checks of axe-core, light and dark, and fits the screen.

The projector's letters can be read from the last row, and the teacher has one next thing to do.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, Page

from browser import DESKTOP, open_watched_page
from room_looks import PHONE, look_at
from room_session import play_session

PROJECTOR: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}}
NARROW = 260  # pixels: about 35 letters in a line
# Of a vote, a board, a task and the code: the letters on the screen, without those of pictures.
READ_FROM_AFAR = ".facts *, .headline *, .vote *, .standings *, .told, .caption"
READ_FROM_AFAR += ", .question *, .ending *, .measures figcaption"
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
    buttons = teacher.locator(".classroom .primary").filter(visible=True)
    names = [element.inner_text() for element in buttons.all()]
    if len(names) != 1 and teacher.get_by_role("dialog").count() == 0:
        yield f"next things to do: {names}"


def find_narrow_cards(teacher: Page) -> Iterator[str]:
    """Yield a finding if the cards of the activities are narrow columns in a small window."""
    teacher.set_viewport_size(PROJECTOR["viewport"])
    cards = teacher.locator(".classroom .activity").filter(visible=True)
    widths = cards.evaluate_all("cards => cards.map((card) => card.offsetWidth)")
    teacher.set_viewport_size(DESKTOP["viewport"])
    if widths and min(widths) < NARROW:
        yield f"narrow cards: {widths}"


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
                *((*count_next(page), *find_narrow_cards(page)) if name == "teacher" else ()),
            )
        ]
        assert not findings, "\n".join(findings)
