"""Every control of every dialog can be reached with Tab."""

import pytest
from playwright.sync_api import Page, expect

from browser import visit
from source import ROOT

# By title: the page, and the button that opens it.
DIALOGS = {
    "Share": ("lab", "Share"),
    "Load a table of points": ("lab", "Load a table"),
    "Load scenes": ("scenes", "Load a file"),
    "Open exercises": ("exercises", "Open a file"),
}
# The controls of the dialog, of components with a shadow root too, by what a visitor reads.
CONTROLS = """(dialog) => {
    const inside = (root) => [...root.querySelectorAll("*")].flatMap((part) =>
        [part, ...(part.shadowRoot ? inside(part.shadowRoot) : [])]);
    const name = (part) => part.ariaLabel || part.labels?.[0]?.textContent || part.textContent;
    const kinds = "a[href], button, input, textarea, select, summary, [role=tab]";
    window.controls = inside(dialog).filter((part) =>
        part.matches(kinds) && part.checkVisibility() && !part.disabled && part.tabIndex >= 0);
    return controls.map(name);
}"""
FOCUSED = """() => {
    let part = document.activeElement;
    while (part.shadowRoot?.activeElement) part = part.shadowRoot.activeElement;
    return controls.indexOf(part);
}"""


@pytest.mark.parametrize("title", DIALOGS)
def test_tab_reaches_every_control_of_a_dialog(page: Page, server: str, title: str) -> None:
    address, button = DIALOGS[title]
    visit(page, f"{server}/{address}")
    page.get_by_role("button", name=button, exact=True).click()
    dialog = page.get_by_role("dialog", name=title)
    inside = dialog.locator("input, textarea").first
    expect(inside).to_be_visible()
    controls = dialog.evaluate(CONTROLS)
    assert len(controls) > 1  # more than Close
    reached = set()
    for _ in controls:
        page.keyboard.press("Tab")
        reached.add(page.evaluate(FOCUSED))
    assert [name for place, name in enumerate(controls) if place not in reached] == []


def test_no_dialog_is_forgotten() -> None:
    folders = ("ui", "lessons", "pages")
    sources = [path.read_text("utf-8") for name in folders for path in (ROOT / name).rglob("*.py")]
    assert sum(source.count("st.dialog(") for source in sources) == len(DIALOGS)
