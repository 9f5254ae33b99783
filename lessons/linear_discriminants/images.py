"""The discriminants of a set of images and their predictions, computed once for all visitors."""

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import confusion_matrix

from core.caching import memoize
from core.images import file_version, load_images
from lessons.linear_discriminants.numbers import LinearDiscriminants, fit_discriminants

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_MODELS = 192 * 2**20  # bytes kept: two of colour images, each with a covariance of 75 MB
MOST_PREDICTIONS = 32 * 2**20  # bytes kept: four of 10,000 images of 100 classes


@dataclass(frozen=True, eq=False)
class Predictions:
    """The predictions of a classifier for the test images, and their accuracy.

    Attributes
    ----------
    scores : array of shape (n_test, K)
    counts : array of shape (K, K)
        The confusion matrix: test images by true and by predicted class.
    test, training : float
        Accuracies.
    """

    scores: Array
    counts: Integers
    test: float
    training: float

    @property
    def most_confused(self) -> tuple[int, int]:
        """The true and the predicted class of the most frequent error."""
        wrong = self.counts - np.diag(np.diagonal(self.counts))
        row, column = np.unravel_index(int(wrong.argmax()), wrong.shape)
        return int(row), int(column)


def _versions(key: str, arithmetic: str) -> Hashable:
    return file_version(key), arithmetic


@memoize(16, key=_versions, max_bytes=MOST_MODELS)
def fit_images(key: str, arithmetic: str) -> LinearDiscriminants:
    """Return the discriminants of a set of images, the means subtracted in that arithmetic."""
    images = load_images(key)
    return fit_discriminants(images.X, images.y, arithmetic=arithmetic)


@memoize(16, key=_versions, max_bytes=MOST_PREDICTIONS)
def predict_images(key: str, arithmetic: str) -> Predictions:
    """Return the predictions of the discriminants of a set of images for its test images."""
    images, model = load_images(key), fit_images(key, arithmetic)
    scores = model.scores(images.test_X)
    labels = range(len(images.class_names))
    counts = confusion_matrix(images.test_y, scores.argmax(axis=1), labels=labels)
    training = float((model.predict(images.X) == images.y).mean())
    return Predictions(scores, counts, accuracy(scores, images.test_y), training)


def accuracy(scores: Array, y: Integers) -> float:
    """Return the accuracy of predictions by the largest of the scores (n, K)."""
    return float((scores.argmax(axis=1) == y).mean())
