"""Figures: arrays in, a Plotly figure out.

The drawing functions know no model: they show the numbers they are given, and no others.

Three decisions shape the pictures. Classes do not differ by colour alone: the colours (Okabe and
Ito's, then three of Tol's) are distinct for colour-blind people, and each class also has its own
shape. Regions are sent as one byte per cell. Text that may come from a user's file, the names of
classes and features, is escaped, because Plotly reads text as HTML.
"""

try:
    import plotly as _plotly  # noqa: F401
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "bayeslab.figures draws with Plotly; install it with: pip install 'bayeslab[figures]'"
    ) from missing

from bayeslab.figures.accuracies import draw_accuracies
from bayeslab.figures.bayes_rule import draw_bayes_rule
from bayeslab.figures.curves import draw_sweep
from bayeslab.figures.diagnostics import draw_calibration, draw_roc
from bayeslab.figures.differences import draw_differences
from bayeslab.figures.disagreement import draw_disagreement
from bayeslab.figures.evidence import draw_evidence
from bayeslab.figures.heatmap import draw_heatmap
from bayeslab.figures.images import draw_confusion, draw_images
from bayeslab.figures.projection import draw_projection
from bayeslab.figures.regions import draw_regions

__all__ = [
    "draw_accuracies",
    "draw_bayes_rule",
    "draw_calibration",
    "draw_confusion",
    "draw_differences",
    "draw_disagreement",
    "draw_evidence",
    "draw_heatmap",
    "draw_images",
    "draw_projection",
    "draw_regions",
    "draw_roc",
    "draw_sweep",
]
