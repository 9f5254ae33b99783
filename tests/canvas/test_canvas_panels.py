"""What the component shows of one or two classifiers, keeps, saves and tells Python."""

import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.figures.theme import PALETTE
from bayeslab.scoring.descriptions import describe
from bayeslab.scoring.regions import decision_regions
from canvas import (
    DATA,
    KERNEL_BAYES,
    Canvas,
    X,
    Y,
    base64_of,
    columns,
    grip_of,
    make_drawing,
    mount,
    panel,
)
from core.drawing import Drawing, encode_drawing, identify
from javascript import call

LINEAR = {
    "shift": [0.0, 0.0],
    "scale": [1.0, 1.0],
    "W": [[0.0, 0.0], [0.0, 0.0]],
    "w": [1.0, 1.0],
    "w0": 0.0,
    "offset": 0.1,
    "expansions": [],
}
DESCRIPTION = {"kind": "description", "descriptions": [LINEAR]}
TWO = [
    panel("Kernel Bayes I", KERNEL_BAYES),
    panel("A line", DESCRIPTION, accuracy="training accuracy 85.7 %"),
]


# Gamma


@pytest.mark.journey
def test_gamma_follows_slider_number_and_keys(canvas: Canvas) -> None:
    slider = canvas.page.get_by_role("slider", name="gamma")
    number = canvas.page.get_by_label("gamma value")
    slider.focus()
    canvas.page.keyboard.press("ArrowRight")
    expect(number).to_have_value("5.13")
    assert canvas.last_sent(1)["gamma"] == 5.13
    assert canvas.last_sent(1)["points"] is None
    number.fill("20,5")
    number.press("Enter")
    expect(slider).to_have_attribute("aria-valuetext", "20.5")
    assert canvas.last_sent(2)["gamma"] == 20.5
    number.fill("much")
    number.press("Enter")
    message, voice = canvas.page.locator(".message:visible"), canvas.page.locator(".voice")
    expect(message).to_contain_text("“much” is not a valid γ; type a number")
    expect(number).to_have_value("20.5")
    number.fill("5000")
    number.press("Enter")
    expect(number).to_have_value("1000")
    for said in (message, voice):
        expect(said).to_contain_text("“5000” is not a valid γ; type a number from 0.01 to 1000.")


def test_the_wheel_over_gamma_scrolls_the_page(harness: Page) -> None:
    canvas = mount(harness, before="document.body.style.minHeight = '3000px'")
    slider = harness.get_by_role("slider", name="gamma")
    slider.focus()
    slider.hover()
    harness.mouse.wheel(0, 100)
    harness.wait_for_function("scrollY > 0")
    expect(harness.get_by_label("gamma value")).to_have_value("5")
    assert canvas.sent == []


def test_dragging_gamma_changes_the_words_at_once_and_sends_on_release(canvas: Canvas) -> None:
    slider = canvas.page.get_by_role("slider", name="gamma")
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    canvas.page.mouse.move(box["x"] + box["width"] * 0.54, middle)
    canvas.page.mouse.down()
    before = canvas.page.locator(".errors").first.inner_text()
    canvas.page.mouse.move(box["x"] + box["width"] * 0.9, middle, steps=8)
    expect(canvas.page.locator(".errors").first).not_to_have_text(before)
    expect(canvas.status).to_have_attribute("aria-live", "off")
    assert canvas.sent == []
    canvas.page.mouse.up()
    assert canvas.last_sent(1)["gamma"] > 100
    expect(canvas.status).to_have_attribute("aria-live", "polite")


def test_without_a_gamma_there_is_no_slider(canvas: Canvas) -> None:
    canvas.update(showsGamma=False)
    expect(canvas.page.get_by_role("slider", name="gamma")).to_be_hidden()
    canvas.click(0.0, 0.8)
    assert canvas.last_sent(1)["gamma"] == 5


# The threshold


@pytest.mark.journey
def test_the_threshold_is_dragged_and_snaps_back_and_python_is_not_told(canvas: Canvas) -> None:
    errors, best = canvas.page.locator(".errors").first, canvas.page.get_by_label("Reset threshold")
    expect(errors).to_have_text(re.compile(r"^0 errors at threshold "))
    expect(best.first).to_be_disabled()
    x, y = grip_of(canvas)
    canvas.page.mouse.move(x, y)
    canvas.page.mouse.down()
    canvas.page.mouse.move(x + 900, y, steps=10)
    expect(errors).to_have_text(re.compile(r"^3 errors at .*, 0 at the best$"))
    assert errors.evaluate("it => it.scrollWidth <= it.clientWidth")  # all of it can be read
    expect(canvas.status).to_contain_text("training accuracy 57.1 %")
    expect(canvas.status).to_contain_text("threshold moved")
    canvas.page.mouse.up()
    best.first.click()
    expect(errors).to_have_text(re.compile(r"^0 errors at threshold "))
    expect(canvas.status).not_to_contain_text("threshold moved")
    assert canvas.sent == []


