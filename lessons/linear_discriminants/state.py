"""The state of lesson 4: a set of images, a view, an image, then two classes."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any, Self

import numpy as np

from core.fields import choice, flag, number, text
from core.grips import read_pixels
from core.images import DIGITS, IMAGE_SETS, MOST_CLASSES, load_images
from core.input_error import InputError
from core.limits import Limit, Number, Text
from core.state import LabState
from lessons.lesson_state import LessonState
from lessons.linear_discriminants.images import predict_images
from lessons.linear_discriminants.numbers import ARITHMETICS

SET_TITLES = {DIGITS: "Digits, 8 × 8"} | {entry.key: entry.title for entry in IMAGE_SETS.values()}
VIEWS = {
    "class_means": "class means",
    "weights": "weights",
    "confusion": "confusion",
    "one_image": "one image",
    "map": "map",
}
SCALES = {"posterior": "posterior", "log": "log posterior"}
LAST_IMAGE = 60  # highest number of an image that can be chosen
# By set of grey images: rows, columns, and the levels from 0 in which an image is painted. Bytes
# have 256 levels; a link has one digit for each pixel.
PAINTED = {DIGITS: (8, 8, 16)} | {
    entry.key: (*entry.shape, 15) for entry in IMAGE_SETS.values() if len(entry.shape) == 2
}
PAINTABLE = {"view": tuple(view for view in VIEWS if view != "confusion"), "images": (*PAINTED,)}
MOST_PAINTED = max(rows * columns for rows, columns, _ in PAINTED.values())
SHARES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5)  # of class +
N, NOISE = 400, 0.5  # of its points


def write_share(share: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * share:.0f} %"


def _class(label: str) -> Any:
    """Return a field with a class of the confusion matrix; None means the most frequent error."""
    declared: dict[str, Any] = {"of": ("images",), "when": {"view": ("confusion",)}}
    return number(label, 0, MOST_CLASSES - 1, None, whole=True, **declared)


@dataclass(frozen=True)
class LinearDiscriminantsState(LessonState):
    """The images, the view and its axis, the arithmetic, the image; the share of class +.

    `pixels` has a digit to base 36 for each pixel, or none if the test image is shown. `truth` and
    `predicted` are a cell of the confusion matrix; None is that of the most frequent error.
    """

    images: str = choice("Images", SET_TITLES)
    image: int = number(
        "Number of the test image in the picture and in the formula", 1, LAST_IMAGE, 1, whole=True
    )
    wrong: bool = flag("only misclassified images")
    view: str = choice("View", VIEWS)
    scale: str = choice("Axis", SCALES, when={"view": ("class_means", "weights", "one_image")})
    arithmetic: str = choice("Arithmetic", {name: name for name in ARITHMETICS})
    pixels: str = text(
        "Pixels row by row, one digit to base 36 each",
        MOST_PAINTED,
        of=("images", "image", "wrong"),
        when=PAINTABLE,
    )
    truth: int | None = _class("True class")
    predicted: int | None = _class("Predicted class")

    share: float = number("Share of class +", SHARES[0], SHARES[-1], 0.1)

    @classmethod
    def opening(cls) -> Self:
        """Return a misclassified digit that anybody can read."""
        return cls(view="weights", wrong=True, image=10)

    @property
    def lab(self) -> LabState:
        """The state of the lab with the two classes of unequal sizes."""
        return LabState(data="imbalanced", n=N, noise=NOISE, balance=self.share, model="pooled")

    def limit(self, name: str) -> Limit:
        """Return the limit of a field: pixels are those of an image, classes those of the set."""
        if name == "pixels":
            *size, most = PAINTED[self.images]
            return Text(prod(size), partial(_check_pixels, prod(size), most))
        if name in ("truth", "predicted"):
            return Number(0, self._count_classes() - 1, whole=True)
        return super().limit(name)

    def defaults(self) -> Mapping[str, Any]:
        """Return the cell of the most frequent error; any cell if no matrix is shown."""
        cell = 0, 0
        if self.applies("truth"):
            with suppress(ValueError):  # if images are missing, the page says so
                cell = predict_images(self.images, self.arithmetic).most_confused
        return dict(zip(("truth", "predicted"), cell, strict=True))

    def _count_classes(self) -> int:
        """Return the number of classes, or the largest possible one for missing images."""
        try:
            return len(load_images(self.images).class_names)
        except ValueError:
            return MOST_CLASSES


def _check_pixels(count: int, most: int, pixels: str) -> None:
    if pixels and read_pixels(pixels, count, most) is None:
        raise InputError(f"use {count} digits from 0 to {np.base_repr(most, 36).lower()}")
