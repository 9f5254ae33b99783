"""Image sets with classes: scikit-learn's digits, and larger sets from files.

The larger sets are looked for in one folder, :func:`image_folder`, as ``<key>.npz`` with the arrays
``x_train``, ``y_train``, ``x_test`` and ``y_test``, as Keras has them. :mod:`core.image_download`
fetches them from openml.org into that folder. Images are 8-bit, as in their files; code that needs
other types converts them.
"""

import os
import zipfile
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.datasets import load_digits

from core.caching import memoize

Bytes = NDArray[np.uint8]
Labels = NDArray[np.int64]

DIGITS = "digits"
PARTS = ("x_train", "y_train", "x_test", "y_test")  # of a file
FOLDER = "BAYESLAB_IMAGES"  # environment variable with the path of the folder
MOST_CLASSES = 1000  # a larger label is an error in the file
MOST_PIXELS = 192 * 2**20  # bytes kept: the largest set, 60,000 colour images, and smaller ones


@dataclass(frozen=True, eq=False)
class ImageSet:
    """Training and test images; the arrays are read-only.

    Attributes
    ----------
    images, test_images : uint8 arrays of shape (n, h, w) or (n, h, w, 3)
    y, test_y : arrays of shape (n,)
        Their classes, 0..K-1.
    class_names : K names

    Raises
    ------
    ValueError
        If the arrays do not match, are not 8-bit, or a class has no training image.
    """

    images: Bytes
    y: Labels
    test_images: Bytes
    test_y: Labels
    class_names: tuple[str, ...]

    def __post_init__(self) -> None:
        for images, y in ((self.images, self.y), (self.test_images, self.test_y)):
            _check_images(images, y)
            images.setflags(write=False)
            y.setflags(write=False)
        _require(
            self.images.shape[1:] == self.test_images.shape[1:],
            "Training and test images differ in size; use images of one size.",
        )
        K = len(self.class_names)
        _require(
            np.array_equal(np.unique(self.y), range(K)) and self.test_y.max() < K,
            "A class has no training images; number the classes from 0 without gaps.",
        )

    @property
    def X(self) -> Bytes:  # noqa: N802
        """The training images as rows of pixels, shape (n, d)."""
        return self.images.reshape(len(self.y), -1)

    @property
    def test_X(self) -> Bytes:
        """The test images as rows of pixels, shape (n_test, d)."""
        return self.test_images.reshape(len(self.test_y), -1)


@dataclass(frozen=True)
class ImageEntry:
    """An image set: its names here and at openml.org, and its expected content.

    Attributes
    ----------
    key, title : str
    openml : str
        Its name at openml.org, version 1: rows of pixels, the training images first.
    shape : tuple of int
        Of an image's pixels in such a row: (h, w), or (3, h, w) for one colour after the other.
    n_train : int
        Training images.
    megabytes : int
        Approximate size of the download.
    published : float
        The accuracy that the linear classifiers post reports.
    class_names : tuple of str
        If empty, the classes are named by their numbers.
    """

    key: str
    title: str
    openml: str
    shape: tuple[int, ...]
    n_train: int
    megabytes: int
    published: float
    class_names: tuple[str, ...] = ()


def image_folder() -> Path:
    """Return the folder of the larger sets: $BAYESLAB_IMAGES, else ~/.cache/bayeslab."""
    return Path(os.environ.get(FOLDER) or "~/.cache/bayeslab").expanduser()


def is_on_disk(key: str) -> bool:
    """Return whether :func:`load_images` finds that set on this machine."""
    return key == DIGITS or _path_of(key).is_file()


def _path_of(key: str) -> Path:
    return image_folder() / f"{key}.npz"


def file_version(key: str) -> Hashable:
    """Return a key that changes with the file of a set: its path, size and time."""
    path = _path_of(key)
    stat = path.stat() if path.exists() else None
    return key, str(path), stat and (stat.st_size, stat.st_mtime_ns)


