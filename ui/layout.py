"""Building blocks of pages: figures with alternative texts, prose, error messages."""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from bayeslab.evaluation.accuracy import Row
from bayeslab.evaluation.formats import PERCENT, decimal, percent
from bayeslab.figures.theme import PLOT_CONFIG
from core.texts import fill
from ui.figure_svg import to_address
from ui.session.address import view

HERE = Path(__file__).parent
TEXTS = HERE / "texts"
ICON = (HERE / "icon.svg").read_text(encoding="utf-8")


def page(file: str, **settings: Any) -> st.Page:
    """Return ``st.Page(file, **settings)``; its file is looked up once and not in every run.

    Streamlit marks the page that a run shows, so each run gets copies.
    """
    return copy(_page(file, **settings))


_page = cache(st.Page)


@contextmanager
def problem_instead() -> Generator[None]:
    """Show the message of a ValueError in place of the picture or table."""
    try:
        yield
    except ValueError as problem:
        st.warning(str(problem), icon=":material/info:")


def open_expander(label: str, icon: str, key: str) -> Any:
    """Return an expander that is open, or None: what it contains is made only then."""
    part = st.expander(label, icon=f":material/{icon}:", key=key, on_change="rerun")
    return part if part.open else None


def show_figure(figure: go.Figure, alt: str, height: int, key: str) -> None:
    """Show a figure in the full width of its container, with an alternative text.

    The height is in pixels. On a projector the style sheet determines it and enlarges the figure,
    and hover labels are off: Plotly would look for the points at their places without the zoom.
    Plotly is loaded when the figure comes near the window (:mod:`ui.late_figures`), which finds
    figures by their keys.
    """
    if view() == "presented":  # a copy: a cached figure is shared by all visitors
        figure = go.Figure(figure).update_layout(hovermode=False)
    name = f"figure {key}"
    st.plotly_chart(figure, theme=None, config=PLOT_CONFIG, alt=alt, key=name, height=height)


def show_numbers(
    data: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    alt: str | None = None,
    *,
    write: Callable[[float], str] = decimal,
    **writers: Callable[[float], str],
) -> None:
    """Show a table, given by columns or by rows, whose numbers have a minus sign and not a hyphen.

    `write` turns floats into text, `writers` those of single columns. Columns sort as numbers.
    """
    st.dataframe(write_numbers(data, write, writers), hide_index=True, alt=alt)


def write_numbers(
    data: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    write: Callable[[float], str],
    writers: Mapping[str, Callable[[float], str]],
) -> Any:
    """Return a table of pandas with its formats."""
    frame = pd.DataFrame(data)
    formats = {name: writers.get(name, write) for name in frame.select_dtypes("float")}
    return frame.style.format(formats, na_rep="–")


def show_card_picture(svg: str, alt: str) -> None:
    """Show a thumbnail on a card."""
    st.html(f'<img class="thumbnail" src="{to_address(svg)}" alt="{escape(alt)}">')


def show_prose(name: str, **numbers: str) -> None:
    """Show ``ui/texts/<name>.md`` with its ``{fields}`` replaced by numbers."""
    st.markdown(fill(read_prose(name), numbers))


def read_prose(name: str) -> str:
    """Return the text of ``ui/texts/<name>.md``."""
    return (TEXTS / f"{name}.md").read_text(encoding="utf-8")


def percent_with_error(row: Row) -> str:
    """Return the held-out accuracy with its standard error, or why there is none."""
    if row.held_out is None:
        return row.problem or "–"
    mean = percent(row.held_out.mean).removesuffix(PERCENT)
    return f"{mean}\u00a0±\u00a0{percent(row.held_out.standard_error)}"  # on one line on a phone
