"""What else the journey through a lesson tries: parts that only this lesson has.

The lesson is open, and what is said of all lessons was checked. A step leaves the page to the next
one; it brings about what it needs by what a visitor would press.
"""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from accessibility import check_width
from app_pages import canvas_data, deeper, open_page
from browser import DESKTOP, PAGE_IS_COMPLETE, visit
from hands import (
    SLOP,
    check_projected,
    drag,
    drag_by_touch,
    grip,
    move_by_keys,
    shown,
    shown_after,
    touch,
    wait_for_another,
    wait_for_parameter,
)
from lessons import LESSONS
from lessons.checking_the_sources.errata import of_kind
from sheet import check_sheet

__all__ = ["AFTER_ALL", "AT_FIRST", "Step"]

Step = Callable[[Page, list[Any]], None]
MEAN = "Mean of C+"


def whole(page: Page) -> str:
    """Return the address of *Going deeper* of the lesson that is open."""
    root, _, stem = page.url.partition("?")[0].rpartition("/")
    return f"{root}/{deeper(stem)}"


def highlight_terms(page: Page, _: list[Any]) -> None:
    """A term of the formula and its part of the picture are highlighted together."""
    term = page.locator(".live .term", has_text="p(x | C+)").first
    plain, _numbers = shown(page)
    term.focus()
    expect(term).to_have_class("term is-lit")
    lit, _numbers = shown(page)
    assert lit != plain
    term.blur()
    expect(term).to_have_class("term")
    canvas = page.locator(".live canvas")
    canvas.evaluate("canvas => canvas.scrollIntoView({ block: 'center' })")
    board = canvas.bounding_box()
    assert board is not None
    prior = page.locator(".live .term", has_text="P(C+)").first
    page.mouse.move(board["x"] + 0.95 * board["width"], board["y"] + 10)  # the bar of the priors
    expect(prior).to_have_class("term is-lit")


def learn_to_drag(page: Page, sent: list[Any]) -> None:
    """Below the first handle are words, until one has been moved."""
    words = page.locator(".drag-me")
    expect(words).to_be_visible()
    expect(words).to_have_text("drag me")
    drag(page, sent, MEAN)
    expect(words).to_be_hidden()
    visit(page, page.url)
    expect(page.locator(".live canvas").first).to_be_visible()
    expect(words).to_be_hidden()


def see_words_at_handle(page: Page, _: list[Any]) -> None:
    """At the first visit words say what can be dragged; they cover nothing below it."""
    words = page.locator(".drag-me").first
    expect(words).to_be_visible()
    handle = page.get_by_role("slider", name="gamma", exact=True).and_(page.locator(".live *"))
    if handle.count():  # on an axis with numbers
        box, above = handle.bounding_box(), words.bounding_box()
        assert box is not None and above is not None
        assert above["y"] + above["height"] <= box["y"] + box["height"] / 2


def miss_words(page: Page, _: list[Any]) -> None:
    """Something was dragged, so the words are gone."""
    expect(page.locator(".drag-me").first).to_be_hidden()


def print_what_was_dragged(page: Page, sent: list[Any]) -> None:
    """The sheet has the link of what is shown."""
    drag(page, sent, MEAN)
    wait_for_parameter(page, "mean_plus")
    check_sheet(page, LESSONS[0])


def follow_link(page: Page, sent: list[Any]) -> None:
    """A link shows what was dragged; there finger and keyboard move it."""
    slider = page.get_by_role("slider", name=MEAN, exact=True)
    value = slider.get_attribute("aria-valuenow") or ""
    visit(page, page.url)
    expect(slider).to_have_attribute("aria-valuenow", value)
    drag_by_touch(page, sent, MEAN)
    move_by_keys(page, sent, MEAN)


def scroll_past_picture(page: Page, _: list[Any]) -> None:
    """On a phone the steps are below the picture, and not over it."""
    page.get_by_role("heading", name="Predict, then look").evaluate("it => it.scrollIntoView()")
    canvas = page.locator(".st-key-picture canvas").first
    expect(canvas).not_to_be_in_viewport()
    # What a button sets up is shown.
    page.get_by_role("button", name="Same mean").click()
    expect(canvas).to_be_in_viewport()


