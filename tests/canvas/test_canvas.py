"""Drawing in the component: by mouse, by touch and by keyboard."""

import re

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from bayeslab.estimators.kernel_bayes import KernelBayes
from canvas import STEP, Canvas, X, Y, columns, grip_of, mount
from hands import check_nudge, swipe_up, tap_by_touch, touch

# By mouse


def test_a_click_adds_a_point_where_it_is(canvas: Canvas) -> None:
    canvas.class_button(3).click()
    canvas.click(0.25, -0.75)
    canvas.expect_points(8)
    points, labels = canvas.last_drawing(1)
    assert points[-1] == pytest.approx([0.25, -0.75], abs=0.01)
    assert labels == [*Y, 2]
    assert np.abs(points[:7] - X).max() <= STEP / 2
    assert canvas.page.locator("[data-label='2'] .count").inner_text() == "1"


def test_spraying_adds_points_within_the_brush_and_erasing_takes_them(canvas: Canvas) -> None:
    canvas.press("Spray")
    canvas.page.get_by_label("Density").fill("10")
    canvas.drag((-0.5, 0.7), (0.5, 0.7), release=False)
    assert canvas.sent == []
    canvas.page.mouse.up()
    sprayed, _ = canvas.last_drawing(1)
    assert len(sprayed) >= 7 + 30
    assert (sprayed[7:, 1] > 0.4).all()
    canvas.press("Erase")
    canvas.page.get_by_label("Brush").fill("80")
    canvas.drag((-0.9, 0.75), (0.9, 0.75), release=False)
    assert len(canvas.sent) == 1
    canvas.page.mouse.up()
    left, _ = canvas.last_drawing(2)
    assert len(left) == 6  # the brush also reaches the point at (0.4, 0.6)
    canvas.expect_points(6)


def test_moving_takes_one_point_along_and_sends_nothing_before_the_release(canvas: Canvas) -> None:
    canvas.press("Move")
    canvas.drag((0.5, 0.4), (0.0, 0.9), (-0.7, 0.8), release=False)
    assert canvas.sent == []
    canvas.page.mouse.up()
    points, _ = canvas.last_drawing(1)
    assert points[4] == pytest.approx([-0.7, 0.8], abs=0.01)
    rest = [i for i in range(7) if i != 4]
    assert np.abs(points - X)[rest].max() <= STEP / 2


def test_after_a_drag_all_points_lie_in_their_order_again(canvas: Canvas) -> None:
    """A point that is dragged lies on the others, which are not painted anew."""
    pixels = """async () => {
      for (let k = 0; k < 5; k++) await new Promise(requestAnimationFrame);
      const plane = host.shadowRoot.querySelector(".plane canvas"), { width, height } = plane;
      const { data } = plane.getContext("2d").getImageData(0, 0, width, height);
      return data.toString(); // quicker than a list of numbers
    }"""
    canvas.press("Move")
    canvas.drag((-0.6, -0.5), (0.0, 0.0), (0.48, 0.4))
    points, labels = canvas.last_drawing(1)
    canvas.page.mouse.move(0, 0)
    after = np.fromstring(canvas.page.evaluate(pixels), sep=",")
    fresh = mount(canvas.page, points=columns(points, labels))
    assert np.abs(after - np.fromstring(fresh.page.evaluate(pixels), sep=",")).max() <= 2


def test_a_hand_that_changes_nothing_sends_nothing(canvas: Canvas) -> None:
    canvas.press("Move")
    canvas.click(0.0, 0.9)
    canvas.press("Erase")
    canvas.click(0.0, 0.9)
    canvas.press("Add")
    canvas.click(0.0, 0.9)
    canvas.expect_points(8)
    assert len(canvas.sent) == 1


@pytest.mark.journey
def test_a_selection_is_dragged_changes_class_and_is_deleted(canvas: Canvas) -> None:
    canvas.press("Select")
    canvas.drag((0.2, 0.0), (0.8, 0.8))
    expect(canvas.page.get_by_text("3 selected:")).to_be_visible()
    canvas.drag((0.5, 0.4), (0.3, 0.0))
    moved, _ = canvas.last_drawing(1)
    assert moved[4:] == pytest.approx(np.array(X)[4:] - [0.2, 0.4], abs=0.01)
    canvas.class_button(4).click()
    assert canvas.last_drawing(2)[1] == [0, 0, 0, 0, 3, 3, 3]
    canvas.keys("Delete")
    assert canvas.last_drawing(3)[1] == [0, 0, 0, 0]
    canvas.expect_points(4)


