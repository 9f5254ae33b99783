"""Figures: arrays in, a Plotly figure out.

The drawing functions know no model: they show the numbers they are given, and no others.

Three decisions shape the pictures. No class is told by colour alone: the colours (Okabe and Ito's,
then three of Tol's) stay apart for colour-blind eyes, and each class has its own shape besides.
Regions travel as one byte per cell. And what may come from a user's file, the names of classes and
features, is escaped, since Plotly reads text as HTML.
"""

from bayeslab.figures.curves import Curve, draw_sweep, draw_times
from bayeslab.figures.diagnoses import Line, draw_calibration, draw_roc
from bayeslab.figures.duels import (
    DUEL_STYLES,
    add_points,
    draw_differences,
    draw_disagreement,
    size_points,
)
from bayeslab.figures.evidence import draw_evidence
from bayeslab.figures.heatmap import draw_heatmap
from bayeslab.figures.images import draw_confusion, draw_images, draw_verdict
from bayeslab.figures.joint import draw_bayes_rule
from bayeslab.figures.kernel_bumps import add_bumps, add_level, draw_bumps
from bayeslab.figures.line import draw_projection
from bayeslab.figures.opinions import Opinion, draw_opinions
from bayeslab.figures.overlays import add_boundary, add_ellipses, add_guide, add_star
from bayeslab.figures.packing import pack
from bayeslab.figures.plane import draw_regions
from bayeslab.figures.scoreboard import Standing, draw_standings
from bayeslab.figures.theme import (
    PALETTE,
    PLOT_CONFIG,
    REST,
    TEMPLATES,
    THEMES,
    ClassStyle,
)
from bayeslab.figures.tiles import draw_thumbnail, draw_thumbnail_points

__all__ = [
    "DUEL_STYLES",
    "PALETTE",
    "PLOT_CONFIG",
    "REST",
    "TEMPLATES",
    "THEMES",
    "ClassStyle",
    "Curve",
    "Line",
    "Opinion",
    "Standing",
    "add_boundary",
    "add_bumps",
    "add_ellipses",
    "add_guide",
    "add_level",
    "add_points",
    "add_star",
    "draw_bayes_rule",
    "draw_bumps",
    "draw_calibration",
    "draw_confusion",
    "draw_differences",
    "draw_disagreement",
    "draw_evidence",
    "draw_heatmap",
    "draw_images",
    "draw_opinions",
    "draw_projection",
    "draw_regions",
    "draw_roc",
    "draw_standings",
    "draw_sweep",
    "draw_thumbnail",
    "draw_thumbnail_points",
    "draw_times",
    "draw_verdict",
    "pack",
    "size_points",
]
