"""The page of lesson 4: classification of images, then the two errors in the source's code."""

import streamlit as st

from core.image_download import fetch_images
from core.images import IMAGE_SETS, is_on_disk
from core.state import LabState
from lessons.frame import LessonPage, begin_lesson, begin_part
from lessons.linear_discriminants.data import GRABBED, describe_priors, describe_tries, list_parts
from lessons.linear_discriminants.figures import PRIORS_ALT, draw_priors
from lessons.linear_discriminants.pictures import picture_data
from lessons.linear_discriminants.state import SHARES, LinearDiscriminantsState, write_share
from ui import pictures
from ui.layout import problem_instead, show_figure
from ui.live_picture import live_picture
from ui.session.address import theme

__all__ = ["show"]

WAIT = "Reading the images, estimating means and covariance …"


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson(LinearDiscriminantsState.first())
    controls = lesson.controls
    with lesson.picture:
        row = st.container(horizontal=True, vertical_alignment="bottom")
        with st.spinner(WAIT):  # large sets take a minute, once
            with lesson.beside:
                controls.ask("images", look="menu")
                controls.ask("image", "wrong")
            with row:
                controls.ask("view", "scale")
                # It would reveal the answer.
                if lesson.is_answered or controls.state.arithmetic != "floats":
                    controls.ask("arithmetic")
            with problem_instead():
                _show_images(lesson)
    lesson.ask()
    with lesson.beside:
        lesson.try_this(LabState(), **describe_tries())
    _show_priors(lesson)
    lesson.end(controls.settle().lab)


def _show_images(lesson: LessonPage[LinearDiscriminantsState]) -> None:
    """Show the picture, its exact values, and the formula of one image."""
    controls = lesson.controls
    if not is_on_disk(controls.state.images):
        _offer_download(controls.state.images)
    place, names = st.container(), [name for name in GRABBED if controls.state.applies(name)]
    if names:
        with st.expander("Exact values", icon=":material/tune:"):
            controls.ask(*names)
    state = controls.settle()
    script = "confusion" if state.view == "confusion" else "picture"
    with place:
        live_picture("linear_discriminants", state, GRABBED, picture_data(state), script)
    with lesson.beside:
        lesson.tell(list_parts(state))


def _offer_download(key: str) -> None:
    entry = IMAGE_SETS[key]
    label = f"Fetch {entry.title} from openml.org (about {entry.megabytes} MB)"
    if st.button(label, key=f"fetch {key}", icon=":material/download:"):
        text = f"Fetching {entry.title} …"
        bar = st.progress(0.0, text)
        try:
            fetch_images(key, lambda share: bar.progress(share, text))
        finally:
            bar.empty()


def _show_priors(lesson: LessonPage[LinearDiscriminantsState]) -> None:
    """Show two classes of unequal sizes: the correct rule, and the one that divides twice."""
    text, picture = begin_part("Divided twice")
    with picture:
        lesson.controls.ask("share", steps=SHARES, format_func=write_share, width=320)
        state = lesson.controls.state
        figure = pictures.figure(draw_priors, state.lab.dataset_spec, theme())
        show_figure(figure, PRIORS_ALT, 400, key="divided")
    with text:
        lesson.say("Divided", **describe_priors(state))
        lesson.try_this(state.lab, "Try divided")
