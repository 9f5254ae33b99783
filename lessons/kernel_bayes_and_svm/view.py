"""The page of lesson 9: kernel Bayes and the SVM on the notes' examples, and with both tuned."""

import streamlit as st

from bayeslab.evaluation.formats import percent
from lessons.frame import LessonPage, begin_lesson, begin_part
from lessons.kernel_bayes_and_svm.data import (
    LEGEND,
    NOTES,
    PARTS,
    TITLES,
    accuracies,
    describe_disagreement,
    describe_tries,
)
from lessons.kernel_bayes_and_svm.figures import (
    show_disagreement,
    show_learning,
    show_study,
    show_times,
)
from lessons.kernel_bayes_and_svm.learning_study import describe_efficiency, describe_learning
from lessons.kernel_bayes_and_svm.state import OPENING, KernelBayesAndSvmState
from lessons.kernel_bayes_and_svm.tuned_study import describe_study
from lessons.lab_picture import show_lab_picture, take_hand
from ui.layout import problem_instead, show_numbers

__all__ = ["show"]

STEM = "kernel_bayes_and_svm"
Page = LessonPage[KernelBayesAndSvmState]


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson(OPENING)
    state = _show_picture(lesson)
    lesson.ask()
    with lesson.beside:
        lesson.try_this(state.lab, **describe_tries())
    _show_accuracies(lesson, state)
    _show_on_request(lesson, state)
    lesson.end(state.lab)


def _show_picture(lesson: Page) -> KernelBayesAndSvmState:
    """Show the picture with its controls, and return the state that it shows."""
    controls = lesson.controls
    with lesson.picture:
        controls.ask("example")
        take_hand(controls)
        place = st.container()
        with st.expander("Kernel, variant, exact values", icon=":material/tune:"):
            with st.container(horizontal=True):
                controls.ask("kernel", "variant")
            controls.ask("gamma", look="box")
        state = controls.settle()
        with problem_instead():
            with place:
                show_lab_picture(STEM, state.lab, weights=True, titles=TITLES)
                lesson.tell([LEGEND])
            with lesson.beside:
                below = lesson.tell(PARTS)
            with below, st.expander("More about both sums", icon=":material/info:"):
                lesson.tell([NOTES])
    return state


def _show_accuracies(lesson: Page, state: KernelBayesAndSvmState) -> None:
    """Compare the accuracies: on the example of the picture, and with both tuned."""
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


def _show_on_request(lesson: Page, state: KernelBayesAndSvmState) -> None:
    """Show the parts that compute for a while: the times, and the learning curves."""
    controls = lesson.controls
    st.subheader("Is the closed form faster?")
    lesson.say("Speed")
    controls.ask("time")
    if controls.state.time:
        show_times(state.gamma)
    st.subheader("Estimate the densities, or only the boundary?")
    lesson.say("Estimates", **describe_efficiency())
    controls.ask("curves")
    if controls.settle().curves:
        show_learning()
        lesson.say("Curves", **describe_learning())
