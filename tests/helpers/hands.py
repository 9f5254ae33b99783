"""Hands that move a part of a live picture, and what of the page follows them."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket, expect

from browser import PAGE_IS_COMPLETE
from canvas import AROUND_LINE

__all__ = [
    "SLOP",
    "check_nudge",
    "check_projected",
    "check_task_covers_nothing",
    "drag",
    "drag_by_touch",
    "grip",
    "move_by_keys",
    "sent_by",
    "shown",
    "shown_after",
    "swipe_up",
    "tap_by_touch",
    "touch",
    "wait_for_another",
    "wait_for_parameter",
]

STEPS = 4
FRAMES = 20  # until a step is painted; a refit may take more than one
LARGE, HANDLE = 44, 9  # pixels: of a button for a finger, and half of a handle
SLOP = 16  # pixels: browsers take a shorter way of a finger for a tap
NONE_IS_CUT = """bar => [...document.querySelectorAll(".st-key-picture [data-testid=stExpander]")]
    .every(it => {
        const { top, bottom } = it.getBoundingClientRect(), edge = bar.getBoundingClientRect().top;
        return top >= edge || bottom <= edge;
    })"""
# As if the focus were outside the picture, in which the key is the probe's: the focus stays.
PRESENT = """() => document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key: "p", bubbles: true }))"""
ARE_ABOVE = """([bar, ...parts]) => parts.every(
    (part) => part.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top)"""

# Handles, numbers and pictures are beside the task, all of which is shown, and above the bar.
ARE_BESIDE = """() => {
    const card = document.querySelector(".st-key-task").parentElement.getBoundingClientRect();
    const bar = document.querySelector(".scene-bar").getBoundingClientRect();
    const parts = ".figures, .figure, canvas, img, table, .st-key-hunt";
    const all = (root) => [...root.querySelectorAll("*")]
        .flatMap((it) => [it, ...(it.shadowRoot ? all(it.shadowRoot) : [])]);
    const shown = all(document.querySelector(".st-key-picture"))
        .filter((it) => it.matches(`[role=slider], ${parts}`) && it.checkVisibility())
        .filter((it) => it.getBoundingClientRect().width > 1); // others are for screen readers
    return shown.length && card.bottom <= bar.top + 1 && shown.every((it) => {
        const place = it.getBoundingClientRect();
        return place.left >= card.right - 1 && place.bottom <= bar.top + 1;
    });
}"""


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


def tap_by_touch(page: Page) -> Callable[[float, float], None]:
    """Return a finger that taps."""
    put = touch(page)

    def tap(x: float, y: float) -> None:
        put("touchStart", (x, y))
        put("touchEnd")

    return tap


def check_nudge(button: Locator, x: float, y: float) -> None:
    """Expect a button of a handle at (x, y): as large as a finger, and not on the handle."""
    box = button.bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= LARGE
    aside = max(box["x"] - x, x - box["x"] - box["width"])
    assert max(aside, box["y"] - y, y - box["y"] - box["height"]) > HANDLE


def swipe_up(page: Page, x: float, y: float) -> None:
    """Let a finger go up from a place, as to scroll the page."""
    put = touch(page)
    put("touchStart", (x, y))
    for step in range(1, 5):
        put("touchMove", (x, y - 40 * step))
    put("touchEnd")


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


def check_projected(page: Page) -> None:
    """Present a lesson on a small projector: the numbers of its picture are above the bar."""
    page.set_viewport_size({"width": 1024, "height": 768})
    page.evaluate(PRESENT)
    bar = page.get_by_role("navigation", name="Scenes")
    expect(bar).to_be_visible()
    expect(page.locator(".st-key-tools")).to_have_count(0)  # the server has answered
    page.wait_for_function(PAGE_IS_COMPLETE)
    numbers = page.locator(".st-key-picture").locator(".figures, .status")
    expect(numbers.first).to_be_visible()
    handles = [bar.element_handle(), *numbers.element_handles()]
    page.wait_for_function(ARE_ABOVE, arg=handles)
    page.get_by_test_id("stMain").evaluate("it => it.scrollTo(0, 0)")  # a hand may have scrolled
    page.wait_for_function(NONE_IS_CUT, arg=bar.element_handle())
    page.keyboard.press("Escape")
    expect(bar).to_be_hidden()


def check_task_covers_nothing(page: Page, tasks: list[str]) -> None:
    """Show each task of a presented lesson on a small and on a large projector."""
    card = page.locator(".st-key-task")
    page.keyboard.press("t")
    for place, task in enumerate(tasks):
        if place:
            card.get_by_role("button", name="Next").click()
        expect(card).to_contain_text(task)
        page.wait_for_function(PAGE_IS_COMPLETE)
        for width, height in ((1024, 768), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(ARE_BESIDE)
