"""A vertical line over decision regions."""

import plotly.graph_objects as go

from bayeslab.figures.theme import find_theme, plain

__all__ = ["add_guide"]


def add_guide(figure: go.Figure, x1: float, text: str, *, theme: str = "light") -> go.Figure:
    """Add a vertical line at `x1` with a text at its foot, if it is within the picture."""
    low, high = figure.layout.xaxis.range
    if low <= x1 <= high:
        line = {"color": find_theme(theme).ink, "width": 1.5, "dash": "dash"}
        note = {"text": plain(text), "font": {"size": 15}}
        figure.add_vline(x1, line=line, annotation=note, annotation_position="bottom right")
    return figure
