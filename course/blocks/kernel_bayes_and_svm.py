"""Lesson 9: both classifiers on the same points, their sums, and their accuracies when tuned."""

from course.page import Page, tell
from course.parts import Block, Content
from course.planes import describe_plane, move_first_point
from lessons.kernel_bayes_and_svm.data import LEGEND, NOTES, PARTS, TITLES, describe_tries
from lessons.kernel_bayes_and_svm.state import OPENING, KernelBayesAndSvmState

__all__ = ["PAGE"]


def show(state: KernelBayesAndSvmState) -> Content:
    """Return both planes and their texts."""
    start = state.reset("points", "gamma")  # the browser is told both by the state
    plane = describe_plane(start.lab, weights=True, titles=TITLES)
    return Content((plane,), tell("kernel_bayes_and_svm", state, LEGEND, *PARTS, NOTES))


PAGE = Page(
    (Block(show, ("example", "kernel", "variant"), ("points", "gamma"), probes=move_first_point),),
    lab=lambda state: state.lab,
    tries=describe_tries,
    first=OPENING,
    in_app="There the two are compared on test points and, both tuned, on ten data sets; their "
    "times are measured, and their learning curves computed.",
)
