"""The widget in JupyterLab and in marimo, in Chromium, from the wheel that users install."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser import DESKTOP, open_page
from notebooks import build_wheel, install, serve

pytestmark = pytest.mark.soak

CELLS = (
    "from bayeslab.widget import Lab\n"
    "lab = Lab([[-1, -0.5], [-0.8, 0.5], [1, -0.5], [0.8, 0.6]], ['a', 'a', 'b', 'b'])\n"
    "lab",
    "print('labels', *lab.y)",
    "lab.gamma = 50",
    "print('gamma is', lab.gamma)",
)
JUPYTER = (
    *("jupyterlab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1"),
    *("--IdentityProvider.token=", "--LabApp.news_url=None"),
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
)


MARIMO = """\
import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    from bayeslab.widget import Lab

    lab = Lab([[-1, -0.5], [-0.8, 0.5], [1, -0.5], [0.8, 0.6]], ["a", "a", "b", "b"])
    widget = mo.ui.anywidget(lab)
    narrow = mo.ui.button(label="Narrow", on_click=lambda _: setattr(lab, "gamma", 50))
    widget
    return lab, mo, narrow, widget


@app.cell
def _(lab, mo, narrow, widget):
    widget.value
    mo.vstack([narrow, mo.md("labels " + " ".join(lab.y))])
    return
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def notebooks(wheel: Path) -> None:
    install(wheel, "jupyterlab", "marimo")


@pytest.fixture
def window(browser: Browser) -> Iterator[Page]:
    with open_page(browser, **DESKTOP) as page:
        yield page


def drawing_area(page: Page) -> Locator:
    return page.get_by_role("application", name="Drawing area", exact=True)


def click_on(area: Locator, across: float, down: float) -> None:
    box = area.bounding_box()
    assert box is not None
    area.click(position={"x": across * box["width"], "y": down * box["height"]})


def write_notebook(path: Path) -> None:
    notebook: Any = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in CELLS]
    )
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    path.write_text(nbformat.writes(notebook), encoding="utf-8")


@pytest.mark.usefixtures("notebooks")
def test_in_jupyterlab_hand_and_python_follow_each_other(window: Page, tmp_path: Path) -> None:
    file = tmp_path / "lab.ipynb"
    write_notebook(file)
    with serve(tmp_path, *JUPYTER) as url:
        window.goto(f"{url}/lab/tree/{file.name}")
        expect(window.get_by_text("| Idle")).to_be_visible()
        cells = window.locator(".jp-CodeCell")
        cells.first.locator(".cm-content").click()
        window.keyboard.press("Shift+Enter")
        area = drawing_area(window)
        click_on(area, 0.6, 0.3)
        expect(window.get_by_role("status").filter(has_text="points")).to_contain_text("5")

        area.focus()  # keys of the notebook: "d d" deletes a cell, "x" cuts it, "a" adds one
        for key in ("d", "d", "x", "a"):
            window.keyboard.press(key)
        expect(cells).to_have_count(len(CELLS))

        outputs = window.locator(".jp-OutputArea-output")
        cells.nth(1).locator(".cm-content").click()
        window.keyboard.press("Shift+Enter")
        expect(outputs.filter(has_text=re.compile(r"^labels a a b b a\s*$"))).to_have_count(1)

        window.keyboard.press("Shift+Enter")
        expect(window.get_by_label("gamma value")).to_have_value("50")
        window.get_by_label("gamma value").fill("7")
        window.keyboard.press("Enter")
        cells.nth(3).locator(".cm-content").click()
        window.keyboard.press("Shift+Enter")
        expect(outputs.filter(has_text=re.compile(r"^gamma is 7.0\s*$"))).to_have_count(1)


@pytest.mark.usefixtures("notebooks")
def test_in_marimo_hand_and_python_follow_each_other(window: Page, tmp_path: Path) -> None:
    (tmp_path / "lab.py").write_text(MARIMO, encoding="utf-8")
    command = ("marimo", "run", "lab.py", "--headless", "--no-token", "--host=127.0.0.1")
    with serve(tmp_path, *command) as url:
        window.goto(url)
        click_on(drawing_area(window), 0.6, 0.3)
        expect(window.get_by_text("labels a a b b a", exact=True)).to_be_visible()
        window.get_by_role("button", name="Narrow").click()
        expect(window.get_by_label("gamma value")).to_have_value("50")


def test_the_wheel_with_its_extra_is_enough_in_an_empty_environment(
    wheel: Path, tmp_path: Path
) -> None:
    install(wheel, environment=tmp_path / "empty")
    code = (
        "from bayeslab.widget import Lab\n"
        "lab = Lab([[-1, 0], [1, 0]], ['a', 'b'])\n"
        "print(lab.estimator().predict([[1, 0]])[0])"
    )
    python = str(tmp_path / "empty" / "bin" / "python")
    run = subprocess.run([python, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert run.stdout == "b\n", run.stderr
