"""The page of lesson 1: known densities on a line, then classifiers in the plane."""

import streamlit as st

from bayeslab.bayes_error.optimal import Problem
from core.state import LabState
from lessons.bayes_rule.best_rule import (
    REACH,
    SIGNS,
    SITUATIONS,
    compare_rules,
    equations_of,
    explain_never_predicted,
    known_classes,
    moved_classes,
    show_costs,
    show_rule,
    show_rule_table,
)
from lessons.bayes_rule.excess_errors import show_plane
from lessons.bayes_rule.rules import COSTS, RULES, Costs, find_moments, standard_parts
from lessons.frame import LessonPage, begin_lesson, choose
from ui.latex import number
from ui.layout import problem_instead
from ui.live_picture import Number, ask_numbers, live_picture

__all__ = ["RARE", "show"]

BALANCED, RARE = known_classes("same μ", 0.5), known_classes("same μ", 0.15)


def list_numbers(situation: str, rule: str) -> list[Number]:
    """Return what can be grabbed in the picture of a situation."""
    numbers = [
        Number("prior", "Prior P(C+)", 0.05, 0.95, 0.3),
        Number("x", "x", -REACH, REACH, 1.5),
    ]
    problem = known_classes(situation, 0.5)
    for sign, name, density in zip(SIGNS, problem.class_names, problem.densities, strict=True):
        mean, deviation = find_moments(density)
        for quantity, label, low, high, start in (
            ("mean", "Mean", -4.0, 4.0, mean),
            ("sd", "Standard deviation", 0.2, 3.0, deviation),
        ):
            stem = f"{quantity}_{sign}"
            key = f"{stem} in {situation}"
            numbers.append(Number(stem, f"{label} of {name}", low, high, start, key))
    if rule == COSTS:
        numbers += [
            Number("loss", "Loss of a missed C+ (false alarm: 1)", 0.1, 20.0, 5.0),
            Number("reject", "Loss of a rejection", 0.01, 1.0, 0.3),
        ]
    return numbers


def show_prediction(moved: bool) -> None:
    """Show the regions of MAP for a narrow class inside a wide one, balanced or rare."""
    show_rule(RARE if moved else BALANCED, "MAP", "prediction")


def describe_costs(costs: Costs) -> dict[str, str]:
    """Return the numbers of the text about costs."""
    return {
        "loss": number(costs.loss, 3),
        "reject": number(costs.reject, 3),
        "threshold": number(1 / (1 + costs.loss), 3),
        "most": number(costs.loss / (1 + costs.loss), 3),
    }


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("bayes_rule")
    with lesson.picture:
        with st.container(horizontal=True):
            situation = choose("Classes", SITUATIONS, "classes")
            rule = choose("Rule", RULES, "rule")
        numbers, place = list_numbers(situation, rule), st.container()
        values = ask_numbers(numbers)
        problem = moved_classes(situation, values)
        with place:
            live_picture(
                "bayes_rule",
                numbers,
                values,
                rule=rule,
                names=list(problem.class_names),
                parts=list(map(standard_parts, problem.densities)),
            )
    with lesson.beside, problem_instead():
        lesson.say("Picture")
        if rule == COSTS:
            costs = Costs(values["loss"], values["reject"])
            lesson.say("Costs", **describe_costs(costs))
            show_costs(problem, costs)
        _show_formula(lesson, problem, values["x"])
        lesson.ask(show_prediction, **explain_never_predicted(RARE))
        lesson.try_this(LabState())
    lesson.end(show_plane(lesson))


def _show_formula(lesson: LessonPage, problem: Problem, x: float) -> None:
    with lesson.show_formula(equations_of(problem, x)):
        show_rule_table(problem, x)
        lesson.say("Notes", **compare_rules(problem))
