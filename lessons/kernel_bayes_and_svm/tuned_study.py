"""The paired comparison of the tuned classifiers, and the times of both, on the page."""

from collections.abc import Sequence
from functools import cache

import numpy as np
import streamlit as st

from bayeslab.data.datasets import DATASETS
from bayeslab.evaluation.formats import fixed
from bayeslab.figures import draw_differences, draw_times
from core.growth import METHODS, Timing, measure_growth
from lessons.kernel_bayes_and_svm.tuned_comparison import (
    CONFIDENCE,
    N_TEST,
    PairedDraw,
    PairedMean,
    read_draws,
    summarise,
)
from ui import compute
from ui.caching import result_slot
from ui.layout import show_figure
from ui.session import theme

__all__ = ["cached_growth", "describe_means", "describe_study", "show_study", "show_times"]

MARGIN = 0.01  # of accuracy: differences below one point count as comparable
SIZES = (100, 300, 1000, 3000, 10_000)
RESOLUTION = 100  # nodes along each axis of the timed pictures
STUDY_HEIGHT, TIMES_HEIGHT = 400, 380  # pixels


@cache
def _draws() -> tuple[PairedDraw, ...]:
    return tuple(read_draws())


def show_study() -> None:
    """Show the mean differences between kernel Bayes and the SVC when both are tuned."""
    means = summarise(_draws())
    figure = compute.figure(
        draw_differences,
        [DATASETS[mean.name].title for mean in means],
        *(np.array([getattr(mean, end) for mean in means]) for end in ("mean", "low", "high")),
        sides=("SVM ahead", "kernel Bayes ahead"),
        theme=theme(),
    )
    ahead = (f"{DATASETS[mean.name].title} {_in_points(mean)}" for mean in means)
    alt = f"Accuracy of kernel Bayes minus SVM in percentage points: {', '.join(ahead)}."
    show_figure(figure, alt, STUDY_HEIGHT, key="study")


def _in_points(mean: PairedMean) -> str:
    return fixed(100 * mean.mean, 2, "+")


def describe_study() -> dict[str, str]:
    """Return the results of the study in words."""
    return describe_means(summarise(_draws()))


def describe_means(means: Sequence[PairedMean]) -> dict[str, str]:
    """Return the mean differences, kernel Bayes minus SVM, and the verdicts that follow from them.

    "Comparable" means that the whole interval lies within ``MARGIN`` of zero.
    """
    lowest, *_, highest = sorted(means, key=lambda mean: mean.mean)
    counts = {
        "sets": len(means),
        "draws": means[0].n,
        "behind": sum(mean.mean < 0 for mean in means),
        "decided": sum(mean.high < 0 for mean in means),
        "ahead": sum(mean.low > 0 for mean in means),
        "close": sum(mean.low > -MARGIN and mean.high < MARGIN for mean in means),
        "confidence": round(100 * CONFIDENCE),
    }
    words = {
        "n_test": f"{N_TEST:,}",
        "margin": f"{100 * MARGIN:g}",
        "comparable": _verdict(counts["close"], len(means)),
        "often_ahead": _verdict(counts["ahead"], len(means)),
    }
    for name, mean in (("lowest", lowest), ("highest", highest)):
        words[name] = _in_points(mean)
        words[f"{name}_set"] = DATASETS[mean.name].title
    return {name: f"{count}" for name, count in counts.items()} | words


def _verdict(count: int, of: int) -> str:
    """Return for how many data sets a statement holds, in words."""
    if count == of:
        return "Yes, on all of these data sets."
    if count > of / 2:
        return "On most of these data sets."
    return "On some of these data sets." if count else "Not on these data sets."


def cached_growth(sizes: tuple[int, ...], gamma: float) -> list[Timing]:
    """Return how long kernel Bayes and the SVC take for each number of points.

    Each step of the progress bar lets Streamlit end the run of a visitor who has left.
    """
    slot = result_slot("times", sizes, gamma)
    if not slot:
        bar = st.progress(0.0, "Timing …")

        def advance(done: int, total: int) -> None:
            bar.progress(done / total, "Timing …")

        slot[:] = [measure_growth(sizes, gamma, RESOLUTION, progress=advance)]
        bar.empty()
    timings: list[Timing] = slot[0]
    return timings


def show_times(gamma: float) -> None:
    """Measure the times of both classifiers on this machine, and show how they grow with n."""
    timings = cached_growth(SIZES, gamma)
    for what, place in zip(("fit", "grid"), st.columns(2), strict=True):
        seconds = {
            method: np.array(
                [getattr(t, f"{what}_seconds") or np.nan for t in timings if t.method == method]
            )
            for method in METHODS
        }
        picture = f"to compute {RESOLUTION} × {RESOLUTION} predictions"
        title = {"fit": "to train", "grid": picture}[what]
        figure = compute.figure(draw_times, np.array(SIZES), seconds, theme=theme(), title=title)
        with place:
            alt = f"Seconds {title}, for {SIZES[0]} to {SIZES[-1]} points."
            show_figure(figure, alt, TIMES_HEIGHT, key=f"times {what}")
