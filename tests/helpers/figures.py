"""Parts of Plotly figures."""

from typing import Any

import plotly.graph_objects as go

__all__ = ["trace"]


def trace(figure: go.Figure, name: str) -> Any:
    """Return the only trace of this name."""
    (match,) = (trace for trace in figure.data if trace.name == name)
    return match
