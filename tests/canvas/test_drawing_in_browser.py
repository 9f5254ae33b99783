"""Drawing in the app, in Chromium: by mouse, touch and keyboard, and nothing drawn is ever lost."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from scipy.spatial.distance import cdist

from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.evaluation.accuracy import cross_validated_accuracy
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.figures.regions import shade_ends
from bayeslab.figures.theme import THEMES
from browser import CONNECTION_LOST, PHONE, forget_visit, visit
from core import compute
from core.drawing import decode_drawing, draw, encode_drawing
from core.link import encode
from core.state import SWITCHES, LabState
from hands import swipe_up, touch
from lab_in_browser import START, TWO_CLOUDS, Lab, drag_gamma, expect_same, link, open_lab, share
from server import AppServer
from sheet import poppler


@pytest.mark.journey
def test_nothing_is_sent_before_the_hand_lets_go_and_table_and_link_follow(
    server: str, page: Page
) -> None:
    with page.expect_websocket() as socket:
        lab = open_lab(page, link(server, START))
    sent: list[object] = []
    socket.value.on("framesent", lambda frame: sent.append(frame))
    drag_gamma(lab, sent)
    draw_by_mouse(lab)


def draw_by_mouse(lab: Lab) -> None:
    lab.page.locator("[data-label='1']").click()
    lab.page.mouse.click(*lab.pixel(0.5, 0.9))
    lab.expect_points(9)
    assert lab.drawing.labels[-1] == 1
    assert lab.drawing.positions[-1] / 65_535 == pytest.approx([0.5, 0.9], abs=0.01)
    lab.press("Spray")
    lab.drag((0.4, 0.5), (0.6, 0.5))
    expect(lab.status).not_to_have_text(re.compile("^9 "))
    sprayed = int(lab.status.inner_text().split()[0])
    assert sprayed > 12
    lab.expect_points(sprayed)
    lab.press("Erase")
    lab.drag((0.35, 0.5), (0.65, 0.5))
    expect(lab.status).not_to_have_text(re.compile(f"^{sprayed} "))
    left = int(lab.status.inner_text().split()[0])
    lab.expect_points(left)
    lab.press("Undo")
    lab.expect_points(sprayed)
    lab.press("Redo")
    lab.expect_points(left)
    lab.press("Clear")
    expect(lab.page.get_by_text("Choose Add and click to add points")).to_be_visible()
    expect(lab.page.get_by_text("The table of accuracies appears here")).to_be_visible()
    expect(lab.page.get_by_test_id("stAlert")).to_have_count(0)
    for _ in range(4):
        lab.press("Undo")
    lab.expect_points(8)
    expect_same(lab.drawing, decode_drawing(TWO_CLOUDS))


def test_a_phone_shows_the_picture_first_and_a_finger_draws_where_the_page_stays(
    server: str, phone: Page
) -> None:
    lab = open_lab(phone, link(server, replace(START, beside="full")))
    expect(phone.get_by_role("application")).to_have_count(2)
    check_order_on_phone(phone)
    lab.area.scroll_into_view_if_needed()
    lab.press("Spray")
    lab.area.scroll_into_view_if_needed()
    before = lab.area.bounding_box()
    put = touch(phone)
    for kind, place in (("touchStart", (0.3, 0.3)), ("touchMove", (0.5, 0.3))):
        put(kind, lab.pixel(*place))
    put("touchMove", lab.pixel(0.5, 0.7))
    put("touchEnd")
    expect(lab.status).not_to_have_text(re.compile("^8 "))
    assert lab.area.bounding_box() == before
    main = phone.get_by_test_id("stMain")
    assert main.evaluate("element => element.scrollWidth <= element.clientWidth")
    lab.expect_points(int(lab.sentence.split()[0]))
    scroll_by_swipe(lab)
    open_menu(phone)


def scroll_by_swipe(lab: Lab) -> None:
    """A finger that goes up on the picture scrolls the page and sprays nothing."""
    before = lab.sentence
    main = lab.page.get_by_test_id("stMain")
    top = main.evaluate("main => main.scrollTop")
    swipe_up(lab.page, *lab.pixel(0.5, 0.2))
    lab.page.wait_for_function(
        "top => document.querySelector('[data-testid=stMain]').scrollTop > top", arg=top
    )
    assert lab.sentence == before


def open_menu(phone: Page) -> None:
    """Nothing of the page lies over the open menu and the button that closes it."""
    tools = phone.get_by_role("button", name="Present", exact=True)
    expect(tools).to_be_visible()
    phone.get_by_test_id("stExpandSidebarButton").click()
    expect(tools).to_be_hidden()
    phone.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    expect(tools).to_be_visible()


def check_order_on_phone(phone: Page) -> None:
    plane = phone.get_by_role("application").first.bounding_box()
    assert plane is not None
    assert plane["y"] < 200
    controls = [
        phone.get_by_role("combobox", name=re.compile("Classifier")),
        phone.get_by_role("slider", name="gamma", exact=True),
        phone.get_by_role("group", name="Tools"),
        phone.get_by_role("group", name="Presets"),
    ]
    boxes = [plane, *(box for control in controls if (box := control.bounding_box()))]
    assert len(boxes) == 1 + len(controls)
    for box, below in pairwise(boxes):
        assert box["y"] + box["height"] <= below["y"]
    expect(controls[0]).to_be_in_viewport(ratio=1)
    menu = phone.get_by_role("button", name="Expand sidebar")
    assert "Menu" in menu.evaluate("e => getComputedStyle(e, '::after').content")


@pytest.fixture
def mortal_server(tmp_path: Path) -> Iterator[AppServer]:
    with AppServer(tmp_path / "log.txt") as server:
        yield server


def test_what_is_drawn_outlives_page_server_reload_and_browser(
    mortal_server: AppServer, own_page: Page, complaints: list[str]
) -> None:
    page = own_page
    lab = open_lab(page, link(mortal_server.url, START))
    page.mouse.click(*lab.pixel(0.2, 0.8))
    page.mouse.click(*lab.pixel(0.9, 0.1))
    lab.expect_points(10)
    expect_accuracies(lab)
    leave_and_return(lab)  # the whole page has run last, as when a lab was just opened
    restart_while_drawing(lab, mortal_server)
    complaints[:] = [line for line in complaints if not CONNECTION_LOST.search(line)]
    twelve, shown = lab.drawing, lab.accuracies("Kernel Bayes I")
    page.reload()
    lab.expect_points(12)
    expect_same(lab.drawing, twelve)
    assert lab.accuracies("Kernel Bayes I") == shown
    forget_visit(page)  # as in another browser
    open_lab(page, page.url, 12)
    expect_same(lab.drawing, twelve)
    assert lab.accuracies("Kernel Bayes I") == shown
    draw_more_than_the_link_holds(lab, mortal_server.url)


def expect_accuracies(lab: Lab) -> None:
    shown = lab.accuracies("Kernel Bayes I")
    X, y = lab.drawing.X, lab.drawing.labels.astype(int)
    training = KernelBayes("I", gamma=5.0).fit(X, y).score(X, y)
    found = cross_validated_accuracy(KernelBayes("I", gamma=5.0), X, y, EvaluationSpec(folds=2))
    held_out = f"{100 * found.mean:.1f} ± {100 * found.standard_error:.1f} %"
    assert [text.replace("\u00a0", " ") for text in shown] == [f"{100 * training:.1f} %", held_out]
    expect(lab.status).to_have_text(re.compile(rf"training accuracy {100 * training:.1f}\s%"))


def leave_and_return(lab: Lab) -> None:
    drawing = lab.drawing
    lab.page.get_by_role("link", name="Start").click()
    expect(lab.page.get_by_role("heading", name="bayeslab")).to_be_visible()
    lab.page.get_by_role("link", name="Lab", exact=True).click()
    lab.expect_points(len(drawing.labels))
    expect_same(lab.drawing, drawing)


def restart_while_drawing(lab: Lab, server: AppServer) -> None:
    server.kill()
    lab.page.mouse.click(*lab.pixel(0.6, 0.9))
    expect(lab.status).to_have_text(re.compile("^11 points"))
    server.start()
    lab.expect_points(11)
    assert len(lab.drawing.labels) == 11
    lab.page.mouse.click(*lab.pixel(0.7, 0.9))
    lab.expect_points(12)


def draw_more_than_the_link_holds(lab: Lab, server: str) -> None:
    """Begin with points that this browser has stored, which another browser then has not."""
    rng = np.random.default_rng(0)
    text = encode_drawing(draw(rng.normal(size=(900, 2)), rng.integers(0, 2, 900)))
    many = replace(START, points=text)
    lab.page.evaluate(
        "([name, text]) => localStorage.setItem(name, text)",
        [f"bayeslab.drawing.{encode(many)['points'][1:]}", text],
    )
    open_lab(lab.page, link(server, many), 900)
    lab.page.mouse.click(*lab.pixel(0.5, 0.9))
    lab.expect_points(901)
    assert "points=@" in lab.page.url or "points=%40" in lab.page.url
    lab.page.reload()
    lab.expect_points(901)
    forget_visit(lab.page)  # as in another browser
    visit(lab.page, lab.page.url)
    expect(lab.page.get_by_text("browser that drew them").first).to_be_visible()
    panel = share(lab.page)
    expect(panel.get_by_text("opens these points only in this browser")).to_be_visible()
    shared = panel.get_by_role("textbox", name="Link").input_value()
    assert parse_qs(urlsplit(shared).query) == parse_qs(urlsplit(lab.page.url).query)


def test_the_lab_is_printed_as_one_sheet_without_controls(server: str, page: Page) -> None:
    open_lab(page, link(server, LabState()), 200)
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    text = "".join(poppler("pdftotext", "-raw", pdf=pdf).decode().split())
    assert "Data:Moons" in text
    assert "trainingaccuracy" in text
    assert "Erase" not in text


def test_a_press_beside_the_open_sidebar_of_a_phone_draws_nothing(server: str, page: Page) -> None:
    page.set_viewport_size(PHONE["viewport"])
    lab = open_lab(page, link(server, LabState()), 200)
    sidebar = page.get_by_test_id("stSidebar")
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(sidebar).to_have_attribute("data-collapsed", "false")
    box = lab.area.bounding_box()
    assert box is not None
    page.mouse.click(380, box["y"] + 40)
    expect(sidebar).to_have_attribute("data-collapsed", "true")
    lab.expect_points(200)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
    lab.expect_points(201)


def test_with_random_labels_on_narrow_bumps_each_point_has_an_island(
    server: str, page: Page
) -> None:
    shown = ("shading", "errors")
    hidden = tuple(name for name, switch in SWITCHES.items() if switch.on and name not in shown)
    state = LabState(data="random_labels", gamma=1000.0, switches=(*hidden, "fill"))
    lab, points = open_lab(page, link(server, state), 200), compute.dataset(state.dataset_spec)
    x1_min, x1_max, x2_min, x2_max = bounding_box(points.X)
    shares = (points.X - (x1_min, x2_min)) / (x1_max - x1_min, x2_max - x2_min)
    red, blue = np.array(lab.area.evaluate(COLOURS_AROUND, shares.tolist())).transpose(2, 0, 1)
    is_right = (red > blue) == (points.y == 1)[:, None]
    box = lab.area.bounding_box()
    assert box is not None
    pixels = shares * (box["width"], box["height"])
    apart = cdist(pixels, pixels)[points.y[:, None] != points.y].reshape(200, 100).min(axis=1)
    assert is_right[apart > 6].all() and np.mean(apart > 6) > 0.75
    assert is_right[:, 0].mean() > 0.98
    far = np.array(lab.area.evaluate(COLOURS_AROUND, [[0.01, 0.01], [0.99, 0.99], [0.02, 0.9]]))
    pale = [*bytes.fromhex(shade_ends(0, THEMES["light"])[0][1:])]
    assert np.abs(far - (pale[0], pale[2])).max() <= 1, "nothing is decided there"


# Red and blue at places, given as shares of the sides from the lower left, and a pixel beside them.
COLOURS_AROUND = """(canvas, places) => {
    const { width, height } = canvas, context = canvas.getContext("2d");
    const { data } = context.getImageData(0, 0, width, height);
    return places.map(([right, up]) => {
        const column = 1 + right * (width - 2), row = 1 + (1 - up) * (height - 2);
        return [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]].map(([dx, dy]) => {
            const i = 4 * (Math.floor(row + dy) * width + Math.floor(column + dx));
            return [data[i], data[i + 2]];
        });
    });
}"""
