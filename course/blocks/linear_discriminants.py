"""Lesson 4: digits that are read by weighted sums of pixels, and a prior that is divided twice."""

from functools import partial
from itertools import product

from core.images import DIGITS, load_images
from core.state import LabState
from course.page import Page, draw_still, live, tell
from course.parts import Block, Content, Rows, key_of
from lessons.linear_discriminants.data import GRABBED, describe_priors, describe_tries, list_parts
from lessons.linear_discriminants.figures import PRIORS_ALT, draw_priors
from lessons.linear_discriminants.numbers import ARITHMETICS
from lessons.linear_discriminants.pictures import classify_image, picture_data
from lessons.linear_discriminants.state import LAST_IMAGE, SHARES, LinearDiscriminantsState
from lessons.parts import TextPart

__all__ = ["PAGE"]

CHOSEN = ("wrong", "arithmetic", "image")
STEM = "linear_discriminants"


def show(state: LinearDiscriminantsState) -> Content:
    """Return the picture of the digits and its texts."""
    script = "confusion" if state.view == "confusion" else "picture"
    picture = live(state, GRABBED, picture_data(state), script)
    return Content((picture,), tell(STEM, state, *list_parts(state)))


def list_images() -> tuple[Rows, Rows]:
    """Return the pixels and the classes of the test images, as the pictures read them."""
    pixels, truths, names = {}, {}, load_images(DIGITS).class_names
    for wrong, arithmetic, image in product((False, True), ARITHMETICS, range(1, LAST_IMAGE + 1)):
        state = LinearDiscriminantsState(wrong=wrong, arithmetic=arithmetic, image=image)
        digit, key = classify_image(state), key_of(state, CHOSEN)
        assert digit.truth is not None, "it is a test image"
        pixels[key], truths[key] = digit.pixels.tolist(), names[digit.truth]
    return Rows("image", CHOSEN, pixels), Rows("truth", CHOSEN, truths)


def paint_nothing(state: LinearDiscriminantsState) -> list[dict[str, str]]:
    """Return an image without ink."""
    return [{"pixels": "0" * 64}] if state.applies("pixels") else []


def show_shares(state: LinearDiscriminantsState) -> Content:
    """Return two classes of unequal sizes, and the rule that divides twice."""
    draw = partial(draw_priors, state.lab.dataset_spec)
    still = draw_still(draw, PRIORS_ALT, 640, 400)
    return Content((still,), tell(STEM, state, TextPart("Divided", describe_priors)))


PAGE = Page(
    (
        Block(
            show,
            ("images", "view", "scale", "wrong", "arithmetic"),
            ("image", *GRABBED),
            boxes=("image",),
            rows=list_images(),
            probes=paint_nothing,
            later=("arithmetic",),
            is_answered=lambda state: state.images == DIGITS,
        ),
        Block(
            show_shares,
            ("share",),
            steps={"share": SHARES},
            heading="Divided twice",
            tries="Try divided",
        ),
    ),
    lab=lambda _: LabState(),
    tries=describe_tries,
    in_app="Larger sets of images, which the server fetches from openml.org, are read there, among "
    "them those of the source.",
)
