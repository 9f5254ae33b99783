"""The figure of lesson 4 with two classes of unequal sizes."""

import numpy as np
import plotly.graph_objects as go

from bayeslab.data.points import bounding_box
from bayeslab.figures import draw_regions
from bayeslab.figures.overlays import add_boundary
from bayeslab.scoring.grid import grid_axes, grid_nodes
from core import compute
from core.fit_spec import PointsSpec
from lessons.linear_discriminants.data import fit_both_ways

CLASS_NAMES = ("class −", "class +")
PRIORS_ALT = "Classes of unequal size; dividing twice moves the boundary towards the larger one."


def draw_priors(spec: PointsSpec, theme: str) -> go.Figure:
    """Return the regions of the correct rule and the boundary of the rule that divides twice."""
    points, correct, twice = fit_both_ways(spec)
    x1, x2 = grid_axes(bounding_box(points.X), compute.RESOLUTION)
    grid = grid_nodes(x1, x2)
    differences = [
        (scores[:, 1] - scores[:, 0]).reshape(len(x2), len(x1))
        for scores in (correct.scores(grid), twice.scores(grid))
    ]
    figure = draw_regions(
        *(x1, x2, differences[0] > 0, np.abs(differences[0]), points.X, points.y),
        class_names=CLASS_NAMES,
        theme=theme,
    )
    return add_boundary(figure, x1, x2, differences[1], "divided twice", theme=theme)
