"""Presenting with the keyboard alone, with the speaker's notes in a second window."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from bayeslab.evaluation.models import MODELS
from bayeslab.figures.theme import THEMES
from browser import visit
from core.scenes import Scene, SceneSet, read_scenes, write_scenes
from room_session import expect_situation

SCENES = SceneSet(
    "Four",
    (
        Scene("Wide", "Ask first.", query="gamma=1&n=60"),
        Scene("Narrow", "It memorises.", query="gamma=500&n=60&beside=svc-rbf"),
        Scene("A script", "Read the code.", "compare", "n=60&folds=2&show=Code"),
        Scene("A vote", "Let them vote.", "room", "activity=vote&lesson=kernel_width"),
    ),
)

STORED = "() => localStorage.getItem('bayeslab scenes')?.includes('A script')"


@pytest.fixture
def page(page: Page) -> Page:
    """The shared window, as large as a projector."""
    page.set_viewport_size({"width": 1024, "height": 768})
    return page


def bar(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Scenes")


def load_and_save(page: Page, folder: Path) -> None:
    """Load a file of scenes, and save the same scenes again."""
    file, saved = folder / "scenes.json", folder / "saved.json"
    file.write_text(write_scenes(SCENES), "utf-8")
    page.get_by_role("button", name="Load a file").click()
    page.get_by_role("dialog").locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("textbox", name="Title of scene 3")).to_have_value("A script")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    download.value.save_as(saved)
    assert read_scenes(saved.read_text("utf-8")) == SCENES


@pytest.mark.journey
def test_there_is_a_word_at_both_ends_of_the_scenes(page: Page, server: str) -> None:
    visit(page, f"{server}/lab?n=60")
    page.evaluate("text => localStorage.setItem('bayeslab scenes', text)", write_scenes(SCENES))
    page.goto(f"{server}/lab?gamma=1&n=60&present=1&scene=1")
    expect(bar(page)).to_contain_text("1 / 4: Wide")
    page.keyboard.press("PageUp")
    expect(bar(page)).to_contain_text("This is the first scene.")
    page.goto(f"{server}/lab?gamma=1&n=60&present=1&scene=4")
    expect(bar(page)).to_contain_text("4 / 4: A vote")
    page.keyboard.press("PageDown")
    expect(bar(page)).to_contain_text("That was the last scene.")
    bar(page).get_by_role("button", name="Back").click()
    expect(bar(page)).to_contain_text("3 / 4: A script")


def test_scenes_of_a_file_are_presented_with_the_keyboard_alone(
    page: Page, server: str, tmp_path: Path
) -> None:
    visit(page, f"{server}/scenes")
    load_and_save(page, tmp_path)
    page.wait_for_function(STORED)
    # Another link, in a new session, replaces the scenes, which the browser has stored.
    visit(page, f"{server}/scenes?set=svm")
    page.get_by_role("button", name="Back to “Four”").click()
    expect(page.get_by_role("textbox", name="Title of scene 3")).to_have_value("A script")
    page.wait_for_function(STORED)
    notes = page.context.new_page()
    notes.goto(f"{server}/?notes=1")
    expect(notes.get_by_role("heading", name="Speaker notes")).to_be_visible()
    page.bring_to_front()
    page.get_by_role("button", name="Present from the first scene").click()
    expect(bar(page)).to_contain_text("1 / 4: Wide")
    page.keyboard.press("Escape")
    sort_scenes(page)
    page.locator(".st-key-present-from-3 button").click()
    expect(bar(page)).to_contain_text("3 / 4: A script")
    page.get_by_role("button", name="Leave").click()
    expect(title(page, 3)).to_have_value("A script")
    page.keyboard.press("p")
    expect(bar(page)).to_contain_text("1 / 4: Wide")
    expect(page.locator("body")).to_have_attribute("data-presenting", "")
    for part in ("stSidebar", "stHeader"):
        expect(page.get_by_test_id(part)).to_be_hidden()
    expect(page.get_by_role("table")).to_be_hidden()
    gamma = page.get_by_role("slider", name="gamma")
    expect_gamma(page, "1")
    expect_pictures_fit(page)
    expect(notes.get_by_text("Ask first.")).to_be_visible()
    expect(notes.get_by_text("Next: Narrow")).to_be_visible()
    following = notes.get_by_title("The next scene")
    expect(following).to_have_attribute("src", re.compile("gamma=500.*embed=true"))

    page.keyboard.press("PageDown")
    expect_gamma(page, "500")
    expect(notes.get_by_text("It memorises.")).to_be_visible()
    expect(page.get_by_role("application")).to_have_count(2)
    expect_pictures_fit(page)
    gamma.focus()
    page.keyboard.press("ArrowLeft")  # turns γ, as always
    expect(page).to_have_url(re.compile("gamma=490.*scene=2"))
    expect(bar(page)).to_contain_text("2 / 4: Narrow")
    page.keyboard.press("PageUp")
    expect_gamma(page, "1")
    for key in ("ArrowRight", " "):
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("/compare.*scene=3"))
    expect(page.get_by_role("radio", name="Code")).to_be_checked()
    expect(notes.get_by_text("Read the code.")).to_be_visible()
    expect(notes.get_by_text("Next: A vote")).to_be_visible()
    expect(following).to_be_hidden()

    page.keyboard.press("PageDown")  # starts an activity of the classroom
    page.get_by_role("button", name="Open a room").click()
    expect(page.get_by_text("The labels of these points are random")).to_be_visible()
    expect_situation(page, "random labels at γ = 1.")
    expect(page.get_by_role("button", name="Vote", exact=True)).to_be_hidden()
    page.keyboard.press("PageDown")  # reveals, before another press goes on
    expect(page.get_by_text("The classifier has learnt nothing")).to_be_visible()
    expect_situation(page, "random labels at γ = 1000.")
    expect(page).to_have_url(re.compile("/room.*scene=4"))
    page.keyboard.press("PageUp")
    expect(page).to_have_url(re.compile("/compare.*scene=3"))

    black = page.locator(".scene-blank")
    page.keyboard.press("b")
    expect(black).to_be_visible()
    page.keyboard.press("b")
    expect(black).to_be_hidden()
    notes.get_by_role("button", name="Back").click()
    expect_gamma(page, "500")
    page.keyboard.press("Escape")
    expect(page.locator("[data-presenting]")).to_have_count(0)
    expect(page.get_by_test_id("stHeader")).to_be_visible()
    expect(page).to_have_url(f"{server}/scenes")
    page.get_by_role("link", name="Open: Lab").nth(1).click()
    expect_gamma(page, "500")
    notes.close()


def title(page: Page, number: int) -> Locator:
    return page.get_by_role("textbox", name=f"Title of scene {number}")


def sort_scenes(page: Page) -> None:
    """Move a scene by keys, with which the focus goes, and back by dragging its number."""
    expect(page.get_by_role("img", name="Kernel Bayes I on moons.").first).to_be_visible()
    grips = [page.get_by_role("slider", name=f"Place of scene {number}") for number in (1, 2)]
    grips[0].press("ArrowDown")
    expect(title(page, 1)).to_have_value("Narrow")
    expect(title(page, 2)).to_have_value("Wide")
    expect(grips[1]).to_be_focused()
    grips[0].scroll_into_view_if_needed()
    x, y = middle(grips[0])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, middle(grips[1])[1] + 10, steps=4)
    page.mouse.up()
    expect(title(page, 1)).to_have_value("Wide")
    expect(title(page, 2)).to_have_value("Narrow")
    page.wait_for_function("() => localStorage.getItem('bayeslab scenes')?.match(/Wide.*Narrow/s)")


def middle(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expect_gamma(page: Page, value: str) -> None:
    expect(page.get_by_role("textbox", name="gamma value")).to_have_value(value)


def expect_pictures_fit(page: Page) -> None:
    gamma = page.get_by_role("slider", name="gamma")
    area = page.get_by_role("application", name="Drawing area", exact=True)
    for part in (gamma, area, page.get_by_role("status").filter(has_text="60 points")):
        expect(part).to_be_in_viewport(ratio=1)
    picture, slider, scenes = (part.bounding_box() for part in (area, gamma, bar(page)))
    assert picture is not None and slider is not None and scenes is not None
    assert picture["height"] > 300
    assert slider["y"] < scenes["y"]


def test_a_page_is_presented_while_its_drawing_area_still_loads(page: Page, server: str) -> None:
    page.goto(f"{server}/lab?n=60&folds=2", wait_until="commit")
    page.get_by_role("button", name="Present", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="60 points")).to_be_visible()
    expect(page.get_by_test_id("stHeader")).to_be_hidden()
    expect(page.get_by_role("application")).to_have_count(1)


def test_a_set_that_another_tab_replaces_can_be_had_back(page: Page, server: str) -> None:
    visit(page, f"{server}/scenes?set=svm")
    other = page.context.new_page()
    visit(other, f"{server}/scenes?set=memorising")
    mine = other.get_by_role("textbox", name="Title of scene 1")
    mine.fill("Only here")
    mine.press("Tab")
    other.wait_for_function("() => localStorage.getItem('bayeslab scenes').includes('Only here')")
    title_of_first = page.get_by_role("textbox", name="Title of scene 1")
    title_of_first.fill("From the older tab")
    title_of_first.press("Tab")
    page.wait_for_function("() => localStorage.getItem('bayeslab scenes').includes('older tab')")
    page.reload()
    page.get_by_text("Sets that were replaced").click()
    page.get_by_role("button", name=re.compile(": Only here")).click()
    expect(page.get_by_role("textbox", name="Title of scene 1")).to_have_value("Only here")
    other.close()


def test_a_note_that_is_still_being_typed_is_not_shown_to_the_class(
    page: Page, server: str
) -> None:
    visit(page, f"{server}/scenes?set=svm")
    note = page.get_by_role("textbox", name="Note of scene 1")
    note.click()
    note.press("End")
    note.press_sequentially(" Nobody may read this.")
    page.get_by_role("button", name="Present from the first scene").click()
    expect(bar(page)).to_contain_text("1 /")
    expect(page.get_by_role("textbox", name="Note of scene 1")).to_have_count(0)
    expect(page.get_by_role("application").first).to_be_visible()
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("textbox", name="Note of scene 1")).to_have_value(
        re.compile("Nobody may read this")
    )


def test_presenting_again_while_full_screen_still_ends_is_not_undone(
    page: Page, server: str
) -> None:
    visit(page, f"{server}/connection")
    page.keyboard.press("p")
    page.wait_for_function("() => document.fullscreenElement")
    page.evaluate("""() => new Promise((ended) => {
        addEventListener("fullscreenchange", () => document.fullscreenElement || ended());
        document.querySelector(".scene-bar button:last-child").click();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "p", bubbles: true }));
    })""")
    expect(page.locator("body")).to_have_attribute("data-presenting", "")
    page.wait_for_function("() => document.fullscreenElement")  # again


def test_figures_follow_the_theme_and_are_whole_above_the_bar_and_large(
    page: Page, server: str
) -> None:
    page.emulate_media(color_scheme="light")
    visit(page, f"{server}/compare?n=40&folds=2&show=Errors")
    paper = page.locator(".js-plotly-plot .main-svg").first
    expect(paper).to_have_css("background-color", "rgb(255, 255, 255)")
    page.emulate_media(color_scheme="dark")
    expect(paper).to_have_css("background-color", "rgb(23, 22, 28)")
    page.emulate_media(color_scheme="light")
    expect(paper).to_have_css("background-color", "rgb(255, 255, 255)")
    page.keyboard.press("p")
    expect(page.locator("body")).to_have_attribute("data-presenting", "")
    page.wait_for_function("""() => {
        const bar = document.querySelector(".scene-bar").getBoundingClientRect();
        const [left, right] = [...document.querySelectorAll(".js-plotly-plot")];
        const isWhole = (plot) => {
            const drawn = plot.querySelector(".main-svg").getBoundingClientRect();
            const place = plot.closest(".stElementContainer").getBoundingClientRect();
            const type = plot.querySelector(".xtitle").getBoundingClientRect();
            return ["width", "height"].every((side) => Math.abs(drawn[side] - place[side]) < 3) &&
                plot.getBoundingClientRect().right + 1 >= drawn.right &&
                drawn.bottom <= bar.top && type.height >= innerHeight / 40;
        };
        return left && right && isWhole(left) && isWhole(right);
    }""")


def test_the_rows_of_a_presented_figure_are_apart(page: Page, server: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    visit(page, f"{server}/compare?n=40&folds=2&show=Accuracy&present=1")
    page.wait_for_function(
        """(rows) => {
            const names = document.querySelectorAll(".st-key-figure-standings .ytick");
            const places = [...names].map((name) => name.getBoundingClientRect());
            places.sort((one, other) => one.y - other.y);
            const isApart = ({ y, height }, k) => k === 0 || y - places[k - 1].y > 0.8 * height;
            return places.length === rows && places.every(isApart);
        }""",
        arg=len(MODELS),
    )


# Whether all painted pictures that are shown have more pixels in this colour than in that one.
HAVE_INK = """([ink, other]) => {
    const roots = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const canvases = roots
        .flatMap((root) => [...root.querySelectorAll(":is(.plane, .line, .board) canvas")])
        .filter((canvas) => canvas.checkVisibility() && canvas.width);
    const count = (pixels, colour) => pixels.filter((pixel) => pixel === colour).length;
    return canvases.length > 0 && canvases.every((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        const pixels = Array.from(new Uint32Array(data.buffer), (pixel) => pixel & 0xffffff);
        return count(pixels, ink) > count(pixels, other);
    });
}"""


@pytest.mark.parametrize("address", ["", "lab?beside=pooled&present=1", "kernel_width"])
def test_pictures_follow_the_theme_of_the_system(page: Page, server: str, address: str) -> None:
    light, dark = (
        int.from_bytes(bytes.fromhex(THEMES[name].ink[1:]), "little") for name in ("light", "dark")
    )
    page.emulate_media(color_scheme="light")
    page.goto(f"{server}/{address}")
    page.wait_for_function(HAVE_INK, arg=[light, dark])
    page.wait_for_selector("[data-test-script-state=notRunning]")
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(HAVE_INK, arg=[dark, light])
    page.emulate_media(color_scheme="light")
    page.wait_for_function(HAVE_INK, arg=[light, dark])


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 1024)])
def test_of_two_presented_classifiers_a_large_screen_shows_the_thresholds(
    page: Page, server: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server}/lab?n=60&beside=pooled&present=1")
    errors = page.get_by_text(re.compile("^\\d+ errors? at threshold"))
    expect(errors).to_have_count(2)
    for part in (*page.get_by_role("slider", name="Threshold").all(), *errors.all()):
        expect(part).to_be_visible()
        box, below = part.bounding_box(), bar(page).bounding_box()
        assert box is not None and below is not None
        assert box["height"] > 0 and box["y"] + box["height"] <= below["y"]


# What is shown on paper although it can only be pressed, and what is cut.
WASTED = """() => {
    const shown = (selector) =>
        [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const pressed = shown("[data-testid=stHeader], nav.scene-bar, .stButton, .stDownloadButton");
    const main = document.querySelector("[data-testid=stMain]");
    const cut = shown("textarea").filter((each) => each.scrollHeight > each.clientHeight + 2);
    const beside = main.getBoundingClientRect().left > 0 ? [main] : [];
    return [...pressed, ...cut, ...beside].map((each) => each.outerHTML.slice(0, 200));
}"""


@pytest.mark.parametrize(
    ("address", "sign"),
    [
        ("scenes?set=memorising", "[aria-label='Note of scene 7']"),
        ("compare?n=40&folds=2&show=Code", "[data-testid=stCode]"),
        ("kernel_width?present=1", "nav.scene-bar"),
    ],
)
def test_paper_shows_nothing_that_can_only_be_pressed_and_nothing_cut(
    page: Page, server: str, address: str, sign: str
) -> None:
    page.goto(f"{server}/{address}")
    expect(page.locator(sign)).to_be_visible()
    page.emulate_media(media="print")
    wasted = page.evaluate(WASTED)
    page.emulate_media(media="screen")
    assert not wasted
