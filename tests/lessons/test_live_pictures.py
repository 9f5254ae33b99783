"""Live pictures in a browser: all follows what is grabbed, and nothing is sent before it rests.

The first lesson stands for the frame that all share: there the main part is moved by mouse, finger
and keyboard. In each other lesson one of them moves it; where a part of the picture has code of its
own, the cut on its line or a point, all three do.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from browser import PHONE, visit
from javascript import call
from lessons import LESSONS
from sheet import check_sheet
from ui.live_picture import Number, Text, read_hand

STEPS = 4
FRAMES = 20  # until a step is painted; a refit may take more than one
SLOP = 16  # pixels: browsers take a shorter way of a finger for a tap
AROUND_LINE = 58, 12  # pixels left and right of the line of projections
PAINTED = [
    "linear_discriminants",
    pytest.param("discrete_bayes?data=digits", marks=pytest.mark.soak),
]


ARE_ABOVE = """([bar, ...parts]) => parts.every(
    (part) => part.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top)"""


@pytest.fixture
def sent(page: Page) -> list[Any]:
    """What the browser sent to the server."""
    return sent_by(page)


def sent_by(page: Page) -> list[Any]:
    """Return the list to which the messages of pages that open from now on are added."""
    frames: list[Any] = []

    def watch(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: frames.append(frame))

    page.on("websocket", watch)
    return frames


# A number for the pixels of each canvas: to encode them as images takes many times as long.
PIXELS = """canvases => canvases.map((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Uint32Array(data.buffer).reduce((sum, pixel) => (31 * sum + pixel) | 0, 0);
})"""


def shown(page: Page) -> tuple[tuple[int, ...], str]:
    """Return numbers for the picture, and the numbers below it, after the next frame."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    picture = tuple(page.locator(".st-key-picture canvas:visible").evaluate_all(PIXELS))
    numbers = page.locator(".st-key-picture").locator(".figures, .status, .errors")
    sliders = page.locator(".st-key-picture [aria-label=gamma]").all()
    gammas = [str(slider.get_attribute("aria-valuetext")) for slider in sliders]
    return picture, " ".join(numbers.all_inner_texts() + gammas)


def shown_after(page: Page, before: tuple[tuple[int, ...], str]) -> tuple[tuple[int, ...], str]:
    """Return what is shown once the picture has changed, some frames later at most."""
    for _ in range(FRAMES):
        now = shown(page)
        if now[0] != before[0]:
            break
    return now


def move(page: Page, sent: list[Any], step: Callable[[int], None]) -> None:
    """Move in steps; picture and numbers follow each, and nothing is sent."""
    sent.clear()
    seen = [shown(page)]
    for k in range(1, STEPS + 1):
        step(k)
        seen.append(shown_after(page, seen[-1]))
    pictures, numbers = (len(set(each)) for each in zip(*seen, strict=True))
    assert pictures == STEPS + 1
    assert numbers > STEPS / 2
    assert sent == []


def grip(page: Page, name: str) -> tuple[Locator, float, float]:
    slider = page.get_by_role("slider", name=name, exact=True)
    slider.evaluate("slider => slider.scrollIntoView({ block: 'center' })")
    box = slider.bounding_box()
    assert box is not None
    left, right, share = 0.0, 0.0, 0.5
    if name == "Threshold":  # the line as a whole is the slider
        left, right = AROUND_LINE
        low, high, now = (
            float(slider.get_attribute(f"aria-value{part}") or 0) for part in ("min", "max", "now")
        )
        share = (now - low) / (high - low)
    if slider.evaluate("element => element.tagName") == "INPUT":  # its thumb
        share = slider.evaluate("({ value, min, max }) => (value - min) / (max - min)")
    x = box["x"] + left + share * (box["width"] - left - right)
    return slider, x, box["y"] + box["height"] / 2


def drag(page: Page, sent: list[Any], name: str) -> str:
    """Drag a part by mouse and let go; return its value."""
    slider, x, y = grip(page, name)
    page.mouse.move(x, y)
    page.mouse.down()
    move(page, sent, lambda k: page.mouse.move(x + 6 * k, y))
    before = page.url
    page.mouse.up()
    wait_for_another(page, before)
    assert sent
    return slider.get_attribute("aria-valuenow") or ""


