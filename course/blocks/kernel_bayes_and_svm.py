"""Lesson 9: both classifiers on the same points, their sums, and their accuracies when tuned."""

from functools import partial

import numpy as np

from core import compute
from core.drawing import Drawing, encode_drawing
from course.page import Page, say
from course.parts import Block, Formula, Shown, tabulate
from course.planes import MODEL_TITLES, describe_plane
from lessons.kernel_bayes_and_svm.data import (
    WEIGHTS_ALT,
    describe_legend,
    describe_price,
    describe_weights,
    equations,
    weights,
)
from lessons.kernel_bayes_and_svm.state import OPENING, KernelBayesAndSvmState

__all__ = ["PAGE"]

TITLES = {key: title.replace("SVC", "SVM") for key, title in MODEL_TITLES.items()}
section = partial(say, "kernel_bayes_and_svm")


def show(state: KernelBayesAndSvmState) -> Shown:
    """Return both planes and their texts."""
    parts = (
        section("Legend", describe_legend(state)),
        section("Hand", describe_price(state)),
        Formula(equations(state)),
        tabulate(weights(state), WEIGHTS_ALT),
        section("Notes", describe_weights(state)),
    )
    begun = state.reset("points", "gamma")  # the browser is told both by the state
    return Shown((describe_plane(begun.lab, weights=True, titles=TITLES),), parts)


def move_points(state: KernelBayesAndSvmState) -> list[dict[str, str]]:
    """Return the points with the first one at the place of the last one."""
    points, box = compute.dataset(state.lab.dataset_spec), compute.box(state.lab.dataset_spec)
    X = points.X.copy()
    X[0] = X[-1]
    return [{"points": encode_drawing(Drawing(box, X, points.y.astype(np.uint8)).on_grid())}]


PAGE = Page(
    (Block(show, ("example", "kernel", "variant"), ("points", "gamma"), probes=move_points),),
    lab=lambda state: state.lab,
    first=OPENING,
    in_app="There the two are compared on test points and, both tuned, on ten data sets; their "
    "times are measured, and their learning curves computed.",
)
