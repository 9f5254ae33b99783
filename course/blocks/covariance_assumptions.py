"""Lesson 2: the same points under three assumptions about covariances, and between them."""

from dataclasses import replace
from functools import cache, partial

from course.page import Page, live, say
from course.parts import Block, Formula, Part, Rows, Said, Shown, tabulate
from lessons.covariance_assumptions.data import (
    ASSUMPTIONS_ALT,
    GRABBED,
    VALUES_ALT,
    compare_assumptions,
    compare_boundaries,
    compare_offsets,
    compare_scatters,
    equations,
    picture_data,
    tabulate_values,
)
from lessons.covariance_assumptions.population import REDRAWS
from lessons.covariance_assumptions.state import CovarianceAssumptionsState

__all__ = ["PAGE"]

BY = ("example", "size", "case", "offset", "redraws", "planes", "view")
section = partial(say, "covariance_assumptions")


def show(state: CovarianceAssumptionsState) -> Shown:
    """Return the planes and their texts."""
    parts: list[Part] = []
    if state.view == "far_out":
        parts.append(section("Far out", compare_boundaries(state)))
    parts.append(section("Picture", {"redraws": f"{REDRAWS}"}))
    # Of these it does not matter how the planes are shown.
    parts += _computed(replace(state, view="near", planes="all", redraws=False))
    return Shown((live(state, GRABBED, picture_data(state)),), tuple(parts))


@cache
def _computed(state: CovarianceAssumptionsState) -> tuple[Part, ...]:
    """Return the tables and the formula; a case that cannot be computed says so instead."""
    table = tabulate(compare_assumptions(state), ASSUMPTIONS_ALT)
    try:
        formula = (
            Formula(equations(state)),
            tabulate(tabulate_values(state), VALUES_ALT),
            section("Notes", compare_offsets(state)),
        )
    except ValueError as problem:
        return table, section("Regularised"), Said(str(problem)), Said(""), Said("")
    return table, section("Regularised"), *formula


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
