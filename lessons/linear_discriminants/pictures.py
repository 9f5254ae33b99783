"""The live pictures of lesson 4: an image to paint with its scores, and the confusion matrix."""

from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from scipy.special import log_softmax
from sklearn.metrics import confusion_matrix

from bayeslab.estimators.fisher import fisher_directions
from core.images import ImageSet
from lessons.linear_discriminants.images import ClassifiedImage
from lessons.linear_discriminants.numbers import LinearDiscriminants
from ui.live_picture import Number, Text, ask_numbers, live_picture, read_pixels

__all__ = [
    "PIXELS",
    "VIEWS",
    "describe_classes",
    "find_effects",
    "grid_of",
    "read_image",
    "sample_cells",
    "show_confusion",
    "show_painted",
]

Array = NDArray[np.float64]

VIEWS = ("class means", "weights", "confusion", "one image", "map")
PIXELS = "pixels"  # the parameter of the link with a painted image
SMALL_LEVEL = 16  # images without brighter pixels are painted in these levels
LEVELS = 15  # in which images of bytes are painted: few enough for a digit of the link each
MOST_WEIGHTS = 20_000  # that are sent to the browser; with more, an image cannot be painted
MOST_CLASSES = 10  # with a row in the picture, where the weights are not sent
MOST_POINTS = 400  # test images on the map
MOST_PIXELS = 100_000  # of the images of the confusion matrix, to be sent
MOST_IN_CELL = 12


def grid_of(images: ImageSet) -> dict[str, Any]:
    """Return rows, columns and levels of an image to paint, as ``pixels.js`` reads them."""
    rows, columns = images.images.shape[1:3]
    is_small = int(images.images.max()) <= SMALL_LEVEL
    most, radius = (SMALL_LEVEL, 0.35) if is_small else (LEVELS, 0.8)
    return {"rows": rows, "columns": columns, "most": most, "radius": radius}


def _scale(images: ImageSet) -> int:
    """Return how many levels of the image are one of the painted ones."""
    return 1 if int(images.images.max()) <= SMALL_LEVEL else 255 // LEVELS


def _is_paintable(images: ImageSet) -> bool:
    return images.images.ndim == 3 and len(images.class_names) * images.X.shape[1] <= MOST_WEIGHTS


def read_image(
    images: ImageSet, model: LinearDiscriminants, shown: ClassifiedImage, text: str
) -> ClassifiedImage:
    """Return the painted image with its scores, or the test image if none is painted."""
    grid = grid_of(images)
    levels = read_pixels(text, grid["rows"] * grid["columns"], grid["most"])
    if levels is None or not _is_paintable(images):
        return shown
    x = (levels * _scale(images)).astype(np.float64)
    return replace(shown, pixels=x, scores=model.scores(x[None])[0], truth=None)


def find_effects(model: LinearDiscriminants) -> Array:
    """Return the weights minus their mean over the classes, times the pixels' deviations, (K, d).

    A weight common to all classes does not affect the prediction, and a pixel that hardly ever
    changes may have a huge weight that affects hardly any image.
    """
    spread = np.sqrt(np.diagonal(model.covariance))
    effects: Array = (model.W - model.W.mean(axis=0)) * spread
    return effects


def describe_classes(
    view: str, images: ImageSet, model: LinearDiscriminants, shown: ClassifiedImage
) -> dict[str, Any]:
    """Return what the picture of an image and its classes reads.

    Where the weights of all classes would be too much to send, the most probable classes stand
    for all, and their log posteriors are those of the image, which cannot be painted then.
    """
    is_paintable = _is_paintable(images)
    logs = log_softmax(shown.scores)
    some = np.arange(len(logs)) if is_paintable else np.argsort(-logs, kind="stable")[:MOST_CLASSES]
    rows, columns = images.images.shape[1:3]
    effects = find_effects(model).reshape(len(logs), rows * columns, -1).mean(axis=2)  # of colours
    effects = effects[some] / (np.abs(effects).max() or 1.0)
    return {
        "grid": grid_of(images),
        "scale": _scale(images),
        "isPaintable": is_paintable,
        "image": shown.pixels.tolist(),
        "shares": None if is_paintable else _shares(images, shown.position),
        "truth": images.class_names[shown.truth] if shown.truth is not None else "",
        "names": [images.class_names[k] for k in some],
        "W": model.W[some].tolist(),
        "b": model.b[some].tolist(),
        "logs": None if is_paintable else logs[some].tolist(),
        "effects": _rounded(effects),
        "isSigned": view == "weights",
        "thumbs": _thumbs(view, images, model.means[some], effects),
    }


def _thumbs(view: str, images: ImageSet, means: Array, effects: Array) -> Any:
    """Return an image for each class: its mean, its weights, or none."""
    if view == "weights":
        return _rounded(effects)
    if view != "class means":
        return None
    if images.images.ndim == 4:
        return list(map(_colours, means))
    return _rounded(means / max(float(means.max()), 1.0))


def show_painted(
    view: str, images: ImageSet, model: LinearDiscriminants, shown: ClassifiedImage
) -> str:
    """Show an image to paint, with its scores or on the map; return what is painted."""
    d = images.images.shape[1] * images.images.shape[2]
    pixels = [Text(PIXELS, "Pixels row by row, one digit to base 36 each", "", d)]
    place, values = st.container(), ask_numbers(pixels)
    data = describe_classes(view, images, model, shown)
    if view == "map":
        data["map"] = _draw_map(images, model, data["names"])
    with place:
        live_picture("linear_discriminants", pixels, values, **data)
    painted: str = values[PIXELS]
    return painted


def _draw_map(images: ImageSet, model: LinearDiscriminants, names: list[str]) -> dict[str, Any]:
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


def show_confusion(images: ImageSet, scores: Array) -> None:
    """Show the confusion matrix, and images of the cell that is chosen."""
    counts = confusion_matrix(
        images.test_y, scores.argmax(axis=1), labels=range(len(images.class_names))
    )
    last = len(counts) - 1.0
    wrong = counts - np.diag(np.diagonal(counts))
    truth, predicted = np.unravel_index(int(wrong.argmax()), counts.shape)
    cell = [
        Number("truth", "True class", 0.0, last, float(truth), step=1.0),
        Number("predicted", "Predicted class", 0.0, last, float(predicted), step=1.0),
    ]
    place, values = st.container(), ask_numbers(cell)
    chosen = int(values["truth"]), int(values["predicted"])
    with place:
        live_picture(
            "linear_discriminants",
            cell,
            values,
            "confusion",
            names=list(images.class_names),
            counts=counts.tolist(),
            grid=grid_of(images),
            cells=sample_cells(images, scores, chosen),
        )


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
