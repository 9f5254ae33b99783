"""Readers of image files: Keras's ``.npz`` files and the IDX files of MNIST.

Both hold the same four arrays: training images, their labels, test images, their labels. An IDX
file is two zero bytes, the type of its numbers (8: unsigned bytes), the number of dimensions, their
sizes as big-endian 32-bit integers, and the numbers; it may be compressed by gzip.
"""

import gzip
import math
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = tuple[NDArray[Any], ...]  # training images, their labels, test images, their labels

PARTS = ("x_train", "y_train", "x_test", "y_test")
IDX_NAMES = ("train-images", "train-labels", "t10k-images", "t10k-labels")
BYTES = b"\0\0\x08"  # how an IDX file of unsigned bytes begins


def read_npz(path: Path) -> Arrays:
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


def read_idx_folder(folder: Path) -> Arrays:
    """Read four IDX files, named as those of MNIST.

    Raises
    ------
    ValueError
        If one of them is missing or is not what its header says.
    """
    return tuple(read_idx(_find(folder, name)) for name in IDX_NAMES)


def read_idx(path: Path) -> NDArray[np.uint8]:
    """Read one IDX file of unsigned bytes, compressed if its name ends in ``.gz``.

    Raises
    ------
    ValueError
        If it is not such a file, or is cut off.
    """
    try:
        raw = path.read_bytes()
        content = gzip.decompress(raw) if path.suffix == ".gz" else raw
    except (OSError, EOFError, zlib.error) as problem:
        raise ValueError(f"{path.name} cannot be read; download it again.") from problem
    start = 4 + 4 * content[3] if content[:3] == BYTES and len(content) > 3 else 0
    shape = np.frombuffer(content[4:start].ljust(start - 4, b"\0"), ">u4").tolist() if start else []
    if not shape or len(content) - start != math.prod(shape):
        raise ValueError(f"{path.name} is not a complete IDX file of bytes; download it again.")
    return np.frombuffer(content, np.uint8, offset=start).reshape(shape).copy()


def _find(folder: Path, name: str) -> Path:
    paths = sorted(folder.glob(f"{name}*"))
    if not paths:
        raise ValueError(
            f"The folder {folder.name} has no file {name}; put the four IDX files into it."
        )
    return paths[0]
