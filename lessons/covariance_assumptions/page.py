"""The page of lesson 2: assumptions beside each other, equations and values on editable points."""

from dataclasses import replace
from typing import Any

from lessons.covariance_assumptions.data import (
    BETWEEN,
    compare_scatters,
    describe_step,
    describe_tries,
    list_numbers,
    list_words,
    one_plane,
    picture_data,
)
from lessons.covariance_assumptions.point_table import edit_points
from lessons.covariance_assumptions.points import REDRAWS, write_points
from lessons.covariance_assumptions.state import SHOWN, CovarianceAssumptionsState
from lessons.edited_table import edit_table
from lessons.page import Ask, Block, InApp, Live, Page, Rows

FOLDED = ("planes", "offset", "view", "divisor", "redraws", "sample")
# Three options without their label would say nothing.
LABELLED = {"divisor": {"label_visibility": "visible"}}


def draw(state: CovarianceAssumptionsState) -> Live:
    """Return the planes."""
    # The browser does not read all ways to write a number that Python reads.
    hands = replace(state, points=write_points(state.training_points))
    return Live(picture_data(state), state=hands)


def edit(lesson: Any) -> None:
    """Show the table of the points."""
    edit_table(lesson.controls, "points", edit_points)


def list_samples() -> list[CovarianceAssumptionsState]:
    """Return a state with each example, and with each sample."""
    kind = CovarianceAssumptionsState
    return [kind(example=example) for example in ("example", "outlier", "two_points")] + [
        kind(example="sample", size=size, sample=sample)
        for size in ("4", "12", "40")
        for sample in range(1, REDRAWS + 1)
    ]


def move_points(state: CovarianceAssumptionsState) -> list[dict[str, str]]:
    """Return other points."""
    other = "example" if state.example == "outlier" else "outlier"
    return [{"points": CovarianceAssumptionsState(example=other).value("points")}]


PAGE = Page(
    (
        Block(
            draw,
            (
                InApp(lambda lesson: lesson.say("Points"), "between"),
                Ask("example", "between"),
                *("case", "size"),
                *(Ask(name, "folded", LABELLED.get(name, {})) for name in FOLDED),
                InApp(edit, "between"),
            ),
            (*(Ask(name, only=lambda s: s.planes == "all") for name in BETWEEN), "points"),
            boxes=("sample",),
            words=list_words,
            parts=lambda _: list_numbers(),
            fold="More planes, another offset, exact values",
            align="center",
            again="sample",
            rows=(
                Rows(
                    "points",
                    ("example", "size", "sample"),
                    lambda state: state.value("points"),
                    list_samples,
                    is_default=True,
                ),
                Rows(
                    "one",
                    ("shown",),
                    one_plane,
                    lambda: [CovarianceAssumptionsState(shown=name) for name in SHOWN],
                ),
            ),
            probes=move_points,
        ),
    ),
    lab=lambda state: state.lab,
    steps=describe_step,
    tries=describe_tries,
    closing=compare_scatters,
    in_app="There the points can be edited in a table, too.",
)
