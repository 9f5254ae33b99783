"""Images from openml.org, fetched once and kept on disk.

scikit-learn's ``fetch_openml`` says nothing while it fetches. How far it has come is seen from
outside, in the size of the files it writes.
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

__all__ = ["fetch_images"]

Progress = Callable[[float], object]  # is told the share of the download that has arrived, 0 to 1

FORBIDDEN = "BAYESLAB_DOWNLOADS"  # the environment variable that is "no" where nothing is fetched
OPENML = "https://www.openml.org"
TIMEOUT = 10  # seconds in which openml.org must answer at all
GLANCE = 0.5  # seconds between two looks at how much has arrived


def fetch_images(key: str, progress: Progress | None = None) -> None:
    """Fetch a set from openml.org and keep it as ``<key>.npz`` in the folder of images.

    Parameters
    ----------
    key : str
        A key of IMAGE_SETS.
    progress : callable, optional
        Told from time to time what share of the download has arrived.

    Raises
    ------
    ValueError
        If $BAYESLAB_DOWNLOADS is "no", openml.org cannot be reached or gives something else than
        expected, or the folder cannot be written.
    """
    entry, folder = IMAGE_SETS[key], image_folder()
    instead = f"put {key}.npz into the folder that {FOLDER} names"
    if os.environ.get(FORBIDDEN) == "no":
        raise ValueError(f"This server fetches no images: ask who runs it to {instead}.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        pixels, labels = _download(entry, folder, progress)
        images = _arrange(np.asarray(pixels), np.asarray(labels), entry)
    except (OSError, HTTPException) as problem:
        raise ValueError(
            f"openml.org cannot be reached from here, so {entry.title} cannot be fetched: connect "
            f"this machine to the network, or {instead}."
        ) from problem
    except (ValueError, ImportError) as problem:
        raise ValueError(
            f"openml.org did not give {entry.title} as expected: try again later, or {instead}."
        ) from problem
    try:
        _save(images, folder / f"{key}.npz")
    except OSError as problem:
        raise ValueError(
            f"{entry.title} was fetched but could not be saved: let {FOLDER} name a folder that "
            "can be written and has room."
        ) from problem


def _download(entry: ImageEntry, folder: Path, progress: Progress | None) -> tuple[Any, Any]:
    """Return pixels and labels, telling meanwhile how much of them has arrived."""
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
    with warnings.catch_warnings():  # of an error that is raised in the end, or got over
        warnings.simplefilter("ignore")
        found = fetch_openml(entry.openml, version=1, data_home=folder, as_frame=False)
    return found.data, found.target


def _arrange(pixels: np.ndarray, labels: np.ndarray, entry: ImageEntry) -> ImageSet:
    """Return rows of pixels as images, the first of them to learn from."""
    images = pixels.astype(np.uint8).reshape(-1, *entry.shape)
    if images.ndim == 4:
        images = np.ascontiguousarray(np.moveaxis(images, 1, 3))
    n = entry.n_train
    return gather_images((images[:n], labels[:n], images[n:], labels[n:]), entry.class_names)


def _save(images: ImageSet, path: Path) -> None:
    unfinished = path.with_suffix(f".{os.getpid()}.npz")  # never half a file under the right name
    np.savez_compressed(
        unfinished,
        x_train=images.images,
        y_train=images.y,
        x_test=images.test_images,
        y_test=images.test_y,
    )
    unfinished.replace(path)


def _megabytes(folder: Path) -> float:
    """Return the size of all that has come from openml.org, unfinished files included."""
    total = 0
    for path in (folder / "openml").rglob("*"):
        try:
            total += path.stat().st_size
        except FileNotFoundError:  # it was renamed just now
            continue
    return total / 1e6
