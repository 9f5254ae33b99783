"""The lesson of the 1-D search: its examples, its numbers, and the picture that moves."""

import json
import re

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest
from test_lessons import lab_link, shown_text
from test_pages import open_lab, open_page, sentences

from bayeslab import KernelBayes
from bayeslab.data.datasets import DatasetSpec, load
from browser import visit
from core.link import decode
from lessons.threshold_search.numbers import SEARCH_EXAMPLES

PAGE = "threshold_search.py"


def open_with(**parameters: str) -> AppTest:
    return open_page(PAGE, **parameters)


def shares_right(app: AppTest) -> list[float]:
    """Return what both rules get right, from the last row of the table."""
    _, *cells = app.dataframe[0].value.iloc[-1]
    return [float(cell.removesuffix("\u00a0%")) / 100 for cell in cells]


@pytest.mark.parametrize(
    ("example", "shown", "right"),
    [
        ("moons", ["the highest $J$, 60", "0 of 60", "cut 30"], [1, 1]),
        ("upside down", ["$J = 18$ of 20", "19 points are wrong", "9 errors"], [0.05, 0.55]),
        (
            "imbalance",
            ["90 points", "from 10 to 90 errors", "$J$ is 80", "89 errors"],
            [0.11, 0.9],
        ),
        ("ties", ["counts 1 error", "on top of 3 flowers", "and 4 are", "2 errors"], [0.92, 0.96]),
    ],
)
def test_each_example_is_told_with_its_own_numbers(
    example: str, shown: list[str], right: list[float]
) -> None:
    app = open_with(example=example, formula="numbers")
    assert not app.exception
    assert sentences(app) == []
    text = " ".join(shown_text(app).split())
    assert [part for part in shown if part not in text] == []
    assert shares_right(app) == pytest.approx(right)
    assert "nan" not in re.findall(r"[a-z]+", text)


@pytest.mark.parametrize("example", SEARCH_EXAMPLES)
def test_the_link_opens_the_example_in_the_lab_with_the_same_cut(example: str) -> None:
    app = open_with(example=example)
    state, notices = decode(lab_link(app))
    assert (state, notices) == (SEARCH_EXAMPLES[example], ())
    assert not open_lab(state).exception


def test_the_question_is_about_a_best_cut_that_becomes_nearly_the_worst() -> None:
    app = open_with()
    answer = app.radio(key="threshold_search answer choice")
    assert "37 errors, and none makes fewer" in answer.label
    points = load(DatasetSpec("imbalanced", n=100, noise=1.5, balance=0.5))
    search = KernelBayes("I", kernel="linear").fit(points.X, points.y).threshold_search_
    assert search.errors[search.realisable].min() == 37
    assert [option.split(".")[0].split(":")[0] for option in answer.options] == [
        "About as many as now, 37",
        "10",
        "89",
    ]


def test_a_cut_can_be_typed_and_is_part_of_the_link() -> None:
    picture = json.loads(open_with(**{"cut in moons": "12"}).get("plotly_chart")[0].proto.spec)
    (slider,) = picture["layout"]["sliders"]
    assert slider["active"] == 12
    assert slider["steps"][12]["label"].startswith("k = 12:")
    app = open_with(**{"cut in moons": "61"})  # there are 60 points
    assert not app.exception
    assert app.number_input[0].value == 30


def test_play_moves_the_cut_in_the_browser_and_the_slider_follows_the_hand(
    server: str, page: Page
) -> None:
    visit(page, f"{server}/threshold_search?example=upside+down")
    picture = page.locator(".js-plotly-plot").first
    caption = picture.locator(".slider-label").first
    expect(caption).to_have_text("k = 9: J = 9 + 9 = 18, errors 19")
    rail = picture.locator(".slider-rail-touch-rect").bounding_box()
    assert rail is not None
    page.mouse.click(rail["x"] + rail["width"] - 2, rail["y"] + rail["height"] / 2)
    expect(caption).to_have_text("k = 20: J = 0 + 0 = 0, errors 10")
    picture.locator(".updatemenu-button").first.click()
    expect(caption).not_to_have_text("k = 20: J = 0 + 0 = 0, errors 10")
    expect(caption).to_have_text("k = 20: J = 0 + 0 = 0, errors 10", timeout=20_000)
