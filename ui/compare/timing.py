"""Computing time over the number of points, measured on this server on request."""

import streamlit as st

from core.growth import timing_table
from ui.compare.choices import say
from ui.compare.comparison import Comparison
from ui.compare.parts import timing_of
from ui.compare.waiting import finish

SIZES = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000)


def show_timing(comparison: Comparison) -> None:
    """Show, on request, the time for a fit and for a picture over the number of points."""
    gamma = comparison.state.gamma
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
    if results is not None:
        st.table(
            timing_table(results[0]),
            border="horizontal",
            alt="Times, kernel evaluations and support vectors for each number of points.",
        )
    say("Timing", gamma=f"{gamma:g}")
