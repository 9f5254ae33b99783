"""The formula, the tables and the numbers of lesson 4; its pictures are in ``pictures.py``."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_softmax

from bayeslab.data.datasets import Dataset
from bayeslab.evaluation.formats import fixed, percent
from core import compute
from core.fit_spec import PointsSpec
from core.images import DIGITS, IMAGE_SETS, load_images
from core.latex import number
from lessons.linear_discriminants.images import accuracy, fit_images, predict_images
from lessons.linear_discriminants.numbers import LinearDiscriminants, fit_discriminants, residuals
from lessons.linear_discriminants.pictures import (
    choose_test_image,
    classify_image,
    fit_and_predict,
    picture_data,
)
from lessons.linear_discriminants.state import VIEWS, LinearDiscriminantsState
from lessons.parts import FormulaPart, Part, TablePart, TextPart
from lessons.texts import Equation
from lessons.tries import try_states

Array = NDArray[np.float64]

STEM = "linear_discriminants"
SCORES_ALT = "For each class its training images, the two parts of its score, and its posterior."
EXAMPLE = 3  # the digit of the question


def list_parts(state: LinearDiscriminantsState) -> list[Part]:
    """Return the parts beside the picture."""
    can_paint = state.applies("pixels") and state.view != "map"
    is_published = state.images in IMAGE_SETS
    return [
        TextPart("Picture", numbers),
        TextPart(VIEWS[state.view].capitalize()),
        *([TextPart("Paint")] if can_paint else []),
        *([TextPart("Published", published_numbers)] if is_published else []),
        FormulaPart(equations),
        TablePart(tabulate_scores, SCORES_ALT, writers={"P(y|x)": percent}),
        TextPart("Notes", describe_notes),
    ]


def numbers(state: LinearDiscriminantsState) -> dict[str, str]:
    """Return the accuracies on test images and training images, and their numbers."""
    images, _, predictions = fit_and_predict(state)
    return {
        "test": percent(predictions.test),
        "n_test": f"{len(images.test_y):,}",
        "training": percent(predictions.training),
        "n": f"{len(images.y):,}",
    }


def published_numbers(state: LinearDiscriminantsState) -> dict[str, str]:
    """Return the accuracy that the source reports, and ours with and without its two errors."""
    images, model = load_images(state.images), fit_images(state.images, "bytes")
    rest = predict_images(state.images, "bytes").scores - model.log_priors
    both_errors = len(images.y) * rest + model.log_priors  # dividing twice scales all the rest by n
    return {
        "published": percent(IMAGE_SETS[state.images].published),
        "both_errors": percent(accuracy(both_errors, images.test_y)),
        "correct": percent(predict_images(state.images, "floats").test),
    }


def describe_notes(state: LinearDiscriminantsState) -> dict[str, str]:
    """Return which image the formula is evaluated for, the rank of C and the number of pixels."""
    images, model, _ = fit_and_predict(state)
    image = classify_image(state)
    name = "the image you painted"
    if image.truth is not None:
        name = f"test image {image.position + 1:,}, of class {images.class_names[image.truth]}"
    return {"image": name, "rank": str(model.rank), "d": str(images.X.shape[1])}


def equations(state: LinearDiscriminantsState) -> list[Equation]:
    """Return the equations from the class statistics to the posterior of one image."""
    model, image = fit_images(state.images, state.arithmetic), classify_image(state)
    k, j = np.argsort(-image.scores, kind="stable")[:2].tolist()
    n, d = int(model.counts.sum()), len(model.covariance)
    constant = float(model.b[k] - model.log_priors[k])
    lead = image.scores[k] - image.scores[j]
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
            rf"w_{{{k}}}^Tx", rf"\mu_{{{k}}}^T\Sigma^{{+}}x", number(model.W[k] @ image.pixels)
        ),
        Equation(
            rf"b_{{{k}}}",
            rf"\ln p_{{{k}}}-\tfrac12\mu_{{{k}}}^T\Sigma^{{+}}\mu_{{{k}}}",
            f"{number(model.log_priors[k])}{number(constant)}={number(model.b[k])}",
        ),
        *(
            Equation(rf"s_{{{y}}}(x)", rf"w_{{{y}}}^Tx+b_{{{y}}}", number(image.scores[y]))
            for y in (k, j)
        ),
        Equation(
            rf"\ln\tfrac{{P({k}|x)}}{{P({j}|x)}}", rf"s_{{{k}}}(x)-s_{{{j}}}(x)", number(lead)
        ),
        Equation(
            rf"P({k}|x)",
            rf"e^{{s_{{{k}}}(x)}}/\textstyle\sum_y e^{{s_y(x)}}",
            number(np.exp(log_softmax(image.scores)[k])),
        ),
    ]


def tabulate_scores(state: LinearDiscriminantsState) -> Mapping[str, Any]:
    """Return the columns of a table of an image's scores, the most probable class first."""
    images, model, _ = fit_and_predict(state)
    image = classify_image(state)
    order = np.argsort(-image.scores, kind="stable")
    columns = {
        "wᵀx": model.W @ image.pixels,
        "b": model.b,
        "s(x)": image.scores,
        "P(y|x)": np.exp(log_softmax(image.scores)),
    }
    names = [images.class_names[k] for k in order]
    return {"class": names, "n": model.counts[order]} | {
        name: values[order] for name, values in columns.items()
    }


