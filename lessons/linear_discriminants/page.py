"""The page of lesson 4: classification of images, then the two errors in the source's code."""

from itertools import product
from typing import Any

import streamlit as st

from core.image_download import fetch_images
from core.images import DIGITS, IMAGE_SETS, is_on_disk, load_images
from lessons.linear_discriminants.data import (
    describe_priors,
    describe_step,
    describe_tries,
    list_parts,
)
from lessons.linear_discriminants.figures import PRIORS_ALT, draw_priors
from lessons.linear_discriminants.numbers import ARITHMETICS
from lessons.linear_discriminants.pictures import classify_image, picture_data
from lessons.linear_discriminants.state import (
    LAST_IMAGE,
    SHARES,
    LinearDiscriminantsState,
    write_share,
)
from lessons.page import Ask, Block, Figure, InApp, Live, Page, Rows
from lessons.parts import TextPart

CHOSEN = ("wrong", "arithmetic", "image")


def draw(state: LinearDiscriminantsState) -> Live:
    """Return the picture of an image, or of the confusion matrix."""
    return Live(picture_data(state), "confusion" if state.view == "confusion" else "picture")


def offer_download(lesson: Any) -> None:
    """Show a button that fetches the images, if they are missing."""
    key = lesson.controls.state.images
    if is_on_disk(key):
        return
    entry = IMAGE_SETS[key]
    label = f"Fetch {entry.title} from openml.org (about {entry.megabytes} MB)"
    if st.button(label, key=f"fetch {key}", icon=":material/download:"):
        text = f"Fetching {entry.title} …"
        bar = st.progress(0.0, text)
        try:
            fetch_images(key, lambda share: bar.progress(share, text))
        finally:
            bar.empty()


def list_images() -> list[LinearDiscriminantsState]:
    """Return a state with each of the test images that can be chosen."""
    kinds = product((False, True), ARITHMETICS, range(1, LAST_IMAGE + 1))
    return [
        LinearDiscriminantsState(wrong=wrong, arithmetic=arithmetic, image=image)
        for wrong, arithmetic, image in kinds
    ]


def name_truth(state: LinearDiscriminantsState) -> str:
    """Return the class of the test image."""
    truth = classify_image(state).truth
    assert truth is not None, "it is a test image"
    return load_images(DIGITS).class_names[truth]


def paint_nothing(state: LinearDiscriminantsState) -> list[dict[str, str]]:
    """Return an image without ink."""
    return [{"pixels": "0" * 64}] if state.applies("pixels") else []


def draw_shares(state: LinearDiscriminantsState) -> list[Figure]:
    """Return two classes of unequal sizes, and the rule that divides twice."""
    return [Figure(draw_priors, (state.lab.dataset_spec,), PRIORS_ALT, "divided", 400)]


PAGE = Page(
    (
        Block(
            draw,
            (
                Ask("images", "beside", {"widget": "menu"}),
                Ask("image", "beside"),
                *("view", "scale"),
                Ask("wrong", "beside"),
                "arithmetic",
                InApp(offer_download, "above"),
            ),
            ("pixels", "truth", "predicted"),
            boxes=("image",),
            parts=list_parts,
            align="bottom",
            later=("arithmetic",),
            wait=lambda _: "Reading the images, estimating means and covariance …",  # once
            rows=(
                Rows("image", CHOSEN, lambda s: classify_image(s).pixels.tolist(), list_images),
                Rows("truth", CHOSEN, name_truth, list_images),
            ),
            probes=paint_nothing,
            is_answered=lambda state: state.images == DIGITS,
        ),
        Block(
            draw_shares,
            (Ask("share", options={"format_func": write_share, "width": 320}, steps=SHARES),),
            parts=lambda _: [TextPart("Divided", describe_priors)],
            heading="Divided twice",
            tries="Try divided",
        ),
    ),
    lab=lambda state: state.lab,
    steps=describe_step,
    tries=describe_tries,
    in_app="Larger sets of images, which the server fetches from openml.org, are read there, among "
    "them those of the source.",
)
