"""CSV import and export of points."""

import json
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import Any

import numpy as np
import streamlit as st

from bayeslab.data.datasets import STANDARDISED, Dataset, standardised
from bayeslab.data.points import thinned
from bayeslab.evaluation.formats import decimal
from core import compute
from core.all_columns import AllColumns, find_all_columns
from core.code_export import write_script
from core.columns import (
    describe_missing_columns,
    describe_unlikely,
    feature_columns,
    label_columns,
    numeric_columns,
)
from core.csv_import import Layout, Table, differ_in_case, to_dataset, write_table
from core.drawing import DrawnSpec, identify
from core.drawing_format import MAX_DRAWN
from core.limits import Names, Points
from core.plain_json import read_json
from core.state import DRAWN, LabState
from ui import pictures
from ui.browser_storage import keep_in_browser
from ui.file_picker import ask_for_file
from ui.layout import problem_instead, show_numbers
from ui.session.lab import (
    all_columns,
    ask_for_points,
    asks_for_points,
    current_state,
    follow_state,
    keep_original,
    original_points,
    use_points,
)
from ui.session.widgets import give, value_of

PREVIEW_ROWS = 6
PASTED = "table text"
STORE = "lab original"  # in the browser: which points are standardised, and what they were before
LAST = "last table"  # the key of its title and content, for choosing other columns
# Characters, nearly all of one byte in a table of numbers: the largest message of a browser, which
# has to be below server.maxMessageSize in .streamlit/config.toml. A file may be larger.
MOST_PASTED = 800_000
EXAMPLE = "width,height,kind\n1.2,3.4,oak\n2.0,1.1,elm\n…"


def show_own_points(state: LabState) -> None:
    """Show the buttons that load, standardise and download points, and their script."""
    st.button(
        "Load a table" if value_of(LAST) is None else "Other columns or table",
        icon=":material/upload_file:",
        width="stretch",
        on_click=ask_for_points,
        args=(True,),
    )
    if asks_for_points():
        close = partial(ask_for_points, False)
        st.dialog("Load a table of points", width="medium", on_dismiss=close)(ask_for_table)()
    try:
        points = compute.dataset(state.dataset_spec)
    except ValueError:  # the page says why, in place of the picture
        return
    original = _find_original(state)
    if original is not None:
        st.button(
            "Back to the original units",
            icon=":material/undo:",
            width="stretch",
            on_click=lambda: use_points(
                original.load(), state.title, columns=_in_units(state, standardise=False)
            ),
            help="Show the points as they were before both features were standardised.",
        )
    elif state.data == DRAWN and len(points.y):
        st.button(
            "Standardise the points",
            icon=":material/straighten:",
            width="stretch",
            on_click=_standardise,
            help="Shift and scale the points once, so that each feature has mean 0 and variance 1.",
        )
    latest, page = follow_state(), st.context.url or ""
    st.download_button(
        "Download the points",
        lambda: _write(latest()),
        file_name="bayeslab-points.csv",
        mime="text/csv",
        icon=":material/download:",
        width="stretch",
        on_click="ignore",
    )
    st.download_button(
        "Download the script",
        lambda: write_script(latest(), page=page).encode(),
        file_name="bayeslab.py",
        mime="text/x-python",
        key="save-script",  # clicked by the menu "Save" of the drawing area
        icon=":material/code:",
        width="stretch",
        disabled=len(set(points.y.tolist())) < 2,
        on_click="ignore",
        help="A Python script that gives the numbers and pictures of the lab.",
    )


def _find_original(state: LabState) -> DrawnSpec | None:
    """Return what the points were before they were standardised.

    The browser stores them too: after a reload the session does not know them.
    """
    original = original_points(state)
    if not all(name.endswith(STANDARDISED) for name in state.names[:2]):
        return original
    units = [identify(state.points), original.points, original.names] if original else None
    stored = keep_in_browser(STORE, json.dumps(units) if units else None, waits=False)
    if stored is None or original is not None:
        return original
    with suppress(ValueError, TypeError):  # of another version
        number, points, names = read_json(stored)
        keep_original(number, DrawnSpec(Points().check(points), Names().check(tuple(names))))
    return original_points(state)


def _standardise() -> None:
    state = current_state()
    points = compute.dataset(state.dataset_spec)
    columns = _in_units(state, standardise=True)
    use_points(standardised(points), state.title, points, columns)


def _in_units(state: LabState, *, standardise: bool) -> AllColumns | None:
    """Return all columns of the table in the units that the points will have."""
    columns = all_columns(state)
    return None if columns is None else replace(columns, standardise=standardise)


def _write(state: LabState) -> bytes:
    """Return the points as CSV, marked so that spreadsheets see the encoding."""
    return write_table(compute.dataset(state.dataset_spec)).encode("utf-8-sig")


def ask_for_table() -> None:
    """Ask for a table and the meaning of its columns, and use its points in the lab."""
    title, content = _ask_for_content()
    if not content:
        st.caption(
            "Two columns become the features, one column the class. The server keeps the table in "
            "memory while this page is open, and results computed from it for up to an hour."
        )
        return
    with problem_instead():
        layouts = st.container()
        layout = _chosen_layout()
        with st.spinner("Reading the table …"):
            table = pictures.table(content, layout)
        with layouts:
            _ask_for_layout(table)
        points, columns_in_use, notices = _choose_columns(table)
        needs_scaling = any(each > 0 and not 0.25 <= each <= 4 for each in _spreads(points))
        if needs_scaling:
            notices = (*notices, _describe_scales(points))
        # Above the notices and the preview, which would push the button out of a low window.
        with st.container(horizontal=True, vertical_alignment="center"):
            is_scaled = st.toggle("Standardise both features", needs_scaling)
            is_chosen = st.button("Use these points", type="primary", key="use-points")
        for notice in (*table.notices, *notices):
            st.info(notice, icon=":material/info:")
        original = points if is_scaled else None
        if is_scaled:
            points = standardised(points)
        _preview(points, table.names[columns_in_use[-1]])
        if is_chosen:
            columns = None
            if len(content) <= MOST_PASTED:  # so that many visitors cannot fill the memory
                give({LAST: (title, content)})
                columns = find_all_columns(table, *columns_in_use, title, standardise=is_scaled)
            use_points(points, title, original, columns)
            st.rerun()


