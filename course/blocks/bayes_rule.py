"""Lesson 1: two classes on a line, and the rule."""

from functools import partial

from course.page import Page, live, say
from course.parts import Block, Formula, Part, Shown, tabulate
from lessons.bayes_rule.data import (
    COSTS_ALT,
    GRABBED,
    RULES_ALT,
    compare_costs,
    compare_rules,
    describe_costs,
    describe_test,
    equations,
    picture_data,
    tabulate_rules,
)
from lessons.bayes_rule.rules import COSTS
from lessons.bayes_rule.state import BayesRuleState

__all__ = ["PAGE"]


def show(state: BayesRuleState) -> Shown:
    """Return the picture and its texts."""
    section = partial(say, "bayes_rule")
    parts: list[Part] = [section("Test", describe_test(state))] if state.medical else []
    parts.append(section("Picture"))
    if state.rule == COSTS:
        parts += [
            section("Costs", describe_costs(state)),
            tabulate(compare_costs(state), COSTS_ALT),
        ]
    parts += [
        Formula(equations(state)),
        tabulate(tabulate_rules(state), RULES_ALT),
        section("Notes", compare_rules(state)),
    ]
    return Shown((live(state, GRABBED, picture_data(state)),), tuple(parts))


PAGE = Page(
    (Block(show, ("classes", "rule", "medical"), GRABBED),),
    lab=lambda state: state.lab,
    in_app="The lesson goes on with two features there: the Bayes classifier in the plane, and the "
    "excess errors of trained classifiers on thousands of new points.",
)
