"""Lesson: kernel Bayes and the SVM, on the examples of the notes and with both tuned."""

import streamlit as st

from lessons.frame import begin_lesson, choose
from lessons.kernel_bayes_and_svm.deletion import explain_deletion, show_deletion
from lessons.kernel_bayes_and_svm.svm_comparison import (
    EXAMPLES,
    VARIANTS,
    describe_disagreement,
    describe_weights,
    equations_of,
    example_state,
    show_disagreement,
    show_pair,
    show_table,
    show_weights,
)
from lessons.kernel_bayes_and_svm.tuned_study import describe_study, show_study, show_times
from ui.layout import problem_instead

__all__ = ["show"]

KERNELS = {"RBF": "rbf", "linear": "linear"}


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("kernel_bayes_and_svm")
    with lesson.picture:
        with st.container(horizontal=True):
            example = choose("Example", EXAMPLES, "example")
            kernel = KERNELS[choose("Kernel", KERNELS, "kernel")]
        with st.container(horizontal=True, vertical_alignment="bottom"):
            variant = choose("Variant", VARIANTS, "variant")
            gamma = st.slider("γ", 1.0, 9.0, 5.0, 0.5, "%g", key="gamma", bind="query-params")
        state = example_state(example, variant, kernel, gamma)
        with problem_instead():
            show_pair(state)
            show_table(state)
            with lesson.beside:
                show_disagreement(state)
                lesson.say("Picture", **describe_disagreement(state))
            with lesson.show_formula(equations_of(state)):
                show_weights(state)
                lesson.say("Notes", **describe_weights(state))
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
    lesson.end(state)
