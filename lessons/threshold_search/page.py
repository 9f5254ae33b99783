"""The page of lesson 7: a threshold to move with a table of both criteria, then costs on a line."""

from lessons.page import Ask, Block, Live, Page, Plane, Rows
from lessons.threshold_search.data import (
    describe_step,
    describe_tries,
    line_data,
    list_costs,
    list_parts,
)
from lessons.threshold_search.state import COSTS, EXAMPLES, ThresholdSearchState
from lessons.tries import try_states


def list_states() -> list[ThresholdSearchState]:
    """Return the states of each example, and of the points in buttons."""
    states = [ThresholdSearchState(example=example) for example in EXAMPLES]
    for section in ("Try", "Try answer"):
        states += try_states("threshold_search", section, ThresholdSearchState)
    return states


PAGE = Page(
    (
        Block(
            Plane(has_line=True),
            ("example",),
            (Ask("cut", options={"widget": "box"}),),
            moved=("points",),
            parts=list_parts,
            rows=(
                # The cut that label consistency chooses.
                Rows(
                    "cut",
                    ("example", "points"),
                    lambda state: state.reset("cut").value("cut"),
                    list_states,
                    is_default=True,
                ),
            ),
        ),
        Block(
            lambda state: Live(line_data(state), "line"),
            ("people", "curves", Ask("cost", steps=COSTS, options={"width": 240})),
            ("at",),
            parts=list_costs,
            heading="What if not all errors are equally bad?",
            align="bottom",
        ),
    ),
    lab=lambda state: state.lab,
    steps=describe_step,
    tries=describe_tries,
)
