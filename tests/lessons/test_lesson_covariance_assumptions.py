"""The lesson of the three covariance assumptions: its numbers, and whatever is typed into it."""

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest
from test_lessons import lab_link, shown_text
from test_pages import open_page, sentences

from browser import visit
from core.drawing import DrawnSpec
from core.link import decode
from lessons.covariance_assumptions.numbers import WORKED_X, solve_case
from lessons.covariance_assumptions.point_table import read_points

PAGE = "covariance_assumptions.py"
EVERY_ROW = range(len(WORKED_X))

every_case = pytest.mark.parametrize("case", ["case 1", "case 2", "case 3"])


def open_with(edits: dict[str, Any], **parameters: str) -> AppTest:
    """Open the lesson with edits in its table of points."""
    app = open_page(PAGE, **parameters)
    unedited: dict[str, Any] = {"edited_rows": {}, "added_rows": [], "deleted_rows": []}
    app.session_state["points"] = unedited | edits
    return app.run()


def latex(app: AppTest) -> str:
    return "".join(line.value for line in app.latex)


@pytest.mark.parametrize(
    ("case", "offset", "shown"),
    [
        ("case 1", "searched b", ["w &= \\begin{pmatrix}0\\\\8", "b &= -16", "d(x) &= 8x_2-16"]),
        ("case 2", "formula b", ["1.25&0\\\\0&2", "|C| &= 0.9163", "0\\\\4", "d(x) &= 4x_2-8"]),
        ("case 3", "searched b", ["0.5&0\\\\0&2", "b &= 0", "-1.5x_1^2+9x_1+8x_2-29.5"]),
        ("case 3", "formula b", ["|C_-| &= 1.386", "b &= 1.386", "8x_2-28.11"]),
    ],
)
def test_the_worked_example_is_shown_step_by_step(case: str, offset: str, shown: list[str]) -> None:
    text = latex(open_page(PAGE, case=case, offset=offset, formula="numbers"))
    assert [part for part in shown if part not in text] == []


def test_far_out_the_cases_differ_and_the_source_is_corrected_with_computed_numbers() -> None:
    text = shown_text(open_page(PAGE))
    for part in ("$x_1 = 20$", "$x_2 = 2$ in case 2", "$x_2 = 56.19$ in case 3"):
        assert part in text
    for part in ("x_2 = -2.944", "x_2 = 1.451", "b = -0.8889", "b = -2$", "${0.4444}$"):
        assert part.replace("{", "").replace("}", "") in text


def test_the_values_stand_in_the_order_of_the_search() -> None:
    values = open_page(PAGE, case="case 3").dataframe[1].value
    assert values["d(x)"].tolist() == pytest.approx([-48, -38, -38, -16, 16, 30.5, 30.5, 48])
    assert "".join(values["class"]) == "−−−−++++"


@every_case
def test_the_link_opens_the_points_of_the_lesson_in_the_lab(case: str) -> None:
    moved = {"edited_rows": {1: {"x₁": 7.5, "x₂": 9.25}}}
    state, notices = decode(lab_link(open_with(moved, case=case)))
    assert notices == ()
    assert isinstance(state.dataset_spec, DrawnSpec)
    points = state.dataset_spec.load()
    X = np.array(WORKED_X, dtype=float)
    X[1] = 7.5, 9.25
    assert pytest.approx(X, abs=1e-3) == points.X
    number = int(case[-1])
    in_lab, here = (solve_case(P, points.y, number) for P in (points.X, X))
    assert in_lab.covariances == pytest.approx(here.covariances, abs=1e-2)
    assert in_lab.formula_b == pytest.approx(here.formula_b, rel=1e-2)


@every_case
@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        ({"deleted_rows": list(EVERY_ROW)}, "has no points"),
        ({"deleted_rows": [4, 5, 6, 7]}, "Class - has no points"),
        ({"edited_rows": {i: {"x₁": 1, "x₂": 1} for i in EVERY_ROW}}, "singular"),
        ({"edited_rows": {0: {"x₁": 1e300}}}, "overflow"),
        ({"edited_rows": {0: {"x₁": None}}}, None),
        ({"edited_rows": {0: {"class": None}}}, None),
        ({"edited_rows": {i: {"class": "+"} for i in (4, 5, 6)}, "added_rows": [{}]}, None),
        ({"added_rows": [{"x₁": 3}, {"x₁": 0.5, "x₂": 2, "class": "−"}]}, None),
        ({"added_rows": [{"x₁": 2, "x₂": 6, "class": "−"}]}, None),
        ({"edited_rows": {0: {"x₁": -1e6}, 7: {"x₂": 1e6}}}, None),
    ],
)
def test_any_edit_gives_a_picture_or_one_sentence(
    edits: dict[str, Any], sentence: str | None, case: str
) -> None:
    app = open_with(edits, case=case, formula="numbers")
    assert not app.exception
    told = sentences(app)
    assert len(app.get("plotly_chart")) == 2 - len(told)
    assert len(told) <= 1
    if sentence is not None:
        assert sentence in told[0]
    assert "nan" not in latex(app)
    assert decode(lab_link(app))[1] == ()


def test_rows_that_are_not_complete_are_left_out_and_counted() -> None:
    table: dict[str, list[Any]] = {
        "x₁": [1, None, 2.5, "3"],
        "x₂": [0, 1, float("nan"), 2],
        "class": ["+", "−", "+", "x"],
    }
    (X, y), incomplete = read_points(table)
    assert X.tolist() == [[1, 0]]
    assert y.tolist() == [1]
    assert incomplete == 3
    assert "Rows left out because a cell is empty: 1." in shown_text(
        open_with({"added_rows": [{"x₁": 3}]})
    )


def test_the_choices_are_in_the_address_and_open_again(server: str, page: Page) -> None:
    visit(page, f"{server}/covariance_assumptions")
    for choice in ("case 3", "formula b", "numbers"):
        page.get_by_role("radio", name=choice).click()
        expect(page.get_by_role("radio", name=choice)).to_be_checked()
    expect(page.get_by_text("28.11").first).to_be_visible()
    visit(page, page.url)
    for choice in ("case 3", "formula b", "numbers"):
        expect(page.get_by_role("radio", name=choice)).to_be_checked()
    page.get_by_role("link", name="Open in the lab").click()
    expect(page.get_by_role("heading", name="Lab")).to_be_visible()
    expect(page.get_by_role("heading", name="Accuracy on your points, 8 points")).to_be_visible()
