"""Parts of all pages: how a figure and a table are shown."""

import json
import re
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df
from streamlit.testing.v1 import AppTest

from source import ROOT
from ui.index_page import STYLES
from ui.layout import page
from ui.streamlit_page import read_source


def test_each_run_has_pages_of_its_own_because_streamlit_marks_them() -> None:
    first, second = (page("nowhere.py", title="Nowhere") for _ in range(2))
    assert first is not second
    assert vars(first) == vars(second)


def present(figure) -> None:  # pyrefly: ignore[implicit-any-parameter]
    import streamlit as st

    from ui.layout import show_figure

    st.query_params["present"] = "1"
    show_figure(figure, "a line", 300, key="line")


def test_a_presented_figure_has_no_hover_labels_and_the_shared_one_is_not_changed() -> None:
    shared = go.Figure(go.Scatter(y=[1.0, 2.0]))
    before = shared.to_json()
    (chart,) = AppTest.from_function(present, args=(shared,)).run().get("plotly_chart")
    assert json.loads(chart.proto.spec)["layout"]["hovermode"] is False
    assert shared.to_json() == before


def without_brackets(selector: str) -> str:
    """Return a selector with § for each pseudo-class that has :has in it, and no brackets."""
    selector = selector.replace(":has(", "§(")
    while "(" in selector:
        selector = re.sub(r"\(([^()]*)\)", lambda inner: "§" * ("§" in inner[1]), selector)
    return selector


SEEN = [path for path in STYLES if path.stem != "sheet"]  # which is on paper


@pytest.mark.parametrize("path", SEEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_tell_what_depends_on_other_parts_of_a_page(path: Path) -> None:
    """After ``x:has(a) > *`` and ``x:has(a) b`` browsers style the page anew for each new element.

    Plotly adds hundreds and measures each: such rules made lessons load for seconds longer. What a
    page seldom needs is in a style that is switched on (``picture_only.css``).
    """
    style = re.sub(r"/\*.*?\*/", "", read_source(path), flags=re.DOTALL)
    for selector in re.findall(r"([^{}]+)\{", style):
        slow = re.search(r"§\S*\s+(>\s*[*:]|[^>~+#\s])", without_brackets(selector))
        assert not slow, selector


def show_a_table() -> None:
    from ui.layout import show_numbers

    show_numbers({"x": [-0.9, 1234.5], "n": [1, 2]}, x=lambda value: f"{value:.1f}")
    show_numbers([{"x": -0.9}, {"x": float("nan")}])


def test_the_numbers_of_a_table_have_a_minus_sign_and_remain_numbers() -> None:
    app = AppTest.from_function(show_a_table, default_timeout=60).run()
    first, second = app.dataframe
    assert first.value["x"].tolist() == [-0.9, 1234.5]
    assert shown(first) == {"x": ["-0.9", "1234.5"], "n": ["1", "2"]}
    assert shown(second) == {"x": ["−0.9", "–"]}


def shown(table: Any) -> dict[str, list[str]]:
    """Return the texts of the cells by column."""
    texts: dict[str, list[str]] = convert_arrow_bytes_to_pandas_df(
        table.proto.arrow_data.styler.display_values
    ).to_dict("list")
    return texts
