"""Lesson 6: points, a star, and the inner products or bumps that decide its class."""

from functools import partial

from bayeslab.evaluation.formats import fixed
from course.page import Page, live, say
from course.parts import Block, Formula, Part, Shown, tabulate
from lessons.inner_products.data import (
    GRABBED,
    TABLE_ALT,
    describe_tries,
    equations,
    numbers,
    picture_data,
    table,
)
from lessons.inner_products.state import InnerProductsState

__all__ = ["PAGE"]


def show(state: InnerProductsState) -> Shown:
    """Return the picture and its texts."""
    section, figures = partial(say, "inner_products"), numbers(state)
    is_linear = state.kernel == "linear"
    parts: list[Part] = [section("Line" if is_linear else "Bumps", figures)]
    if not is_linear:
        parts.append(section(f"Bumps {state.variant}"))
    parts += [
        Formula(equations(state)),
        tabulate(table(state), TABLE_ALT[state.kernel], partial(fixed, places=3)),
        section(f"Notes {state.kernel}"),
        section("Algebra"),
    ]
    if is_linear:
        parts.append(section(f"Inner product {state.variant}", figures))
    return Shown((live(state, GRABBED, picture_data(state)),), tuple(parts))


PAGE = Page(
    (Block(show, ("kernel", "points", "variant"), GRABBED),),
    lab=lambda state: state.lab,
    tries=describe_tries,
)
