"""Parts of all pages: how a share is written and a figure shown."""

import json
import re

import numpy as np
import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

from source import ROOT
from ui.index_page import STYLES
from ui.layout import decimal, percent

UI = ROOT / "ui"


@pytest.mark.parametrize(
    ("share", "text"), [(0.964, "96.4 %"), (1, "100.0 %"), (-1e-9, "0.0 %"), (-0.031, "−3.1 %")]
)
def test_a_share_is_a_percentage_that_no_line_break_parts(share: float, text: str) -> None:
    assert percent(share) == text.replace(" ", "\u00a0")


def test_a_number_has_three_digits_and_a_minus_sign() -> None:
    values = (-1234.5, -0.00123, 2.0, -0.0, -np.inf)
    assert [decimal(value) for value in values] == ["−1230", "−0.00123", "2", "0", "−∞"]


def show_at_two_heights(figure) -> None:  # type: ignore[no-untyped-def]
    from ui.layout import show_figure

    show_figure(figure, "low", 300, key="low")
    show_figure(figure, "high", 600, key="high")


def test_a_figure_is_shown_at_its_height_and_not_changed() -> None:
    shared = go.Figure(go.Scatter(y=[1.0, 2.0]))
    before = shared.to_json()
    app = AppTest.from_function(show_at_two_heights, args=(shared,)).run()
    assert not app.exception
    shown = [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]
    assert [each["layout"]["height"] for each in shown] == [300, 600]
    assert shared.to_json() == before


def without_brackets(selector: str) -> str:
    """Return a selector with § for each pseudo-class that has :has in it, and no brackets."""
    selector = selector.replace(":has(", "§(")
    while "(" in selector:
        selector = re.sub(r"\(([^()]*)\)", lambda inner: "§" * ("§" in inner[1]), selector)
    return selector


@pytest.mark.parametrize("name", [name for name in STYLES if name != "sheet.css"])  # on paper
def test_what_depends_on_other_parts_of_a_page_is_named(name: str) -> None:
    """After ``x:has(a) > *`` browsers compute all styles anew for each element that is added.

    Plotly adds hundreds and measures each: such a rule made lessons load for seconds longer.
    """
    style = re.sub(r"/\*.*?\*/", "", (UI / name).read_text("utf-8"), flags=re.DOTALL)
    for selector in re.findall(r"([^{}]+)\{", style):
        assert not re.search(r"§\S*[ >]+(\*|:(?!is))", without_brackets(selector)), selector