def _ask_for_content() -> tuple[str, str | bytes | None]:
    """Ask for a file or a text; return its title and content, or those of the last table."""
    upload, paste = st.tabs(["A file", "Pasted text"])
    with upload:
        file = ask_for_file(
            "A table with one row per point (CSV, Excel, OpenDocument, ARFF, JSON), at most 5 MB",
            "table file",
            accept=".csv,.tsv,.tab,.txt,.data,.dat,.arff,.json,.xlsx,.xls,.ods,text/csv",
            beside=len((value_of(PASTED) or "").encode()),
        )
    text = paste.text_area(
        f"Paste the rows of a table, at most {MOST_PASTED:,} characters",
        key=PASTED,
        placeholder=EXAMPLE,
        height=180,
        max_chars=MOST_PASTED,
    )
    content = text if file is None else file.content
    title = "" if file is None else PurePath(file.name).stem
    last = value_of(LAST)
    if not content and last is not None:
        title, content = last
        st.caption("These are the columns of the table that you loaded last.")
    return title, content


DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "spaces"}
GUESSED = "as guessed"
SIGNS = {".": "decimal point: 0.5", ",": "decimal comma: 0,5"}
HEADERS = {True: "names of columns", False: "data"}


def _chosen_layout() -> Layout:
    """Return what the visitor has decided about the layout of the table."""
    return Layout(*(value_of(f"table {name}") for name in ("delimiter", "decimal", "header")))


def _ask_for_layout(table: Table) -> None:
    """Show how the table was read, and let the visitor change it."""
    found = table.layout
    choices: dict[str, tuple[str, dict[Any, str], Any]] = {
        "decimal": ("Decimal sign", SIGNS, found.decimal),
        "header": ("First row", HEADERS, found.header),
    }
    if found.delimiter:  # a workbook has none
        choices = {"delimiter": ("Cells are separated by", DELIMITERS, found.delimiter)} | choices
    texts = [titles[value].partition(":")[0] for _, titles, value in choices.values()]
    with st.expander(f"How the table was read: {', '.join(texts)}"):
        for column, (name, (label, titles, value)) in zip(
            st.columns(len(choices)), choices.items(), strict=True
        ):
            column.selectbox(
                label,
                [None, *titles],
                key=f"table {name}",
                format_func=lambda each, titles=titles, value=value: (
                    f"{titles[value]} ({GUESSED})" if each is None else titles[each]
                ),
            )


def _choose_columns(table: Table) -> tuple[Dataset, tuple[tuple[int, int], int], tuple[str, ...]]:
    """Ask which columns count; return the points, the columns' positions, and notices.

    The positions are those of the features and of the label.
    """
    numeric, labels = numeric_columns(table), label_columns(table)
    features = feature_columns(table, labels[0]) if labels else ()
    if not labels or len(features) < 2:
        raise ValueError(describe_missing_columns(table))
    across, up, label = st.columns(3)
    name = table.names.__getitem__
    first = across.selectbox("Horizontal feature", numeric, numeric.index(features[0]), name)
    second = up.selectbox("Vertical feature", numeric, numeric.index(features[1]), name)
    kind = label.selectbox("Class", labels, 0, name)
    is_folded = differ_in_case(table, kind) and st.checkbox(
        "Labels that differ only in upper and lower case are one class", value=True
    )
    points, notices = to_dataset(table, (first, second), kind, fold_case=is_folded)
    notices = (*describe_unlikely(table, kind), *notices)
    if len(points.y) > MAX_DRAWN:
        thinning = (
            f"The lab shows {MAX_DRAWN:,} of these {len(points.y):,} points, drawn at random in "
            "proportion to the classes, to stay fast."
        )
        notices = (*notices, thinning)
    return thinned(points, MAX_DRAWN), ((first, second), kind), tuple(notices)


def _describe_scales(points: Dataset) -> str:
    first, second = _spreads(points)
    return (
        "The range of γ assumes features with a standard deviation near 1. In this table they are "
        f"{first:.3g} and {second:.3g}, so both features are standardised unless you turn this off."
    )


def _spreads(points: Dataset) -> list[float]:
    with np.errstate(over="ignore", invalid="ignore"):  # too large values become infinite or NaN
        spreads: list[float] = points.X.std(axis=0).tolist()
    return spreads


def _preview(points: Dataset, label: str) -> None:
    counts = [f"{(points.y == k).sum()} {name}" for k, name in enumerate(points.class_names)]
    st.caption(f"{len(points.y)} points: {', '.join(counts)}.")
    rows = points.X[:PREVIEW_ROWS]
    columns = {name: rows[:, k] for k, name in enumerate(points.feature_names)}
    classes = [points.class_names[label] for label in points.y[:PREVIEW_ROWS]]
    show_numbers(columns | {label: classes}, write=partial(decimal, digits=6))
