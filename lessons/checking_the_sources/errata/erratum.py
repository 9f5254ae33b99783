"""What an erratum is: a claim, a correction, and a computation of both.

An *error* is a statement, formula or program that does not hold as it stands. A *caution* is one
that holds, but only under a condition that is easily overlooked, or that is easily misread.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from bayeslab.data.datasets import bounding_box
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
    "evaluate",
    "share_right",
]

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
Kind = Literal["error", "caution"]
Rule = Callable[[Array], Array]  # points (n, 2) -> scores (n,), positive for class 1


@dataclass(frozen=True)
class Outcome:
    """What a computation gave, as printed and as is right.

    Attributes
    ----------
    measure : str
        What was computed, and on what.
    printed, right : float or str
        Numbers, or words where the answer is none. Of a caution: taken as it stands, and with care.
    is_share : bool
        Whether the numbers are shares, to be shown as percentages.
    """

    measure: str
    printed: float | str
    right: float | str
    is_share: bool = False


@dataclass(frozen=True, eq=False)
class Drawing:
    """An erratum that changes decisions in the plane.

    Attributes
    ----------
    X : array of shape (n, 2)
        Training points.
    y : array of shape (n,)
        Their classes, 0 and 1.
    X_new, y_new : arrays
        New points, to be judged on.
    printed, right : Rule
        The decision rule as printed and as is right, both learnt from `X` and `y`.
    formulas : tuple of 2 str
        LaTeX: what is printed and what is right.
    lab : mapping
        The fields of ``LabState`` that make the right rule.
    box : (x1_min, x1_max, x2_min, x2_max), optional
        What to look at, if not at all points.
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
    """Both rules of a drawing on a grid around its points.

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
    """A place where a source is wrong, or where its reader has to take care.

    Attributes
    ----------
    key : str
        Short and unique.
    title : str
        A few words.
    source, place : str
        Which source, and where in it.
    claim, correction : str
        Markdown: what is printed, and what is right and why. Of a caution: what to mind.
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


def evaluate(drawing: Drawing, resolution: int = 150) -> Panels:
    """Evaluate both rules of a drawing on a grid over its box, or else around its points."""
    box = drawing.box or bounding_box(drawing.X)
    x1, x2 = grid_axes(box, resolution)
    nodes = grid_nodes(x1, x2)
    printed, right = (
        rule(nodes).reshape(resolution, resolution) for rule in (drawing.printed, drawing.right)
    )
    return Panels(drawing.X, drawing.y, x1, x2, printed, right)


def by_rules(draw: Callable[[], Drawing], points: str) -> Callable[[], Outcome]:
    """Return the computation that judges both rules of a drawing on its new points."""

    def compute() -> Outcome:
        drawing = draw()
        rules = (drawing.printed, drawing.right)
        printed, right = (share_right(rule, drawing.X_new, drawing.y_new) for rule in rules)
        return Outcome(f"accuracy on new points, {points}", printed, right, is_share=True)

    return compute


def share_right(rule: Rule, X: Array, y: Labels) -> float:
    """Return the share of points whose class, 0 or 1, the sign of the rule tells."""
    return float(((rule(X) > 0) == (y == 1)).mean())
