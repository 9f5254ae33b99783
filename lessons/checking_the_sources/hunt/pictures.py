"""The small figures of the evidence: curves, regions of a rule, and two rules that disagree."""

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from bayeslab.figures import draw_disagreement, draw_regions
from bayeslab.figures.theme import dress, find_theme
from bayeslab.scoring.grid import grid_axes, grid_nodes
from lessons.checking_the_sources.errata.erratum import Array, Drawing, Labels, Rule, compute_panels
from lessons.checking_the_sources.hunt.line import Draw

__all__ = ["curves", "disagreement", "regions"]

RESOLUTION = 120  # nodes along each axis
CLASS_NAMES = ("C−", "C+")
DASHES = ("solid", "dot")


def curves(x: Array, heights: Mapping[str, Array], x_name: str, level: float | None = None) -> Draw:
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


def regions(
    rule: Rule,
    X: Array,
    y: Labels,
    box: tuple[float, float, float, float],
    star: Array | None = None,
    names: tuple[str, str] = CLASS_NAMES,
) -> Draw:
    """Return a function that draws the regions of a rule in a box, and a star."""

    def draw(theme: str) -> go.Figure:
        x1, x2 = grid_axes(box, RESOLUTION)
        score = rule(grid_nodes(x1, x2)).reshape(RESOLUTION, RESOLUTION)
        figure = draw_regions(
            *(x1, x2, score > 0, np.abs(score), X, y), class_names=names, theme=theme
        )
        if star is not None:
            marker = {"symbol": "star", "size": 17, "color": find_theme(theme).ink}
            figure.add_scatter(
                x=[star[0]], y=[star[1]], mode="markers", marker=marker, showlegend=False
            )
        return figure

    return draw


def disagreement(drawing: Drawing, names: tuple[str, str]) -> Draw:
    """Return a function that draws both rules' boundaries, and grey where the rules disagree."""

    def draw(theme: str) -> go.Figure:
        panels = compute_panels(drawing, RESOLUTION)
        scores = [panels.printed, panels.right]
        nothing = np.empty((0, 2)), np.empty(0)
        return draw_disagreement(panels.x1, panels.x2, scores, *nothing, names=names, theme=theme)

    return draw
