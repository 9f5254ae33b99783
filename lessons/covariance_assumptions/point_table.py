"""Points of two classes: an editable table, and the text that holds them in the page's link."""

import math
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.input_error import InputError

__all__ = ["CLASS_SIGNS", "Points", "edit_points", "parse_points", "read_points", "write_points"]

Points = tuple[NDArray[np.float64], NDArray[np.int64]]

CLASS_SIGNS = ("−", "+")  # of the classes 0 and 1
FARTHEST = 1e6  # largest coordinate that can be typed, so that a typing error shows at once


def write_points(points: Points) -> str:
    """Return the points as a text such as "2 6 +; 1 -2 -"."""
    X, y = points
    return "; ".join(
        f"{x1:.6g} {x2:.6g} {'-+'[label]}" for (x1, x2), label in zip(X, y, strict=True)
    )


def parse_points(text: str) -> Points:
    """Return the points that a text holds.

    Raises
    ------
    InputError
        If there is no entry, or one is not two numbers and a sign.
    """
    rows = [row.replace("−", "-").split() for row in text.split(";") if row.strip()]
    try:
        X = np.array([(float(x1), float(x2)) for x1, x2, _ in rows]).reshape(-1, 2)
        y = np.array(["-+".index(sign) for *_, sign in rows], dtype=np.int64)
    except ValueError:
        X, y = np.full((1, 2), np.nan), np.zeros(1, dtype=np.int64)
    if not (len(y) and (np.abs(X) <= FARTHEST).all()):
        raise InputError(
            "The points in the text cannot be read; write two numbers and the class of each point, "
            "as in 2 6 +; 1 -2 -."
        )
    return X, y


def edit_points(points: Points, key: str) -> Points:
    """Show points (n, 2) of classes 0 and 1 (n,) in an editable table; return its complete rows."""
    X, y = points
    coordinate = st.column_config.NumberColumn(min_value=-FARTHEST, max_value=FARTHEST)
    table = st.data_editor(
        {
            "x₁": X[:, 0].tolist(),
            "x₂": X[:, 1].tolist(),
            "class": [CLASS_SIGNS[label] for label in y],
        },
        column_config={
            "x₁": coordinate,
            "x₂": coordinate,
            "class": st.column_config.SelectboxColumn(options=CLASS_SIGNS),
        },
        num_rows="dynamic",
        key=key,
        alt="The points: two coordinates and the class of each. The cells can be edited.",
    )
    edited, incomplete = read_points(table)
    if incomplete:
        st.caption(f"Rows left out because a cell is empty: {incomplete}.")
    return edited


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