KEY_BEFORE_THE_NEXT_FRAME = """line => {
    update({ moved: "" });
    for (const type of ["keydown", "keyup"])
        line.dispatchEvent(new KeyboardEvent(type, { key: "ArrowRight" }));
}"""


def test_a_host_that_keeps_moved_thresholds_is_told_and_can_put_them_back(canvas: Canvas) -> None:
    errors = canvas.page.locator(".errors").first
    expect(errors).to_have_text(re.compile(r"^0 errors at threshold "))
    own = errors.inner_text()
    line = canvas.page.get_by_role("slider", name="Threshold", exact=True)
    line.evaluate(KEY_BEFORE_THE_NEXT_FRAME)
    canvas.page.wait_for_function("sent.length > 0")
    expect(errors).not_to_have_text(own)
    moved, text = canvas.sent[-1]["moved"], errors.inner_text()
    assert moved.startswith("0_0_")
    assert len(moved) < 12
    canvas.update(moved="")
    expect(errors).to_have_text(own)
    canvas.update(moved=moved)
    expect(errors).to_have_text(text)


def test_the_threshold_goes_from_cut_to_cut_by_keys(canvas: Canvas) -> None:
    canvas.page.get_by_role("slider", name="Threshold", exact=True).focus()
    errors = canvas.page.locator(".errors").first
    search = KernelBayes(gamma=5.0).fit(X, Y).threshold_search_
    for step in (1, 2):
        canvas.page.keyboard.press("ArrowRight")
        expect(errors).to_contain_text(f"{search.errors[search.index + step]} error")
    canvas.page.keyboard.press("Home")
    expect(errors).to_have_text(re.compile(r"^0 errors at threshold "))


def test_a_moved_threshold_outlives_answers_but_not_another_fit(canvas: Canvas) -> None:
    canvas.page.get_by_role("slider", name="Threshold", exact=True).focus()
    canvas.page.keyboard.press("ArrowRight")
    expect(canvas.status).to_contain_text("threshold moved")
    canvas.update(seq=7, theme="dark")
    expect(canvas.page.locator(".drawing")).to_have_attribute("data-theme", "dark")
    expect(canvas.status).to_contain_text("threshold moved")
    canvas.click(0.0, 0.8)
    canvas.expect_points(8)
    expect(canvas.status).not_to_contain_text("threshold moved")


def test_undo_takes_back_a_moved_threshold_also_after_another_change(canvas: Canvas) -> None:
    words = canvas.page.locator(".errors").first
    best = words.inner_text()
    canvas.page.get_by_role("slider", name="Threshold", exact=True).focus()
    canvas.page.keyboard.press("ArrowRight")
    expect(canvas.page.get_by_role("button", name="Undo")).to_be_enabled()
    moved = words.inner_text()
    assert moved != best
    canvas.click(0.0, 0.8)
    canvas.expect_points(8)
    canvas.press("Undo")
    expect(words).to_have_text(moved)
    canvas.press("Undo")
    expect(words).to_have_text(best)
    canvas.press("Redo")
    expect(words).to_have_text(moved)


# One classifier


def test_the_status_tells_what_python_would(canvas: Canvas) -> None:
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 40)
    points = rng.normal(y[:, None] * 0.5, 0.4, (80, 2)).clip(-1, 1)
    canvas.update(revision=2, points=columns(points, y))
    training = 100 * KernelBayes(gamma=5.0).fit(points, y).score(points, y)
    words = rf"training accuracy {training:.1f}\s%, leave-one-out \d+\.\d\s%"
    expect(canvas.status).to_have_text(re.compile(f"^80 points; {words}$"))


def test_three_classes_are_drawn_each_against_the_rest(canvas: Canvas) -> None:
    canvas.class_button(3).click()
    canvas.click(-0.5, 0.7)
    canvas.click(-0.6, 0.8)
    canvas.expect_points(9)
    expect(canvas.status).to_contain_text("training accuracy 100.0 %")
    # The line shows one class against the others: its errors are not all of those above.
    errors = canvas.page.locator(".errors").first
    expect(errors).to_contain_text("0 errors of Class 3 against the rest")


