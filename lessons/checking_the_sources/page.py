"""The page of lesson 10: printed lines to be judged, and all entries; in the app, its own."""

from lessons.checking_the_sources.data import COUNTS, lab_state
from lessons.checking_the_sources.view import show
from lessons.page import Block, Hunt, Page

__all__ = ["PAGE"]

PAGE = Page(
    (Block(Hunt(), moved=("line", "test", "judged", "erratum")),),
    lab=lab_state,
    idea=lambda: COUNTS,
    show=show,
    keeps=("judged",),
)
