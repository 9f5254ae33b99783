"""The page of lesson 7: a threshold to move, a table of both criteria, and their formula."""

from lessons.page import Ask, Block, Page, Plane, Rows
from lessons.threshold_search.data import describe_tries, list_parts
from lessons.threshold_search.state import EXAMPLES, ThresholdSearchState
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
    ),
    lab=lambda state: state.lab,
    tries=describe_tries,
)
