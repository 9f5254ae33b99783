"""Computing time over the number of points, measured on this server on request."""

import numpy as np
import streamlit as st

from bayeslab.figures import draw_times
from core.growth import METHODS, Timing
from ui.compare.choices import say
from ui.compare.comparison import Comparison
from ui.compare.parts import timing_of
from ui.compare.waiting import finish
from ui.layout import show_figure
from ui.session.address import theme

__all__ = ["show_timing"]

SIZES = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000)
HEIGHT = 420


def show_timing(comparison: Comparison) -> None:
    """Show, on request, the time for a fit and for a picture over the number of points."""
    gamma = comparison.state.gamma
    say("Timing", gamma=f"{gamma:g}")
    most = st.select_slider(
        "Largest number of points",
        SIZES[2:],
        2000,
        format_func="{:,} points".format,
        key="most",
        bind="query-params",
        width=420,
    )
    sizes = SIZES[: SIZES.index(most) + 1]
    results = finish([timing_of(sizes, gamma)], "timing", on_request=True)
    if results is None:
        return
    (timings,) = results
    fit, grid = st.columns(2, gap="large")
    with fit:
        st.subheader("Time to fit")
        _show_times(timings, sizes, "fit")
    with grid:
        st.subheader("Time to compute 200 × 200 predictions")
        _show_times(timings, sizes, "grid")
    st.table(
        counts_table(timings),
        border="horizontal",
        alt="Times, kernel evaluations and support vectors for each number of points.",
    )


def _show_times(timings: list[Timing], sizes: tuple[int, ...], what: str) -> None:
    seconds = {
        method: np.array(
            [
                np.nan if (value := getattr(timing, f"{what}_seconds")) is None else value
                for timing in timings
                if timing.method == method
            ]
        )
        for method in METHODS
    }
    figure = draw_times(np.array(sizes), seconds, theme=theme())
    show_figure(
        figure, f"Time in seconds over the number of points ({what}).", HEIGHT, key=f"times {what}"
    )


def counts_table(timings: list[Timing]) -> dict[str, list[str]]:
    """Return the columns of the table of times by heading."""
    return {
        "Points": [f"{timing.n:,}" for timing in timings],
        "Method": [timing.method for timing in timings],
        "Fit": [timing.problem or _seconds(timing.fit_seconds) for timing in timings],
        "Picture": [_seconds(timing.grid_seconds) for timing in timings],
        "Kernel values, fit": [_count(timing.fit_evaluations) for timing in timings],
        "Kernel values, picture": [_count(timing.grid_evaluations) for timing in timings],
        "Support vectors": [_count(timing.support_vectors) for timing in timings],
    }


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{1000 * value:,.1f} ms"


def _count(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"
