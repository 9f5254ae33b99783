"""The page of lesson 9: kernel Bayes and the SVM on the notes' examples, and with both tuned."""

from typing import Any

import streamlit as st

from bayeslab.evaluation.formats import percent
from lessons.frame import begin_part
from lessons.kernel_bayes_and_svm.data import (
    LEGEND,
    PARTS,
    TITLES,
    accuracies,
    describe_disagreement,
    describe_step,
    describe_tries,
)
from lessons.kernel_bayes_and_svm.figures import (
    show_disagreement,
    show_learning,
    show_study,
    show_times,
)
from lessons.kernel_bayes_and_svm.learning_curves import describe_efficiency, describe_learning
from lessons.kernel_bayes_and_svm.tuned_comparison import describe_study
from lessons.page import Ask, Block, Page, Plane
from ui.layout import problem_instead, show_numbers


def show_accuracies(lesson: Any) -> None:
    """Compare the accuracies: on the example of the picture, and with both tuned."""
    state = lesson.controls.state
    text, picture = begin_part("Where do they disagree, and who is right?")
    with problem_instead():
        with text:
            lesson.say("Picture", **describe_disagreement(state))
            alt = "Accuracies of the SVM and the three variants, with both kernels."
            show_numbers(accuracies(state), write=percent, alt=alt)
        with picture:
            show_disagreement(state)
    text, picture = begin_part("Is kernel Bayes as accurate as the SVM?")
    with text:
        lesson.say("Accuracy", **describe_study())
    with picture:
        show_study()


def show_on_request(lesson: Any) -> None:
    """Show the parts that compute for a while: the times, and the learning curves."""
    controls = lesson.controls
    st.subheader("Is the closed form faster?")
    lesson.say("Speed")
    controls.ask("time")
    if controls.state.time:
        show_times(controls.state.gamma)
    st.subheader("Estimate the densities, or only the boundary?")
    lesson.say("Estimates", **describe_efficiency())
    controls.ask("curves")
    if controls.settle().curves:
        show_learning()
        lesson.say("Curves", **describe_learning())


PAGE = Page(
    (
        Block(
            Plane(weights=True, titles=TITLES),
            ("example", Ask("kernel", "folded in app"), Ask("variant", "folded in app")),
            (Ask("gamma", options={"widget": "box"}),),
            moved=("points",),
            legend=lambda _: [LEGEND],
            parts=lambda _: PARTS,
            fold="Kernel, variant, exact values",
        ),
    ),
    lab=lambda state: state.lab,
    steps=describe_step,
    tries=describe_tries,
    further=(show_accuracies, show_on_request),
    in_app="There the two are compared on test points and, both tuned, on ten data sets; their "
    "times are measured, and their learning curves computed.",
)
