"""The drawing component in Chromium, without Streamlit, and a hand that draws on it.

The page is canvas_harness.html; it keeps what the component sends to Python in `sent`. The axes are
switched off, so that the box [-1, 1] x [-1, 1] fills the drawing area but for a rim of one pixel.
"""

import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlencode, urlsplit

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page, expect

from bayeslab.figures.theme import PALETTE
from core.drawing import Drawing, decode_drawing
from core.messages import describe_switches
from source import ROOT
from web import STYLE_SOURCES

__all__ = [
    "AROUND_LINE",
    "DATA",
    "KERNEL_BAYES",
    "STEP",
    "Canvas",
    "X",
    "Y",
    "base64_of",
    "columns",
    "grip_of",
    "make_drawing",
    "mount",
    "numbers_in",
    "panel",
    "plain_score",
]

X = [[-0.6, -0.5], [-0.4, -0.6], [-0.5, -0.3], [-0.2, -0.4], [0.5, 0.4], [0.4, 0.6], [0.6, 0.2]]
Y = [0, 0, 0, 0, 1, 1, 1]
KERNEL_BAYES: dict[str, Any] = {
    "kind": "kernel",
    "variant": "I",
    "kernel": "rbf",
    "is_bump": True,
    "degree": 2,
    "coef0": 1.0,
    "threshold": "error",
    "metric": "sum",
    "determinants": False,
}
STEP = 2 / 65_535  # between two positions in the box
AROUND_LINE = 58, 12  # pixels left and right of the line; more on the left for long class names
GRIP_WIDTH = 20  # pixels around the threshold at which a mouse can take it, at least


def base64_of(values: Any) -> str:
    return b64encode(np.ascontiguousarray(values).tobytes()).decode("ascii")


def numbers_in(text: str, kind: str = "<f8") -> NDArray[Any]:
    return np.frombuffer(b64decode(text), kind)


def plain_score(told: dict[str, Any]) -> dict[str, Any]:
    """Return a score that the component is told, with lists where arrays travelled as bytes."""
    names = ("z1", "z2", "coefficients")
    expansions = [
        each | {name: numbers_in(each[name]).tolist() for name in names}
        for each in told["expansions"]
    ]
    return told | {"expansions": expansions}


def columns(X: Any, y: Any) -> dict[str, str]:
    """Return points as the component takes them."""
    x1, x2 = np.asarray(X, dtype="<f8").reshape(-1, 2).T
    return {"x": base64_of(x1), "y": base64_of(x2), "labels": base64_of(np.asarray(y, np.uint8))}


def panel(title: str, model: dict[str, Any], accuracy: str | None = None) -> dict[str, Any]:
    return {"title": title, "model": model, "accuracy": accuracy}


DATA: dict[str, Any] = {
    "revision": 1,
    "seq": 0,
    "theme": "light",
    "palette": [{"colour": s.colour, "symbol": s.symbol, "name": s.name} for s in PALETTE[:4]],
    "classes": ["low", "high"],
    "features": ["x₁", "x₂"],
    "box": [-1.0, 1.0, -1.0, 1.0],
    "points": columns(X, Y),
    "gamma": 5.0,
    "showsGamma": True,
    "offered": describe_switches(equal=False),
    "switches": ["axes"],
    "panels": [panel("Kernel Bayes I", KERNEL_BAYES)],
}


