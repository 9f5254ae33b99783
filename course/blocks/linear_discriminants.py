"""Lesson 4: digits that are read by weighted sums of pixels, and a prior that is divided twice."""

from functools import partial
from itertools import product

from core.images import DIGITS, load_images
from core.state import LabState
from course.asking import key_of
from course.page import Page, draw_still, live, say
from course.parts import Block, Formula, Part, Rows, Shown, tabulate
from lessons.linear_discriminants.data import (
    GRABBED,
    SCORES_ALT,
    classify_image,
    describe_notes,
    describe_priors,
    describe_tries,
    equations,
    numbers,
    picture_data,
    tabulate_scores,
)
from lessons.linear_discriminants.figures import PRIORS_ALT, draw_priors
from lessons.linear_discriminants.numbers import ARITHMETICS
from lessons.linear_discriminants.state import (
    LAST_IMAGE,
    SHARES,
    VIEWS,
    LinearDiscriminantsState,
)

__all__ = ["PAGE"]

CHOSEN = ("wrong", "arithmetic", "image")
section = partial(say, "linear_discriminants")


def show(state: LinearDiscriminantsState) -> Shown:
    """Return the picture of the digits and its texts."""
    parts: list[Part] = [
        section("Picture", numbers(state)),
        section(VIEWS[state.view].capitalize()),
    ]
    if state.applies("pixels") and state.view != "map":
        parts.append(section("Paint"))
    script = "confusion" if state.view == "confusion" else "picture"
    picture = live(state, GRABBED, picture_data(state), script)
    formula = Formula(equations(state)), tabulate(tabulate_scores(state), SCORES_ALT)
    return Shown((picture,), (*parts, *formula, section("Notes", describe_notes(state))))


def list_images() -> tuple[Rows, Rows]:
    """Return the pixels and the classes of the test images, as the pictures are told them."""
    pixels, truths, names = {}, {}, load_images(DIGITS).class_names
    for wrong, arithmetic, image in product((False, True), ARITHMETICS, range(1, LAST_IMAGE + 1)):
        state = LinearDiscriminantsState(wrong=wrong, arithmetic=arithmetic, image=image)
        shown, key = classify_image(state), key_of(state, CHOSEN)
        assert shown.truth is not None, "it is a test image"
        pixels[key], truths[key] = shown.pixels.tolist(), names[shown.truth]
    return Rows("image", CHOSEN, pixels), Rows("truth", CHOSEN, truths)


def paint_nothing(state: LinearDiscriminantsState) -> list[dict[str, str]]:
    """Return an image without ink."""
    return [{"pixels": "0" * 64}] if state.applies("pixels") else []


def show_shares(state: LinearDiscriminantsState) -> Shown:
    """Return two classes of unequal sizes, and the rule that divides twice."""
    draw = partial(draw_priors, state.lab.dataset_spec)
    still = draw_still(draw, PRIORS_ALT, 640, 400)
    return Shown((still,), (section("Divided", describe_priors(state)),))


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
