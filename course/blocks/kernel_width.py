"""Lesson 8: the regions at γ, the accuracies over γ, and the good γ of many features."""

from functools import partial

from course.page import Page, live, say
from course.parts import Block, Formula, Shown
from lessons.kernel_width.data import describe_first, equations, numbers, picture_data
from lessons.kernel_width.many_features import describe_features, dimension_data
from lessons.kernel_width.numbers import CONFIDENCE
from lessons.kernel_width.state import KernelWidthState

__all__ = ["PAGE"]

QUICK = ("I", "svc-rbf")  # whose accuracies in ten folds take Python a second, and not ten
section = partial(say, "kernel_width")


def show(state: KernelWidthState) -> Shown:
    """Return the picture at γ and its texts."""
    parts = (
        section("Picture", {"confidence": f"{100 * CONFIDENCE:g}"}),
        Formula(equations(state)),
        section("SVM" if state.is_svm else "Notes", numbers(state)),
    )
    return Shown((live(state, ("gamma",), picture_data(state)),), parts)


def show_features(state: KernelWidthState) -> Shown:
    """Return the good γ by the number of features, and what explains them."""
    figures = describe_features(state.situation)
    parts = section("Features", figures), section(f"Features of {state.situation}", figures)
    return Shown((live(state, ("features",), dimension_data(state), "dimension"),), parts)


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
    closing=lambda: {"used": "5", "low": "1", "high": "9"},
    in_app="There the SVM is fitted again without each point, for every γ, and *more curves* are "
    "computed for the variants II and III as well.",
)