def test_ten_classes_have_ten_buttons_and_nine_keys(canvas: Canvas) -> None:
    rng = np.random.default_rng(1)
    canvas.update(
        revision=2,
        palette=[{"colour": s.colour, "symbol": s.symbol, "name": s.name} for s in PALETTE],
        classes=[f"digit {k}" for k in range(10)],
        points=columns(rng.uniform(-1, 1, (60, 2)), np.arange(60) % 10),
    )
    canvas.expect_points(60)
    canvas.keys("9")
    expect(canvas.class_button(9)).to_have_attribute("aria-pressed", "true")
    canvas.class_button(10).click()
    canvas.click(0.0, 0.0)
    assert canvas.last_drawing(1)[1][-1] == 9


def test_undo_brings_back_classes_that_python_no_longer_names(canvas: Canvas) -> None:
    six = columns(np.random.default_rng(2).uniform(-1, 1, (12, 2)), np.arange(12) % 6)
    canvas.update(revision=2, points=six)
    canvas.expect_points(12)
    canvas.update(revision=3, points=DATA["points"])
    canvas.expect_points(7)
    canvas.press("Undo")
    canvas.expect_points(12)
    expect(canvas.class_button(6)).to_be_visible()


def test_a_description_is_drawn_and_is_old_until_python_answers(canvas: Canvas) -> None:
    accuracy = "training accuracy 100.0 %, 5-fold 99.0 %"
    canvas.update(echo=False, panels=[panel("A line", DESCRIPTION, accuracy)])
    expect(canvas.status).to_have_text(f"7 points; {accuracy}")
    canvas.click(0.0, 0.8)
    expect(canvas.status).to_have_text("8 points; computing …")
    canvas.update(seq=1)
    expect(canvas.status).to_have_text(f"8 points; {accuracy}")


def test_a_screen_reader_hears_whose_accuracy_it_is(canvas: Canvas) -> None:
    titles = "A line", "A copy"
    panels = [panel(title, DESCRIPTION, "training accuracy 95.0 %") for title in titles]
    canvas.update(echo=False, panels=panels)
    expect(canvas.status).to_contain_text("A copy")
    heard = canvas.status.inner_text()  # without what no screen reader reads
    for title in titles:
        assert re.search(rf"{title}\s*:\s*training accuracy", heard)


@pytest.mark.journey
def test_the_table_has_rows_of_python_and_of_this_browser(canvas: Canvas) -> None:
    told = {"training": 0.84, "heldOut": {"mean": 0.5, "standardError": 0.1}}
    row = {"isInPicture": False, "row": None}
    rows = [
        {**row, "name": "I", "title": "Kernel Bayes I", "model": KERNEL_BAYES},
        {**row, "name": "line", "title": "A line", "model": None, "row": told},
    ]
    table = {"isShown": True, "title": "points", "scheme": "2-fold", "folds": 2, "seed": 0}
    panels = [{"name": "line"} | panel("A line", DESCRIPTION)]
    canvas.update(
        echo=False, panels=panels, table={**table, "rows": rows, "worker": "wire/worker.js"}
    )
    expect(canvas.status).to_have_text("7 points; training accuracy 84.0 %, 2-fold 50.0 %")
    shown = canvas.page.get_by_role("table")
    expect(shown).to_have_attribute("aria-busy", "false")
    expect(shown.get_by_role("row")).to_have_text(
        [
            "ClassifierTrainingHeld out, 2-fold (± standard error)",
            "Kernel Bayes I100.0 %100.0 ± 0.0 %",
            "A line84.0 %50.0 ± 10.0 %",
        ]
    )
    old = shown.locator(".old")
    canvas.click(0.0, 0.8)  # Python has not answered, so its row is old; the other one is not
    expect(old).to_have_text([re.compile("^A line")])
    expect(canvas.page.get_by_role("heading", name="Accuracy on points, 8 points")).to_be_visible()
    canvas.update(seq=1, table={**table, "rows": rows, "worker": "wire/none.js"})
    expect(old).to_have_count(0)


def test_without_a_worker_the_page_evaluates_by_itself(harness: Page) -> None:
    rows = [{"name": "I", "title": "I", "isInPicture": True, "model": KERNEL_BAYES, "row": None}]
    table = {"isShown": True, "title": "points", "scheme": "2-fold", "folds": 2, "seed": 0}
    mount(
        harness, "window.Worker = undefined", table={**table, "rows": rows, "worker": "worker.js"}
    )
    row = harness.get_by_role("row", name="I (shown) 100.0 % 100.0 ± 0.0 %")
    expect(row).to_be_visible()