def fit_both_ways(spec: PointsSpec) -> tuple[Dataset, LinearDiscriminants, LinearDiscriminants]:
    """Return points of two classes, the correct rule, and the one that divides twice."""
    points = compute.dataset(spec)
    correct, twice = (
        fit_discriminants(points.X, points.y, divide_twice=wrong) for wrong in (False, True)
    )
    return points, correct, twice


def describe_priors(state: LinearDiscriminantsState) -> dict[str, str]:
    """Return the accuracies of both rules, and the effect that the priors have on each."""
    points, correct, twice = fit_both_ways(state.lab.dataset_spec)
    log_odds, n = correct.log_priors[1] - correct.log_priors[0], len(points.y)
    return {
        "n": str(n),
        "log_odds": number(log_odds, 3),
        "counts": number(log_odds / n, 2),
        "correct": percent(accuracy(correct.scores(points.X), points.y)),
        "twice": percent(accuracy(twice.scores(points.X), points.y)),
    }


def describe_tries() -> dict[str, str]:
    """Return the numbers of the things to try, each computed for the state that it sets up."""
    erased, empty, confused, mapped, sure = try_states(STEM, "Try", LinearDiscriminantsState)
    names = load_images(DIGITS).class_names
    texts: dict[str, str] = {}
    states = {"erased": erased, "whole": replace(erased, pixels=""), "empty": empty, "sure": sure}
    for name, state in states.items():
        scores = classify_image(state).scores
        best, rival = np.argsort(-scores, kind="stable")[:2].tolist()
        texts[name] = percent(float(np.exp(log_softmax(scores)[best])))
        texts |= {f"{name}_class": names[best], f"{name}_rival": names[rival]}
    truth = classify_image(sure).truth
    assert truth is not None, "it is a test image"
    predictions = predict_images(DIGITS, "floats")
    counts, row, column = predictions.counts, confused.value("truth"), confused.value("predicted")
    near = _nearest_on_map(picture_data(mapped)["map"]["means"])
    return texts | {
        "sure_truth": names[truth],
        "confidence": percent(_mean_certainty(predictions.scores)),
        "accuracy": percent(predictions.test),
        "row": str(counts[row].sum()),
        "truth": names[row],
        "predicted": names[column],
        "confused": str(counts[row, column]),
        "back": str(counts[column, row]),
        "near": names[near[0]],
        "nearest": names[near[1]],
        "near_errors": str(counts[near] + counts[near[::-1]]),
        "near_all": str(counts[list(near)].sum()),
        "directions": str(len(names) - 1),
    }


def _nearest_on_map(means: list[list[float]]) -> tuple[int, int]:
    """Return the two classes whose means are closest to each other."""
    places = np.array(means)
    distances = np.linalg.norm(places[:, None] - places, axis=2) + np.diag([np.inf] * len(places))
    k, j = np.unravel_index(int(distances.argmin()), distances.shape)
    return int(k), int(j)


