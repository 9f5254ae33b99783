"""The drawing component in Chromium, without Streamlit: by mouse, by touch and by keyboard.

The page is canvas_harness.html; it keeps what the component sends to Python in `sent`. The axes are
switched off, so that the box [-1, 1] x [-1, 1] fills the drawing area but for a rim of one pixel.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from bayeslab.drawing import Drawing, decode_drawing, encode_drawing
from bayeslab.figures import PALETTE, THEMES
from bayeslab.kernel_bayes import KernelBayes
from javascript import load_modules
from source import ROOT

X = [[-0.6, -0.5], [-0.4, -0.6], [-0.5, -0.3], [-0.2, -0.4], [0.5, 0.4], [0.4, 0.6], [0.6, 0.2]]
Y = [0, 0, 0, 0, 1, 1, 1]
KERNEL_BAYES = {
    "kind": "kernel",
    "variant": "I",
    "kernel": "rbf",
    "gamma": 5.0,
    "degree": 2,
    "coef0": 1.0,
    "threshold": "error",
    "metric": "sum",
    "determinants": False,
}
DATA: dict[str, Any] = {
    "revision": 1,
    "seq": 0,
    "theme": "light",
    "palette": [{"colour": s.colour, "symbol": s.symbol, "name": s.name} for s in PALETTE[:4]],
    "classes": ["low", "high"],
    "features": ["x₁", "x₂"],
    "box": [-1.0, 1.0, -1.0, 1.0],
    "points": {"x": [x for x, _ in X], "y": [y for _, y in X], "labels": Y},
    "edited": False,
    "model": KERNEL_BAYES,
    "accuracy": None,
}
STEP = 2 / 65_535  # between two positions in the box


@dataclass(frozen=True)
class Canvas:
    """The component on a page, and a hand."""

    page: Page

    @property
    def area(self) -> Locator:
        return self.page.get_by_role("application", name="Drawing area")

    @property
    def status(self) -> Locator:
        return self.page.get_by_role("status")

    @property
    def sent(self) -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = self.page.evaluate("sent")
        return sent

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        box = self.area.bounding_box()
        assert box is not None
        right, up = (x + 1) / 2, (y + 1) / 2
        return (
            box["x"] + 1 + right * (box["width"] - 2),
            box["y"] + 1 + (1 - up) * (box["height"] - 2),
        )

    def click(self, x: float, y: float) -> None:
        self.page.mouse.click(*self.pixel(x, y))

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
        self.page.evaluate("changes => update(changes)", changes)


def serve(route: Route) -> None:
    name = Path(route.request.url).name
    folder = ROOT / ("tests" if name == "canvas_harness.html" else "ui/canvas")
    if (folder / name).is_file():
        route.fulfill(path=folder / name)
    else:  # the icon that every browser asks for
        route.fulfill(status=204)


def mount(page: Page, **changes: Any) -> Canvas:
    page.route("http://127.0.0.1/**", serve)
    page.goto("http://127.0.0.1/canvas_harness.html")
    page.wait_for_function("window.ready")
    canvas = Canvas(page)
    canvas.update(**{**DATA, **changes})
    canvas.expect_points(len((changes.get("points") or DATA["points"])["x"]))
    page.get_by_title("What the picture shows").click()
    page.get_by_label("Axes").uncheck()
    page.keyboard.press("Escape")
    return canvas


@pytest.fixture
def canvas(page: Page) -> Canvas:
    return mount(page)


def expect_last_sent(canvas: Canvas, count: int) -> dict[str, Any]:
    """Return the last message, the count-th, after all that it must be consistent in."""
    canvas.page.wait_for_function("count => sent.length >= count", arg=count)
    assert len(canvas.sent) == count
    last = canvas.sent[-1]
    assert (last["name"], last["revision"], last["seq"]) == ("drawing", 1, count)
    assert len(last["x"]) == len(last["y"]) == len(last["labels"])
    if last["edited"]:
        drawing = decode_drawing(last["points"])
        assert drawing.box == tuple(last["box"])
        assert drawing.X.tolist() == [
            list(place) for place in zip(last["x"], last["y"], strict=True)
        ]
        assert drawing.labels.tolist() == last["labels"]
    return last


# By mouse


def test_a_click_adds_a_point_where_it_is(canvas: Canvas) -> None:
    canvas.press("Class 3")
    canvas.click(0.25, -0.75)
    canvas.expect_points(8)
    last = expect_last_sent(canvas, 1)
    assert last["edited"]
    assert [last["x"][-1], last["y"][-1]] == pytest.approx([0.25, -0.75], abs=0.01)
    assert last["labels"] == [*Y, 2]
    assert np.abs(np.column_stack((last["x"], last["y"]))[:7] - X).max() <= STEP / 2
    assert canvas.page.locator("[data-label='2'] .count").inner_text() == "1"


def test_spraying_adds_points_within_the_brush_and_erasing_takes_them(canvas: Canvas) -> None:
    canvas.update(echo=True)
    canvas.press("Spray")
    canvas.page.get_by_label("Density").fill("10")
    canvas.drag((-0.5, 0.7), (0.5, 0.7), release=False)
    assert canvas.sent == []
    canvas.page.mouse.up()
    canvas.page.wait_for_function("sent.length === 1")
    sprayed = canvas.sent[0]
    assert len(sprayed["x"]) >= 7 + 30
    assert all(0.4 < y <= 1 for y in sprayed["y"][7:])
    canvas.press("Erase")
    canvas.page.get_by_label("Brush").fill("80")
    canvas.drag((-0.9, 0.75), (0.9, 0.75), release=False)
    assert len(canvas.sent) == 1
    canvas.page.mouse.up()
    last = expect_last_sent(canvas, 2)
    assert len(last["x"]) == 6  # the brush also reaches the point at (0.4, 0.6)
    canvas.expect_points(6)


def test_moving_takes_one_point_along_and_sends_nothing_before_the_release(canvas: Canvas) -> None:
    canvas.press("Move")
    canvas.drag((0.5, 0.4), (0.0, 0.9), (-0.7, 0.8), release=False)
    assert canvas.sent == []
    canvas.page.mouse.up()
    last = expect_last_sent(canvas, 1)
    assert [last["x"][4], last["y"][4]] == pytest.approx([-0.7, 0.8], abs=0.01)
    rest = [i for i in range(7) if i != 4]
    assert np.abs(np.column_stack((last["x"], last["y"])) - X)[rest].max() <= STEP / 2


def test_a_selection_is_dragged_changes_class_and_is_deleted(canvas: Canvas) -> None:
    canvas.update(echo=True)
    canvas.press("Select")
    canvas.drag((0.2, 0.0), (0.8, 0.8))
    expect(canvas.page.get_by_text("3 selected.")).to_be_visible()
    canvas.drag((0.5, 0.4), (0.3, 0.0))
    moved = expect_last_sent(canvas, 1)
    shifted = np.array(X)[4:] - np.array([0.2, 0.4])
    found = np.column_stack((moved["x"], moved["y"]))[4:]
    assert found == pytest.approx(shifted, abs=0.01)
    canvas.press("Class 4")
    assert expect_last_sent(canvas, 2)["labels"] == [0, 0, 0, 0, 3, 3, 3]
    canvas.keys("Delete")
    assert expect_last_sent(canvas, 3)["labels"] == [0, 0, 0, 0]
    canvas.expect_points(4)


def test_a_selection_stops_as_one_at_the_edge_of_the_box(canvas: Canvas) -> None:
    canvas.press("Select")
    canvas.drag((0.2, 0.0), (0.8, 0.8))
    canvas.drag((0.5, 0.4), (1.0, 0.4))
    last = expect_last_sent(canvas, 1)
    assert last["x"][4:] == pytest.approx([0.9, 0.8, 1.0], abs=2 * STEP)


def test_undo_and_redo_go_to_the_beginning_and_back(canvas: Canvas) -> None:
    canvas.update(echo=True)
    places = [(0.0, 0.8), (0.1, 0.8), (0.2, 0.8)]
    for place in places:
        canvas.click(*place)
    canvas.press("Clear")
    canvas.expect_points(0)
    drawn = [message["x"] for message in canvas.sent]
    for count in (10, 9, 8, 7):
        canvas.press("Undo")
        canvas.expect_points(count)
    expect(canvas.page.get_by_role("button", name="Undo")).to_be_disabled()
    assert not canvas.sent[-1]["edited"]
    assert canvas.sent[-1]["x"] == [x for x, _ in X]
    for count in (8, 9, 10, 0):
        canvas.press("Redo")
        canvas.expect_points(count)
    expect(canvas.page.get_by_role("button", name="Redo")).to_be_disabled()
    assert [message["x"] for message in canvas.sent[-4:]] == drawn


def test_jitter_moves_every_point_a_little(canvas: Canvas) -> None:
    canvas.press("Jitter")
    last = expect_last_sent(canvas, 1)
    steps = np.abs(np.column_stack((last["x"], last["y"])) - X)
    assert (steps.max(axis=1) > STEP).all()
    assert steps.max() < 0.4


def test_fit_shows_the_points_there_are(canvas: Canvas) -> None:
    canvas.press("Fit")
    box = expect_last_sent(canvas, 1)["box"]
    assert box == pytest.approx([-0.78, 0.78, -0.78, 0.78])


def test_hovering_takes_a_point_apart_in_both_pictures(canvas: Canvas) -> None:
    canvas.page.mouse.move(*canvas.pixel(0.5, 0.4))
    card = canvas.page.locator(".card")
    expect(card).to_contain_text("high")
    rows = dict(
        zip(card.locator("dt").all_inner_texts(), card.locator("dd").all_inner_texts(), strict=True)
    )
    model = KernelBayes(gamma=5.0).fit(X, Y)
    p, score = model.project([X[4]])[0], model.decision_function([X[4]])[0]
    numbers = {name: float(text.replace("−", "-")) for name, text in rows.items()}
    assert numbers["p(x)"] == pytest.approx(p, rel=0.01)
    assert numbers["margin"] == pytest.approx(score, rel=0.01)
    sums = numbers["kernel sum, high"] + numbers["kernel sum, low"]
    assert sums == pytest.approx(p, rel=0.01)
    canvas.page.mouse.move(*canvas.pixel(0.0, 0.9))
    expect(card).to_be_hidden()


# By touch


@pytest.fixture
def touched(phone: Page) -> Canvas:
    return mount(phone)


def test_a_finger_adds_moves_and_erases_and_the_page_stays(touched: Canvas) -> None:
    touched.update(echo=True)
    top = touched.page.evaluate("scrollY")
    touched.touch((0.0, 0.8))
    touched.expect_points(8)
    touched.press("Move")
    touched.touch((0.02, 0.79), (0.0, 0.5), (0.0, -0.8))
    touched.page.wait_for_function("sent.length === 2")
    assert touched.sent[-1]["y"][-1] == pytest.approx(-0.8, abs=0.03)
    touched.press("Erase")
    touched.touch((-0.1, -0.8), (0.0, -0.8), (0.1, -0.8))
    touched.expect_points(7)
    touched.press("Undo")
    touched.expect_points(8)
    touched.press("Spray")
    touched.touch((-0.5, 0.7), (0.5, 0.7))
    touched.page.wait_for_function("sent.at(-1).x.length > 8")
    assert touched.page.evaluate("scrollY") == top


def test_what_a_finger_presses_is_large_enough(touched: Canvas) -> None:
    for button in touched.page.get_by_role("button").all():
        box = button.bounding_box()
        if box is not None:
            assert min(box["width"], box["height"]) >= 44, button.inner_text()


# By keyboard


def test_the_keyboard_alone_draws(canvas: Canvas) -> None:
    canvas.update(echo=True)
    canvas.keys("2", "Shift+ArrowUp", "ArrowUp", "ArrowRight", "Enter")
    canvas.expect_points(8)
    added = expect_last_sent(canvas, 1)
    assert added["labels"][-1] == 1
    assert 0 < added["x"][-1] < added["y"][-1]
    canvas.keys("Delete")
    canvas.expect_points(7)
    canvas.keys("Control+z")
    canvas.expect_points(8)
    canvas.keys("Control+z")
    canvas.expect_points(7)
    canvas.keys("Control+Shift+z")
    canvas.expect_points(8)
    canvas.keys("Control+y")
    canvas.expect_points(7)


def test_the_keyboard_picks_up_carries_and_puts_down(canvas: Canvas) -> None:
    canvas.keys("Enter", "m", "Enter", *["ArrowRight"] * 3)
    assert len(canvas.sent) == 1
    canvas.keys("Enter")
    canvas.update(seq=1)
    last = expect_last_sent(canvas, 2)
    assert last["x"][-1] > canvas.sent[0]["x"][-1]
    corner = ["Shift+ArrowLeft", "Shift+ArrowDown"] * 9, ["Shift+ArrowRight", "Shift+ArrowUp"] * 20
    canvas.keys("r", *corner[0], "Enter", *corner[1], "Enter")
    expect(canvas.page.get_by_text(re.compile(r"^\d+ selected\."))).to_have_count(1)


def test_letters_choose_the_tools_and_a_sheet_explains_them(canvas: Canvas) -> None:
    for letter, name in zip("semra", ["Spray", "Erase", "Move", "Select", "Add"], strict=True):
        canvas.keys(letter)
        button = canvas.page.get_by_role("button", name=name, exact=True)
        expect(button).to_have_attribute("aria-pressed", "true")
    canvas.keys("?")
    expect(canvas.page.get_by_role("dialog", name="Drawing")).to_be_visible()
    canvas.page.keyboard.press("Escape")
    expect(canvas.page.get_by_role("dialog")).to_have_count(0)


def test_escape_takes_back_what_is_held(canvas: Canvas) -> None:
    canvas.press("Move")
    canvas.drag((0.5, 0.4), (-0.7, 0.8), release=False)
    canvas.page.keyboard.press("Escape")
    canvas.page.mouse.up()
    canvas.expect_points(7)
    assert canvas.sent == []


# Gamma


def test_gamma_follows_slider_wheel_number_and_keys(canvas: Canvas) -> None:
    canvas.update(echo=True)
    slider = canvas.page.get_by_role("slider", name="gamma")
    number = canvas.page.get_by_label("gamma value")
    slider.focus()
    canvas.page.keyboard.press("ArrowRight")
    expect(number).to_have_value("5.13")
    assert expect_last_sent(canvas, 1)["gamma"] == 5.13
    number.fill("20,5")
    number.press("Enter")
    expect(slider).to_have_attribute("aria-valuetext", "20.5")
    assert expect_last_sent(canvas, 2)["gamma"] == 20.5
    slider.hover()
    for _ in range(3):
        canvas.page.mouse.wheel(0, -100)
    expect(number).to_have_value("23.6")
    assert expect_last_sent(canvas, 3)["gamma"] == 23.6
    number.fill("much")
    number.press("Enter")
    expect(canvas.page.get_by_text("“much” is no gamma; type a number")).to_be_visible()
    expect(number).to_have_value("23.6")


def test_dragging_gamma_changes_the_words_at_once_and_sends_on_release(canvas: Canvas) -> None:
    slider = canvas.page.get_by_role("slider", name="gamma")
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    canvas.page.mouse.move(box["x"] + box["width"] * 0.54, middle)
    canvas.page.mouse.down()
    before = canvas.page.locator(".errors").inner_text()
    canvas.page.mouse.move(box["x"] + box["width"] * 0.9, middle, steps=8)
    expect(canvas.page.locator(".errors")).not_to_have_text(before)
    assert canvas.sent == []
    canvas.page.mouse.up()
    assert expect_last_sent(canvas, 1)["gamma"] > 100


# The threshold


def grip_of(canvas: Canvas) -> tuple[float, float]:
    """Return where the pointer says that the threshold can be dragged."""
    line = canvas.page.get_by_role("slider", name="Threshold")
    box = line.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] * 0.7
    places = np.arange(box["x"] + 60, box["x"] + box["width"], 5)
    for x in places:
        canvas.page.mouse.move(x, y)
        if line.evaluate("canvas => canvas.style.cursor") == "ew-resize":
            return float(x) + 12, y
    raise AssertionError("The threshold cannot be found.")


def test_the_threshold_is_dragged_and_snaps_back_to_the_best(canvas: Canvas) -> None:
    errors, best = canvas.page.locator(".errors"), canvas.page.get_by_text("Back to the best")
    expect(errors).to_have_text(re.compile(r": 0 errors$"))
    expect(best).to_be_disabled()
    x, y = grip_of(canvas)
    canvas.page.mouse.move(x, y)
    canvas.page.mouse.down()
    canvas.page.mouse.move(x + 900, y, steps=10)
    expect(errors).to_have_text(re.compile(r": 3 errors, at the best place 0$"))
    expect(canvas.status).to_contain_text("training accuracy 57.1 %")
    assert canvas.sent == []
    canvas.page.mouse.up()
    dragged = expect_last_sent(canvas, 1)
    assert not dragged["edited"]
    model = KernelBayes(gamma=5.0).fit(X, Y)
    assert -dragged["offset"] > model.projection_.max()
    canvas.update(seq=1)
    best.click()
    expect(errors).to_have_text(re.compile(r": 0 errors$"))
    assert expect_last_sent(canvas, 2)["offset"] is None


def test_the_threshold_goes_from_cut_to_cut_by_keys(canvas: Canvas) -> None:
    line = canvas.page.get_by_role("slider", name="Threshold")
    line.focus()
    search = KernelBayes(gamma=5.0).fit(X, Y).threshold_search_
    for step in (1, 2):
        canvas.page.keyboard.press("ArrowRight")
        expect(canvas.page.locator(".errors")).to_contain_text(
            f"{search.errors[search.index + step]} error"
        )
    canvas.page.keyboard.press("Home")
    expect(canvas.page.locator(".errors")).to_have_text(re.compile(r": 0 errors$"))


# With Python


def test_the_status_tells_what_python_would(canvas: Canvas) -> None:
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 40)
    points = rng.normal(y[:, None] * 0.5, 0.4, (80, 2)).clip(-1, 1)
    canvas.update(
        revision=2,
        points={"x": points[:, 0].tolist(), "y": points[:, 1].tolist(), "labels": y.tolist()},
    )
    training = 100 * KernelBayes(gamma=5.0).fit(points, y).score(points, y)
    words = rf"^80 points; training accuracy {training:.1f} %, leave-one-out \d+\.\d %$"
    expect(canvas.status).to_have_text(re.compile(words))


def test_three_classes_are_drawn_each_against_the_rest(canvas: Canvas) -> None:
    canvas.press("Class 3")
    canvas.click(-0.5, 0.7)
    canvas.click(-0.6, 0.8)
    canvas.expect_points(9)
    expect(canvas.status).to_contain_text("training accuracy 100.0 %")


def test_one_class_gets_a_sentence_and_no_regions(canvas: Canvas) -> None:
    canvas.press("Select")
    canvas.drag((0.2, 0.0), (0.8, 0.8))
    canvas.keys("Delete")
    expect(canvas.page.get_by_text("All points belong to one class, low")).to_be_visible()
    expect(canvas.status).to_have_text("4 points")


def test_only_a_new_revision_replaces_the_points_and_undo_brings_them_back(canvas: Canvas) -> None:
    canvas.click(0.0, 0.8)
    canvas.update(seq=1)
    canvas.expect_points(8)
    canvas.update(revision=2, points={"x": [0.0, 0.5], "y": [0.0, 0.5], "labels": [0, 1]})
    canvas.expect_points(2)
    canvas.press("Undo")
    canvas.expect_points(8)
    last = canvas.sent[-1]
    assert (last["revision"], last["edited"], last["x"]) == (2, True, canvas.sent[0]["x"])


def test_one_message_is_out_at_a_time_and_the_newest_waits(canvas: Canvas) -> None:
    for x in (-0.2, 0.0, 0.2):
        canvas.click(x, 0.8)
    canvas.expect_points(10)
    assert [len(message["x"]) for message in canvas.sent] == [8]
    canvas.update(seq=1)
    assert [len(message["x"]) for message in canvas.sent] == [8, 10]


def test_a_description_is_drawn_and_is_old_until_python_answers(canvas: Canvas) -> None:
    linear = {
        "shift": [0.0, 0.0],
        "scale": [1.0, 1.0],
        "W": [[0.0, 0.0], [0.0, 0.0]],
        "w": [1.0, 1.0],
        "w0": 0.0,
        "offset": 0.1,
        "expansions": [],
    }
    model = {"kind": "description", "descriptions": [linear]}
    canvas.update(model=model, accuracy="training accuracy 100.0 %, 5-fold 99.0 %")
    expect(canvas.status).to_have_text("7 points; training accuracy 100.0 %, 5-fold 99.0 %")
    expect(canvas.page.get_by_role("slider", name="gamma")).to_be_hidden()
    canvas.click(0.0, 0.8)
    expect(canvas.status).to_have_text("8 points; computing …")
    canvas.update(seq=1)
    expect(canvas.status).to_have_text("8 points; training accuracy 100.0 %, 5-fold 99.0 %")


def test_points_from_a_link_are_the_same_to_the_bit(canvas: Canvas) -> None:
    positions = np.array([[1, 2], [65_535, 40_000], [30_000, 7]], dtype=np.uint16)
    drawing = Drawing((-1.5, 2.0, 0.25, 3.0), positions, np.array([0, 3, 1], dtype=np.uint8))
    canvas.update(revision=3, points=encode_drawing(drawing), edited=True)
    canvas.expect_points(3)
    canvas.page.get_by_label("gamma value").fill("7")
    canvas.page.get_by_label("gamma value").press("Enter")
    canvas.page.wait_for_function("sent.length === 1")
    assert canvas.sent[0]["points"] == encode_drawing(drawing)


def test_thousands_of_points_leave_the_link_but_not_the_picture(canvas: Canvas) -> None:
    rng = np.random.default_rng(0)
    points = rng.uniform(-1, 1, (5000, 2))
    labels = (points.sum(axis=1) > 0).astype(int).tolist()
    canvas.update(
        revision=2,
        points={"x": points[:, 0].tolist(), "y": points[:, 1].tolist(), "labels": labels},
    )
    canvas.expect_points(5000)
    canvas.click(0.0, 0.0)
    expect(canvas.page.get_by_text("holds 5000 points; erase some first")).to_be_visible()
    canvas.press("Erase")
    canvas.click(0.0, 0.0)
    canvas.page.wait_for_function("sent.length === 1")
    assert canvas.sent[0]["points"] is None
    assert 700 < len(canvas.sent[0]["x"]) < 5000


def test_what_goes_wrong_is_told_in_the_component(canvas: Canvas) -> None:
    canvas.update(model={"kind": "description", "descriptions": [{"offset": 0}]})
    expect(canvas.page.get_by_role("alert")).to_contain_text("This did not work")


def test_closing_leaves_nothing_behind(canvas: Canvas) -> None:
    canvas.page.evaluate("window.close()")
    canvas.click(0.0, 0.8)
    assert canvas.sent == []


# The text of a drawing, in JavaScript and in Python

READ = """
import { decodeDrawing, encodeDrawing, snap } from "/codec.js";
import { LOOKS } from "/look.js";
export const looks = () => LOOKS;
export const write = (box, points) => encodeDrawing(box, snap(points, box));
export const read = (text) => {
  try {
    return decodeDrawing(text);
  } catch (error) {
    return error.message;
  }
};
"""


def drawings(count: int) -> list[Drawing]:
    rng = np.random.default_rng(0)
    boxes = np.asarray(
        rng.normal(0, 10.0 ** rng.integers(-3, 6, count)[:, None], (count, 4)), np.float32
    )
    sizes = [0, 1, 2, 3, 4, 5, 700, *rng.integers(0, 60, count)][:count]
    return [
        Drawing(
            (*sorted(box[:2].tolist()), *sorted(box[2:].tolist())),
            rng.integers(0, 65_536, (n, 2)).astype(np.uint16),
            rng.integers(0, 4, n).astype(np.uint8),
        )
        for box, n in zip(boxes, sizes, strict=True)
    ]


def test_texts_of_drawings_equal_python_to_the_bit(page: Page) -> None:
    call = load_modules(page, codec_test=READ)
    samples = drawings(60)
    texts = [encode_drawing(drawing) for drawing in samples]
    columns = [(*d.X.T.tolist(), d.labels.tolist()) for d in samples]
    points = [dict(zip(("x", "y", "labels"), column, strict=True)) for column in columns]
    jobs = [["write", list(d.box), p] for d, p in zip(samples, points, strict=True)]
    assert call("codec_test.js", jobs) == texts
    found = call("codec_test.js", [["read", text] for text in texts])
    assert found == [
        {"box": list(d.box), "points": p} for d, p in zip(samples, points, strict=True)
    ]


def broken_texts() -> list[str]:
    text = encode_drawing(drawings(8)[5])
    cut = [text[:length] for length in range(len(text) - 1)]
    changed = [
        text[:k] + ("A" if text[k] != "A" else "B") + text[k + 1 :] for k in range(len(text))
    ]
    flat = [
        encode_drawing(Drawing(box, np.zeros((0, 2), np.uint16), np.zeros(0, np.uint8)))
        for box in [
            (1.0, 1.0, 0.0, 1.0),
            (0.0, 1.0, 2.0, 1.0),
            (float("nan"), 1.0, 0.0, 1.0),
            (0.0, float("inf"), 0.0, 1.0),
        ]
    ]
    return [
        "",
        "1",
        "2" + text[1:],
        text + "A",
        text + "AAAA",
        " " + text,
        text[:9] + "=" + text[10:],
        "1" + "é" * 40,
        "1" + "_" * 4000,
        *cut,
        *changed,
        *flat,
    ]


def test_every_broken_text_is_refused_in_one_sentence(page: Page) -> None:
    call = load_modules(page, codec_test=READ)
    texts = broken_texts()
    for text in texts:
        with pytest.raises(ValueError, match="use "):
            decode_drawing(text)
    answers = call("codec_test.js", [["read", text] for text in texts])
    assert [
        answer for answer in answers if not re.fullmatch(r"The drawing[^.]*\.", str(answer))
    ] == []


def test_the_look_is_that_of_the_figures(page: Page) -> None:
    (looks,) = load_modules(page, codec_test=READ)("codec_test.js", [["looks"]])
    assert looks == {name: vars(theme) for name, theme in THEMES.items()}