@memoize(16, key=file_version, max_bytes=MOST_PIXELS)
def load_images(key: str) -> ImageSet:
    """Return an image set that is on this machine, the same one until its files change.

    The digits keep their order: the first half, rounded up, is for training. The second half was
    written by other people.

    Parameters
    ----------
    key : str
        "digits", or a key of IMAGE_SETS.

    Raises
    ------
    ValueError
        If the set is unknown or missing, or its files are invalid.
    """
    if key == DIGITS:
        digits = load_digits()
        n = (len(digits.target) + 1) // 2
        images, y = digits.images.astype(np.uint8), digits.target
        return gather_images((images[:n], y[:n], images[n:], y[n:]))
    _require(key in IMAGE_SETS, f"There are no images {key!r}; use one of {', '.join(IMAGE_SETS)}.")
    entry = IMAGE_SETS[key]
    if is_on_disk(key):
        return gather_images(read_npz(_path_of(key)), entry.class_names)
    raise ValueError(
        f"{entry.title} is not on this server yet: download it from openml.org, or put {key}.npz "
        f"into the folder that {FOLDER} names."
    )


def read_npz(path: Path) -> tuple[NDArray[Any], ...]:
    """Read the arrays x_train, y_train, x_test and y_test of a file.

    Raises
    ------
    ValueError
        If it has no such arrays, or they are Python objects and not numbers.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            return tuple(file[name] for name in PARTS)
    # TypeError: a single array, which cannot be opened as a file of several.
    except (TypeError, KeyError, ValueError, OSError, EOFError, zipfile.BadZipFile) as problem:
        raise ValueError(
            f"{path.name} does not contain the arrays {', '.join(PARTS)}; save it again with "
            "numpy.savez."
        ) from problem


def gather_images(arrays: Iterable[Any], class_names: tuple[str, ...] = ()) -> ImageSet:
    """Return a set from training images, their labels, test images and their labels.

    Parameters
    ----------
    arrays : four arrays
        Images as in :class:`ImageSet`; labels are whole numbers, possibly as text.
    class_names : tuple of str
        Used if there is one for each class.

    Raises
    ------
    ValueError
        If the arrays are invalid or do not match.
    """
    images, y, test_images, test_y = arrays
    y, test_y = _read_labels(y), _read_labels(test_y)
    K = int(y.max(initial=0)) + 1
    names = class_names if len(class_names) == K else tuple(map(str, range(K)))
    return ImageSet(images, y, test_images, test_y, names)


def _read_labels(y: ArrayLike) -> Labels:
    try:
        labels = np.asarray(y).ravel().astype(np.float64)
    except ValueError:
        labels = np.array([np.nan])
    _require(
        np.isin(labels, range(MOST_CLASSES)).all(),
        f"The labels are not whole numbers from 0 to {MOST_CLASSES - 1}; number the classes.",
    )
    return labels.astype(np.int64)


def _check_images(images: Bytes, y: Labels) -> None:
    _require(
        images.dtype == np.uint8,
        f"The images are of type {images.dtype}; save them as 8-bit integers, uint8.",
    )
    _require(
        images.ndim in (3, 4) and images.shape[3:] in ((), (3,)) and images.size > 0,
        f"The images have shape {images.shape}; give (n, h, w), or (n, h, w, 3) for colours.",
    )
    _require(
        len(images) == len(y),
        f"There are {len(images)} images and {len(y)} labels; give one label for each image.",
    )


def _require(holds: bool | np.bool_, sentence: str) -> None:
    if not holds:
        raise ValueError(sentence)


# fmt: off
_CLOTHES = ("T-shirt", "trousers", "pullover", "dress", "coat",
            "sandal", "shirt", "sneaker", "bag", "boot")
_THINGS = ("airplane", "automobile", "bird", "cat", "deer",
           "dog", "frog", "horse", "ship", "truck")

IMAGE_SETS: Mapping[str, ImageEntry] = MappingProxyType({entry.key: entry for entry in (
    ImageEntry("mnist", "MNIST", "mnist_784", (28, 28), 60_000, 15, 0.8390),
    ImageEntry("fashion_mnist", "Fashion-MNIST", "Fashion-MNIST", (28, 28), 60_000, 35, 0.7651,
               _CLOTHES),
    ImageEntry("cifar10", "CIFAR-10", "CIFAR_10", (3, 32, 32), 50_000, 225, 0.3785, _THINGS),
    ImageEntry("cifar100", "CIFAR-100", "CIFAR-100", (3, 32, 32), 50_000, 225, 0.1667),
)})
# fmt: on
