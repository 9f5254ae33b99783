"""Two views of one widget in Chromium, on a page that stands for a notebook."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from sklearn.model_selection import FixedThresholdClassifier
from sklearn.neighbors import KNeighborsClassifier

from accessibility import check_reach
from bayeslab.widget import Lab, exercise
from browser import PATIENCE, open_page
from source import ROOT

FILES = {
    "/lab.js": ROOT / "bayeslab" / "widget" / "bundle" / "lab.js",
    "/page.js": ROOT / "tests" / "helpers" / "widget_page.js",
}
PAGE = '<!doctype html><body><script type="module" src="/page.js"></script>'
X = [[-1.0, -0.5], [-0.8, 0.5], [-0.5, -0.2], [1.0, -0.5], [0.8, 0.6]]
Y = [0, 0, 0, 1, 1]


class Notebook:
    """The page, and the lab in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lab = Lab()
        page.expose_function("save", self._save)

    def show(self, lab: Lab) -> None:
        self.lab = lab
        self.page.evaluate("told => start(told)", lab._told)
        expect(self.status(1)).to_contain_text(str(len(lab.y)))

    def _save(self, name: str, value: Any) -> Any:
        self.lab.set_state({name: value})
        return self.lab._told

    def push(self) -> None:
        """Send the views what Python says, as a trait that is set does."""
        self.page.evaluate("told => push(told)", self.lab._told)

    def wait(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds in Python; meanwhile messages arrive, and threads end."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not holds():
            assert time.monotonic() < deadline
            self.page.wait_for_timeout(10)

    def area(self, view: int) -> Locator:
        return self.page.get_by_role("application", name="Drawing area", exact=True).nth(view)

    def status(self, view: int) -> Locator:
        return self.page.locator(".status").nth(view)

    def click(self, view: int, across: float, down: float) -> None:
        box = self.area(view).bounding_box()
        assert box is not None
        self.area(view).click(position={"x": across * box["width"], "y": down * box["height"]})


def answer(route: Route) -> None:
    path = route.request.url.removeprefix("http://localhost")
    if path in FILES:
        route.fulfill(path=FILES[path], content_type="text/javascript")
    else:
        route.fulfill(body=PAGE, content_type="text/html")


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with open_page(browser, viewport={"width": 1000, "height": 900}) as page:
        page.route("http://localhost/**", answer)
        yield page


@pytest.fixture(scope="module")
def notebook(page: Page) -> Notebook:
    notebook = Notebook(page)
    page.goto("http://localhost/")
    page.wait_for_function("window.start !== undefined")
    return notebook


@pytest.mark.journey
def test_a_point_of_one_view_is_in_python_and_in_the_other_view(notebook: Notebook) -> None:
    lab = Lab(X, Y)
    notebook.show(lab)
    notebook.click(0, 0.6, 0.4)
    notebook.wait(lambda: len(lab.y) == 6)
    assert lab.y.tolist() == [*Y, 0]
    np.testing.assert_array_equal(lab.X[:5], X)  # what a hand has not moved keeps its digits
    expect(notebook.status(1)).to_contain_text("6")

    notebook.click(1, 0.3, 0.4)
    notebook.wait(lambda: len(lab.y) == 7)
    expect(notebook.status(0)).to_contain_text("7")
    # The link in the menu would be the notebook's.
    notebook.page.get_by_title("Save the picture, copy the link").first.click()
    expect(notebook.page.get_by_role("button", name="Picture as PNG").first).to_be_visible()
    expect(notebook.page.get_by_role("button", name="Copy the link")).to_have_count(0)
    notebook.area(0).press("Control+z")
    notebook.wait(lambda: len(lab.y) == 6)
    expect(notebook.status(1)).to_contain_text("6")


def test_both_views_follow_the_traits_that_python_sets(notebook: Notebook) -> None:
    lab = Lab(X, Y)
    notebook.show(lab)
    delete = notebook.page.get_by_role("button", name="Delete selected")
    lab.gamma, lab.selection = 20, [1, 3]
    notebook.push()
    for view in (0, 1):
        expect(notebook.page.get_by_label("gamma value").nth(view)).to_have_value("20")
        expect(delete.nth(view)).to_be_enabled()
    delete.first.click()
    # The points and the selection come in two messages.
    notebook.wait(lambda: (len(lab.y), lab.selection) == (3, []))

    lab.set_points(X[1:], Y[1:])
    notebook.push()
    for view in (0, 1):
        expect(notebook.status(view)).to_contain_text("4")


def test_the_estimator_is_that_of_the_threshold_on_the_screen(notebook: Notebook) -> None:
    lab = Lab(X, Y)
    notebook.show(lab)
    line = notebook.page.get_by_role("slider", name="Threshold", exact=True)
    line.first.press("ArrowRight")
    notebook.wait(lambda: isinstance(lab.threshold, float))
    shown = float(line.first.get_attribute("aria-valuenow") or "nan")
    assert lab.threshold == pytest.approx(shown)
    assert isinstance(lab.estimator(), FixedThresholdClassifier)
    notebook.wait(lambda: lab.measures["errors"] == 1)
    expect(notebook.page.locator(".errors").first).to_contain_text("1 error at threshold")

    line.first.press("Home")
    notebook.wait(lambda: lab.threshold == "error")
    lab.threshold = 0.05
    notebook.push()
    for view in (0, 1):
        errors = notebook.page.locator(".drawing").nth(view).locator(".errors").first
        expect(errors).to_contain_text("at threshold 0.05")


def test_python_fits_a_classifier_again_after_a_release(notebook: Notebook) -> None:
    lab = Lab(X, Y, estimator=KNeighborsClassifier(1))
    notebook.show(lab)
    told = lab._told["panels"]
    notebook.click(0, 0.6, 0.4)
    notebook.wait(lambda: lab._told["panels"] != told)
    notebook.push()
    for view in (0, 1):
        expect(notebook.status(view)).to_contain_text("6")
        expect(notebook.status(view)).to_contain_text("100.0")
    assert lab.measures["training"] == 100


def test_the_widget_has_the_theme_of_its_background(notebook: Notebook) -> None:
    notebook.show(Lab(X, Y))
    drawing = notebook.page.locator(".drawing").first
    for colour, theme in ("rgb(17, 17, 17)", "dark"), ("rgb(255, 255, 255)", "light"):
        notebook.page.evaluate("c => { document.body.style.background = c; }", colour)
        expect(drawing).to_have_attribute("data-theme", theme)


def test_the_widget_fits_320_pixels_in_the_colours_of_the_system(notebook: Notebook) -> None:
    notebook.show(Lab(X, Y))
    check_reach(notebook.page)
    notebook.show(exercise("narrow_but_not_too_narrow"))
    check_reach(notebook.page)


def test_a_closed_view_leaves_no_listeners(notebook: Notebook) -> None:
    notebook.show(Lab(X, Y))
    notebook.page.evaluate("ends[0]()")
    expect(notebook.page.locator(".drawing")).to_have_count(1)
    assert notebook.page.evaluate("listeners()") == 1
    notebook.click(0, 0.6, 0.4)
    notebook.wait(lambda: len(notebook.lab.y) == 6)


def test_an_exercise_shows_its_task_and_checks_its_goal(notebook: Notebook) -> None:
    lab = exercise("narrow_but_not_too_narrow")
    notebook.show(lab)
    expect(notebook.page.locator(".task").first).to_contain_text(lab.task.split("\n")[0])
    goal = notebook.page.locator(".goal").first
    expect(goal).to_contain_text("Not yet:")
    gamma = notebook.page.get_by_label("gamma value").first
    gamma.fill("5")
    gamma.press("Enter")
    expect(goal).to_contain_text("Reached:")
    notebook.wait(lambda: lab.gamma == 5)
    assert lab.check().startswith("Reached: ")
