"""Lesson: the width of the kernel, from too smooth to learnt by heart."""

from dataclasses import replace

import streamlit as st

from bayeslab.kernel_bayes import Threshold
from bayeslab.lessons.memorising import CONFIDENCE
from bayeslab.state import LabState
from ui.layout import problem_instead
from ui.lesson import begin_lesson, choose
from ui.lessons.kernel_width import (
    GAMMAS,
    SOURCE_GAMMAS,
    compare_cuts,
    count_weights,
    equations_of,
    explain_memorising,
    measure,
    show_curves,
    show_regions,
    show_values,
)
from ui.session import start_at_lab_gamma

DATA = {
    "moons": "moons",
    "spirals": "spirals",
    "two Gaussians": "two_gaussians",
    "random labels": "random_labels",
}
CLASSIFIERS = {"I": "I", "II": "II", "III": "III", "SVC": "svc-rbf"}
CUTS: dict[str, Threshold] = {"cut by leave-one-out": "loo", "cut by training": "error"}
TOSSED = LabState(data="random_labels", gamma=1.0)
MEMORISED = replace(TOSSED, gamma=GAMMAS[-1])


def show_prediction(moved: bool) -> None:
    """Show the tossed labels under wide bumps, or under narrow ones."""
    state = MEMORISED if moved else TOSSED
    show_regions(state, f"Regions for tossed labels at γ = {state.gamma:g}.", "prediction")


lesson = begin_lesson("kernel_width")
with lesson.picture:
    with st.container(horizontal=True):
        data = DATA[choose("Data", DATA, "data")]
        model = CLASSIFIERS[choose("Classifier", CLASSIFIERS, "classifier")]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        cut, refit = CUTS["cut by leave-one-out"], False
        if model == "svc-rbf":
            refit = st.toggle("leave out each point", key="refit", bind="query-params")
        else:
            cut = CUTS[choose("Cut", CUTS, "cut")]
        start_at_lab_gamma("gamma", GAMMAS)
        gamma = st.select_slider(
            "γ", GAMMAS, format_func="{:g}".format, key="gamma", bind="query-params"
        )
    state = LabState(data=data, model=model, gamma=gamma, threshold=cut)
    with problem_instead():
        measured = measure(state, refit_svm=refit)
        show_values(measured, gamma)
        show_regions(state, f"Regions at γ = {gamma:g}, errors ringed.", "picture", mark=True)
        with lesson.beside:
            show_curves(measured, gamma, "curves")
            lesson.say("Picture", confidence=f"{100 * CONFIDENCE:g}")
        with lesson.show_formula(equations_of(state)):
            if model == "svc-rbf":
                lesson.say("SVC", **count_weights(state))
            else:
                lesson.say("Notes", **compare_cuts(state))

lesson.ask(
    "The labels of these points were tossed like coins: there is nothing to learn from them. The "
    f"bumps are about to shrink, from γ = {TOSSED.gamma:g} to γ = {MEMORISED.gamma:g}. How many of "
    "these points will be called rightly?",
    ("About half: nobody can learn coin tosses.", "About as many as now.", "All of them."),
    right="All of them.",
    draw=show_prediction,
    **explain_memorising(TOSSED, MEMORISED),
)
lesson.say("Source", **SOURCE_GAMMAS)
lesson.show_code()
lesson.end(state)
