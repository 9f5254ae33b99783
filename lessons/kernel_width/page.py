"""The page of lesson 8: regions and accuracies over γ, then the best γ for many features."""

from lessons.kernel_width.data import (
    describe_first,
    describe_source,
    describe_step,
    list_parts,
    picture_data,
)
from lessons.kernel_width.many_features import dimension_data, list_features
from lessons.kernel_width.state import KernelWidthState
from lessons.page import Ask, Block, Live, Page

QUICK = ("I", "svc-rbf")  # whose accuracies in ten folds take Python a second, and not ten
MENU = {"widget": "menu", "width": 155, "label_visibility": "collapsed"}


def is_quick(state: KernelWidthState) -> bool:
    """Return whether Python computes the curves at once."""
    return not state.refit and (not state.all_curves or state.classifier in QUICK)


PAGE = Page(
    (
        Block(
            lambda state: Live(picture_data(state)),
            (
                *(Ask("data", options=MENU), Ask("classifier", options=MENU)),
                *("all_curves", "cut", "refit"),
            ),
            (Ask("gamma", options={"widget": "box"}),),
            parts=list_parts,
            align="center",
            wait=lambda state: "Leaving each point out, for every γ …" if state.refit else "",
            computed=("centre",),
            is_answered=is_quick,
        ),
        Block(
            lambda state: Live(dimension_data(state), "dimension"),
            ("situation",),
            ("features",),
            parts=list_features,
            heading="What happens to the best γ with many features?",
            tries="Try features",
            tries_title="",
        ),
    ),
    lab=lambda state: state.lab,
    steps=describe_step,
    idea=describe_first,
    closing=describe_source,
    in_app="There the SVM is fitted again without each point, for every γ, and *more curves* are "
    "computed for the variants II and III as well.",
)