def test_a_sentence_of_python_is_shown(canvas: Canvas) -> None:
    canvas.update(panels=[panel("SVC", {"kind": "message", "text": "C is 0; use a larger one."})])
    expect(canvas.message).to_have_text("C is 0; use a larger one.")
    expect(canvas.status).to_have_text("7 points")


def raster_of(model: Any, box: tuple[float, float, float, float]) -> dict[str, Any]:
    """Return the message of a fitted classifier as a picture."""
    regions = decision_regions(model, box, 50)
    scores = np.atleast_2d(np.asarray(model.decision_function(X)).T)
    return {
        "kind": "raster",
        "size": 50,
        "box": list(box),
        "classes": model.classes_.tolist(),
        "labels": base64_of(regions.label.astype(np.uint8)),
        "strength": base64_of(np.full((50, 50), 255, np.uint8)),
        "projections": [base64_of(line.astype("<f8") - 0.25) for line in scores],
        "offsets": [0.25] * len(scores),
    }


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_picture_of_python_is_painted_in_its_own_box(canvas: Canvas, n_classes: int) -> None:
    y = [0, 0, 1, 1, 2, 2, 2] if n_classes == 3 else Y
    model = GaussianBayes(covariance="spherical").fit(X, y)
    right = 100 * model.score(X, y)
    raster = raster_of(model, (-1.0, 0.0, -1.0, 1.0))  # the left half of the plane
    canvas.update(
        echo=False,
        revision=2,
        points=columns(X, y),
        switches=["axes", "points", "boundary"],
        panels=[panel("Nearest mean", raster)],
    )
    expect(canvas.status).to_have_text(f"7 points; training accuracy {right:.1f} %")
    colours = {tuple(colour_at(canvas, x, y)) for x in (-0.9, -0.1) for y in (-0.9, 0.9)}
    outside = {tuple(colour_at(canvas, x, y)) for x in (0.1, 0.9) for y in (-0.9, 0.9)}
    assert outside == {(0, 0, 0, 0)}
    assert (0, 0, 0, 0) not in colours
    canvas.page.mouse.move(*canvas.pixel(0.5, 0.4))
    terms = canvas.page.locator(".card:visible dt")
    expect(terms).to_have_text(["x₁", "x₂", "projection", "margin"])
    line = canvas.page.get_by_role("slider", name="Threshold", exact=True)
    expect(line).to_have_attribute("aria-disabled", "true")  # the boundary could not follow
    canvas.click(-0.5, 0.8)
    expect(canvas.status).to_have_text("8 points; computing …")


def colour_at(canvas: Canvas, x: float, y: float) -> list[int]:
    colour: list[int] = canvas.area.evaluate(
        """(canvas, [right, up]) => Array.from(canvas.getContext("2d").getImageData(
             canvas.width * right, canvas.height * (1 - up), 1, 1).data)""",
        [(x + 1) / 2, (y + 1) / 2],
    )
    return colour


def test_scores_of_many_classes_are_shown_as_the_lead_of_one_over_the_others(
    canvas: Canvas,
) -> None:
    y = [0, 0, 1, 1, 2, 2, 2]
    model = GaussianBayes(covariance="pooled").fit(X, y)
    described = describe(model)
    assert described is not None
    message = {
        "kind": "description",
        "classes": [0, 1, 2],
        "descriptions": [score.to_plain() for score in described],
    }
    scores = model.decision_function(X)
    canvas.update(revision=2, points=columns(X, y), panels=[panel("LDA", message)])
    for k, name in enumerate(["low", "high", "Class 3"]):
        canvas.class_button(k + 1).click()
        lead = scores[:, k] - np.delete(scores, k, axis=1).max(axis=1)
        errors = int(((lead > 0) != (np.array(y) == k)).sum())
        noun = "error" if errors == 1 else "errors"
        words = f"{errors} {noun} of {name} against the rest at threshold 0"
        expect(canvas.page.locator(".errors").first).to_have_text(words)
    line = canvas.page.get_by_role("slider", name="Threshold", exact=True)
    expect(line).to_have_attribute("aria-disabled", "true")  # it is no threshold to choose


def test_twenty_thousand_points_are_shown(canvas: Canvas) -> None:
    drawing = make_drawing(20_000)
    model = GaussianBayes(covariance="spherical").fit(X, Y)
    raster = {
        **raster_of(model, (-1.0, 1.0, -1.0, 1.0)),
        "projections": [base64_of(drawing.X.sum(axis=1))],
        "offsets": [0.0],
    }
    canvas.update(
        revision=2,
        points=columns(drawing.X, drawing.labels),
        panels=[panel("Gaussian", raster, "training accuracy 99.9 %")],
    )
    expect(canvas.status).to_have_text("20000 points; training accuracy 99.9 %")


