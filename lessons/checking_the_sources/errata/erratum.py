"""The parts of an erratum: a claim, a correction, and a computation of both.

An *error* is a statement, formula or program that is wrong as it stands. A *caution* is correct
under a condition that is easily overlooked, or it is easily misread.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from bayeslab.data.points import bounding_box
from bayeslab.scoring.grid import grid_axes, grid_nodes

__all__ = [
    "Array",
    "Drawing",
    "Erratum",
    "Kind",
    "Labels",
    "Outcome",
    "Panels",
    "Rule",
    "by_rules",
    "compute_panels",
    "share_correct",
]

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
Kind = Literal["error", "caution"]
Rule = Callable[[Array], Array]  # points (n, 2) -> scores (n,), positive for class 1


@dataclass(frozen=True)
class Outcome:
    """The results of a computation, as printed and corrected.

    Attributes
    ----------
    measure : str
        What was computed, and on which data.
    printed, right : float or str
        Numbers, or words if the result is no number. For a caution: as it stands, and with care.
    is_share : bool
        Whether the numbers are shares, to be shown as percentages.
    """

    measure: str
    printed: float | str
    right: float | str
    is_share: bool = False


@dataclass(frozen=True, eq=False)
class Drawing:
    """An erratum that changes decision regions in the plane.

    Attributes
    ----------
    X : array of shape (n, 2)
        Training points.
    y : array of shape (n,)
        Their classes, 0 and 1.
    X_new, y_new : arrays
        New points, for the accuracies.
    printed, right : Rule
        The decision rule as printed and corrected, both fitted to `X` and `y`.
    formulas : tuple of 2 str
        LaTeX: the formula as printed and corrected.
    lab : mapping
        The fields of ``LabState`` that select the corrected rule.
    box : (x1_min, x1_max, x2_min, x2_max), optional
        The part of the plane to show, by default all points.
    """

    X: Array
    y: Labels
    X_new: Array
    y_new: Labels
    printed: Rule
    right: Rule
    formulas: tuple[str, str]
    lab: Mapping[str, Any]
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, eq=False)
class Panels:
    """The scores of both rules of a drawing on a grid.

    Attributes
    ----------
    X, y : arrays
        The training points and their classes.
    x1, x2 : arrays of shape (r,)
        The grid's coordinates.
    printed, right : arrays of shape (r, r)
        Scores at (x1[j], x2[i]) in cell [i, j], positive for class 1.
    """

    X: Array
    y: Labels
    x1: Array
    x2: Array
    printed: Array
    right: Array


@dataclass(frozen=True)
class Erratum:
    """A place where a source is wrong, or where its reader must take care.

    Attributes
    ----------
    key : str
        Short and unique.
    title : str
        A few words.
    source, place : str
        Which source, and where in it.
    claim, correction : str
        Markdown: what is printed; what is correct, and why. For a caution: what to watch for.
    compute : callable
        Computes both.
    draw : callable, optional
        Returns both as rules in the plane.
    kind : str
        "error" or "caution".
    """

    key: str
    title: str
    source: str
    place: str
    claim: str
    correction: str
    compute: Callable[[], Outcome]
    draw: Callable[[], Drawing] | None = None
    kind: Kind = "error"


def compute_panels(drawing: Drawing, resolution: int = 150) -> Panels:
    """Evaluate both rules of a drawing on a grid over its box, or around its points."""
    box = drawing.box or bounding_box(drawing.X)
    x1, x2 = grid_axes(box, resolution)
    nodes = grid_nodes(x1, x2)
    printed, right = (
        rule(nodes).reshape(resolution, resolution) for rule in (drawing.printed, drawing.right)
    )
    return Panels(drawing.X, drawing.y, x1, x2, printed, right)


def by_rules(draw: Callable[[], Drawing], points: str) -> Callable[[], Outcome]:
    """Return a function that computes the accuracies of both rules of a drawing on new points."""

    def compute() -> Outcome:
        drawing = draw()
        rules = (drawing.printed, drawing.right)
        printed, right = (share_correct(rule, drawing.X_new, drawing.y_new) for rule in rules)
        return Outcome(f"accuracy on new points, {points}", printed, right, is_share=True)

    return compute


def share_correct(rule: Rule, X: Array, y: Labels) -> float:
    """Return the accuracy of a rule whose sign predicts the class, 0 or 1."""
    return float(((rule(X) > 0) == (y == 1)).mean())
