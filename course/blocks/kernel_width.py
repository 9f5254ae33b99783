"""Lesson 8: the regions at γ, the accuracies over γ, and the good γ of many features."""

from course.page import Page, live, tell
from course.parts import Block, Content
from lessons.kernel_width.data import describe_first, describe_source, list_parts, picture_data
from lessons.kernel_width.many_features import dimension_data, list_features
from lessons.kernel_width.state import KernelWidthState

__all__ = ["PAGE"]

QUICK = ("I", "svc-rbf")  # whose accuracies in ten folds take Python a second, and not ten
STEM = "kernel_width"


def show(state: KernelWidthState) -> Content:
    """Return the picture at γ and its texts."""
    picture = live(state, ("gamma",), picture_data(state))
    return Content((picture,), tell(STEM, state, *list_parts(state)))


def show_features(state: KernelWidthState) -> Content:
    """Return the good γ by the number of features, and what explains them."""
    picture = live(state, ("features",), dimension_data(state), "dimension")
    return Content((picture,), tell(STEM, state, *list_features(state)))


def is_quick(state: KernelWidthState) -> bool:
    """Return whether Python computes the curves at once."""
    return not state.refit and (not state.all_curves or state.classifier in QUICK)


PAGE = Page(
    (
        Block(
            show,
            ("data", "classifier", "cut", "refit", "all_curves"),
            ("gamma",),
            computed=("centre",),
            is_answered=is_quick,
        ),
        Block(
            show_features,
            ("situation",),
            ("features",),
            heading="What happens to the best γ with many features?",
            tries="Try features",
        ),
    ),
    lab=lambda state: state.lab,
    idea=describe_first,
    closing=describe_source,
    in_app="There the SVM is fitted again without each point, for every γ, and *more curves* are "
    "computed for the variants II and III as well.",
)