def test_a_selection_stops_as_one_at_the_edge_of_the_box(canvas: Canvas) -> None:
    canvas.press("Select")
    canvas.drag((0.2, 0.0), (0.8, 0.8))
    canvas.drag((0.5, 0.4), (1.0, 0.4))
    points, _ = canvas.last_drawing(1)
    # New places are on every 17th step.
    assert points[4:, 0] == pytest.approx([0.9, 0.8, 1.0], abs=9 * STEP)


@pytest.mark.journey
def test_undo_and_redo_go_to_the_beginning_and_back(canvas: Canvas) -> None:
    for place in [(0.0, 0.8), (0.1, 0.8), (0.2, 0.8)]:
        canvas.click(*place)
    canvas.press("Clear")
    canvas.expect_points(0)
    drawn = [message["points"] for message in canvas.sent]
    for count in (10, 9, 8, 7):
        canvas.press("Undo")
        canvas.expect_points(count)
    expect(canvas.page.get_by_role("button", name="Undo")).to_be_disabled()
    assert canvas.sent[-1]["points"] is None  # as Python has them
    for count in (8, 9, 10, 0):
        canvas.press("Redo")
        canvas.expect_points(count)
    expect(canvas.page.get_by_role("button", name="Redo")).to_be_disabled()
    assert [message["points"] for message in canvas.sent[-4:]] == drawn


def test_a_press_that_closes_a_menu_draws_nothing(canvas: Canvas) -> None:
    menu = canvas.page.locator("details.show")
    menu.locator("summary").click()
    expect(menu).to_have_attribute("open", "")
    canvas.click(-0.6, -0.6)
    expect(menu).not_to_have_attribute("open", "")
    expect(canvas.page.get_by_role("button", name="Undo")).to_be_disabled()
    canvas.click(-0.6, -0.6)
    points, _ = canvas.last_drawing(1)
    assert len(points) == len(X) + 1


def test_jitter_moves_every_point_a_little(canvas: Canvas) -> None:
    canvas.press("Jitter")
    points, _ = canvas.last_drawing(1)
    steps = np.abs(points - X)
    assert (steps.max(axis=1) > STEP).all()
    assert steps.max() < 0.4


def test_fit_shows_the_points_there_are(canvas: Canvas) -> None:
    canvas.press("Fit")
    canvas.click(0.0, 0.0)  # the middle of the points' box, and of the picture
    box = canvas.last_drawing(1)[0]
    assert box[-1] == pytest.approx([0.0, 0.0], abs=0.01)
    canvas.click(1.0, 1.0)
    points, _ = canvas.last_drawing(2)
    assert points[-1] == pytest.approx([0.78, 0.78], abs=0.01)


def test_hovering_takes_a_point_apart(canvas: Canvas) -> None:
    canvas.page.mouse.move(*canvas.pixel(0.5, 0.4))
    card = canvas.page.locator(".card:visible")
    expect(card).to_contain_text("high")
    rows = dict(
        zip(card.locator("dt").all_inner_texts(), card.locator("dd").all_inner_texts(), strict=True)
    )
    model = KernelBayes(gamma=5.0).fit(X, Y)
    p, score = model.project([X[4]])[0], model.decision_function([X[4]])[0]
    numbers = {name: float(text.replace("−", "-")) for name, text in rows.items()}
    assert numbers["projection"] == pytest.approx(p, rel=0.01)
    assert numbers["margin"] == pytest.approx(score, rel=0.01)
    sums = numbers["kernel sum, high"] + numbers["kernel sum, low"]
    assert sums == pytest.approx(p, rel=0.01)
    canvas.page.mouse.move(*canvas.pixel(0.0, 0.9))
    expect(card).to_have_count(0)


def corner(canvas: Canvas) -> tuple[float, float]:
    """Return where the middle of the card is, in shares of the drawing area."""
    card, area = canvas.page.locator(".card:visible").bounding_box(), canvas.area.bounding_box()
    assert card is not None
    assert area is not None
    x, y = card["x"] + card["width"] / 2, card["y"] + card["height"] / 2
    return (x - area["x"]) / area["width"], 1 - (y - area["y"]) / area["height"]


