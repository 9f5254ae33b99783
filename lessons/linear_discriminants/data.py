"""What lesson 4 shows of a state: its pictures, its formula, its tables and its numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_softmax

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.fisher import fisher_directions
from bayeslab.evaluation.formats import fixed, percent
from core import compute
from core.fit_spec import PointsSpec
from core.grips import read_pixels
from core.images import DIGITS, IMAGE_SETS, ImageSet, load_images
from core.latex import number
from lessons.linear_discriminants.images import (
    Predictions,
    accuracy,
    fit_images,
    predict_images,
)
from lessons.linear_discriminants.numbers import (
    LinearDiscriminants,
    fit_discriminants,
    residuals,
)
from lessons.linear_discriminants.state import PAINTED, VIEWS, LinearDiscriminantsState
from lessons.parts import FormulaPart, Part, TablePart, TextPart
from lessons.texts import Equation, read_sections
from lessons.tries import read_tries

__all__ = [
    "GRABBED",
    "classify_image",
    "describe_priors",
    "describe_tries",
    "equations",
    "explain_bytes",
    "find_effects",
    "find_position",
    "fit_both_ways",
    "list_parts",
    "numbers",
    "picture_data",
    "residual_parts",
    "sample_cells",
    "tabulate_scores",
    "training_accuracy",
    "tried_states",
]

Array = NDArray[np.float64]

GRABBED = ("pixels", "truth", "predicted")  # in the picture, and typed
SCORES_ALT = "For each class its training images, the two parts of its score, and its posterior."
MOST_WEIGHTS = 20_000  # that are sent to the browser; with more, an image cannot be painted
MOST_CLASSES = 10  # with a row in the picture, where the weights are not sent
MOST_POINTS = 400  # test images on the map
MOST_PIXELS = 100_000  # of the images of the confusion matrix, to be sent
MOST_IN_CELL = 12
LEVELS = 16  # and 0, of the darkest images; those of others are bytes
EXAMPLE = 3  # the digit of the question


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


def _computed(
    state: LinearDiscriminantsState,
) -> tuple[ImageSet, LinearDiscriminants, Predictions]:
    chosen = state.images, state.arithmetic
    return load_images(state.images), fit_images(*chosen), predict_images(*chosen)


def classify_image(state: LinearDiscriminantsState) -> ClassifiedImage:
    """Return the painted image with its scores, or the test image if none is painted."""
    images, model, _ = _computed(state)
    shown = choose_test_image(state)
    if not (state.pixels and _is_paintable(state.images, images)):
        return shown
    levels = read_pixels(state.pixels, images.X.shape[1], _grid(images)["most"])
    assert levels is not None, "the state has checked them"
    x = (levels * _scale(images)).astype(np.float64)
    return replace(shown, pixels=x, scores=model.scores(x[None])[0], truth=None)


def choose_test_image(state: LinearDiscriminantsState) -> ClassifiedImage:
    """Return the test image of a number from 1 up, among all or only the misclassified ones.

    After the last image the numbers start again with the first.

    Raises
    ------
    ValueError
        If only misclassified images are asked for and there are none.
    """
    images, _, predictions = _computed(state)
    i = find_position(predictions.scores, images.test_y, state.image, state.wrong)
    x = images.test_X[i].astype(np.float64)
    return ClassifiedImage(i, x, predictions.scores[i], int(images.test_y[i]))


def find_position(scores: Array, y: NDArray[np.int64], number: int, misclassified: bool) -> int:
    """Return the index of the test image that :func:`choose_test_image` chooses."""
    positions = np.flatnonzero((scores.argmax(axis=1) != y) | (not misclassified))
    if len(positions) == 0:
        raise ValueError("No test image is misclassified; choose from all of them.")
    return int(positions[(number - 1) % len(positions)])


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
    images, _, predictions = _computed(state)
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
    images, model, _ = _computed(state)
    shown = classify_image(state)
    name = "the image you painted"
    if shown.truth is not None:
        name = f"test image {shown.position + 1:,}, of class {images.class_names[shown.truth]}"
    return {"image": name, "rank": str(model.rank), "d": str(images.X.shape[1])}


def equations(state: LinearDiscriminantsState) -> list[Equation]:
    """Return the equations from the class statistics to the posterior of one image."""
    model, classified = fit_images(state.images, state.arithmetic), classify_image(state)
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


def tabulate_scores(state: LinearDiscriminantsState) -> Mapping[str, Any]:
    """Return the columns of a table of an image's scores, the most probable class first."""
    images, model, _ = _computed(state)
    classified = classify_image(state)
    order = np.argsort(-classified.scores, kind="stable")
    columns = {
        "wᵀx": model.W @ classified.pixels,
        "b": model.b,
        "s(x)": classified.scores,
        "P(y|x)": np.exp(log_softmax(classified.scores)),
    }
    names = [images.class_names[k] for k in order]
    return {"class": names, "n": model.counts[order]} | {
        name: values[order] for name, values in columns.items()
    }