@dataclass(frozen=True)
class Canvas:
    """The component on a page, and a hand."""

    page: Page

    @property
    def area(self) -> Locator:
        return self.page.get_by_role("application", name="Drawing area", exact=True)

    @property
    def status(self) -> Locator:
        return self.page.get_by_role("status")

    @property
    def message(self) -> Locator:
        return self.page.locator(".message").first

    @property
    def sent(self) -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = self.page.evaluate("sent")
        return sent

    def last_sent(self, count: int) -> dict[str, Any]:
        """Return the last message, the count-th."""
        self.page.wait_for_function("count => sent.length >= count", arg=count)
        assert len(self.sent) == count
        last = self.sent[-1]
        assert last.keys() == {"name", "seq", "revision", "points", "gamma", "switches"}
        assert (last["name"], last["seq"]) == ("drawing", count)
        return last

    def last_drawing(self, count: int) -> tuple[NDArray[np.float64], list[int]]:
        """Return the points and labels of the last message, the count-th."""
        drawing = decode_drawing(self.last_sent(count)["points"])
        return drawing.X, drawing.labels.tolist()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def class_button(self, number: int) -> Locator:
        """Return the button of a class, counted from 1; its name is the name of the class."""
        return self.page.locator(f"[data-label='{number - 1}']")

    def pixel(self, x: float, y: float, area: Locator | None = None) -> tuple[float, float]:
        box = (area or self.area).bounding_box()
        assert box is not None
        right, up = (x + 1) / 2, (y + 1) / 2
        return (
            box["x"] + 1 + right * (box["width"] - 2),
            box["y"] + 1 + (1 - up) * (box["height"] - 2),
        )

    def click(self, x: float, y: float, area: Locator | None = None) -> None:
        self.page.mouse.click(*self.pixel(x, y, area))

    def drag(self, *places: tuple[float, float], release: bool = True) -> None:
        self.page.mouse.move(*self.pixel(*places[0]))
        self.page.mouse.down()
        for place in places[1:]:
            self.page.mouse.move(*self.pixel(*place), steps=5)
        if release:
            self.page.mouse.up()

    def touch(self, *places: tuple[float, float]) -> None:
        session = self.page.context.new_cdp_session(self.page)
        for kind, place in zip(["touchStart", *["touchMove"] * 99], places, strict=False):
            x, y = self.pixel(*place)
            session.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]}
            )
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def keys(self, *names: str) -> None:
        self.area.focus()
        for name in names:
            self.page.keyboard.press(name)

    def expect_points(self, count: int) -> None:
        expect(self.status).to_have_text(re.compile(rf"^{count} points?\b"))

    def update(self, **changes: Any) -> None:
        """Send data as Python would; `echo` says whether it answers from now on."""
        self.page.evaluate("changes => update(changes)", changes)


class CanvasFiles(SimpleHTTPRequestHandler):
    """The files of the component, and the harness, which a browser may keep."""

    def translate_path(self, path: str) -> str:
        name = urlsplit(path).path.removeprefix("/")
        folder = "tests/helpers" if name == "canvas_harness.html" else "web"
        return str(ROOT / folder / name)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, format: str, *_: Any) -> None:
        pass


@cache
def harness() -> str:
    """Serve the component as long as the tests run, and return the address of the harness."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), CanvasFiles)
    Thread(target=server.serve_forever, daemon=True).start()
    styles = urlencode([("style", name.removeprefix("web/")) for name in STYLE_SOURCES])
    return f"http://127.0.0.1:{server.server_port}/canvas_harness.html?{styles}"


def mount(page: Page, before: str | None = None, **changes: Any) -> Canvas:
    """Put a new component with DATA, changed, on the harness; with echo=False Python never answers.

    `before` is JavaScript that runs first. It may change the page for good: the next component
    gets the harness opened anew, while otherwise the page stays, with its modules compiled.
    """
    if page.url != harness() or page.evaluate("window.isPatched"):
        page.goto(harness())
        page.wait_for_function("window.start !== undefined")
    page.mouse.up()
    page.mouse.move(0, 0)
    page.evaluate("isPatched => { window.isPatched = isPatched; start(); }", before is not None)
    if before is not None:
        page.evaluate(before)
    canvas = Canvas(page)
    canvas.update(**{"echo": True, **DATA, **changes})
    expect(canvas.status).to_have_text(re.compile(r"^\d+ points?\b"))
    return canvas


def make_drawing(n: int, seed: int = 0) -> Drawing:
    """Return n points of two classes, one on each side of a diagonal."""
    positions = np.random.default_rng(seed).integers(0, 65_536, (n, 2)).astype(np.uint16)
    labels = (positions.astype(np.int64).sum(axis=1) > 65_535).astype(np.uint8)
    return Drawing.at((-1.0, 1.0, -1.0, 1.0), positions, labels)


def grip_of(canvas: Canvas) -> tuple[float, float]:
    """Return where the pointer says that the threshold can be dragged."""
    line = canvas.page.get_by_role("slider", name="Threshold", exact=True)
    box = line.bounding_box()
    assert box is not None
    low, high, now = (
        float(line.get_attribute(f"aria-value{part}") or 0) for part in ("min", "max", "now")
    )
    left, right = AROUND_LINE
    first = box["x"] + left + (now - low) / (high - low) * (box["width"] - left - right)
    y = box["y"] + box["height"] * 0.7
    for x in np.arange(first, box["x"] + box["width"], GRIP_WIDTH):
        canvas.page.mouse.move(x, y)
        if line.evaluate("canvas => canvas.style.cursor") == "ew-resize":
            return float(x), y
    raise AssertionError("The threshold cannot be found.")
