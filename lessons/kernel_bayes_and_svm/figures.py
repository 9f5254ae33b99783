"""The figures of lesson 9."""

import numpy as np
import streamlit as st

from bayeslab.data.datasets import DATASETS
from bayeslab.evaluation.formats import percent
from bayeslab.figures import draw_differences, draw_disagreement, draw_sweep
from core import compute
from core.caching import result_slot
from core.growth import Timing, measure_growth, timing_table
from lessons.kernel_bayes_and_svm.data import compare
from lessons.kernel_bayes_and_svm.learning_curves import FEW, SITUATIONS, SIZES, curves_of
from lessons.kernel_bayes_and_svm.state import KernelBayesAndSvmState
from lessons.kernel_bayes_and_svm.tuned_comparison import in_points, study
from ui import pictures
from ui.layout import show_figure
from ui.session.address import theme

TIMED_SIZES = (100, 300, 1000, 3000, 10_000)  # of the data whose times are measured
RESOLUTION = 100  # nodes along each axis of the timed pictures
MAP_HEIGHT = 430  # pixels
STUDY_HEIGHT, CURVES_HEIGHT = 400, 380  # pixels


def show_disagreement(state: KernelBayesAndSvmState) -> None:
    """Show where the two disagree, and the test points on which only one is correct."""
    points, comparison = compare(state)
    only_one = comparison.first_right != comparison.second_right
    lab = state.lab
    regions = [compute.regions(lab.fit_spec(key)) for key in (lab.model, lab.beside)]
    figure = pictures.figure(
        draw_disagreement,
        regions[0].x1,
        regions[0].x2,
        [each.score for each in regions],
        points.X[only_one],
        comparison.second_right[only_one].astype(int),
        names=(f"Kernel Bayes {state.variant}", "SVM"),
        feature_names=points.feature_names,
        theme=theme(),
    )
    (_, only_first), (only_second, _) = comparison.counts
    alt = (
        f"Both boundaries. Where they disagree, only kernel Bayes is correct on {only_first} test "
        f"points and only the SVM on {only_second}."
    )
    show_figure(figure, alt, MAP_HEIGHT, key="disagreement")


def show_study() -> None:
    """Show the mean differences between kernel Bayes and the SVC when both are tuned."""
    means = study()
    figure = pictures.figure(
        draw_differences,
        [DATASETS[mean.name].title for mean in means],
        *(np.array([getattr(mean, end) for mean in means]) for end in ("mean", "low", "high")),
        sides=("SVM ahead", "Bayes ahead"),
        theme=theme(),
    )
    ahead = (f"{DATASETS[mean.name].title} {in_points(mean)}" for mean in means)
    alt = f"Accuracy of kernel Bayes minus SVM in percentage points: {', '.join(ahead)}."
    show_figure(figure, alt, STUDY_HEIGHT, key="study")


def show_learning() -> None:
    """Show the accuracies on new points over the number of training points."""
    for place, title in zip(st.columns(2), SITUATIONS, strict=True):
        curves = curves_of(title)
        figure = pictures.figure(
            draw_sweep,
            *(np.array(SIZES), curves, FEW),
            axis_name="training points",
            theme=theme(),
            title=title,
        )
        ends = ", ".join(
            f"{curve.name} {percent(curve.accuracies[0])} to {percent(curve.accuracies[-1])}"
            for curve in curves
        )
        alt = f"{title}. Accuracy with {SIZES[0]} to {SIZES[-1]} training points: {ends}."
        with place:
            show_figure(figure, alt, CURVES_HEIGHT, key=f"learning {title}")


def cached_growth(sizes: tuple[int, ...], gamma: float) -> list[Timing]:
    """Return how long kernel Bayes and the SVC take for each number of points.

    Each step of the progress bar lets Streamlit end the run of a visitor who has left.
    """
    slot = result_slot("times", sizes, gamma)
    if not slot:
        bar = st.progress(0.0, "Timing …")

        def advance(count: int, total: int) -> None:
            bar.progress(count / total, "Timing …")

        slot[:] = [measure_growth(sizes, gamma, RESOLUTION, progress=advance)]
        bar.empty()
    timings: list[Timing] = slot[0]
    return timings


def show_times(gamma: float) -> None:
    """Measure the times of both classifiers on this machine, for more and more points."""
    st.table(
        timing_table(cached_growth(TIMED_SIZES, gamma)),
        border="horizontal",
        alt="Times, kernel evaluations and support vectors for each number of points.",
    )