# Two classifiers


@pytest.mark.journey
def test_two_planes_share_points_and_hand(harness: Page) -> None:
    canvas = mount(harness, echo=False, panels=TWO)
    second = harness.get_by_role("application", name="Drawing area, A line")
    first_box, second_box = canvas.area.bounding_box(), second.bounding_box()
    assert first_box is not None
    assert second_box is not None
    assert first_box["y"] == second_box["y"]
    assert first_box["x"] + first_box["width"] < second_box["x"]
    expect(harness.get_by_role("heading", level=3)).to_have_text(["Kernel Bayes I", "A line"])
    expect(harness.get_by_role("slider", name="gamma")).to_have_count(1)
    expect(canvas.status).to_have_text(
        re.compile(
            r"^7 points; Kernel Bayes I: training accuracy 100\.0\s%, "
            r"leave-one-out [\d.]+\s%; A line: training accuracy 85\.7 %$"
        )
    )
    canvas.click(0.3, -0.8, area=second)
    points, _ = canvas.last_drawing(1)
    assert points[-1] == pytest.approx([0.3, -0.8], abs=0.01)
    expect(canvas.status).to_contain_text("A line: computing …")
    canvas.update(seq=1)
    harness.mouse.move(*canvas.pixel(0.5, 0.4, area=second))
    expect(harness.locator(".card:visible")).to_have_count(2)


# Resolves when the canvas shows something else.
CHANGES = """(canvas, before) => new Promise((changed) => {
    const look = () => (canvas.toDataURL() === before ? requestAnimationFrame(look) : changed());
    look();
})"""


def test_two_panels_tell_and_show_where_they_disagree(harness: Page) -> None:
    canvas = mount(harness, panels=TWO)
    agreement = harness.locator(".agreement")
    expect(agreement).to_have_text(re.compile(r"^same prediction on \d\d\.\d\s% of the plane$"))
    plain = canvas.area.evaluate("(canvas) => canvas.toDataURL()")
    harness.get_by_title("What the picture shows").click()
    harness.get_by_label("Disagreement of two classifiers").check()
    canvas.area.evaluate(CHANGES, plain)
    canvas.update(panels=TWO[:1])
    expect(agreement).to_be_hidden()


def test_two_classifiers_headline_the_same_estimate(harness: Page) -> None:
    told = {"training": 0.84, "heldOut": {"mean": 0.5, "standardError": 0.1}}
    names = {"I": KERNEL_BAYES, "line": None}
    rows = [
        {
            "name": name,
            "title": name,
            "isInPicture": True,
            "model": model,
            "row": told if model is None else None,
        }
        for name, model in names.items()
    ]
    table = {"isShown": True, "title": "points", "scheme": "2-fold", "folds": 2, "seed": 0}
    panels = [
        {"name": "I"} | panel("Kernel Bayes I", KERNEL_BAYES),
        {"name": "line"} | panel("A line", DESCRIPTION),
    ]
    table |= {"rows": rows, "worker": "wire/worker.js"}
    canvas = mount(harness, panels=panels, table=table)
    first = r"Bayes I: [^;]*2-fold \(not leave-one-out\) [\d.]+\s%"
    both = re.compile(rf"{first}; A line: [^;]*2-fold 50\.0\s%$")
    expect(canvas.status).to_have_text(both)
    canvas.update(panels=panels[:1])
    expect(canvas.status).to_have_text(re.compile(r"%, leave-one-out [\d.]+\s%$"))


def test_one_panel_after_two_and_the_other_way_round(harness: Page) -> None:
    canvas = mount(harness, panels=TWO)
    areas = harness.get_by_role("application")
    expect(areas).to_have_count(2)
    canvas.update(panels=TWO[:1])
    expect(areas).to_have_count(1)
    canvas.update(panels=TWO)
    expect(areas).to_have_count(2)
    expect(canvas.status).to_contain_text("A line")


@pytest.mark.parametrize("size", [(1440, 900), (1000, 700), (720, 450)])
def test_texts_stay_in_their_boxes_before_there_are_points(
    harness: Page, size: tuple[int, int]
) -> None:
    harness.set_viewport_size({"width": size[0], "height": size[1]})
    canvas = mount(harness, panels=TWO, points=columns([], []))
    for count in (2, 1):
        canvas.update(panels=TWO[:count])
        texts = harness.locator(".later:visible, .message:visible")
        expect(texts).to_have_count(2 * count)
        for text in texts.all():
            inside = text.evaluate("text => text.scrollHeight - text.clientHeight")
            assert inside <= 0, text.text_content()


