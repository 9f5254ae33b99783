"""The page of lesson 1: known densities on a line, then classifiers in the plane."""

import streamlit as st

from core.state import LabState
from lessons.bayes_rule.best_rule import (
    REACH,
    RULES,
    SITUATIONS,
    compare_rules,
    equations_of,
    explain_never_predicted,
    known_classes,
    show_rule,
    show_rule_table,
)
from lessons.bayes_rule.excess_errors import show_plane
from lessons.frame import begin_lesson, choose
from ui.layout import percent, problem_instead

__all__ = ["show"]

BALANCED, RARE = known_classes("same μ", 0.5), known_classes("same μ", 0.15)


def show_prediction(moved: bool) -> None:
    """Show the regions of MAP for a narrow class inside a wide one, balanced or rare."""
    show_rule(RARE if moved else BALANCED, "MAP", "prediction")


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("bayes_rule")
    with lesson.picture:
        with st.container(horizontal=True):
            situation = choose("Classes", SITUATIONS, "classes")
            rule = choose("Rule", RULES, "rule")
        with st.container(horizontal=True):
            prior = st.slider(
                "Prior P(C+)", 0.05, 0.95, 0.3, 0.05, key="prior", bind="query-params", width=260
            )
            x = st.slider("x", -REACH, REACH, 1.5, 0.1, key="x", bind="query-params", width=260)
        with problem_instead():
            problem = known_classes(situation, prior)
            show_rule(problem, rule, "rule picture", x)
    with lesson.beside, problem_instead():
        lesson.say("Picture")
        with lesson.show_formula(equations_of(problem, x)):
            show_rule_table(problem, x)
            lesson.say("Notes", **compare_rules(problem))
        lesson.ask(show_prediction, prior=percent(RARE.priors[1]), **explain_never_predicted(RARE))
        lesson.try_this(LabState())
    lesson.end(show_plane(lesson))
