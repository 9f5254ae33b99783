"""Lesson: the search for the cut of a projection, and why eq. 181 is no error count."""

from dataclasses import replace

import streamlit as st

from bayeslab.lessons.search_examples import RARE, SEARCH_EXAMPLES
from bayeslab.state import LabState
from ui.layout import problem_instead
from ui.lesson import begin_lesson, choose
from ui.lessons import computed
from ui.lessons.threshold_search import (
    choose_cut,
    equations_of,
    show_cuts,
    show_line,
    show_rules,
    tell_of_cuts,
)

DRAWS = 200
BALANCED = LabState(
    data="imbalanced", n=100, noise=1.5, balance=0.5, kernel="linear", threshold="consistency"
)
UNEQUAL = replace(BALANCED, balance=0.1)


def show_prediction(moved: bool) -> None:
    """Show the search on classes of one size, or with class + rare."""
    show_line(UNEQUAL if moved else BALANCED, "prediction")


lesson = begin_lesson("threshold_search")
with lesson.picture:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        example = choose("Example", SEARCH_EXAMPLES, "example")
        state = SEARCH_EXAMPLES[example]
        k = choose_cut(state, f"cut in {example}")
    with problem_instead():
        show_cuts(state, f"picture {example}", start=k)
with lesson.beside:
    share = computed.share_mostly_wrong(RARE, DRAWS)
    lesson.say(example, **tell_of_cuts(state), share=f"{100 * share:.0f}", draws=f"{DRAWS}")
with lesson.show_formula(equations_of(state)):
    show_rules(state)
    lesson.say("Notes")
before, after = tell_of_cuts(BALANCED), tell_of_cuts(UNEQUAL)
answers = (
    f"About as many as now, {before['printed_errors']}.",
    f"{after['n_plus']}: it calls everything class −.",
    f"{after['printed_errors']}: it calls nearly everything class +.",
)
lesson.ask(
    f"Two classes that overlap, {before['n_plus']} points of each. The cut of eq. 181 makes "
    f"{before['printed_errors']} errors, and none makes fewer. Now class + becomes rare: "
    f"{after['n_plus']} points, and {after['n_minus']} of class −. How many errors will the cut "
    "of eq. 181 make?",
    answers,
    right=answers[-1],
    draw=show_prediction,
    **after,
)
lesson.show_code()
lesson.end(state)
