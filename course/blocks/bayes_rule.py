"""Lesson 1: two classes on a line, and the rule."""

from course.page import Page, live, tell
from course.parts import Block, Content
from lessons.bayes_rule.data import GRABBED, list_parts, picture_data
from lessons.bayes_rule.state import BayesRuleState

__all__ = ["PAGE"]


def show(state: BayesRuleState) -> Content:
    """Return the picture and its texts."""
    picture = live(state, GRABBED, picture_data(state))
    return Content((picture,), tell("bayes_rule", state, *list_parts(state)))


PAGE = Page(
    (Block(show, ("classes", "rule", "medical"), GRABBED),),
    lab=lambda state: state.lab,
    in_app="The lesson goes on with two features there: the Bayes classifier in the plane, and the "
    "excess errors of trained classifiers on thousands of new points.",
)
