"""Figures: arrays in, a Plotly figure out.

The drawing functions know no model: they show the numbers they are given, and no others.

Three decisions shape the pictures. No class is told by colour alone: the colours (Okabe and Ito's,
then three of Tol's) stay apart for colour-blind eyes, and each class has its own shape besides.
Regions travel as one byte per cell. And what may come from a user's file, the names of classes and
features, is escaped, since Plotly reads text as HTML.
"""

from bayeslab.figures.bumps import add_bumps, add_level, draw_bumps
from bayeslab.figures.curves import Curve, draw_sweep
from bayeslab.figures.estimates import ESTIMATE_STYLES, draw_estimates
from bayeslab.figures.images import draw_confusion, draw_images, draw_verdict
from bayeslab.figures.line import draw_projection
from bayeslab.figures.look import (
    PALETTE,
    PLOT_CONFIG,
    REST,
    TEMPLATES,
    THEMES,
    ClassStyle,
)
from bayeslab.figures.overlays import add_boundary, add_ellipses, add_guide, add_star
from bayeslab.figures.plane import draw_regions

__all__ = [
    "ESTIMATE_STYLES",
    "PALETTE",
    "PLOT_CONFIG",
    "REST",
    "TEMPLATES",
    "THEMES",
    "ClassStyle",
    "Curve",
    "add_boundary",
    "add_bumps",
    "add_ellipses",
    "add_guide",
    "add_level",
    "add_star",
    "draw_bumps",
    "draw_confusion",
    "draw_estimates",
    "draw_images",
    "draw_projection",
    "draw_regions",
    "draw_sweep",
    "draw_verdict",
]
