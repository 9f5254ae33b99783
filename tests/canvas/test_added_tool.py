"""A tool is one definition: one that a test adds appears wherever the page speaks of tools."""

from playwright.sync_api import Page, expect

from canvas import Canvas, mount

# Adds a tool before the component is mounted.
ADD_A_TOOL = """async () => {
  const { TOOLS } = await import("/hand/tools.js");
  const { append } = await import("/model/points.js");
  TOOLS.pair = {
    title: "Pair",
    purpose: "Add two points",
    key: "l",
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


def test_an_added_tool_appears_wherever_the_page_lists_tools(harness: Page) -> None:
    canvas = mount(harness, before=ADD_A_TOOL)
    check_toolbar_and_hand(canvas)
    check_words(canvas)


def check_toolbar_and_hand(canvas: Canvas) -> None:
    """Expect a button, a shortcut, a hint, settings, a cursor and a gesture."""
    page, button = canvas.page, canvas.page.get_by_role("button", name="Pair", exact=True)
    expect(button).to_have_attribute("title", "Add two points (l)")
    canvas.keys("l")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Click to add two points.")).to_be_visible()
    expect(page.get_by_label("Brush")).to_be_visible()
    expect(page.get_by_label("Density")).to_be_hidden()
    expect(canvas.area).to_have_css("cursor", "cell")
    canvas.click(0.3, -0.3)
    canvas.expect_points(9)
    canvas.keys("Enter")
    canvas.expect_points(11)


def check_words(canvas: Canvas) -> None:
    """Expect the tool on the sheet of keys, and how to begin with it on an empty sheet."""
    canvas.keys("?")
    row = canvas.page.get_by_role("dialog").get_by_text("Pair: Enter adds two points")
    expect(row).to_be_visible()
    canvas.press("Close")
    canvas.press("Pair")
    canvas.press("Clear")
    expect(canvas.message).to_have_text("Click to add two points of low.")
