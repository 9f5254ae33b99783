"""Small sets of images, made for the tests, as the files that hold them."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Arrays = tuple[Bytes, Bytes, Bytes, Bytes]


def make_arrays(
    seed: int = 0, n: int = 60, n_test: int = 20, K: int = 3, shape: tuple[int, ...] = (5, 4)
) -> Arrays:
    """Return noisy images of K classes and their labels, to learn from and to be judged on."""
    rng = np.random.default_rng(seed)
    means = rng.integers(40, 200, (K, *shape))

    def draw(size: int) -> tuple[Bytes, Bytes]:
        y = np.arange(size, dtype=np.uint8) % K
        noisy = means[y] + rng.normal(0, 20, (size, *shape))
        return noisy.clip(0, 255).astype(np.uint8), y

    return (*draw(n), *draw(n_test))


def write_npz(path: Path, arrays: Arrays) -> None:
    images, y, test_images, test_y = arrays
    np.savez(path, x_train=images, y_train=y, x_test=test_images, y_test=test_y)
