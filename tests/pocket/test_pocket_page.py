"""The pocket lab as a file in a browser whose network is cut: everything in it works."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.models import build_model
from browser import open_watched_page, visit
from core.examples import PRESETS
from core.fit_spec import load_points
from core.link import decode
from core.state import DIVISORS, METRICS, LabState
from lab_in_browser import START, Lab, link
from offline.pocket import FILE

MOST_BYTES = 300_000
MODELS = (
    *("Kernel Bayes II", "Kernel Bayes III", "Gaussian, full", "Gaussian, diagonal"),
    *("Gaussian, pooled", "Nearest mean", "SVC, linear", "SVC, RBF"),
)


@pytest.fixture(scope="module")
def offline(browser: Browser) -> Iterator[Page]:
    """Open one page for all tests; none of them may ask another address for anything."""
    if not FILE.exists():
        pytest.fail("The pocket lab is not built; run: make pocket", pytrace=False)
    asked: list[str] = []
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    with open_watched_page(browser, [], **phone) as page:
        page.context.set_offline(True)
        page.on("request", lambda request: asked.append(request.url))
        yield page
    own = (FILE.as_uri(), "about:", "blob:", "data:")
    assert [address for address in asked if not address.startswith(own)] == []


@pytest.fixture
def pocket(offline: Page) -> Lab:
    return open_pocket(offline, LabState())


def open_pocket(page: Page, state: LabState) -> Lab:
    return open_link(page, urlsplit(link("", state)).query)


def open_link(page: Page, text: str) -> Lab:
    page.goto("about:blank")
    page.goto(f"{FILE.as_uri()}#{text}")
    lab = Lab(page)
    expect(lab.status).to_have_text(re.compile(r"^\d+ points?"))
    return lab


def address(page: Page) -> tuple[LabState, tuple[str, ...]]:
    query = parse_qs(urlsplit(page.url).fragment)
    return decode({name: text for name, (text,) in query.items()})


def notices(page: Page) -> str:
    return page.locator(".notices").inner_text()


def choose(page: Page, name: str, option: str) -> None:
    page.get_by_role("combobox", name=name, exact=True).select_option(label=option)


def test_the_file_is_small_and_forbids_what_it_does_not_need(pocket: Lab) -> None:
    assert FILE.stat().st_size <= MOST_BYTES
    policy = pocket.page.locator("meta[http-equiv]").get_attribute("content") or ""
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "") and "connect-src" not in policy
    assert pocket.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_all_text_is_in_the_font_that_the_app_has(pocket: Lab) -> None:
    tools = pocket.page.context.new_cdp_session(pocket.page)
    for domain in ("DOM", "CSS"):
        tools.send(f"{domain}.enable")
    tools.send("Emulation.setScriptExecutionDisabled", {"value": True})  # the elements stay
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    found = tools.send("DOM.querySelectorAll", {"nodeId": root, "selector": "body *"})
    used = [tools.send("CSS.getPlatformFontsForNode", {"nodeId": k}) for k in found["nodeIds"]]
    tools.send("Emulation.setScriptExecutionDisabled", {"value": False})
    fonts = [font for each in used for font in each["fonts"]]
    assert fonts and [font for font in fonts if not font["isCustomFont"]] == []


def test_every_classifier_is_fitted_and_evaluated(pocket: Lab) -> None:
    page = pocket.page
    choose(page, "Compare with", "Kernel Bayes I")
    for name in MODELS:
        choose(page, "Classifier", name)
        expect(pocket.status).to_have_text(
            re.compile(
                rf"^200 points; {name}: training accuracy \d.*; "
                r"Kernel Bayes I: .*, 5-fold \(not leave-one-out\) \d"
            )
        )
    choose(page, "Compare with", "Kernel Bayes II")
    choose(page, "Metric of II", METRICS["pooled"])
    choose(page, "Compare with", "Kernel Bayes I")
    choose(page, "Kernel", "Polynomial")
    page.get_by_role("spinbutton", name="Degree").fill("3")
    page.get_by_role("spinbutton", name="Degree").press("Enter")
    choose(page, "γ of the SVC", "its own")
    expect(page.get_by_role("slider", name="gamma", exact=True)).to_be_hidden()
    page.get_by_role("spinbutton", name="Value of the SVC's γ").fill("2.5")
    page.get_by_role("spinbutton", name="Value of the SVC's γ").press("Enter")
    page.get_by_role("spinbutton", name="C", exact=True).fill("-1")  # beyond the limit: it stays
    page.get_by_role("spinbutton", name="C", exact=True).press("Enter")
    state, _ = address(page)
    assert (state.model, state.beside, state.kernel, state.degree) == (
        *("svc-rbf", "I", "polynomial"),
        3,
    )
    assert (state.svc_gamma, state.svc_gamma_value, state.svc_C) == ("own", 2.5, 1.0)
    rows = page.get_by_role("row")
    expect(rows.filter(has_text="±")).to_have_count(9)  # the heading and eight classifiers


def test_the_divisor_is_that_of_the_fit(offline: Page) -> None:
    state = LabState("unequal_gaussians", n=16, balance=0.3, seed=8, model="full")
    points, lab, shown = load_points(state.dataset_spec), open_pocket(offline, state), set()
    for key, title in DIVISORS.items():
        choose(lab.page, "Divisor", title)
        chosen = state.change(divisor=key)
        model = build_model("full", chosen.model_spec).fit(points.X, points.y)
        accuracy = percent(model.score(points.X, points.y))
        expect(lab.status).to_contain_text(f"training accuracy {accuracy}")
        assert address(lab.page) == (chosen, ())
        shown.add(accuracy)
    assert len(shown) == 2
    choose(lab.page, "Classifier", "Kernel Bayes I")
    expect(lab.page.get_by_role("combobox", name="Divisor")).to_be_hidden()


@pytest.mark.journey
def test_what_is_drawn_is_in_the_address_and_undone(pocket: Lab) -> None:
    page = pocket.page
    pocket.area.click(position={"x": 200, "y": 60})
    expect(pocket.status).to_have_text(re.compile("^201 points"))
    expect(page.get_by_role("heading", name="Accuracy on your points, 201 points")).to_be_visible()
    (drawn, problems), sentence = address(page), pocket.sentence
    assert (drawn.data, problems) == ("drawn", ())
    assert len(drawn.dataset_spec.load().y) == 201  # pyrefly: ignore[missing-attribute]
    page.reload()
    expect(pocket.status).to_have_text(sentence)
    pocket.press("Clear")
    pocket.press("Undo")
    expect(pocket.status).to_have_text(sentence)
    open_pocket(page, LabState())
    pocket.area.click(position={"x": 200, "y": 60})
    pocket.press("Undo")
    expect(page).to_have_url(re.compile("#$"))
    expect(page.get_by_role("combobox", name="Data")).to_have_value("moons")


def test_presets_and_settings_of_the_points_change_the_state(pocket: Lab) -> None:
    page = pocket.page
    for preset in PRESETS:
        page.get_by_role("button", name=preset.title).click()
        assert (address(page), notices(page)) == ((preset.state, ()), preset.text)
    page.get_by_text("Points and tables").click()
    page.get_by_role("spinbutton", name="Points", exact=True).fill("90")
    pocket.press("Draw new points")
    expect(pocket.status).to_have_text(re.compile("^90 points"))
    choose(page, "Data", "Wine")
    page.get_by_role("checkbox", name="class 2").uncheck()
    choose(page, "Vertical feature", "hue")
    expect(pocket.status).to_have_text(re.compile("^130 points"))
    state, _ = address(page)
    assert (state.data, state.classes, state.features) == ("wine", (0, 1), (0, 10))
    assert (state.n, state.seed) == (90, 1)


def test_tables_go_in_and_out(pocket: Lab, tmp_path: Path) -> None:
    page, table = pocket.page, tmp_path / "trees.csv"
    page.get_by_text("Points and tables").click()
    table.write_text("height,width,kind\n1.25,2,elm\n3,4,oak\n1.5,2.5,elm\n3.5,4,oak\n")
    page.get_by_label("Load a table").set_input_files(table)
    page.get_by_role("heading", name="Accuracy on trees, 4 points").wait_for()
    spec = address(page)[0].dataset_spec
    assert spec.load().X.tolist() == [[1.25, 2], [3, 4], [1.5, 2.5], [3.5, 4]]  # pyrefly: ignore[missing-attribute]
    table.write_text("height;width\n1;2\n")
    page.get_by_label("Load a table").set_input_files(table)
    expect(page.locator(".notices")).to_contain_text("The table has 2 columns")
    expect(pocket.status).to_have_text(re.compile("^4 points"))
    with page.expect_download() as download:
        pocket.press("Download the points")
    assert '"height","width","class"' in Path(download.value.path()).read_text("utf-8-sig")


def test_it_is_presented_and_embedded(pocket: Lab) -> None:
    page, settings = pocket.page, pocket.page.get_by_role("combobox", name="Kernel", exact=True)
    page.keyboard.press("p")
    expect(page.locator("body[data-presenting]")).to_be_visible()
    expect(page).to_have_url(re.compile("#present=1$"))
    expect(page.get_by_role("combobox", name="Classifier")).to_be_visible()
    expect(settings).to_be_hidden()
    page.keyboard.press("b")
    expect(page.locator(".blank")).to_be_visible()
    page.keyboard.press("Escape")
    expect(settings).to_be_visible()
    lab = open_link(page, "embed=true&data=iris")
    for hidden in (settings, page.get_by_role("table"), page.get_by_role("button", name="Add")):
        expect(hidden).to_be_hidden()
    expect(page.get_by_role("slider", name="gamma", exact=True)).to_be_visible()
    assert lab.area.is_visible()


BAD_LINKS = {
    "gamma=five&points=1PNG": "The link's gamma “five” was ignored: use a number from",
    "data=drawn&points=9AAAA": "The drawing is of another version",
    "%%%&=&&%00=%ff": "has no such setting",
    "model=process": "",
    "data=digits": "“Handwritten digits” is not in the pocket lab",
    "scheme=leave-one-out": "k-fold cross-validation, not by “leave-one-out”",
    "n=20&balance=0.01": "leaves a class of these 20 points empty",
}
# Types a link into the address of the open page, and waits until the page has read it.
FOLLOW = """text => new Promise((done) => {
  addEventListener("hashchange", () => done(), { once: true });
  location.hash = text;
})"""


def test_a_bad_link_opens_with_one_sentence(pocket: Lab) -> None:
    page = pocket.page
    for k, (text, expected) in enumerate(BAD_LINKS.items()):
        page.evaluate(FOLLOW, text)
        assert expected in notices(page)
        assert bool(expected) == page.locator(".notices").is_visible(), text
        expect(pocket.status).to_have_text(re.compile(r"^(0|200|20) points?"))
        pocket.area.click(position={"x": 200 + 20 * k, "y": 60})  # no double click
        expect(pocket.status).to_have_text(re.compile(r"^(1|201|21) points?"))
    text = next(iter(BAD_LINKS))  # and as the first link of a page
    assert BAD_LINKS[text] in notices(open_link(page, text).page)


def test_it_works_where_the_browser_stores_nothing(offline: Page) -> None:
    block = (
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"
    )
    with offline.context.new_page() as page:
        page.add_init_script(block)
        lab = open_link(page, "data=drawn&points=@0123abcd")
        expect(page.locator(".message").first).to_contain_text("does not let the page store")
        lab = open_link(page, "data=iris&n=2000")
        expect(lab.status).to_have_text(re.compile("^150 points"))


@pytest.mark.parametrize(
    "state",
    [LabState(data="iris", model="full", beside="II", folds=10), START],
    ids=["iris", "drawn"],
)
def test_the_same_link_gives_the_same_sentence_in_the_lab(
    offline: Page, page: Page, server: str, state: LabState
) -> None:
    visit(page, link(server, state))
    lab = Lab(page)
    lab.expect_table()
    expect(open_pocket(offline, state).status).to_have_text(lab.sentence)
