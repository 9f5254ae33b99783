"""Lesson 6: points, a star, and the inner products or bumps that decide its class."""

from course.page import Page, live, tell
from course.parts import Block, Content
from lessons.inner_products.data import GRABBED, describe_tries, list_parts, picture_data
from lessons.inner_products.state import InnerProductsState

__all__ = ["PAGE"]


def show(state: InnerProductsState) -> Content:
    """Return the picture and its texts."""
    picture = live(state, GRABBED, picture_data(state))
    return Content((picture,), tell("inner_products", state, *list_parts(state)))


PAGE = Page(
    (Block(show, ("kernel", "points", "variant"), GRABBED),),
    lab=lambda state: state.lab,
    tries=describe_tries,
)
