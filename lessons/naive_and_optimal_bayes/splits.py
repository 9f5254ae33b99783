"""Estimated accuracies of naive and optimal Bayes over many splits of real data."""

import streamlit as st

from bayeslab.evaluation.formats import percent
from core.state import LabState
from lessons import cached as computed
from lessons.frame import TEXT_BESIDE_PICTURE, LessonPage, choose
from lessons.naive_and_optimal_bayes.naive_bayes import REAL_DATA
from lessons.naive_and_optimal_bayes.picture import draw_estimates
from ui import compute
from ui.layout import show_figure
from ui.session import theme

__all__ = ["show_splits"]

LOWEST = 0.8  # where the axis begins; the first half of a sorted file is far below


def show_splits(lesson: LessonPage, state: LabState) -> None:
    """Show how the estimated accuracies of both classifiers vary over the splits of a data set."""
    st.subheader("How the estimated accuracy depends on the split")
    text, picture = st.columns(TEXT_BESIDE_PICTURE, gap="large")
    with picture:
        table = choose("Data set", REAL_DATA, "table")
        points, estimates = computed.split_estimates(table)
        figure = compute.figure(
            draw_estimates,
            estimates,
            axis_name="accuracy on held-out points",
            low=LOWEST,
            theme=theme(),
        )
        alt = f"Accuracy of naive and optimal Bayes on {table}, estimated by four schemes."
        show_figure(figure, alt, 460, key="splits")
    with text:
        naive, optimal = estimates.values()
        d = points.X.shape[1]
        lesson.say(
            "Splits",
            points=str(len(points.y)),
            table=table,
            last=points.class_names[-1],
            first=percent(naive["first half"].mean()),
            halves=str(len(naive["random half"])),
            ahead=str(int((naive["random half"] > optimal["random half"]).sum())),
            naive_half=percent(naive["random half"].mean()),
            optimal_half=percent(optimal["random half"].mean()),
            naive_fold=percent(naive["k-fold"].mean()),
            optimal_fold=percent(optimal["k-fold"].mean()),
            features=str(d),
            entries=str(d * (d + 1) // 2),
        )
        lesson.try_this(state, "Try splits")
