"""The pictures of lesson 4: an image that is classified, all test images, the confusion matrix."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_softmax

from bayeslab.estimators.fisher import fisher_directions
from core.grips import read_pixels
from core.images import ImageSet, load_images
from lessons.linear_discriminants.images import Predictions, fit_images, predict_images
from lessons.linear_discriminants.numbers import LinearDiscriminants
from lessons.linear_discriminants.state import PAINTED, LinearDiscriminantsState

Array = NDArray[np.float64]

MOST_WEIGHTS = 20_000  # that are sent to the browser; with more, an image cannot be painted
MOST_CLASSES = 10  # with a row in the picture, where the weights are not sent
MOST_POINTS = 400  # test images on the map
MOST_PIXELS = 100_000  # of the images of the confusion matrix, to be sent
MOST_IN_CELL = 12
LEVELS = 16  # and 0, of the darkest images; those of others are bytes


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


def fit_and_predict(
    state: LinearDiscriminantsState,
) -> tuple[ImageSet, LinearDiscriminants, Predictions]:
    """Return the images, their discriminants, and the predictions for the test images."""
    key = state.images, state.arithmetic
    return load_images(state.images), fit_images(*key), predict_images(*key)


def classify_image(state: LinearDiscriminantsState) -> ClassifiedImage:
    """Return the painted image with its scores, or the test image if none is painted."""
    images, model, _ = fit_and_predict(state)
    image = choose_test_image(state)
    if not (state.pixels and _is_paintable(state.images, images)):
        return image
    levels = read_pixels(state.pixels, images.X.shape[1], _grid(images)["most"])
    assert levels is not None, "the state has checked them"
    x = (levels * _scale(images)).astype(np.float64)
    return replace(image, pixels=x, scores=model.scores(x[None])[0], truth=None)


def choose_test_image(state: LinearDiscriminantsState) -> ClassifiedImage:
    """Return the test image of a number from 1 up, among all or only the misclassified ones.

    After the last image the numbers start again with the first.

    Raises
    ------
    ValueError
        If only misclassified images are asked for and there are none.
    """
    images, _, predictions = fit_and_predict(state)
    i = find_position(predictions.scores, images.test_y, state.image, state.wrong)
    x = images.test_X[i].astype(np.float64)
    return ClassifiedImage(i, x, predictions.scores[i], int(images.test_y[i]))


def find_position(scores: Array, y: NDArray[np.int64], number: int, misclassified: bool) -> int:
    """Return the index of the test image that :func:`choose_test_image` chooses."""
    positions = np.flatnonzero((scores.argmax(axis=1) != y) | (not misclassified))
    if len(positions) == 0:
        raise ValueError("No test image is misclassified; choose from all of them.")
    return int(positions[(number - 1) % len(positions)])


def picture_data(state: LinearDiscriminantsState) -> dict[str, Any]:
    """Return what the picture reads: that of the confusion matrix, or of an image to paint.

    Where the weights of all classes would be too much to send, the most probable classes stand
    for all, and their log posteriors are those of the image, which cannot be painted then.
    """
    images, model, predictions = fit_and_predict(state)
    if state.view == "confusion":
        cell = state.value("truth"), state.value("predicted")
        return {
            "names": list(images.class_names),
            "counts": predictions.counts.tolist(),
            "grid": _grid(images),
            "cells": sample_cells(images, predictions.scores, cell),
        }
    image = choose_test_image(state)
    is_paintable = _is_paintable(state.images, images)
    logs = log_softmax(image.scores)
    some = np.arange(len(logs)) if is_paintable else np.argsort(-logs, kind="stable")[:MOST_CLASSES]
    rows, columns = images.images.shape[1:3]
    effects = find_effects(model).reshape(len(logs), rows * columns, -1).mean(axis=2)  # of colours
    effects = effects[some] / (np.abs(effects).max() or 1.0)
    names = [images.class_names[k] for k in some]
    data = {
        "grid": _grid(images),
        "scale": _scale(images),
        "isPaintable": is_paintable,
        "image": image.pixels.tolist(),
        "shares": None if is_paintable else _shares(images, image.position),
        "truth": images.class_names[int(images.test_y[image.position])],
        "names": names,
        "W": model.W[some].tolist(),
        "b": model.b[some].tolist(),
        "logs": None if is_paintable else logs[some].tolist(),
        "effects": _round(effects),
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
    deviations = np.sqrt(np.diagonal(model.covariance))
    effects: Array = (model.W - model.W.mean(axis=0)) * deviations
    return effects


def sample_cells(images: ImageSet, scores: Array, cell: tuple[int, int]) -> dict[str, Any]:
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
        some = {cell: some.get(cell, [])}
    return {
        f"{truth} {label}": [_shares(images, i) for i in members]
        for (truth, label), members in some.items()
    }


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
        return _round(effects)
    if view != "class_means":
        return None
    if images.images.ndim == 4:
        return list(map(_colours, means))
    return _round(means / max(float(means.max()), 1.0))


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
    return _round(pixels / max(float(images.images.max()), 1.0))


def _colours(pixels: Array) -> Any:
    """Return the pixels of a colour image, three numbers each."""
    return np.rint(pixels.reshape(-1, 3)).astype(int).tolist()


def _round(values: Array) -> Any:
    """Return shares of ink as lists, so rounded that it cannot be seen."""
    return np.round(values, 3).tolist()
