"""The static course in a browser, from a server of files below a path, and from a disk."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from accessibility import check_reach, find_barriers
from browser import open_watched_page
from lessons import LESSONS
from lessons.exercises import load_exercises
from offline.course import LESSONS_FOLDER, SITE
from site_server import serve

pytestmark = pytest.mark.browser

STEMS = [lesson.stem for lesson in LESSONS]
LARGE, PHONE = ({"width": 1440, "height": 900}, {"width": 390, "height": 844})
# The picture is there and says what it shows; the drawing component says it below the plane, and
# the hunt has its lines.
IS_LIVE = """() => document.querySelector(".drawing .status")?.textContent.length > 5
    || document.querySelector(".lines button")
    || [...document.querySelectorAll(".live canvas")].some((canvas) =>
        canvas.clientWidth > 0 && canvas.getAttribute("aria-label").length > 30)"""
IS_NOT_TOO_WIDE = "() => document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the course below /a/b/; return its address."""
    if not (SITE / "index.html").exists():
        pytest.fail("The static course is not built; run: make site", pytrace=False)
    root = tmp_path_factory.mktemp("host")
    (root / "a").mkdir()
    (root / "a" / "b").symlink_to(SITE, target_is_directory=True)
    with serve(root) as port:
        yield f"http://127.0.0.1:{port}/a/b/"


@pytest.fixture
def visitor(browser: Browser, course: str) -> Iterator[Page]:
    """Open a page that may ask for files of the course alone."""
    addresses: list[str] = []
    with open_watched_page(browser, []) as page:
        page.on("request", lambda request: addresses.append(request.url))
        yield page
    own = (course, "about:", "blob:", "data:")
    assert [address for address in addresses if not address.startswith(own)] == []


def open_lesson(page: Page, course: str, stem: str, link: str = "") -> None:
    page.goto("about:blank")
    page.goto(f"{course}{stem}/index.html{link}")
    page.wait_for_function(IS_LIVE)


def check_page(page: Page, name: str) -> None:
    """Expect no barriers, light and dark, and a page that fits, also on a phone."""
    assert find_barriers(page) == [], name
    page.emulate_media(color_scheme="dark")
    assert find_barriers(page, only_colours=True) == [], name
    page.emulate_media(color_scheme="light")
    for size in (PHONE, LARGE):
        page.set_viewport_size(size)  # pyrefly: ignore[bad-argument-type]
        page.wait_for_function(IS_NOT_TOO_WIDE)
    check_reach(page)


def test_every_page_is_live_fits_and_has_no_barriers_also_in_the_dark(
    visitor: Page, course: str
) -> None:
    page = visitor
    page.goto(course)
    expect(page.locator(".cards a")).to_have_count(len(STEMS))
    check_page(page, "Start")
    for stem in STEMS:
        open_lesson(page, course, stem)
        check_page(page, stem)
    page.goto(f"{course}exercises/index.html")
    expect(page.locator(".list a")).to_have_count(len(load_exercises()))
    check_page(page, "exercises")
    for stem in ("naive_fails", "cut_between_two_bells"):  # two pictures; and a choice of places
        page.goto(f"{course}exercises/index.html#exercise={stem}")
        page.get_by_role("button", name="Show the solution").click()
        expect(page.locator(".one .shown")).not_to_be_empty()
        check_page(page, stem)


def test_links_controls_hands_buttons_and_the_question_of_a_lesson(
    visitor: Page, course: str
) -> None:
    page = visitor
    open_lesson(page, course, "bayes_rule", "#rule=cut&x=-1.5")
    expect(page.get_by_role("radio", name="cut at x")).to_be_checked()
    page.get_by_role("radio", name="numbers").check()
    expect(page).to_have_url(re.compile("formula=numbers"))
    handle = page.locator("[role=slider]").first
    handle.focus()
    handle.press("ArrowRight")
    expect(page.locator(".note")).to_be_visible()
    page.get_by_role("button", name="Unequal σ").click()
    expect(page).to_have_url(re.compile("classes=unequal_variances"))
    expect(page.locator(".note")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile("rule=cut"))
    page.get_by_role("radio", name="Nowhere.").check()
    expect(page.locator(".verdict")).to_have_text("✓ Correct.")
    expect(page.get_by_text("A high accuracy does not mean")).to_be_visible()


def test_the_cut_of_the_drawing_component_moves_and_the_link_knows_it(
    visitor: Page, course: str
) -> None:
    page = visitor
    open_lesson(page, course, "threshold_search")
    page.get_by_role("link", name="Going deeper").click()
    page.get_by_text("Exact values").first.click()
    cut = page.get_by_label("Cut k")
    cut.fill("3")
    cut.press("Enter")
    expect(page).to_have_url(re.compile("cut=3"))
    expect(page.get_by_text(re.compile("^cut 3: J"))).to_be_visible()
    page.get_by_label("Example").select_option("moons")
    expect(page.get_by_text("Both criteria agree.")).to_be_visible()


def test_lines_are_judged_and_entries_are_found(visitor: Page, course: str) -> None:
    page = visitor
    open_lesson(page, course, "checking_the_sources")
    page.get_by_role("link", name="Going deeper").click()
    expect(page.get_by_role("button", name="Wrong", exact=True)).to_be_disabled()
    page.locator("[data-name^='test ']").first.click()
    page.get_by_role("button", name="Wrong", exact=True).click()
    expect(page.get_by_role("button", name="Next line")).to_be_focused()
    expect(page).to_have_url(re.compile("judged=[a-z0-9-]+_wrong"))
    page.get_by_role("button", name="Worse than a guess").click()  # what was judged stays judged
    expect(page).to_have_url(re.compile("line=eq-5.*judged="))
    page.get_by_label("Search the entries").fill("variance")
    count = page.locator("article:visible").count()
    assert 0 < count < page.locator("article").count()
    expect(page.locator(".search [role=status]")).to_contain_text(f"{count} of ")


def test_what_only_the_app_computes_says_so(visitor: Page, course: str) -> None:
    page = visitor
    open_lesson(page, course, "kernel_width", "#classifier=II")
    expect(page.locator(".notices")).to_contain_text("only the app can compute")
    expect(page.get_by_role("checkbox", name="more curves (only in the app)")).to_be_disabled()


def test_after_the_first_visit_it_works_without_a_connection(visitor: Page, course: str) -> None:
    page = visitor
    page.goto(course)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    for stem in STEMS[:2]:
        open_lesson(page, course, stem)
    page.context.set_offline(False)


@pytest.mark.parametrize("stem", ["inner_products", "kernel_bayes_and_svm"])
def test_a_lesson_is_one_file_that_opens_from_a_disk(browser: Browser, stem: str) -> None:
    addresses: list[str] = []
    path: Path = LESSONS_FOLDER / f"{stem}.html"
    with open_watched_page(browser, []) as page:
        page.context.set_offline(True)
        page.on("request", lambda request: addresses.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_function(IS_LIVE)
        assert page.locator("a:visible[href]:not([href^='#'])").count() == 0
    assert [url for url in addresses if not url.startswith((path.as_uri(), "data:", "blob:"))] == []


def test_the_whole_course_is_small() -> None:
    size = sum(len(gzip.compress(path.read_bytes())) for path in SITE.rglob("*") if path.is_file())
    assert size <= 3_000_000
