"""Images, the classifier trained on them, and the classification of one test image."""

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from scipy.special import log_softmax

from bayeslab.evaluation.formats import percent
from core.image_download import fetch_images
from core.images import DIGITS, IMAGE_SETS, ImageSet, is_on_disk
from lessons import cached as computed
from lessons.frame import Equation
from lessons.linear_discriminants.numbers import LinearDiscriminants
from ui.latex import number
from ui.layout import show_numbers

__all__ = [
    "LAST_IMAGE",
    "SET_TITLES",
    "ClassifiedImage",
    "accuracies",
    "classify_image",
    "describe_image",
    "equations_of",
    "get_images",
    "published_accuracies",
    "show_scores",
]

Array = NDArray[np.float64]

LAST_IMAGE = 60  # highest number of an image that can be chosen
SET_TITLES = {DIGITS: "Digits, 8 × 8"} | {entry.key: entry.title for entry in IMAGE_SETS.values()}


@dataclass(frozen=True, eq=False)
class ClassifiedImage:
    """One image and its scores.

    Attributes
    ----------
    position : int
        Its index among the test images.
    pixels : array of shape (d,)
    scores : array of shape (K,)
        s_y(x) of each class.
    truth : int or None
        Its class; None if it was painted.
    """

    position: int
    pixels: Array
    scores: Array
    truth: int | None


def describe_image(images: ImageSet, classified: ClassifiedImage) -> str:
    """Return what image it is, as a sentence says it."""
    if classified.truth is None:
        return "the image you painted"
    return (
        f"test image {classified.position + 1:,}, of class {images.class_names[classified.truth]}"
    )


def accuracies(key: str, arithmetic: str) -> dict[str, str]:
    """Return the accuracies on test images and training images, and their numbers."""
    images = computed.image_set(key)
    training = computed.image_scores(key, arithmetic, training=True)
    test = computed.image_scores(key, arithmetic, training=False)
    return {
        "test": percent(_accuracy(test, images.test_y)),
        "n_test": f"{len(images.test_y):,}",
        "training": percent(_accuracy(training, images.y)),
        "n": f"{len(images.y):,}",
    }


def get_images(key: str) -> ImageSet:
    """Return the images; where they are missing, offer to download them.

    Raises
    ------
    ValueError
        If they are missing and cannot be downloaded.
    """
    if not is_on_disk(key):
        _offer_download(key)
    return computed.image_set(key)


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


def classify_image(
    images: ImageSet, scores: Array, number: int, misclassified: bool
) -> ClassifiedImage:
    """Return the test image of a number from 1 up, among all or only the misclassified ones.

    After the last image the numbers start again with the first.

    Raises
    ------
    ValueError
        If only misclassified images are asked for and there are none.
    """
    wrong = scores.argmax(axis=1) != images.test_y
    positions = np.flatnonzero(wrong | (not misclassified))
    if len(positions) == 0:
        raise ValueError("No test image is misclassified; choose from all of them.")
    i = int(positions[(number - 1) % len(positions)])
    return ClassifiedImage(i, images.test_X[i].astype(np.float64), scores[i], int(images.test_y[i]))


def published_accuracies(key: str) -> dict[str, str]:
    """Return the accuracy that the source reports, and ours with and without its two errors."""
    images, model = computed.image_set(key), computed.image_discriminants(key, "bytes")
    rest = computed.image_scores(key, "bytes", training=False) - model.log_priors
    both_errors = len(images.y) * rest + model.log_priors  # dividing twice scales all the rest by n
    correct = computed.image_scores(key, "floats", training=False)
    return {
        "published": percent(IMAGE_SETS[key].published),
        "both_errors": percent(_accuracy(both_errors, images.test_y)),
        "correct": percent(_accuracy(correct, images.test_y)),
    }


def equations_of(model: LinearDiscriminants, classified: ClassifiedImage) -> list[Equation]:
    """Return the equations from the class statistics to the posterior of one image."""
    k, j = np.argsort(-classified.scores, kind="stable")[:2].tolist()
    n, d = int(model.counts.sum()), len(model.covariance)
    constant = float(model.b[k] - model.log_priors[k])
    lead = classified.scores[k] - classified.scores[j]
    return [
        Equation(
            r"\Sigma",
            r"\tfrac1n\textstyle\sum_i(x_i-\mu_{y_i})(x_i-\mu_{y_i})^T",
            rf"{d}\times{d}\text{{ numbers, rank }}{model.rank}",
        ),
        Equation(
            rf"p_{{{k}}}",
            rf"n_{{{k}}}/n",
            rf"{model.counts[k]}/{n}={number(model.counts[k] / n)}",
        ),
        Equation(
            rf"w_{{{k}}}^Tx", rf"\mu_{{{k}}}^T\Sigma^{{+}}x", number(model.W[k] @ classified.pixels)
        ),
        Equation(
            rf"b_{{{k}}}",
            rf"\ln p_{{{k}}}-\tfrac12\mu_{{{k}}}^T\Sigma^{{+}}\mu_{{{k}}}",
            f"{number(model.log_priors[k])}{number(constant)}={number(model.b[k])}",
        ),
        *(
            Equation(rf"s_{{{y}}}(x)", rf"w_{{{y}}}^Tx+b_{{{y}}}", number(classified.scores[y]))
            for y in (k, j)
        ),
        Equation(
            rf"\ln\tfrac{{P({k}|x)}}{{P({j}|x)}}", rf"s_{{{k}}}(x)-s_{{{j}}}(x)", number(lead)
        ),
        Equation(
            rf"P({k}|x)",
            rf"e^{{s_{{{k}}}(x)}}/\textstyle\sum_y e^{{s_y(x)}}",
            number(np.exp(log_softmax(classified.scores)[k])),
        ),
    ]


def show_scores(images: ImageSet, model: LinearDiscriminants, classified: ClassifiedImage) -> None:
    """Show a table of the scores of an image, the most probable class first."""
    order = np.argsort(-classified.scores, kind="stable")
    columns = {
        "wᵀx": model.W @ classified.pixels,
        "b": model.b,
        "s(x)": classified.scores,
        "P(y|x)": np.exp(log_softmax(classified.scores)),
    }
    show_numbers(
        {"class": [images.class_names[k] for k in order], "n": model.counts[order]}
        | {name: values[order] for name, values in columns.items()},
        alt="For each class its training images, the two parts of its score, and its posterior.",
    )


def _accuracy(scores: Array, y: NDArray[np.int64]) -> float:
    """Return the accuracy of predictions by the largest of the scores (n, K)."""
    return float((scores.argmax(axis=1) == y).mean())
