"""Points and labels of users, and of drawings.

A drawing has classes 0, 1, ...; labels are whatever ``y`` holds. The label of class k is the k-th
of a tuple, which begins with the labels of ``y`` in ascending order. A class added in the picture
gets the next whole number, or a name.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bayeslab.data.datasets import Dataset
from bayeslab.widget.bundle.core import compute
from bayeslab.widget.bundle.core.drawing import draw, encode_drawing
from bayeslab.widget.bundle.core.drawing_format import LARGEST, MAX_CLASSES, MAX_DRAWN
from bayeslab.widget.bundle.core.limits import Names
from bayeslab.widget.bundle.core.state import DRAWN, LIMITS, LabState

Labels = tuple[Any, ...]


def read_points(X: ArrayLike) -> NDArray[np.float64]:
    """Return points as a read-only array of shape (n, 2).

    Raises
    ------
    ValueError
        If they are not points of two finite features, or too many.
    """
    try:
        points = np.array(X, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("X must hold numbers: give an array of shape (n, 2).") from None
    points = points.reshape(0, 2) if points.size == 0 else points
    if points.ndim != 2 or points.shape[1] != 2:
        raise ValueError(f"X must have the shape (n, 2), two features, but has {points.shape}.")
    if len(points) > MAX_DRAWN:
        raise ValueError(f"X has {len(points)} points: give at most {MAX_DRAWN}.")
    if not (np.abs(points) <= LARGEST).all():  # NaN neither
        raise ValueError(f"X must hold finite numbers up to {LARGEST:.0e}: remove other points.")
    points.setflags(write=False)
    return points


def read_labels(y: ArrayLike) -> NDArray[Any]:
    """Return labels as a read-only array of shape (n,).

    Raises
    ------
    ValueError
        If they are not a list of labels, or have too many classes.
    """
    labels = np.array(y)
    if labels.size == 0:
        labels = np.zeros(0, dtype=np.int64)
    if labels.ndim != 1:
        raise ValueError(f"y must have the shape (n,), a label for each point, not {labels.shape}.")
    if labels.dtype.kind not in "biuUO" and not (labels == np.rint(labels)).all():
        raise ValueError("y must hold labels of classes: give whole numbers or names.")
    try:
        count = len(np.unique(labels))
    except TypeError:
        raise ValueError("y mixes numbers and names: use one kind of label.") from None
    if count > MAX_CLASSES:
        raise ValueError(f"y has {count} classes: give at most {MAX_CLASSES}.")
    labels.setflags(write=False)
    return labels


def feature_names(X: Any) -> tuple[str, ...]:
    """Return the names of the columns of a table; those of a blank drawing for an array."""
    columns = getattr(X, "columns", ())
    return tuple(map(str, columns)) if len(columns) == 2 else LabState().names[:2]


def drawing_names(points: Dataset) -> tuple[str, ...]:
    """Return the names of a data set's features and classes, in the form of a drawing."""
    return Names.fit(*points.feature_names, *points.class_names)


def labels_for(labels: Labels, count: int) -> Labels:
    """Return at least `count` labels, with new ones at the end."""
    while len(labels) < count:
        are_numbers = all(isinstance(label, int | float) for label in labels)
        labels += (int(max(labels, default=-1)) + 1 if are_numbers else f"class {len(labels) + 1}",)
    return labels


def with_points(
    state: LabState, X: NDArray[np.float64], y: NDArray[Any], features: tuple[str, ...]
) -> tuple[LabState, Labels]:
    """Return the state with these points as its drawing, and the labels of its classes."""
    labels = labels_for(tuple(np.unique(y).tolist()), 2)
    text = encode_drawing(draw(X, np.searchsorted(np.array(labels[: len(np.unique(y))]), y)))
    names = Names.fit(*features, *map(str, labels))
    return replace(state, data=DRAWN, points=text, names=names, title="").consistent(), labels


def state_after(message: Mapping[str, Any], state: LabState, origin: LabState) -> LabState:
    """Return the state after a message of a view; undoing everything leads back to the origin.

    Raises
    ------
    KeyError, TypeError, ValueError
        If the message is not one that the widget's JavaScript sends.
    """
    values: dict[str, Any] = {
        name: LIMITS[name].check(message[name])
        for name in ("gamma", "switches")
        if message.get(name) is not None
    }
    if message["points"] is None:
        values |= origin.point_values
    else:
        values |= {"points": LIMITS["points"].check(message["points"]), "data": DRAWN}
        if state.data != DRAWN:
            values["names"] = drawing_names(compute.dataset(state.dataset_spec))
    return replace(state, **values).consistent()