def test_the_card_of_a_point_is_docked_in_the_corner_opposite_to_it(canvas: Canvas) -> None:
    canvas.page.mouse.move(*canvas.pixel(0.5, 0.4))
    expect(canvas.page.locator(".card:visible")).to_contain_text("high")
    assert corner(canvas) < (0.5, 0.5)
    assert corner(canvas)[1] < 0.5
    canvas.page.mouse.move(*canvas.pixel(-0.6, -0.5))
    expect(canvas.page.locator(".card:visible")).to_contain_text("low")
    assert min(corner(canvas)) > 0.5


CARD = ".card:visible"


def test_a_card_waits_until_the_hand_rests_and_then_comes_back_to_a_new_point(
    own_page: Page,
) -> None:
    own_page.set_viewport_size({"width": 1000, "height": 700})
    own_page.clock.install(time="2026-01-01")
    for by in ("mouse", "keys"):
        add_and_come_back(own_page, by)
    rest_on_a_point(own_page)


def rest_on_a_point(own_page: Page) -> None:
    canvas = mount(own_page)
    own_page.clock.pause_at("2026-01-02")
    own_page.mouse.move(*canvas.pixel(0.5, 0.4))
    own_page.clock.run_for(300)
    own_page.mouse.move(*canvas.pixel(0.51, 0.4))
    own_page.clock.run_for(300)
    expect(own_page.locator(CARD)).to_have_count(0)
    own_page.clock.run_for(300)
    expect(own_page.locator(CARD)).to_have_count(1)
    own_page.mouse.move(*canvas.pixel(0.5, 0.4))  # still on the point
    own_page.clock.run_for(50)
    expect(own_page.locator(CARD)).to_have_count(1)


def add_and_come_back(own_page: Page, by: str) -> None:
    canvas = mount(own_page)

    def come(x: float) -> None:
        if by == "mouse":
            own_page.mouse.move(*canvas.pixel(x, 0))
        else:
            canvas.keys("Shift+ArrowRight" if x else "Shift+ArrowLeft")
        own_page.clock.run_for(1000)

    if by == "mouse":
        canvas.click(0, 0)
    else:
        canvas.keys("Enter")
    own_page.clock.run_for(50)
    canvas.expect_points(8)
    own_page.clock.run_for(1000)
    if by == "mouse":
        own_page.mouse.move(*canvas.pixel(0.005, 0))
    else:
        canvas.keys("ArrowRight")
    own_page.clock.run_for(1000)
    expect(own_page.locator(CARD)).to_have_count(0)
    come(0.3)
    come(0.0)
    expect(own_page.locator(CARD)).to_have_count(1)


def test_an_empty_sheet_says_how_to_begin_in_one_place(canvas: Canvas) -> None:
    later = canvas.page.locator(".later").first
    expect(later).to_be_hidden()
    canvas.press("Clear")
    expect(canvas.message).to_have_text("Click to add points of low.")
    expect(canvas.page.locator(".hint")).to_have_text("")
    expect(later).to_be_visible()
    canvas.click(-0.5, 0.0)
    expect(canvas.message).to_have_text(
        "So far all points are low. Now pick another class and add some."
    )
    expect(canvas.status).to_have_text("1 point")
    canvas.class_button(2).click()
    expect(canvas.message).to_have_text("So far all points are low. Now add some of high.")
    canvas.click(0.5, 0.0)
    expect(canvas.message).to_be_hidden()
    expect(later).to_be_hidden()
    expect(canvas.page.locator(".hint")).to_have_text(
        "Click to add a point; drag to adjust its position."
    )
    expect(canvas.status).to_contain_text("training accuracy 100.0 %")


def test_points_outside_the_box_stay_until_they_are_edited(harness: Page) -> None:
    canvas = mount(harness, box=[-0.5, 0.5, -0.5, 0.5])
    expect(canvas.status).to_contain_text("training accuracy 100.0 %")
    canvas.press("Fit")
    canvas.click(0.0, 0.9)
    points, _ = canvas.last_drawing(1)
    assert points[:7] == pytest.approx(np.array(X), abs=STEP)


# By touch


@pytest.fixture
def touched(phone: Page) -> Canvas:
    return mount(phone)


@pytest.mark.journey
def test_a_finger_adds_moves_and_erases_and_the_page_stays(touched: Canvas) -> None:
    top = touched.page.evaluate("scrollY")
    touched.touch((0.0, 0.8))
    touched.expect_points(8)
    touched.press("Move")
    touched.touch((0.02, 0.79), (0.0, 0.5), (0.0, -0.8))
    points, _ = touched.last_drawing(2)
    assert points[-1, 1] == pytest.approx(-0.8, abs=0.03)
    touched.press("Erase")
    touched.touch((-0.1, -0.8), (0.0, -0.8), (0.1, -0.8))
    touched.expect_points(7)
    touched.press("Undo")
    touched.expect_points(8)
    touched.press("Spray")
    touched.touch((-0.5, 0.7), (0.5, 0.7))
    touched.page.wait_for_function("sent.length === 5")
    assert len(touched.last_drawing(5)[0]) > 8
    assert touched.page.evaluate("scrollY") == top


