"""Lesson: kernel Bayes and the SVM, on the examples of the notes and with both tuned."""

import streamlit as st

from core.state import GAMMA_RANGE
from lessons.frame import begin_lesson, choose
from lessons.kernel_bayes_and_svm.deletion import explain_deletion, show_deletion
from lessons.kernel_bayes_and_svm.learning_study import (
    SOURCES,
    describe_learning,
    show_learning,
)
from lessons.kernel_bayes_and_svm.svm_comparison import (
    EXAMPLES,
    VARIANTS,
    describe_disagreement,
    describe_weights,
    equations_of,
    example_state,
    show_disagreement,
    show_table,
    show_weights,
    test_points,
)
from lessons.kernel_bayes_and_svm.tuned_study import describe_study, show_study, show_times
from lessons.lab_picture import follow_hand, load_picture, show_lab_picture
from ui.layout import problem_instead

__all__ = ["show"]

STEM = "kernel_bayes_and_svm"
KERNELS = {"RBF": "rbf", "linear": "linear"}


def ask_gamma() -> float:
    """Ask for γ; it is in the page's link."""
    with st.expander("Exact values", icon=":material/tune:"):
        gamma = st.number_input(
            "γ", *GAMMA_RANGE, 5.0, format="%g", key="gamma", bind="query-params"
        )
    return gamma


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson(STEM)
    follow_hand(STEM, {"gamma": "gamma"})
    with lesson.picture:
        with st.container(horizontal=True):
            example = choose("Example", EXAMPLES, "example")
            kernel = KERNELS[choose("Kernel", KERNELS, "kernel")]
            variant = choose("Variant", VARIANTS, "variant")
        place, gamma = st.container(), ask_gamma()
        first = example_state(example, variant, kernel, gamma)
        state, test = load_picture(STEM, first), test_points(first)
        with problem_instead():
            with place:
                show_lab_picture(STEM, state, rings_support=True)
            show_table(state, test)
            with lesson.beside:
                lesson.say("Hand")
                show_disagreement(state, test)
                lesson.say("Picture", **describe_disagreement(state, test))
            with lesson.show_formula(equations_of(state)):
                show_weights(state)
                lesson.say("Notes", **describe_weights(state, test))
    lesson.ask(show_deletion, **explain_deletion())
    with lesson.beside:
        lesson.try_this(state)
    st.subheader("Is kernel Bayes as accurate as the SVM?")
    text, picture = st.columns((2, 3), gap="large")
    with text:
        lesson.say("Accuracy", **describe_study())
    with picture:
        show_study()
    st.subheader("Is the closed form faster?")
    lesson.say("Speed")
    if st.toggle("Measure the times on the server (some seconds)", key="time", bind="query-params"):
        show_times(gamma)
    st.subheader("Estimate the densities, or only the boundary?")
    lesson.say("Estimates", **SOURCES)
    if st.toggle("Compute the learning curves (some seconds)", key="curves", bind="query-params"):
        show_learning()
        lesson.say("Curves", **describe_learning())
    lesson.end(state)
