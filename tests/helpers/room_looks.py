"""What is wrong with what a page of the classroom shows, light and dark."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from accessibility import find_barriers, find_out_of_reach

__all__ = ["PHONE", "look_at"]

# The smallest that anybody holds, so that any names and any fonts fit the others.
PHONE: dict[str, Any] = {
    "viewport": {"width": 320, "height": 568},
    "is_mobile": True,
    "has_touch": True,
}
FITS = """() => [document.documentElement, ...document.querySelectorAll("[data-testid=stMain]")]
    .every((element) => element.scrollWidth <= element.clientWidth)"""


SHOWS_SCHEME = """scheme => {
    const app = document.querySelector(".stApp");
    return !app || getComputedStyle(app).colorScheme === scheme;
}"""
# The classroom takes over the colours of the theme in a transition of a frame.
END_TRANSITIONS = """roots => Promise.allSettled(roots
    .flatMap((root) => root.getAnimations({ subtree: true }))
    .map(({ finished }) => finished))"""


def look_at(page: Page) -> Iterator[str]:
    """Yield what is wrong with what a page shows."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(SHOWS_SCHEME, arg=scheme)
        page.locator(".classroom").evaluate_all(END_TRANSITIONS)
        for barrier in find_barriers(page, only_colours=scheme == "dark"):
            yield f"{scheme}: {barrier}"
    if not page.evaluate(FITS):
        yield "wider than the screen"
    yield from find_out_of_reach(page)
