"""Lesson 10: printed lines to be tested and judged, and all entries."""

from course.hunt import describe_hunt, write_entries
from course.page import Page
from course.parts import Block, Content
from lessons.checking_the_sources.data import COUNTS, lab_state
from lessons.checking_the_sources.state import CheckingTheSourcesState

__all__ = ["PAGE"]


def show(_: CheckingTheSourcesState) -> Content:
    """Return the hunt, which has its formula in itself."""
    return Content((describe_hunt(),), ())


PAGE = Page(
    (Block(show, (), ("line", "test", "judged", "erratum")),),
    lab=lab_state,
    idea=lambda: COUNTS,
    keeps=("judged",),
    appendix=write_entries,
)