LONG_PAGE = "document.body.style.minHeight = '3000px'"
SWIPE = [(0.0, height) for height in (0.0, 0.4, 0.8, 1.2, 1.6)]


@pytest.fixture
def on_long_page(phone: Page) -> Canvas:
    return mount(phone, before=LONG_PAGE)


def test_on_start_a_finger_moves_a_point_and_elsewhere_scrolls_the_page(phone: Page) -> None:
    canvas = mount(phone, before=LONG_PAGE, compact=True)
    x, y = X[0]
    canvas.touch((x, y), (x, y + 0.2), (x, y + 0.4))
    points, _ = canvas.last_drawing(1)
    assert points[0] == pytest.approx([x, y + 0.4], abs=0.03)
    assert phone.evaluate("scrollY") == 0
    canvas.touch(*SWIPE)
    phone.wait_for_function("scrollY > 0")
    assert len(canvas.sent) == 1


def test_on_start_a_boundary_moved_by_accident_is_put_back(phone: Page) -> None:
    canvas = mount(phone, compact=True)
    for button in ("Reset the threshold", "Undo"):
        canvas.touch((0.0, 0.0), (0.2, 0.0), (0.4, 0.0))  # between the classes
        expect(canvas.status).to_contain_text("threshold moved")
        phone.get_by_role("button", name=button).tap()
        expect(canvas.status).not_to_contain_text("threshold moved")
    x, y = X[0]
    canvas.touch((x, y), (x, y + 0.4))
    expect(canvas.status).to_contain_text("training accuracy")
    assert len(canvas.last_drawing(1)[0]) == len(X)
    phone.get_by_role("button", name="Undo").tap()
    assert canvas.last_sent(2)["points"] is None


@pytest.mark.parametrize("tool", ["Add", "Spray", "Erase", "Move", "Select"])
def test_a_swipe_up_scrolls_the_page_and_draws_nothing(on_long_page: Canvas, tool: str) -> None:
    on_long_page.press(tool)
    on_long_page.touch(*SWIPE)
    on_long_page.page.wait_for_function("scrollY > 0")
    on_long_page.expect_points(7)
    expect(on_long_page.page.get_by_role("button", name="Undo")).to_be_disabled()
    assert on_long_page.sent == []


def test_a_finger_that_goes_sideways_first_draws_in_all_directions(on_long_page: Canvas) -> None:
    on_long_page.press("Spray")
    on_long_page.touch((-0.6, 0.8), (-0.3, 0.8), (-0.3, 0.0), (-0.3, -0.8))
    points, _ = on_long_page.last_drawing(1)
    assert (points[7:, 1] < -0.6).any()
    assert on_long_page.page.evaluate("scrollY") == 0


def test_a_finger_that_rests_first_draws_in_all_directions(on_long_page: Canvas) -> None:
    put = touch(on_long_page.page)
    put("touchStart", on_long_page.pixel(0.0, 0.8))
    on_long_page.expect_points(8)  # without being lifted
    for height in (0.5, 0.0, -0.5):
        put("touchMove", on_long_page.pixel(0.0, height))
    put("touchEnd")
    points, _ = on_long_page.last_drawing(1)
    assert points[7] == pytest.approx([0.0, -0.5], abs=0.03)
    assert on_long_page.page.evaluate("scrollY") == 0


def test_two_fingers_draw_nothing(on_long_page: Canvas) -> None:
    put, places = touch(on_long_page.page), [on_long_page.pixel(x, 0.8) for x in (-0.2, 0.2)]
    put("touchStart", places[0])
    put("touchStart", *places)
    put("touchEnd")
    on_long_page.touch((0.0, 0.0))
    on_long_page.expect_points(8)
    assert len(on_long_page.sent) == 1


def test_on_the_line_a_finger_moves_the_threshold_sideways_and_scrolls_up(
    on_long_page: Canvas,
) -> None:
    x, y = grip_of(on_long_page)
    put = touch(on_long_page.page)
    put("touchStart", (x, y))
    for step in range(1, 5):
        put("touchMove", (x + 40 * step, y))
    put("touchEnd")
    expect(on_long_page.status).to_contain_text("threshold moved")
    on_long_page.press("Reset threshold")
    swipe_up(on_long_page.page, x, y)
    on_long_page.page.wait_for_function("scrollY > 0")
    expect(on_long_page.status).not_to_contain_text("threshold moved")


