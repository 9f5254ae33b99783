"""What axe-core finds on a page, as far as it counts, and what a narrow window cuts or covers."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from browser import PAGE_IS_COMPLETE
from source import ROOT

__all__ = [
    "check_barriers",
    "check_reach",
    "check_width",
    "find_barriers",
    "find_out_of_reach",
    "in_theme",
]

FIND_WRONG = (ROOT / "tests" / "helpers" / "reach.js").read_text("utf-8").split("*/\n", 1)[1]
ENLARGED = {"width": 320, "height": 568}  # a window of 1280 pixels at 400 %

HAS_THEME = """theme =>
    getComputedStyle(document.querySelector(".stApp")).colorScheme === theme
"""

GRAVE = ("serious", "critical")
# A wide formula scrolls; current browsers let Tab reach whatever does, which axe does not know.
RULES = {"rules": {"scrollable-region-focusable": {"enabled": False}}}
COLOUR_RULES = {"runOnly": ["color-contrast", "link-in-text-block"]}


def find_barriers(page: Page, *, only_colours: bool = False) -> list[str]:
    """Return the grave findings of axe-core, or those of its rules on colours alone.

    Dark differs from light only in colours: what was checked light needs only these rules dark.
    """
    # Without "resultTypes" it describes each part that passes, too, which takes twice as long.
    options = {"resultTypes": ["violations"], **(COLOUR_RULES if only_colours else RULES)}
    violations = Axe().run(page, options=options).response["violations"]
    return [describe(each) for each in violations if each["impact"] in GRAVE]


def describe(violation: dict[str, Any]) -> str:
    """Return a finding with the places where it is."""
    places = [f"  {node['target']}: {node['failureSummary']}" for node in violation["nodes"]]
    return "\n".join([f"{violation['id']} ({violation['impact']})", *places])


def check_barriers(page: Page) -> None:
    """Expect no grave finding, light and dark."""
    for theme in ("light", "dark"):
        with in_theme(page, theme):
            barriers = find_barriers(page, only_colours=theme == "dark")
            assert not barriers, "\n".join([f"{theme}:", *barriers])


@contextmanager
def in_theme(page: Page, theme: Literal["light", "dark"]) -> Generator[None]:
    """Show the page in a theme, and then light as before."""
    page.emulate_media(color_scheme=theme)
    try:
        page.wait_for_function(HAS_THEME, arg=theme)
        page.wait_for_function(PAGE_IS_COMPLETE)
        yield
    finally:
        page.emulate_media(color_scheme="light")


def check_width(page: Page) -> None:
    """Expect that nothing is wider than the window."""
    main = page.get_by_test_id("stMain")
    assert main.evaluate("element => element.scrollWidth <= element.clientWidth")
    too_wide = main.evaluate(
        """element => [...element.querySelectorAll(".katex-html")]
            .filter(formula => formula.getBoundingClientRect().right > element.clientWidth)
            .map(formula => formula.textContent)"""
    )
    assert too_wide == []
    cut_off = main.locator(".st-key-ways-on p").evaluate_all(
        """titles => titles.filter(it => it.scrollWidth > it.clientWidth ||
            it.clientHeight > 2.5 * parseFloat(getComputedStyle(it).lineHeight))
            .map(it => it.textContent)"""
    )
    assert cut_off == []


def check_reach(page: Page) -> None:
    """Expect nothing cut, covered or faint on 320 pixels with the colours of the system."""
    wrong = find_out_of_reach(page)
    assert not wrong, "\n".join(wrong)


def find_out_of_reach(page: Page) -> list[str]:
    """Return what is cut, covered or faint on 320 pixels with the colours of the system."""
    size = page.viewport_size
    page.set_viewport_size(ENLARGED)
    page.emulate_media(forced_colors="active")
    wrong = [*page.evaluate(FIND_WRONG), *find_barriers(page, only_colours=True)]
    page.emulate_media(forced_colors="none")
    page.set_viewport_size(size)  # pyrefly: ignore[bad-argument-type]
    return wrong