def describe_step(state: LinearDiscriminantsState) -> dict[str, str]:
    """Return the numbers of the steps: of the image, before and after painting, and of all."""
    images, _, predictions = fit_and_predict(state)
    names = images.class_names
    whole, image = choose_test_image(state), classify_image(state)
    best, rival = np.argsort(-image.scores, kind="stable")[:2].tolist()
    row, column = predictions.most_confused
    counts = predictions.counts
    return {
        **numbers(state),
        "truth": names[int(images.test_y[whole.position])],
        "whole_class": names[int(whole.scores.argmax())],
        "predicted": names[best],
        "rival": names[rival],
        **_count_pixels(state),
        "lead": number(image.scores[best] - image.scores[rival], 3),
        "posterior": percent(float(np.exp(log_softmax(image.scores)[best]))),
        "confidence": percent(_mean_certainty(predictions.scores)),
        "row": str(counts[row].sum()),
        "confused": str(counts[row, column]),
        "back": str(counts[column, row]),
        "confused_truth": names[row],
        "confused_predicted": names[column],
        "floats": percent(predict_images(state.images, "floats").test),
        "bytes": percent(predict_images(state.images, "bytes").test),
        **{name: explain_bytes()[name] for name in ("pixel", "cut", "below", "wrapped")},
    }


def _count_pixels(state: LinearDiscriminantsState) -> dict[str, str]:
    """Return how many pixels of a test image have ink, and how many of them alone spoil it.

    Those are the pixels without which the image is classified correctly.
    """
    images, model, _ = fit_and_predict(state)
    whole = choose_test_image(state)
    inked = np.flatnonzero(whole.pixels)
    erased = np.tile(whole.pixels, (len(inked), 1))
    erased[np.arange(len(inked)), inked] = 0
    is_correct = model.scores(erased).argmax(axis=1) == images.test_y[whole.position]
    return {"inked": f"{len(inked)}", "deciding": f"{is_correct.sum()}"}


def _mean_certainty(scores: Array) -> float:
    """Return the mean posterior of the predicted classes."""
    return float(np.exp(log_softmax(scores, axis=1)).max(axis=1).mean())


def explain_bytes() -> dict[str, str]:
    """Return the arithmetic of the example's pixel that is farthest below its mean.

    And a cell of the confusion matrix in bytes, that of the thing to try.
    """
    x, m = example_digit()
    i = int((x - m).argmin())
    return {
        "pixel": str(x[i]),
        "mean": f"{m[i]:.1f}",
        "cut": str(int(m[i])),
        "below": fixed(int(x[i]) - int(m[i]), 0),
        "wrapped": f"{residuals(x, m, 'bytes')[i]:.0f}",
        "correct": percent(training_accuracy("floats")),
        "cut_off": percent(training_accuracy("integers")),
        "broken": percent(training_accuracy("bytes")),
    } | _describe_bytes()


def _describe_bytes() -> dict[str, str]:
    (state,) = try_states(STEM, "Try answer", LinearDiscriminantsState)
    names, counts = load_images(DIGITS).class_names, predict_images(DIGITS, state.arithmetic).counts
    row, column = state.value("truth"), state.value("predicted")
    return {
        "bytes_truth": names[row],
        "bytes_predicted": names[column],
        "bytes_row": str(counts[row].sum()),
        "bytes_cell": str(counts[row, column]),
        "bytes_share": percent(counts[:, column].sum() / counts.sum()),
    }


def residual_parts(arithmetic: str) -> dict[str, Array]:
    """Return the images of the question by name, each (8, 8): what is subtracted, and the rest."""
    x, m = example_digit()
    parts = {"x": x.astype(np.float64), "μ": m, "x − μ": x - m}
    if arithmetic == "bytes":
        parts = {"x − μ": x - m, "in bytes, same scale": residuals(x, m, arithmetic)}
    return {name: pixels.reshape(8, 8) for name, pixels in parts.items()}


def example_digit() -> tuple[NDArray[np.uint8], Array]:
    """Return the pixels of a digit and the mean of its class, both (d,)."""
    X, y = _all_digits()
    members = X[y == EXAMPLE]
    return members[0], members.mean(axis=0)


@cache  # the digits never change
def training_accuracy(arithmetic: str) -> float:
    """Return the accuracy on the digits that a classifier in an arithmetic was fitted to."""
    X, y = _all_digits()
    return accuracy(fit_discriminants(X, y, arithmetic=arithmetic).scores(X), y)


def _all_digits() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    digits = load_images(DIGITS)
    return np.concatenate((digits.X, digits.test_X)), np.concatenate((digits.y, digits.test_y))
