"""Lesson 2: the same points under three assumptions about covariances, and between them."""

from dataclasses import replace
from functools import cache

from course.page import Page, live, tell
from course.parts import Block, Content, Part, Rows
from lessons.covariance_assumptions.data import (
    GRABBED,
    compare_scatters,
    list_numbers,
    list_words,
    picture_data,
)
from lessons.covariance_assumptions.population import REDRAWS
from lessons.covariance_assumptions.state import CovarianceAssumptionsState

__all__ = ["PAGE"]

BY = ("example", "size", "case", "offset", "redraws", "planes", "view")
STEM = "covariance_assumptions"


def show(state: CovarianceAssumptionsState) -> Content:
    """Return the planes and their texts."""
    picture = live(state, GRABBED, picture_data(state))
    # The tables and the formula do not depend on how the planes are shown.
    shown_alike = replace(state, view="near", planes="all", redraws=False)
    return Content((picture,), tell(STEM, state, *list_words(state)) + _tell_numbers(shown_alike))


@cache
def _tell_numbers(state: CovarianceAssumptionsState) -> tuple[Part, ...]:
    return tell(STEM, state, *list_numbers())


def list_points() -> dict[str, str]:
    """Return the points of each example, and of each sample, as the picture reads them."""
    kind, values = CovarianceAssumptionsState, {}
    for example in ("example", "outlier", "two_points"):
        values[f"{example} - -"] = kind(example=example).value("points")
    for size in ("4", "12", "40"):
        for sample in range(1, REDRAWS + 1):
            state = kind(example="sample", size=size, sample=sample)
            values[f"sample {size} {sample}"] = state.value("points")
    return values


def move_points(state: CovarianceAssumptionsState) -> list[dict[str, str]]:
    """Return other points."""
    other = "example" if state.example == "outlier" else "outlier"
    return [{"points": CovarianceAssumptionsState(example=other).value("points")}]


PAGE = Page(
    (
        Block(
            show,
            BY,
            ("sample", *GRABBED),
            boxes=("sample",),
            probes=move_points,
            folded=("offset", "redraws", "planes", "view", "sample"),
            again="sample",
            rows=(Rows("points", ("example", "size", "sample"), list_points(), is_default=True),),
        ),
    ),
    lab=lambda state: state.lab,
    closing=compare_scatters,
    in_app="There the points can be edited in a table, too.",
)
