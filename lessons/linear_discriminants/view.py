"""The page of lesson 4: classification of images, then the two errors in the source's code."""

import streamlit as st

from core.images import IMAGE_SETS
from core.state import LabState
from lessons import cached as computed
from lessons.frame import begin_lesson, choose
from lessons.linear_discriminants.images import (
    LAST_IMAGE,
    SET_TITLES,
    accuracies,
    classify_image,
    describe_image,
    equations_of,
    get_images,
    published_accuracies,
    show_scores,
)
from lessons.linear_discriminants.numbers import ARITHMETICS
from lessons.linear_discriminants.pictures import (
    PIXELS,
    VIEWS,
    read_image,
    show_confusion,
    show_painted,
)
from lessons.linear_discriminants.priors import show_priors
from lessons.linear_discriminants.residuals import explain_bytes, show_residuals
from ui.layout import problem_instead
from ui.session import give

__all__ = ["show"]


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("linear_discriminants")
    with lesson.beside:
        key = st.selectbox(
            "Images",
            SET_TITLES,
            format_func=SET_TITLES.__getitem__,
            key="images",
            bind="query-params",
            on_change=_forget_painting,
        )
        which = st.slider(
            "Number of the test image in the picture and in the formula",
            *(1, LAST_IMAGE, 1),
            key="image",
            bind="query-params",
            on_change=_forget_painting,
        )
        misclassified = st.toggle(
            "only misclassified images",
            key="wrong",
            bind="query-params",
            on_change=_forget_painting,
        )
    with lesson.picture:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            view = choose("View", VIEWS, "view")
            arithmetic = choose("Arithmetic", ARITHMETICS, "arithmetic")
        with problem_instead():
            images = get_images(key)
            model = computed.image_discriminants(key, arithmetic)
            scores = computed.image_scores(key, arithmetic, training=False)
            classified = classify_image(images, scores, which, misclassified)
            if view == "confusion":
                show_confusion(images, scores)
            else:
                painted = show_painted(view, images, model, classified)
                classified = read_image(images, model, classified, painted)
            with lesson.beside:
                lesson.say("Picture", **accuracies(key, arithmetic))
                lesson.say(view.capitalize())
                if key in IMAGE_SETS:
                    lesson.say("Published", **published_accuracies(key))
            with lesson.show_formula(equations_of(model, classified)):
                show_scores(images, model, classified)
                lesson.say(
                    "Notes",
                    image=describe_image(images, classified),
                    rank=str(model.rank),
                    d=str(images.X.shape[1]),
                )
    lesson.ask(show_residuals, **explain_bytes())
    with lesson.beside:
        lesson.try_this(LabState())
    lesson.end(show_priors(lesson))


def _forget_painting() -> None:
    """Show the test image, also where one was painted on."""
    give({PIXELS: ""})