def picture_data(state: LinearDiscriminantsState) -> dict[str, Any]:
    """Return what the picture reads: that of the confusion matrix, or of an image to paint.

    Where the weights of all classes would be too much to send, the most probable classes stand
    for all, and their log posteriors are those of the image, which cannot be painted then.
    """
    images, model, predictions = _computed(state)
    if state.view == "confusion":
        chosen = state.value("truth"), state.value("predicted")
        return {
            "names": list(images.class_names),
            "counts": predictions.counts.tolist(),
            "grid": _grid(images),
            "cells": sample_cells(images, predictions.scores, chosen),
        }
    shown = choose_test_image(state)
    is_paintable = _is_paintable(state.images, images)
    logs = log_softmax(shown.scores)
    some = np.arange(len(logs)) if is_paintable else np.argsort(-logs, kind="stable")[:MOST_CLASSES]
    rows, columns = images.images.shape[1:3]
    effects = find_effects(model).reshape(len(logs), rows * columns, -1).mean(axis=2)  # of colours
    effects = effects[some] / (np.abs(effects).max() or 1.0)
    names = [images.class_names[k] for k in some]
    data = {
        "grid": _grid(images),
        "scale": _scale(images),
        "isPaintable": is_paintable,
        "image": shown.pixels.tolist(),
        "shares": None if is_paintable else _shares(images, shown.position),
        "truth": images.class_names[int(images.test_y[shown.position])],
        "names": names,
        "W": model.W[some].tolist(),
        "b": model.b[some].tolist(),
        "logs": None if is_paintable else logs[some].tolist(),
        "effects": _rounded(effects),
        "isSigned": state.view == "weights",
        "isLog": state.scale == "log",
        "thumbs": _thumbs(state.view, images, model.means[some], effects),
    }
    return data | {"map": _map_data(images, model, names)} if state.view == "map" else data


def find_effects(model: LinearDiscriminants) -> Array:
    """Return the weights minus their mean over the classes, times the pixels' deviations, (K, d).

    A weight common to all classes does not affect the prediction, and a pixel that hardly ever
    changes may have a huge weight that affects hardly any image.
    """
    spread = np.sqrt(np.diagonal(model.covariance))
    effects: Array = (model.W - model.W.mean(axis=0)) * spread
    return effects