def test_each_panel_has_a_threshold_of_its_own(harness: Page) -> None:
    canvas = mount(harness, panels=TWO)
    harness.get_by_role("slider", name="Threshold, A line").focus()
    harness.keyboard.press("ArrowRight")
    expect(canvas.status).to_have_text(
        re.compile(r"leave-one-out [^;]*%; A line: .*, threshold moved$")
    )


def test_on_a_phone_the_panels_are_below_each_other(phone: Page) -> None:
    canvas = mount(phone, panels=TWO)
    second = phone.get_by_role("application", name="Drawing area, A line")
    above, below = canvas.area.bounding_box(), second.bounding_box()
    assert above is not None
    assert below is not None
    assert above["x"] == below["x"]
    assert above["y"] + above["height"] < below["y"]
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


# With Python


def test_only_a_new_revision_replaces_the_points_and_undo_brings_them_back(canvas: Canvas) -> None:
    canvas.click(0.0, 0.8)
    drawn = canvas.last_sent(1)["points"]
    canvas.expect_points(8)
    canvas.update(revision=2, points=columns([[0.0, 0.0], [0.5, 0.5]], [0, 1]))
    canvas.expect_points(2)
    canvas.press("Undo")
    canvas.expect_points(8)
    last = canvas.last_sent(2)
    assert (last["revision"], last["points"]) == (2, drawn)


def test_one_message_is_out_at_a_time_and_the_newest_waits(canvas: Canvas) -> None:
    canvas.update(echo=False)
    for x in (-0.2, 0.0, 0.2):
        canvas.click(x, 0.8)
    canvas.expect_points(10)
    assert len(canvas.last_drawing(1)[0]) == 8
    canvas.update(seq=1)
    assert len(canvas.last_drawing(2)[0]) == 10


def test_a_switch_of_the_show_menu_goes_to_python_and_comes_back(canvas: Canvas) -> None:
    canvas.page.get_by_title("What the picture shows").click()
    expect(canvas.page.get_by_label("Axes")).not_to_be_checked()
    canvas.page.get_by_label("Equal axis scales").check()
    assert canvas.last_sent(1)["switches"] == ["axes", "equal"]
    canvas.update(switches=["shading"])
    expect(canvas.page.get_by_label("Shading")).not_to_be_checked()
    expect(canvas.page.get_by_label("Equal axis scales")).not_to_be_checked()
    expect(canvas.page.get_by_label("Axes")).to_be_checked()


def test_points_from_a_link_are_the_same_to_the_bit(canvas: Canvas) -> None:
    positions = np.array([[1, 2], [65_535, 40_000], [30_000, 7]], dtype=np.uint16)
    drawing = Drawing.at((-1.5, 2.0, 0.25, 3.0), positions, np.array([0, 3, 1], dtype=np.uint8))
    canvas.update(revision=3, points=encode_drawing(drawing))
    canvas.expect_points(3)
    canvas.page.get_by_label("gamma value").fill("7")
    canvas.page.get_by_label("gamma value").press("Enter")
    assert canvas.last_sent(1)["points"] == encode_drawing(drawing)


def test_a_broken_link_gives_an_empty_sheet_and_a_sentence(canvas: Canvas) -> None:
    canvas.update(revision=3, points="3AAAA")
    expect(canvas.message).to_have_text(
        "The drawing was cut off or changed on its way; use the whole link as it was made."
    )
    canvas.expect_points(0)
    assert canvas.sent == []


def test_what_goes_wrong_is_told_in_the_component(canvas: Canvas) -> None:
    broken = {"kind": "description", "descriptions": [{"offset": 0}]}
    canvas.update(panels=[panel("A line", broken)])
    expect(canvas.page.get_by_role("alert")).to_contain_text("Something went wrong")


def test_closing_leaves_nothing_behind(canvas: Canvas) -> None:
    """The element is gone; put back, it is deaf."""
    canvas.page.evaluate("host.remove(); window.close(); document.body.append(host)")
    canvas.click(0.0, 0.8)
    assert canvas.sent == []


# Drawings that are too long for a link


