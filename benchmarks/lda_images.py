"""Print the accuracies of the linear classifiers post beside ours, with its slips and without.

Run ``python benchmarks/lda_images.py`` from the root of the project; names of image sets after it
(mnist, fashion_mnist, cifar10, cifar100) choose some of them. Sets that are not on this machine are
fetched from openml.org, once; where that is not possible, the reason stands below the table. The
first row are the digits of scikit-learn, tested on the images they were learnt from.

MNIST takes seconds, CIFAR a few minutes and, while it is being read, some 4 GB of memory.
"""

import sys
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

import machine  # noqa: F401 (finds what follows)
from core.image_download import fetch_images
from core.images import DIGITS, IMAGE_SETS, ImageSet, is_on_disk, load_images
from lessons.linear_discriminants.numbers import fit_discriminants

SLIPS: tuple[dict[str, Any], ...] = (
    {"divide_twice": True, "arithmetic": "bytes"},
    {"arithmetic": "bytes"},
    {"divide_twice": True},
    {},
)


def find_images(key: str) -> ImageSet:
    """Return a set of images, fetched if it is not here."""
    if not is_on_disk(key):
        fetch_images(key, lambda share: print(f"\r{key}: {share:.0%}", end="", file=sys.stderr))
        print(file=sys.stderr)
    return load_images(key)


def all_digits() -> ImageSet:
    """Return the digits, all of them to learn from and to be tested on."""
    halves = load_images(DIGITS)
    images = np.concatenate((halves.images, halves.test_images))
    y = np.concatenate((halves.y, halves.test_y))
    return ImageSet(images, y, images, y, halves.class_names)


def format_row(title: str, published: float | None, images: ImageSet) -> str:
    """Return one row of the table: the published accuracy and ours with fewer and fewer slips."""
    models = (fit_discriminants(images.X, images.y, **slips) for slips in SLIPS)
    ours = [float((model.predict(images.test_X) == images.test_y).mean()) for model in models]
    cells = ["-" if share is None else f"{share:.2%}" for share in (published, *ours)]
    return f"| {title} | " + " | ".join(cells) + " |"


def main(keys: list[str]) -> None:
    """Print the table, then what is missing in it."""
    print("| images | published | both slips | bytes | divided twice | right |")
    print("|---|---|---|---|---|---|")
    print(format_row("digits, on themselves", None, all_digits()), flush=True)
    missing = []
    for key in keys or IMAGE_SETS:
        try:
            entry = IMAGE_SETS[key]
            print(format_row(entry.title, entry.published, find_images(key)), flush=True)
        except KeyError:
            missing.append(f"There are no images {key}; use some of {', '.join(IMAGE_SETS)}.")
        except ValueError as problem:
            missing.append(str(problem))
    if missing:
        print("", *missing, sep="\n")


if __name__ == "__main__":
    with threadpool_limits(1, user_api="blas"):
        main(sys.argv[1:])
