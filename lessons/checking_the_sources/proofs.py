"""What the Python of ``errata.md`` computes: both sides of an entry, tests of lines, pictures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from bayeslab.data.points import bounding_box
from bayeslab.figures import draw_regions
from bayeslab.figures.overlays import add_star
from bayeslab.figures.theme import dress, find_theme
from bayeslab.scoring.grid import grid_axes, grid_nodes
from core.caching import memoize
from lessons.checking_the_sources.errata import BEGINNING, ENTRIES, LINES

Array = NDArray[np.float64]
Draw = Callable[[str], go.Figure]  # theme -> figure
Rule = Callable[[Array], Array]  # points (n, 2) -> scores (n,), positive for class 1

RESOLUTION, RESOLUTION_OF_TEST = 150, 120  # nodes along each axis
CLASS_NAMES = ("C−", "C+")
DASHES = ("solid", "dot")


@dataclass(frozen=True, eq=False)
class Evidence:
    """The results of a test of a line: numbers by name, whether it passes, and its picture."""

    numbers: tuple[tuple[str, str], ...]
    passes: bool
    draw: Draw | None


@dataclass(frozen=True, eq=False)
class Panels:
    """The scores of both rules of an entry on a grid, and the points that they were fitted to.

    Attributes
    ----------
    X, y : arrays
        The points and their classes, 0 and 1.
    x1, x2 : arrays of shape (r,)
        The grid's coordinates.
    printed, right : arrays of shape (r, r)
        Scores at (x1[j], x2[i]) in cell [i, j], positive for class 1.
    """

    X: Array
    y: NDArray[np.int64]
    x1: Array
    x2: Array
    printed: Array
    right: Array


def run(code: str) -> dict[str, Any]:
    """Run Python of ``errata.md`` after what all of it begins with; return the names it defines."""
    names = dict(_begin())
    exec(code, names)
    return names


@cache
def _begin() -> dict[str, Any]:
    names: dict[str, Any] = {"curves": _curves, "regions": _regions}
    exec(BEGINNING, names)
    return names


@memoize(64, max_bytes=2**18)
def outcome(key: str) -> tuple[float | str, float | str]:
    """Return what is printed and what is right of an entry, as numbers or in words."""
    names = run(ENTRIES[key].proof)
    return names["printed"], names["right"]


@memoize(64)
def evidence(line: str, test: str) -> Evidence:
    """Return the results of a test of a line."""
    names = run(LINES[line].tests[test].code)
    return Evidence((*names["numbers"].items(),), bool(names["passes"]), names.get("picture"))


@memoize(16)
def panels(key: str) -> Panels:
    """Return the scores of both rules of an entry on a grid over its box, or around its points."""
    names = run(ENTRIES[key].proof)
    X, y = names["X"], names["y"]
    axes = grid_axes(names.get("box", bounding_box(X)), RESOLUTION)
    return Panels(X, y, *axes, *(_score(rule, *axes) for rule in names["rules"]))


def _score(rule: Rule, x1: Array, x2: Array) -> Array:
    return rule(grid_nodes(x1, x2)).reshape(len(x2), len(x1))


def draw_side(key: str, side: str, theme: str, title: str | None = None) -> go.Figure:
    """Draw the regions of one rule of an entry: the "printed" or the "right" one."""
    drawn = panels(key)
    score = getattr(drawn, side)
    return draw_regions(
        *(drawn.x1, drawn.x2, score > 0, np.abs(score), drawn.X, drawn.y),
        class_names=CLASS_NAMES,
        theme=theme,
        title=title,
        equal_scale=True,
    )


def _curves(
    x: ArrayLike, heights: Mapping[str, ArrayLike], x_name: str, level: float | None = None
) -> Draw:
    """Return a function that draws one or two curves, the second one dotted, and a level line."""

    def draw(theme: str) -> go.Figure:
        look, figure = find_theme(theme), go.Figure()
        if level is not None:
            figure.add_hline(level, line={"color": look.quiet, "width": 1.5}, layer="below")
        for (name, y), dash in zip(heights.items(), DASHES, strict=False):
            line = {"color": look.ink, "width": 2.5, "dash": dash}
            figure.add_scatter(x=x, y=y, mode="lines", name=name, line=line)
        figure.update_xaxes(title_text=x_name)
        return dress(figure, theme, None)

    return draw


def _regions(
    rule: Rule,
    X: Array,
    y: NDArray[np.int64],
    box: Sequence[float],
    star: tuple[float, float] | None = None,
    names: tuple[str, str] = CLASS_NAMES,
) -> Draw:
    """Return a function that draws the regions of a rule in a box, and a star."""

    def draw(theme: str) -> go.Figure:
        x1, x2 = grid_axes(box, RESOLUTION_OF_TEST)
        score = _score(rule, x1, x2)
        figure = draw_regions(
            *(x1, x2, score > 0, np.abs(score), X, y), class_names=names, theme=theme
        )
        return add_star(figure, *star, "far point", theme=theme) if star else figure

    return draw
