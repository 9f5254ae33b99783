"""A tool is one definition: one that a test adds appears wherever the page speaks of tools."""

import pytest
from playwright.sync_api import Page, expect

from canvas import Canvas, mount

# Adds a tool before the component is mounted.
ADD_A_TOOL = """async () => {
  const { TOOLS } = await import("/hand/tools.js");
  const { append } = await import("/model/points.js");
  TOOLS.pair = {
    title: "Pair",
    purpose: "Add two points",
    key: "p",
    hint: "Click to add two points.",
    help: "Enter adds two points",
    start: "Click to add two points",
    cursor: "cell",
    settings: ["brush"],
    isTwoStep: false,
    icon: { d: "M7 10h.01M13 10h.01" },
    begin(board, { place: [x, y] }) {
      board.draft(append(board.points, [[x - 0.1, y], [x + 0.1, y]], board.label));
      return () => {};
    },
  };
}"""


@pytest.fixture
def canvas(page: Page) -> Canvas:
    return mount(page, before=ADD_A_TOOL)


def test_an_added_tool_has_a_button_a_shortcut_a_hint_a_cursor_and_a_gesture(
    canvas: Canvas,
) -> None:
    page, button = canvas.page, canvas.page.get_by_role("button", name="Pair", exact=True)
    expect(button).to_have_attribute("title", "Add two points (p)")
    canvas.keys("p")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Click to add two points.")).to_be_visible()
    expect(page.get_by_label("Brush")).to_be_visible()
    expect(page.get_by_label("Density")).to_be_hidden()
    expect(canvas.area).to_have_css("cursor", "cell")
    canvas.click(0.3, -0.3)
    canvas.expect_points(9)
    canvas.keys("Enter")
    canvas.expect_points(11)


def test_an_added_tool_stands_on_the_sheet_of_keys_and_says_how_to_begin(canvas: Canvas) -> None:
    canvas.keys("?")
    row = canvas.page.get_by_role("dialog").get_by_text("Pair: Enter adds two points")
    expect(row).to_be_visible()
    canvas.press("Close")
    canvas.press("Pair")
    canvas.press("Clear")
    expect(canvas.message).to_have_text("Click to add two points of low.")