def test_a_long_drawing_is_kept_and_found_again(canvas: Canvas) -> None:
    note = canvas.page.locator(".kept")
    text = encode_drawing(make_drawing(842))
    canvas.update(revision=2, points=text)
    canvas.expect_points(842)
    expect(note).to_have_text(
        "These 842 points do not fit into the link; this browser stores them. Download the CSV "
        "file to take them elsewhere."
    )
    assert canvas.sent == []
    canvas.press("Clear")
    expect(note).to_be_hidden()
    canvas.update(revision=3, points=f"@{identify(text)}")
    canvas.expect_points(842)
    last = canvas.last_sent(2)
    assert (last["revision"], last["points"]) == (3, text)


def test_a_drawing_of_another_browser_is_asked_for_in_a_sentence(canvas: Canvas) -> None:
    canvas.update(revision=2, points="@0123abcd")
    expect(canvas.message).to_contain_text("This browser has not stored these points.")
    canvas.expect_points(0)
    assert canvas.sent == []


def test_the_newest_five_are_kept(canvas: Canvas) -> None:
    texts = [encode_drawing(make_drawing(1200, seed)) for seed in range(7)]
    for revision, text in enumerate(texts, start=2):
        canvas.update(revision=revision, points=text)
    canvas.expect_points(1200)
    kept = canvas.page.evaluate(
        "Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.includes('.d')))"
    )
    order = kept.pop("bayeslab.drawings").split(" ")
    assert order == [identify(text) for text in reversed(texts[2:])]
    assert kept == {f"bayeslab.drawing.{identify(text)}": text for text in texts[2:]}


FULL = """() => {
  Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); };
}"""
BLOCKED = """() => Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("", "SecurityError"); },
})"""


def test_where_storage_is_full_or_blocked_nothing_is_said_to_be_stored(harness: Page) -> None:
    canvas, note = mount(harness, before=FULL), harness.locator(".kept")
    canvas.update(revision=2, points=encode_drawing(make_drawing(700)))
    expect(note).to_have_text(
        "These 700 points do not fit into the link, and this browser could not store them; "
        "download the CSV file to keep them."
    )
    harness.evaluate(BLOCKED)
    canvas.update(revision=3, points=encode_drawing(make_drawing(1200)))
    expect(note).to_contain_text("1200 points do not fit into the link, and this browser could not")
    canvas.update(revision=4, points="@0123abcd")
    expect(canvas.message).to_contain_text("does not let the page store or read points")


def test_thousands_of_points_leave_the_link_but_not_the_picture(canvas: Canvas) -> None:
    drawing = make_drawing(5000)
    canvas.update(revision=2, points=columns(drawing.X, drawing.labels))
    canvas.expect_points(5000)
    canvas.click(0.0, 0.0)
    expect(canvas.page.get_by_text("holds 5000 points; erase some first")).to_be_visible()
    canvas.press("Erase")
    canvas.click(0.0, 0.0)
    points, _ = canvas.last_drawing(1)
    assert 700 < len(points) < 5000


# What can be taken away


def saved(canvas: Canvas, kind: str) -> tuple[str, bytes]:
    """Return name and content of the file that the Save menu gives."""
    canvas.page.get_by_title("Save the picture").click()
    with canvas.page.expect_download() as download:
        canvas.press(f"Picture as {kind}")
    return download.value.suggested_filename, download.value.path().read_bytes()


def test_the_picture_as_svg_holds_every_point_and_title(harness: Page) -> None:
    awkward = ["a & b\x0b", "<c>"]
    canvas = mount(harness, panels=TWO, switches=[], classes=awkward, features=['"x"', "y'"])
    name, content = saved(canvas, "SVG")
    assert name == "bayeslab-kernel-bayes-i-a-line.svg"
    root = ElementTree.fromstring(content)
    for style, count in zip(PALETTE[:2], (4, 3), strict=True):
        markers = root.findall(f".//*[@fill='{style.colour}']")
        assert len(markers) == 4 * count + 1  # in two planes, on two lines, in the legend
    written = root.findall(".//{*}text")
    assert all(float(text.attrib["textLength"]) > 0 for text in written)  # also in another font
    texts = ["".join(text.itertext()) for text in written]
    for text in ("Kernel Bayes I", "A line", "a & b", "<c>", '"x"', "γ = 5"):
        assert text in texts
    accuracies = canvas.page.locator(".panel-figures .value").all_inner_texts()
    assert len(accuracies) > 1
    assert set(accuracies) < set(texts)
    assert "training accuracy" in texts
    assert len(root.findall(".//{*}image")) == 2  # the regions
    assert b"NaN" not in content
    assert b"undefined" not in content


