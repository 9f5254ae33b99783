"""Image sets from openml.org, downloaded once and stored on disk.

scikit-learn's ``fetch_openml`` reports no progress. The progress is read from the size of the files
that it writes.
"""

import os
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import numpy as np
from sklearn.datasets import fetch_openml

from core.images import (
    FOLDER,
    IMAGE_SETS,
    ImageEntry,
    ImageSet,
    gather_images,
    image_folder,
)

Progress = Callable[[float], object]  # called with the share that has been downloaded, 0 to 1

FORBIDDEN = "BAYESLAB_DOWNLOADS"  # environment variable; "no" forbids downloads
OPENML = "https://www.openml.org"
TIMEOUT = 10  # seconds in which openml.org must answer at all
GLANCE = 0.5  # seconds between two progress reports


def fetch_images(key: str, progress: Progress | None = None) -> None:
    """Download a set from openml.org and store it as ``<key>.npz`` in the folder of images.

    Parameters
    ----------
    key : str
        A key of IMAGE_SETS.
    progress : callable, optional
        Called repeatedly with the share that has been downloaded.

    Raises
    ------
    ValueError
        If $BAYESLAB_DOWNLOADS is "no", openml.org cannot be reached or sends unexpected data, or
        the folder cannot be written.
    """
    entry, folder = IMAGE_SETS[key], image_folder()
    instead = f"put {key}.npz into the folder that {FOLDER} names"
    if os.environ.get(FORBIDDEN) == "no":
        raise ValueError(f"This server does not download images: ask its operator to {instead}.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        pixels, labels = _download(entry, folder, progress)
        images = _arrange(np.asarray(pixels), np.asarray(labels), entry)
    except (OSError, HTTPException) as problem:
        raise ValueError(
            f"openml.org cannot be reached, so {entry.title} cannot be downloaded: connect the "
            f"server to the internet, or {instead}."
        ) from problem
    except (ValueError, ImportError) as problem:
        raise ValueError(
            f"openml.org did not send {entry.title} as expected: try again later, or {instead}."
        ) from problem
    try:
        _save(images, folder / f"{key}.npz")
    except OSError as problem:
        raise ValueError(
            f"{entry.title} was downloaded but could not be saved: set {FOLDER} to a folder that "
            "is writable and has enough space."
        ) from problem


def _download(entry: ImageEntry, folder: Path, progress: Progress | None) -> tuple[Any, Any]:
    """Return pixels and labels, and report the progress meanwhile."""
    before = _megabytes(folder)
    with ThreadPoolExecutor(1) as pool:
        download = pool.submit(_ask_openml, entry, folder)
        while not wait([download], GLANCE).done:
            if progress is not None:
                progress(min(1.0, (_megabytes(folder) - before) / entry.megabytes))
        return download.result()


def _ask_openml(entry: ImageEntry, folder: Path) -> tuple[Any, Any]:
    """Return the pixels (n, d) and labels (n,) as openml.org has them."""
    with urlopen(OPENML, timeout=TIMEOUT):  # without it fetch_openml may wait for minutes
        pass
    with warnings.catch_warnings():  # a failed attempt is repeated, or raises in the end
        warnings.simplefilter("ignore")
        bunch = fetch_openml(entry.openml, version=1, data_home=folder, as_frame=False)
    return bunch.data, bunch.target


def _arrange(pixels: np.ndarray, labels: np.ndarray, entry: ImageEntry) -> ImageSet:
    """Return rows of pixels as images; the first ones are the training images."""
    images = pixels.astype(np.uint8).reshape(-1, *entry.shape)
    if images.ndim == 4:
        images = np.ascontiguousarray(np.moveaxis(images, 1, 3))
    n = entry.n_train
    return gather_images((images[:n], labels[:n], images[n:], labels[n:]), entry.class_names)


def _save(images: ImageSet, path: Path) -> None:
    temporary = path.with_suffix(f".{os.getpid()}.npz")  # never half a file under the right name
    np.savez_compressed(
        temporary,
        x_train=images.images,
        y_train=images.y,
        x_test=images.test_images,
        y_test=images.test_y,
    )
    temporary.replace(path)


def _megabytes(folder: Path) -> float:
    """Return the size of all files from openml.org, including unfinished ones."""
    total = 0
    for path in (folder / "openml").rglob("*"):
        try:
            total += path.stat().st_size
        except FileNotFoundError:  # it has just been renamed
            continue
    return total / 1e6