def present_test(page: Page, _: list[Any]) -> None:
    """With all its controls, too, the numbers of the picture are above the bar of a projector."""
    visit(page, f"{page.url.partition('?')[0]}?rule=cut&medical=yes&x=0&prior=0.05")
    expect(page.locator(".live .figures")).to_contain_text("predictive value")
    check_projected(page)


def choose(page: Page, option: str, part: Locator) -> None:
    """Press an option above the picture, and wait for the part that it shows."""
    page.get_by_role("radio", name=option, exact=True).click()
    expect(part).to_be_visible()
    page.wait_for_function(PAGE_IS_COMPLETE)


def subtract(page: Page, _: list[Any]) -> None:
    """What the features have in common is subtracted while one looks, and comes back."""
    words = page.locator(".live .status")
    correlation = page.get_by_role("slider", name="Correlation ρ").and_(page.locator(".live *"))
    expect(correlation).to_be_visible()
    page.get_by_role("radio", name="x₁ − ρ x₂", exact=True).click()
    expect(words).to_contain_text("Horizontal axis: x₁ − 0.5 x₂.")
    expect(correlation).to_have_count(0)
    page.get_by_role("radio", name="x₁ as measured").click()
    expect(words).not_to_contain_text("Horizontal axis")
    expect(correlation).to_be_visible()


def change_to_bumps(page: Page, _: list[Any]) -> None:
    """Bumps separate the rings, and other points begin with a γ of their own."""
    right = page.locator(".live .figures")
    expect(right).to_contain_text("42 of 60")
    page.get_by_role("radio", name="bumps", exact=True).click()
    expect(right).to_contain_text("60 of 60")
    width = page.get_by_role("slider", name="γ", exact=True).and_(page.locator(".live *"))
    width.focus()
    page.keyboard.down("Shift")
    page.keyboard.press("ArrowRight")
    page.keyboard.up("Shift")
    wait_for_parameter(page, "gamma=")
    page.get_by_role("radio", name="moons", exact=True).click()
    expect(width).to_have_attribute("aria-valuetext", "5")
    page.get_by_role("radio", name="rings", exact=True).click()
    page.get_by_role("radio", name="inner product", exact=True).click()
    expect(right).to_contain_text("42 of 60")
    page.get_by_role(
        "radio", name="moons", exact=True
    ).click()  # here p(x) depends on the star's x1
    expect(right).not_to_contain_text("42 of 60")
    page.wait_for_function(PAGE_IS_COMPLETE)


def choose_cell(page: Page, sent: list[Any]) -> None:
    """A finger chooses a cell of the confusion matrix on a phone."""
    choose(page, "confusion", page.get_by_role("slider", name="Predicted class"))
    slider, x, y = grip(page, "Predicted class")
    chosen = int(slider.get_attribute("aria-valuenow") or 0)
    put, before, sign = touch(page), shown(page), -1 if chosen > 4 else 1
    sent.clear()
    put("touchStart", (x, y))
    for reach in (SLOP, 100):
        put("touchMove", (x + sign * reach, y))
    after = shown_after(page, before)
    assert after[0] != before[0]
    assert sent == []
    url = page.url
    put("touchEnd")
    wait_for_another(page, url)
    expect(slider).not_to_have_attribute("aria-valuenow", str(chosen))


