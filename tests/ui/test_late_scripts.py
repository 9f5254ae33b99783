"""Components whose script comes late: what arrives meanwhile counts, and nothing vanishes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from browser import PAGE_IS_COMPLETE
from javascript import call

IS_DARK = "() => getComputedStyle(document.querySelector('.stApp')).colorScheme === 'dark'"


@pytest.mark.parametrize(
    ("path", "script", "part"),
    [
        ("lab", "drawing.js", ".drawing"),
        ("covariance_assumptions", "live.js", ".live"),
        ("room", "teacher.js", ".classroom"),
    ],
)
def test_a_component_stays_if_its_data_changes_while_its_script_loads(
    server: str, own_page: Page, path: str, script: str, part: str
) -> None:
    held: list[Callable[[], None]] = []

    def hold(route: Route) -> None:
        held.append(route.continue_)

    own_page.route(f"**/{script}", hold)
    with own_page.expect_request(f"**/{script}"):
        own_page.goto(f"{server}/{path}", wait_until="commit")
    own_page.wait_for_function(PAGE_IS_COMPLETE)
    own_page.emulate_media(color_scheme="dark")
    own_page.wait_for_function(IS_DARK)
    own_page.wait_for_function(PAGE_IS_COMPLETE)
    for go_on in held:
        go_on()
    expect(own_page.locator(part)).to_be_visible()
    own_page.wait_for_load_state("networkidle")
    expect(own_page.locator(part)).to_be_visible()


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ("call 1, call 2", "create, show 1, show 2"),
        ("call 1, call 2, end 1", "create, show 1, show 2"),
        ("call 2, call 1, end 1", "create, show 2, show 1, show 2"),
        ("call 1, end 1, call 2", "create, show 1, show 2"),
        ("call 1, call 2, call 3, end 1, end 2", "create, show 1, show 2, show 3"),
        ("call 1, leave, end 1", "create, show 1, close"),
        ("call 1, call 2, leave, end 2", "create, show 1, show 2, close"),
        ("call 1, call 2, leave, end 1, end 2", "create, show 1, show 2, close"),
        ("leave, call 1, end 1, call 2, end 2", "create, show 1, close, create, show 2, close"),
    ],
)
def test_a_component_shows_the_newest_data_until_its_element_leaves_the_page(
    events: str, told: str
) -> None:
    """Only a call that newer data has overtaken ends before that."""
    assert call("mounted_component.mjs", [["tell", events.split(", ")]]) == [told.split(", ")]