def touch(page: Page) -> Callable[..., None]:
    """Return a finger; a desktop may have a screen for fingers, too."""
    session = page.context.new_cdp_session(page)

    def put(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    return put


def drag_by_touch(page: Page, sent: list[Any], name: str) -> None:
    """Drag a part by finger and let go."""
    _, x, y = grip(page, name)
    put = touch(page)
    put("touchStart", (x, y))
    put("touchMove", (x - SLOP, y))
    move(page, sent, lambda k: put("touchMove", (x - SLOP - 3 * k, y)))
    before = page.url
    put("touchEnd")
    wait_for_another(page, before)


def move_by_keys(page: Page, sent: list[Any], name: str) -> None:
    """Move a part by an arrow key that is held down, and let go."""
    page.get_by_role("slider", name=name, exact=True).focus()
    move(page, sent, lambda _: page.keyboard.down("ArrowLeft"))
    before = page.url
    page.keyboard.up("ArrowLeft")
    wait_for_another(page, before)


def wait_for_another(page: Page, url: str) -> None:
    page.wait_for_function("url => location.href !== url", arg=url)


def wait_for_parameter(page: Page, name: str) -> None:
    page.wait_for_function("name => location.search.includes(name)", arg=name)


ALL_HANDS = [drag, move_by_keys, drag_by_touch]
# The lesson, what is grabbed in its picture, its parameter in the link, and what moves it.
GRABBED = [
    ("naive_and_optimal_bayes", "Mean of class B", "gap1", [drag_by_touch]),
    ("discrete_bayes", "Smoothing α", "alpha", [move_by_keys]),
    ("threshold_search", "Threshold", "cut+in+moons", ALL_HANDS),
    ("inner_products", "Star", "x1", [drag]),
    ("kernel_width", "gamma", "gamma=", [drag]),
    ("kernel_bayes_and_svm", "gamma", "gamma=", [move_by_keys]),
    ("covariance_assumptions", "Point 1 of class +", "points", ALL_HANDS),
]


@pytest.mark.soak
@pytest.mark.parametrize(("stem", "name", "parameter", "hands"), GRABBED)
def test_all_follows_the_hand_and_the_server_hears_of_it_when_it_rests(
    server: str,
    page: Page,
    sent: list[Any],
    stem: str,
    name: str,
    parameter: str,
    hands: list[Callable[[Page, list[Any], str], object]],
) -> None:
    visit(page, f"{server}/{stem}")
    for move_part in hands:
        move_part(page, sent, name)
    wait_for_parameter(page, parameter)
    check_projected(page)


def check_projected(page: Page) -> None:
    """Present a lesson on a small projector: the numbers of its picture are above the bar."""
    page.set_viewport_size({"width": 1024, "height": 768})
    page.keyboard.press("p")
    bar = page.get_by_role("navigation", name="Scenes")
    expect(bar).to_be_visible()
    numbers = page.locator(".st-key-picture").locator(".figures, .status")
    handles = [bar.element_handle(), *numbers.element_handles()]
    assert len(handles) > 1
    page.wait_for_function(ARE_ABOVE, arg=handles)


@pytest.mark.soak
def test_a_finger_reaches_the_lower_end_of_a_tall_picture(server: str, phone: Page) -> None:
    sent = sent_by(phone)
    visit(phone, f"{server}/kernel_width")
    drag_by_touch(phone, sent, "gamma")


@pytest.mark.soak
def test_the_first_lesson_follows_mouse_finger_and_keyboard_and_is_printed(
    server: str, page: Page, sent: list[Any]
) -> None:
    name = "Mean of C+"
    visit(page, f"{server}/{LESSONS[0].stem}")
    check_terms(page)
    value = drag(page, sent, name)
    wait_for_parameter(page, "mean_plus")
    check_sheet(page, LESSONS[0])

    # As wide as a phone: the window that has loaded such a page before is quicker than another one.
    page.set_viewport_size(PHONE["viewport"])
    visit(page, page.url)
    slider, _, _ = grip(page, name)
    expect(slider).to_have_attribute("aria-valuenow", value)
    drag_by_touch(page, sent, name)
    move_by_keys(page, sent, name)
    # On a phone the steps are below the picture, and not over it.
    page.get_by_role("heading", name="Predict, then look").evaluate("it => it.scrollIntoView()")
    canvas = page.locator(".st-key-picture canvas").first
    expect(canvas).not_to_be_in_viewport()
    # What a button sets up is shown.
    page.get_by_role("button", name="Same mean").click()
    expect(canvas).to_be_in_viewport()


@pytest.mark.soak
def test_a_finger_chooses_a_cell_of_the_confusion_matrix(
    server: str, phone: Page, sent: list[Any]
) -> None:
    visit(phone, f"{server}/linear_discriminants?view=confusion")
    slider, x, y = grip(phone, "Predicted class")
    chosen = int(slider.get_attribute("aria-valuenow") or 0)
    put, before, sign = touch(phone), shown(phone), -1 if chosen > 4 else 1
    sent.clear()
    put("touchStart", (x, y))
    for reach in (SLOP, 100):
        put("touchMove", (x + sign * reach, y))
    after = shown_after(phone, before)
    assert after[0] != before[0]
    assert sent == []
    url = phone.url
    put("touchEnd")
    wait_for_another(phone, url)
    expect(slider).not_to_have_attribute("aria-valuenow", str(chosen))


@pytest.mark.soak
def test_on_a_phone_each_plane_of_lesson_9_is_below_its_title(server: str, phone: Page) -> None:
    visit(phone, f"{server}/kernel_bayes_and_svm")
    planes = phone.locator(".st-key-picture").get_by_role("application")
    expect(planes).to_have_count(2)
    parts = phone.locator(".st-key-picture .panel").locator("h3, .plane")
    tops = parts.evaluate_all("parts => parts.map(part => part.getBoundingClientRect().top)")
    assert tops == sorted(tops)
    term = phone.locator(".terms .term", has_text="αᵢ").first
    term.focus()
    expect(term).to_have_class("term is-lit")
    # The training accuracy of the SVM does not stand alone.
    held_out = phone.locator(".st-key-picture [data-panel='1'] .figure", has_text="5-fold")
    expect(held_out).to_contain_text("%")


@pytest.mark.soak
def test_the_evidence_follows_the_keys_of_a_message(
    server: str, page: Page, sent: list[Any]
) -> None:
    visit(page, f"{server}/discrete_bayes?new=lunch ")
    page.get_by_role("textbox", name="A new message").first.focus()
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


@pytest.mark.soak
@pytest.mark.parametrize("address", PAINTED)
def test_the_scores_follow_the_brush(
    server: str, page: Page, sent: list[Any], address: str
) -> None:
    visit(page, f"{server}/{address}")
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
    path = [(k + 0.5, 0.5) for k in range(1, 8)] + [(7.5, k + 0.5) for k in range(1, 8)]
    for column, row in path:
        page.mouse.move(x + column * side, y + row * side, steps=2)
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


def check_terms(page: Page) -> None:
    """A term of the formula and its part of the picture are highlighted together."""
    term = page.locator(".live .term", has_text="p(x | C+)").first
    plain, _ = shown(page)
    term.focus()
    expect(term).to_have_class("term is-lit")
    lit, _ = shown(page)
    assert lit != plain
    term.blur()
    expect(term).to_have_class("term")
    board = page.locator(".live canvas").bounding_box()
    assert board is not None
    prior = page.locator(".live .term", has_text="P(C+)").first
    page.mouse.move(board["x"] + 0.95 * board["width"], board["y"] + 10)  # the bar of the priors
    expect(prior).to_have_class("term is-lit")


NUMBERS: list[Number | Text] = [
    Number("x", "x", -1.0, 1.0, 0.0),
    Number("y", "y", 0.0, 2.0, 1.0, key="y of it"),
    Text("word", "A word", "start", 5),
]


@pytest.mark.parametrize(
    "hand", [None, 5, {"values": 3}, {"values": {"x": "1", "y": None, "word": 3}}]
)
def test_a_message_that_cannot_be_read_changes_nothing(hand: Any) -> None:
    assert read_hand({"hand": hand}, NUMBERS) == {}


def test_values_of_a_message_are_kept_within_their_limits() -> None:
    values = {"x": 7, "y": 1.5, "z": 1.0}
    assert read_hand({"hand": {"values": values}}, NUMBERS) == {"x": 1.0, "y of it": 1.5}
    assert read_hand({"hand": {"values": {"x": float("nan")}}}, NUMBERS) == {}
    assert read_hand({"hand": {"values": {"word": "too long"}}}, NUMBERS) == {"word": "too l"}


GRID = {"rows": 2, "columns": 3, "most": 16, "radius": 0}


@pytest.mark.parametrize(
    ("text", "levels"),
    [("00g9a1", [0, 0, 16, 9, 10, 1]), ("00h000", None), ("00000", None), ("0000 0", None)],
)
def test_a_text_holds_pixels_or_is_no_image(text: str, levels: list[int] | None) -> None:
    assert call("pixels.js", [["readPixels", text, GRID]]) == [levels]
    if levels:
        assert call("pixels.js", [["writePixels", levels]]) == [text]


def test_the_brush_leaves_ink_that_fades_within_one_pixel_and_the_eraser_takes_it() -> None:
    empty, full = [0] * 6, [16] * 6
    right = [[0.5, 0.5], [2.5, 0.5]]
    strokes = [
        ["paintStroke", empty, GRID, [1.5, 0.5], [1.5, 0.5], False],
        ["paintStroke", empty, GRID, [1.75, 0.5], [1.75, 0.5], False],
        ["paintStroke", empty, GRID, *right, False],
        ["paintStroke", full, GRID, *right, True],
    ]
    assert call("pixels.js", strokes) == [
        [0, 16, 0, 0, 0, 0],
        [0, 12, 4, 0, 0, 0],
        [16, 16, 16, 0, 0, 0],
        [0, 0, 0, 16, 16, 16],
    ]