def see_planes_below_titles(page: Page, _: list[Any]) -> None:
    """On a phone each plane is below its title, and a term is highlighted."""
    planes = page.locator(".st-key-picture").get_by_role("application")
    expect(planes).to_have_count(2)
    parts = page.locator(".st-key-picture .panel").locator("h3, .plane")
    tops = parts.evaluate_all("parts => parts.map(part => part.getBoundingClientRect().top)")
    assert tops == sorted(tops)
    term = page.locator(".terms .term", has_text="αᵢ").first
    page.mouse.move(0, 0)  # away from what scrolls below it
    term.focus()
    expect(term).to_have_class("term is-lit")
    # The three figures of a classifier are in one row.
    rows = page.locator(".st-key-picture .panel-figures").evaluate_all(
        "all => all.map(it => new Set([...it.querySelectorAll('.figure')].map(each => "
        "Math.round(each.getBoundingClientRect().bottom))).size)"
    )
    assert rows == [1, 1]
    # The training accuracy of the SVM does not stand alone.
    held_out = page.locator(".st-key-picture [data-panel='1'] .figure", has_text="5-fold")
    expect(held_out).to_contain_text("%")
    page.set_viewport_size(DESKTOP["viewport"])
    check_counts_stay_above_planes(page)
    visit(page, f"{page.url.partition('?')[0]}?present=1&example=moons")
    page.set_viewport_size({"width": 1024, "height": 768})
    check_counts_stay_above_planes(page)


def check_counts_stay_above_planes(page: Page) -> None:
    """How many points are used is told above the plane of the classifier that uses them."""
    expect(page.locator(".st-key-picture .figure", has_text="points used")).to_have_count(2)
    page.wait_for_function(
        """() => [...document.querySelectorAll(".st-key-picture .plane")].every((plane, panel) => {
            const drawn = plane.getBoundingClientRect();
            const figures = document.querySelectorAll(
                `.st-key-picture .panel-figures[data-panel="${panel}"] .figure`);
            return figures.length === 3 && [...figures].every((figure) => {
                const told = figure.getBoundingClientRect();
                const isInside = drawn.left <= told.left + 1 && told.right <= drawn.right + 1;
                return isInside && told.bottom <= drawn.top + 1;
            });
        })"""
    )


def type_message(page: Page, sent: list[Any]) -> None:
    """The evidence follows the keys of a message."""
    field = page.get_by_role("textbox", name="A new message").first
    field.fill("lunch ")
    page.wait_for_function("() => location.search.includes('new=lunch')")
    page.wait_for_function(PAGE_IS_COMPLETE)
    field.focus()
    sent.clear()
    page.keyboard.press("End")
    for word in ("free", " win"):
        before = shown(page)
        for key in word:
            page.keyboard.down(key)
        after = shown(page)
        assert after[0] != before[0]
        assert after[1] != before[1]
        assert sent == []
    page.keyboard.up("n")
    page.wait_for_function("() => location.search.includes('free+win')")


def paint_digit(page: Page, sent: list[Any]) -> None:
    """Where messages were shown, a digit is painted."""
    page.set_viewport_size(DESKTOP["viewport"])
    choose(page, "digits", page.get_by_role("application"))
    paint(page, sent)


def learn_to_paint(page: Page, sent: list[Any]) -> None:
    """On the pixels are words, until somebody has painted."""
    words = page.locator(".drag-me").first
    expect(words).to_have_text("paint here")
    expect(words).to_be_visible()
    paint(page, sent)
    expect(words).to_be_hidden()