def test_what_a_finger_presses_is_large_enough(touched: Canvas) -> None:
    touched.page.get_by_title("Save the picture").click()
    for button in touched.page.get_by_role("button").all():
        box = button.bounding_box()
        if box is not None:
            assert min(box["width"], box["height"]) >= 44, button.inner_text()


# Names


def check_names(canvas: Canvas) -> None:
    """The name of each class button contains what is written on it."""
    for number, name in enumerate(["low 4 points", "high 3 points", "Class 3 0 points"], 1):
        button = canvas.class_button(number)
        expect(button).to_have_accessible_name(name)
        written = button.locator("span:visible").all_inner_texts()
        assert " ".join(written) in name


def test_classes_are_named_as_they_are_written_and_the_drawing_area_is_described(
    canvas: Canvas,
) -> None:
    check_names(canvas)
    expect(canvas.area).to_have_accessible_description(
        "x₁ from −1 to 1 across, x₂ from −1 to 1 up. 4 points of low drawn as circles, "
        "3 points of high drawn as squares. "
        "Arrow keys move a cross-hair; Enter adds a point at the cross-hair."
    )
    canvas.click(0.0, 0.8)
    expect(canvas.area).to_have_accessible_description(re.compile("5 points of low"))
    expect(canvas.class_button(1)).to_have_accessible_name("low 5 points")


def test_on_a_phone_the_name_of_a_class_tells_what_its_symbol_shows(touched: Canvas) -> None:
    check_names(touched)


# By keyboard


@pytest.mark.journey
def test_the_keyboard_alone_draws(canvas: Canvas) -> None:
    canvas.keys("2", "Shift+ArrowUp", "ArrowUp", "ArrowRight", "Enter")
    canvas.expect_points(8)
    points, labels = canvas.last_drawing(1)
    assert labels[-1] == 1
    assert 0 < points[-1, 0] < points[-1, 1]
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
    put, _ = canvas.last_drawing(1)
    canvas.keys("Enter")
    carried, _ = canvas.last_drawing(2)
    assert carried[-1, 0] > put[-1, 0]
    corner, other = ["Shift+ArrowLeft", "Shift+ArrowDown"], ["Shift+ArrowRight", "Shift+ArrowUp"]
    canvas.keys("r", *corner, "Enter", *other * 2, "Enter")
    expect(canvas.page.get_by_text("1 selected:")).to_be_visible()


def test_a_double_click_adds_one_point(canvas: Canvas) -> None:
    canvas.page.mouse.dblclick(*canvas.pixel(0.25, -0.75))
    canvas.expect_points(8)
    canvas.click(-0.3, 0.7)
    assert len(canvas.last_drawing(2)[0]) == len(X) + 2


def test_letters_choose_the_tools_and_a_sheet_explains_them(canvas: Canvas) -> None:
    for letter, name in zip("semra", ["Spray", "Erase", "Move", "Select", "Add"], strict=True):
        canvas.keys(letter)
        button = canvas.page.get_by_role("button", name=name, exact=True)
        expect(button).to_have_attribute("aria-pressed", "true")
    canvas.page.set_viewport_size({"width": 700, "height": 420})
    canvas.keys("?")
    expect(canvas.page.get_by_role("heading", name="Drawing")).to_be_in_viewport()
    canvas.page.keyboard.press("Escape")
    expect(canvas.page.get_by_role("dialog")).to_have_count(0)


def test_escape_takes_back_what_is_held(canvas: Canvas) -> None:
    canvas.press("Move")
    canvas.drag((0.5, 0.4), (-0.7, 0.8), release=False)
    canvas.page.keyboard.press("Escape")
    canvas.page.mouse.up()
    canvas.expect_points(7)
    assert canvas.sent == []


# Without a drag