def test_every_class_that_has_points_is_named_in_a_picture_that_is_saved_or_printed(
    harness: Page,
) -> None:
    names = [f"species {k}" for k in range(8)]
    labels = [0, 0, 1, 1, 2, 2, 6]
    palette = [{"colour": s.colour, "symbol": s.symbol, "name": s.name} for s in PALETTE[:8]]
    canvas = mount(harness, palette=palette, classes=names, points=columns(X, labels))
    written = ElementTree.fromstring(saved(canvas, "SVG")[1]).findall(".//{*}text")
    texts = {"".join(text.itertext()) for text in written}
    harness.emulate_media(media="print")
    for label, name in enumerate(names):
        assert (name in texts) == (label in labels)
        printed = harness.locator(".classes .name").get_by_text(name, exact=True)
        expect(printed).to_be_visible(visible=label in labels)
    harness.emulate_media(media="screen")


@pytest.mark.parametrize("n", [7, 2000])
def test_a_ring_around_an_error_is_no_boundary_and_is_as_near_as_its_marker_is_small(
    harness: Page, n: int
) -> None:
    points = columns(np.linspace([-0.9, -0.8], [0.9, 0.8], n), [0] * (n - 1) + [1])
    far = panel("A line", DESCRIPTION | {"descriptions": [LINEAR | {"w0": 9.0}]}, accuracy="")
    canvas = mount(harness, panels=[far], points=points, switches=["axes", "boundary"])
    root = ElementTree.fromstring(saved(canvas, "SVG")[1])
    paths = root.findall(".//{*}path[@fill='none']")
    casings = [each for each in paths if each.attrib["stroke"] == "#ffffff"]
    assert len(casings) == n  # with the grip of the threshold
    for casing in casings[:3]:
        ring = paths[paths.index(casing) + 1]
        assert ring.attrib["d"] == casing.attrib["d"]
        assert float(casing.attrib["stroke-width"]) > 2 * float(ring.attrib["stroke-width"])
        radius = float(re.findall(r"A([\d.]+)", ring.attrib["d"])[0])
        assert radius == pytest.approx(0.75 * (14 if n < 9 else 5.25), abs=0.1)


def test_the_picture_as_png_is_at_least_twice_as_fine_as_the_screen(canvas: Canvas) -> None:
    name, content = saved(canvas, "PNG")
    assert name == "bayeslab-kernel-bayes-i.png"
    assert content.startswith(b"\x89PNG")
    shown = canvas.page.locator(".pictures").bounding_box()
    assert shown is not None
    width = int.from_bytes(content[16:20], "big")
    assert width == pytest.approx(2 * (shown["width"] + 32), abs=1)


def test_the_picture_of_a_narrow_page_holds_the_plane_and_the_line(harness: Page) -> None:
    harness.set_viewport_size({"width": 390, "height": 844})
    _, content = saved(mount(harness), "PNG")
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert width > 2 * 300
    assert height > width


CLIPBOARD = """() => {
  const writeText = async (text) => {
    if (!may.write) throw new Error("forbidden");
    window.copied = text;
  };
  Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  document.execCommand = (command) => command === "copy" && may.copy;
}"""


def test_the_link_is_copied_and_the_page_says_so(harness: Page) -> None:
    canvas = mount(harness, before=CLIPBOARD)
    for may, words in (
        ({"write": True, "copy": False}, "The link is copied."),
        ({"write": False, "copy": False}, "Copy the link from the address bar, please."),
        ({"write": False, "copy": True}, "The link is copied."),
    ):
        harness.evaluate("may => { window.may = may; }", may)
        harness.get_by_title("Save the picture").click()
        canvas.press("Copy the link")
        expect(harness.get_by_text(words)).to_be_visible()
    assert harness.evaluate("copied") == harness.url


def test_what_is_nothing_on_the_scale_is_written_as_0() -> None:
    numbers = [(1.43e-15, 3, 2.0), (-5.13e-7, 3, 0.3), (0.00123, 3, 2.0), (1.43e-15, 3, 1e-14)]
    assert call("view.js", [["format", *each] for each in numbers]) == [
        "0",
        "0",
        "0.00123",
        "1.43e−15",
    ]


def test_a_threshold_between_mirrored_points_is_0(canvas: Canvas) -> None:
    mirrored = [[-0.62, -0.51], [-0.33, -0.47], [0.62, 0.51], [0.33, 0.47]]
    canvas.update(revision=2, points=columns(mirrored, [0, 0, 1, 1]))
    expect(canvas.page.locator(".errors").first).to_have_text("0 errors at threshold 0")