def paint(page: Page, sent: list[Any]) -> None:
    """The scores follow the brush."""
    sheet = page.get_by_role("application")
    sheet.focus()
    page.keyboard.press("Delete")
    page.wait_for_function("() => location.search.includes('pixels=0000')")
    box = sheet.bounding_box()
    assert box is not None
    x, y, side = box["x"], box["y"], box["width"] / 8
    page.mouse.move(x + side / 2, y + side / 2)
    sent.clear()
    page.mouse.down()
    before = shown(page)
    # Along the first row of an image of eight columns and down the last one.
    path = [(3.5, 0.5), (7.5, 0.5), (7.5, 3.5), (7.5, 7.5)]
    for column, row in path:
        page.mouse.move(x + column * side, y + row * side, steps=8)
        after = shown(page)
        assert after[0] != before[0]
        before = after
    assert sent == []
    page.mouse.up()
    page.wait_for_function("() => /pixels=[1-9a-z]/.test(location.search)")

    sheet.focus()
    sent.clear()
    for _ in range(3):
        page.keyboard.down("ArrowRight")
        before = shown(page)
        page.keyboard.down(" ")
        assert shown(page)[0] != before[0]
    assert sent == []
    painted = page.url
    page.keyboard.up(" ")
    wait_for_another(page, painted)

    put = touch(page)
    box = sheet.bounding_box()
    assert box is not None
    sent.clear()
    before, painted = shown(page), page.url
    put("touchStart", (box["x"] + 5, box["y"] + box["height"] - 5))
    put("touchMove", (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    assert shown(page)[0] != before[0]
    assert sent == []
    put("touchEnd")
    wait_for_another(page, painted)


def play_on_line(page: Page, _: list[Any]) -> None:
    """The cut is dragged on the plane and played on the line."""
    page.set_viewport_size(DESKTOP["viewport"])
    words, plane = page.locator(".cut .errors").first, page.get_by_role("application").first
    choose(page, "moons", plane)
    choose(page, "upside down", plane)  # its cut is where it was before a hand moved it
    place = plane.bounding_box()
    assert place is not None
    assert 0.6 < place["height"] / place["width"] < 1.2, "the plane is not squashed"
    expect(words).to_have_text(re.compile("cut 9: J = 18, 19 errors .* fewest errors: 9 at cut 19"))
    term = page.locator(".terms .term", has_text="J(9)")
    page.mouse.move(0, 0)  # away from what scrolls below it
    term.focus()
    expect(term).to_have_class("term is-lit")
    expect(term).to_contain_text("18")
    page.get_by_role("button", name="Play").click()
    expect(words).to_have_text(re.compile("^cut 20: J = 0, 10 errors"))
    page.get_by_role("button", name="Reset threshold").click()
    expect(words).to_have_text(re.compile("^cut 9"))
    plane.evaluate("plane => plane.scrollIntoView({ block: 'center' })")
    place = plane.bounding_box()
    assert place is not None
    low, high, *_rest = canvas_data(open_page("threshold_search.py", example="upside_down"))["box"]
    left, right = 60, 12  # pixels around the plot, about
    x = place["x"] + left + (0 - low) / (high - low) * (place["width"] - left - right)
    y = place["y"] + 16  # above all points
    page.mouse.move(x, y)
    page.mouse.down()  # on the boundary, which is close to x1 = 0
    page.mouse.move(x + 100, y)
    expect(words).to_have_text(re.compile("^cut 19: J = 2, 9 errors"))
    page.mouse.up()
    page.wait_for_function("() => location.search.includes('=19')")


def judge_lines(page: Page, _: list[Any]) -> None:
    """A line is tested and judged by a finger on a phone; presented, all of it is in view."""
    cut = page.locator(".st-key-hunt-line pre, .st-key-sheet-formula .katex-display")
    expect(cut).to_have_count(2)
    assert all(cut.evaluate_all("all => all.map(it => it.scrollWidth <= it.clientWidth)"))
    test = page.get_by_role("button", name="Extreme case")
    test.click()
    metric = page.get_by_test_id("stMetric")
    expect(metric).to_have_count(2)
    page.get_by_role("button", name="Wrong", exact=True).click()
    expect(page.get_by_text("Correct: it is wrong.")).to_be_visible()
    wait_for_parameter(page, "judged")
    check_width(page)
    page.get_by_role("button", name="Next line").click()
    expect(metric).to_have_count(0)
    expect(page.get_by_text("1 of 1 judged correctly")).to_be_visible()
    page.set_viewport_size({"width": 1024, "height": 768})
    visit(page, f"{page.url.partition('?')[0]}?line=score&test=program&present=1")
    bar = page.get_by_role("navigation", name="Scenes").bounding_box()
    assert bar is not None
    parts = page.locator("[class*=st-key-hunt-printed], .st-key-hunt-verdicts, img.evidence")
    expect(parts).to_have_count(3)
    for part in [*parts.all(), *metric.all()]:
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bar["y"]
    visit(page, whole(page))


def search_entries(page: Page, sent: list[Any]) -> None:
    """The browser searches alone, and an address leads to its entry."""
    page.set_viewport_size(DESKTOP["viewport"])
    search, status = page.get_by_role("searchbox"), page.get_by_role("search").get_by_role("status")
    entries = page.get_by_role("heading", level=4)
    listed = [*of_kind("error"), *of_kind("caution")]
    expect(status).to_have_text(f"{len(listed)} of {len(listed)} entries")

    search.focus()
    sent.clear()
    page.keyboard.type("eq. 181 TIES")
    expect(status).to_have_text(f"1 of {len(listed)} entries")
    expect(entries.locator("visible=true")).to_have_text(["Eq. 181: ties"])
    expect(page.get_by_role("heading", name="Cautions:")).to_be_hidden()
    search.fill("")
    post = "Bayes classifier post"
    page.get_by_role("search").get_by_role("combobox").select_option(post)
    of_post = [each.title for each in listed if each.source == post]
    expect(entries.locator("visible=true")).to_have_text(of_post)
    assert sent == []

    # Another address shows its entry, whatever was searched for before.
    page.evaluate("() => { location.hash = '#not-equal'; }")
    expect(page.locator("#not-equal")).to_be_in_viewport()
    expect(search).to_have_value("")
    expect(status).to_have_text(f"{len(listed)} of {len(listed)} entries")


def draw_again(page: Page, _: list[Any]) -> None:
    """Another sample has another boundary; how good all samples are on new points stays."""
    figures = page.locator(".live .figures")
    before, words = shown(page), figures.inner_text()
    expect(page.locator(".live .term .matrix").first.locator("span")).to_have_count(4)
    page.get_by_role("button", name="Draw again").click()
    wait_for_parameter(page, "example=sample")
    page.wait_for_function(PAGE_IS_COMPLETE)
    assert shown_after(page, before)[0] != before[0]
    expect(figures).to_have_text(words, use_inner_text=True)
    visit(page, f"{page.url.partition('?')[0]}?case=3")  # all planes, of the worked example


def draw_above_planes(page: Page, _: list[Any]) -> None:
    """On a phone samples are drawn by a button above the planes, so that one sees them change."""
    visit(page, whole(page))
    button = page.get_by_role("button", name="Draw again").bounding_box()
    planes = page.locator(".live canvas").first.bounding_box()
    assert button is not None and planes is not None
    assert button["y"] + button["height"] <= planes["y"]


def see_more_curves(page: Page, _: list[Any]) -> None:
    """At first there are three numbers; the others come when they are asked for."""
    names = page.locator(".st-key-live-kernel_width dt")
    expect(names).to_have_text(["γ", "training", "left out"])
    page.get_by_text("more curves", exact=True).click()
    expect(names).to_have_count(5)
    page.wait_for_function(PAGE_IS_COMPLETE)


# In a desktop window, before anything has moved, and in one as wide as a phone, after all else.
AT_FIRST: dict[str, list[Step]] = {
    "bayes_rule": [learn_to_drag, highlight_terms, print_what_was_dragged],
    "naive_and_optimal_bayes": [subtract],
    "linear_discriminants": [learn_to_paint],
    "inner_products": [change_to_bumps],
    "discrete_bayes": [type_message],
    "covariance_assumptions": [draw_again],
    "kernel_width": [see_words_at_handle, see_more_curves],
    "threshold_search": [see_words_at_handle],
    "kernel_bayes_and_svm": [see_words_at_handle],
}
AFTER_ALL: dict[str, list[Step]] = {
    "bayes_rule": [follow_link, scroll_past_picture, present_test],
    "covariance_assumptions": [draw_above_planes],
    "linear_discriminants": [choose_cell],
    "discrete_bayes": [paint_digit],
    "threshold_search": [miss_words, play_on_line],
    "kernel_bayes_and_svm": [miss_words, see_planes_below_titles],
    "checking_the_sources": [judge_lines, search_entries],
}
