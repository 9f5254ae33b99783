"""Points of two classes as a text, which the state and the link of the lesson hold."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from core.input_error import InputError
from lessons.covariance_assumptions.numbers import WORKED_X, WORKED_Y

Points = tuple[NDArray[np.float64], NDArray[np.int64]]

FARTHEST = 1e6  # largest coordinate that can be typed, so that a typing error shows at once
EXAMPLE: Points = (np.array(WORKED_X, dtype=np.float64), np.array(WORKED_Y))
OUTLIER = np.array([20.0, 8.0])
EXAMPLES: Mapping[str, Points] = MappingProxyType(
    {
        "example": EXAMPLE,
        "outlier": (np.insert(np.delete(EXAMPLE[0], 1, axis=0), 1, OUTLIER, axis=0), EXAMPLE[1]),
        "two_points": (EXAMPLE[0][:6], EXAMPLE[1][:6]),  # of class −
    }
)


def write_points(points: Points) -> str:
    """Return the points as a text such as "2 6 +; 1 -2 -"."""
    X, y = points
    return "; ".join(
        f"{x1:.6g} {x2:.6g} {'-+'[label]}" for (x1, x2), label in zip(X, y, strict=True)
    )


def parse_points(text: str) -> Points:
    """Return the points that a text holds; there may be none.

    Raises
    ------
    InputError
        If an entry is not two numbers and a sign.
    """
    rows = [row.replace("−", "-").split() for row in text.split(";") if row.strip()]
    try:
        X = np.array([(float(x1), float(x2)) for x1, x2, _ in rows]).reshape(-1, 2)
        y = np.array(["-+".index(sign) for *_, sign in rows], dtype=np.int64)
    except ValueError:
        X, y = np.full((1, 2), np.nan), np.zeros(1, dtype=np.int64)
    if not (np.abs(X) <= FARTHEST).all():
        raise InputError("write two numbers and the class of each point, as in 2 6 +; 1 -2 -")
    return X, y
