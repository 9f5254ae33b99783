"""An editable table of points of two classes."""

import math
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from lessons.covariance_assumptions.data import CLASS_SIGNS
from lessons.covariance_assumptions.points import FARTHEST, Points, parse_points, write_points


def edit_points(text: str, key: str) -> tuple[str, str]:
    """Show the points of a text in a table; return the text before and after editing."""
    X, y = points = parse_points(text)
    coordinate = st.column_config.NumberColumn(min_value=-FARTHEST, max_value=FARTHEST)
    table = st.data_editor(
        pd.DataFrame(
            {
                "x₁": X[:, 0],
                "x₂": X[:, 1],
                "class": pd.Series([CLASS_SIGNS[label] for label in y], dtype="str"),
            }
        ),
        column_config={
            "x₁": coordinate,
            "x₂": coordinate,
            "class": st.column_config.SelectboxColumn(options=CLASS_SIGNS),
        },
        num_rows="dynamic",
        key=key,
        alt="The points: two coordinates and the class of each. The cells can be edited.",
    )
    new_points, incomplete = read_points(table)
    if incomplete:
        st.caption(f"Rows left out because a cell is empty: {incomplete}.")
    return write_points(points), write_points(new_points)


def read_points(table: Mapping[str, Sequence[Any]]) -> tuple[Points, int]:
    """Return the points and classes of the complete rows, and the number of incomplete rows."""
    rows = list(zip(table["x₁"], table["x₂"], table["class"], strict=True))
    complete = [(x1, x2, sign) for x1, x2, sign in rows if _is_complete(x1, x2, sign)]
    X = np.array([[x1, x2] for x1, x2, _ in complete], dtype=np.float64).reshape(-1, 2)
    y = np.array([CLASS_SIGNS.index(sign) for _, _, sign in complete], dtype=np.int64)
    return (X, y), len(rows) - len(complete)


def _is_complete(x1: Any, x2: Any, sign: Any) -> bool:
    finite = all(isinstance(x, Real) and math.isfinite(x) for x in (x1, x2))
    return finite and sign in CLASS_SIGNS
