"""Lesson: Bayes' rule with known densities, the error even the best rule makes, and all others."""

import streamlit as st

from lessons.bayes_rule.best_rule import (
    REACH,
    RULES,
    SITUATIONS,
    compare_rules,
    equations_of,
    explain_silence,
    known_classes,
    show_rule,
    show_rules,
)
from lessons.bayes_rule.excess_errors import show_plane
from lessons.frame import begin_lesson, choose
from ui.layout import percent, problem_instead

__all__ = ["show"]

EQUAL, RARE = known_classes("same μ", 0.5), known_classes("same μ", 0.15)


def show_prediction(moved: bool) -> None:
    """Show a narrow class inside a wide one, as frequent as it, or rare."""
    show_rule(RARE if moved else EQUAL, "MAP", "prediction")


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("bayes_rule")
    with lesson.beside:
        lesson.say("Picture")
    with lesson.picture:
        with st.container(horizontal=True):
            situation = choose("Classes", SITUATIONS, "classes")
            rule = choose("Rule", RULES, "rule")
        with st.container(horizontal=True):
            prior = st.slider(
                "prior P(C+)", 0.05, 0.95, 0.3, 0.05, key="prior", bind="query-params", width=260
            )
            x = st.slider("x", -REACH, REACH, 1.5, 0.1, key="x", bind="query-params", width=260)
        with problem_instead():
            problem = known_classes(situation, prior)
            show_rule(problem, rule, "picture", x)
            with lesson.show_formula(equations_of(problem, x)):
                show_rules(problem, x)
                lesson.say("Notes", **compare_rules(problem))
    state = show_plane(lesson)
    lesson.ask(show_prediction, prior=percent(RARE.priors[1]), **explain_silence(RARE))
    lesson.show_code()
    lesson.end(state)