def test_a_threshold_that_is_tapped_has_buttons_to_the_next_cuts(canvas: Canvas) -> None:
    """By a mouse and by a finger; a press elsewhere takes them away."""
    page = canvas.page
    line = page.get_by_role("slider", name="Threshold", exact=True)
    less, more = (page.get_by_role("button", name=f"{w}: Threshold") for w in ("Less", "More"))
    best = line.get_attribute("aria-valuenow") or ""
    for tap in (page.mouse.click, tap_by_touch(page)):
        x, y = grip_of(canvas)
        tap(x, y)
        check_nudge(more, x, y)
        more.click()
        expect(line).not_to_have_attribute("aria-valuenow", best)
        less.click()
        expect(line).to_have_attribute("aria-valuenow", best)
        less.click()
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()
        box = line.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 2, box["y"] + 2)
        expect(less).to_have_count(0)
        canvas.press("Reset threshold")
        expect(line).to_have_attribute("aria-valuenow", best)


def test_a_point_that_is_tapped_goes_to_the_next_place_that_is_tapped(canvas: Canvas) -> None:
    """By a mouse and by a finger; Escape or a tap on it lets it go, and undo brings it back."""
    told = "Tap its new place."
    tap_by_finger = tap_by_touch(canvas.page)
    canvas.press("Move")
    for k, tap in enumerate((canvas.page.mouse.click, tap_by_finger)):
        tap(*canvas.pixel(0.5, 0.4))
        expect(canvas.message).to_have_text(told)
        tap(*canvas.pixel(-0.6, 0.7))
        points, _ = canvas.last_drawing(2 * k + 1)
        assert points[4] == pytest.approx([-0.6, 0.7], abs=0.01)
        assert np.abs(points - X)[[0, 1, 2, 3, 5, 6]].max() <= STEP / 2
        expect(canvas.message).to_have_text("")
        canvas.press("Undo")
        assert canvas.last_sent(2 * k + 2)["points"] is None
        for let_go in (
            lambda: canvas.page.keyboard.press("Escape"),
            lambda tap=tap: tap(*canvas.pixel(0.5, 0.4)),
        ):
            tap(*canvas.pixel(0.5, 0.4))
            expect(canvas.message).to_have_text(told)
            let_go()
            expect(canvas.message).to_have_text("")
            tap(*canvas.pixel(-0.6, 0.7))
    assert len(canvas.sent) == 4


def test_a_boundary_that_is_tapped_has_the_buttons_of_the_threshold(canvas: Canvas) -> None:
    line = canvas.page.get_by_role("slider", name="Threshold", exact=True)
    more = canvas.page.get_by_role("button", name="More: Threshold")
    canvas.press("Move")
    place, best = canvas.pixel(0.1, 0.0), line.get_attribute("aria-valuenow") or ""
    for tap in (canvas.page.mouse.click, tap_by_touch(canvas.page)):
        tap(*place)
        check_nudge(more, *place)
        more.click()
        expect(line).not_to_have_attribute("aria-valuenow", best)
        canvas.press("Reset threshold")
        expect(line).to_have_attribute("aria-valuenow", best)


PAD = """async () => {
  const { Pad } = await import("/room/pad.js"), { lookOf } = await import("/paint/look.js");
  const canvas = document.createElement("canvas"), style = { colour: "#000000", symbol: "circle" };
  canvas.tabIndex = 0;
  canvas.setAttribute("aria-label", "Pad");
  canvas.setAttribute("role", "application");
  canvas.style = "position: fixed; inset: 0; width: 300px; height: 300px; z-index: 9";
  document.body.append(canvas);
  window.said = [];
  window.pad = new Pad(canvas, () => {}, (words) => said.push(words));
  pad.update({ settings: { box: [0, 3, 0, 3], budget: 4 }, isOpen: true, isSettled: true,
    points: { 0: [1, 1, 0], 1: [2, 2, 0] }, others: [], look: lookOf("light"), palette: [style] });
}"""


def test_a_participant_taps_a_point_and_its_new_place(canvas: Canvas) -> None:
    """By a mouse and by a finger; a tap on it, or Escape, lets it go, and then a tap adds one."""
    page = canvas.page
    page.evaluate(PAD)
    page.mouse.click(100, 200)
    assert page.evaluate("said") == ["Tap its new place."]
    page.mouse.click(100, 100)
    tap = tap_by_touch(page)
    for places in ([(200, 100), (250, 250)], [(250, 250), (250, 250)], [(250, 250)]):
        for place in places:
            tap(*place)
    page.keyboard.press("Escape")
    assert page.evaluate("pad.points") == {"0": [1, 2, 0], "1": [2.5, 0.5, 0]}
    tap(200, 200)
    assert page.evaluate("pad.points") == {"0": [1, 2, 0], "1": [2.5, 0.5, 0], "2": [2, 1, 0]}
    page.evaluate("() => { pad.close(); pad.canvas.remove(); }")