def sample_cells(images: ImageSet, scores: Array, chosen: tuple[int, int]) -> dict[str, Any]:
    """Return the first test images of the cells of the confusion matrix, by "truth predicted".

    If those of all cells would be too much to send, only those of the chosen one.
    """
    cells: dict[tuple[int, int], list[int]] = {}
    for i, key in enumerate(
        zip(images.test_y.tolist(), scores.argmax(axis=1).tolist(), strict=True)
    ):
        cells.setdefault(key, []).append(i)
    some = {key: members[:MOST_IN_CELL] for key, members in cells.items()}
    if sum(map(len, some.values())) * images.X.shape[1] > MOST_PIXELS:
        some = {chosen: some.get(chosen, [])}
    return {
        f"{truth} {label}": [_shares(images, i) for i in members]
        for (truth, label), members in some.items()
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
    erased, empty, confused, mapped, sure = tried_states("Try")
    names = load_images(DIGITS).class_names
    told: dict[str, str] = {}
    painted = {"erased": erased, "whole": replace(erased, pixels=""), "empty": empty, "sure": sure}
    for name, state in painted.items():
        scores = classify_image(state).scores
        best, rival = np.argsort(-scores, kind="stable")[:2].tolist()
        told[name] = percent(float(np.exp(log_softmax(scores)[best])))
        told |= {f"{name}_class": names[best], f"{name}_rival": names[rival]}
    truth = classify_image(sure).truth
    assert truth is not None, "it is a test image"
    predictions = predict_images(DIGITS, "floats")
    counts, row, column = predictions.counts, confused.value("truth"), confused.value("predicted")
    certainties = np.exp(log_softmax(predictions.scores, axis=1)).max(axis=1)
    near = _nearest_on_map(picture_data(mapped)["map"]["means"])
    return told | {
        "sure_truth": names[truth],
        "confidence": percent(float(certainties.mean())),
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


def tried_states(section: str) -> list[LinearDiscriminantsState]:
    """Return the states that the buttons of a section set up."""
    kind = LinearDiscriminantsState
    tries = read_tries(read_sections("linear_discriminants")[section], kind)
    return [kind().change(**item.chosen) for item in tries]


def _nearest_on_map(means: list[list[float]]) -> tuple[int, int]:
    """Return the two classes whose means are closest to each other."""
    places = np.array(means)
    distances = np.linalg.norm(places[:, None] - places, axis=2) + np.diag([np.inf] * len(places))
    k, j = np.unravel_index(int(distances.argmin()), distances.shape)
    return int(k), int(j)


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
    (state,) = tried_states("Try answer")
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


def _is_dark(images: ImageSet) -> bool:
    return int(images.images.max()) <= LEVELS


def _grid(images: ImageSet) -> dict[str, Any]:
    """Return rows, columns and levels of an image, as ``pixels.js`` reads them."""
    rows, columns = images.images.shape[1:3]
    most, radius = (LEVELS, 0.35) if _is_dark(images) else (LEVELS - 1, 0.8)
    return {"rows": rows, "columns": columns, "most": most, "radius": radius}


def _scale(images: ImageSet) -> int:
    """Return how many levels of the image are one of the painted ones."""
    return 1 if _is_dark(images) else 255 // (LEVELS - 1)


def _is_paintable(key: str, images: ImageSet) -> bool:
    """Return whether images have the size and levels that links know, and few enough weights."""
    grid = _grid(images)
    is_known = PAINTED.get(key) == (grid["rows"], grid["columns"], grid["most"])
    return is_known and len(images.class_names) * images.X.shape[1] <= MOST_WEIGHTS


def _thumbs(view: str, images: ImageSet, means: Array, effects: Array) -> Any:
    """Return an image for each class: its mean, its weights, or none."""
    if view == "weights":
        return _rounded(effects)
    if view != "class_means":
        return None
    if images.images.ndim == 4:
        return list(map(_colours, means))
    return _rounded(means / max(float(means.max()), 1.0))


def _map_data(images: ImageSet, model: LinearDiscriminants, names: list[str]) -> dict[str, Any]:
    """Return Fisher's first two directions, and the class means and test images on them."""
    fisher = fisher_directions(model.means, model.covariance, model.counts)
    places = {name: k for k, name in enumerate(names)}
    some = [i for i, k in enumerate(images.test_y) if images.class_names[k] in places][:MOST_POINTS]
    points = fisher.transform(images.test_X[some])[:, :2]
    means = fisher.transform(model.means)[:, :2]
    return {
        "center": fisher.center.tolist(),
        "directions": fisher.directions[:, :2].T.tolist(),
        "points": [
            [*np.round(point, 3).tolist(), places[images.class_names[images.test_y[i]]]]
            for i, point in zip(some, points, strict=True)
        ],
        "means": [means[images.class_names.index(name)].tolist() for name in names],
    }


def _shares(images: ImageSet, i: int) -> Any:
    """Return a test image as shares of ink, or as colours."""
    pixels, shape = images.test_X[i].astype(np.float64), images.images.shape[1:]
    if len(shape) == 3:
        return _colours(pixels)
    return _rounded(pixels / max(float(images.images.max()), 1.0))


def _colours(pixels: Array) -> Any:
    """Return the pixels of a colour image, three numbers each."""
    return np.rint(pixels.reshape(-1, 3)).astype(int).tolist()


def _rounded(values: Array) -> Any:
    """Return shares of ink as lists, so rounded that it cannot be seen."""
    return np.round(values, 3).tolist()
