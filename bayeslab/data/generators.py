"""Generators: class-conditional densities in the plane, to draw data sets from.

Each function draws points of one class without knowing how many points the others have, so the
prior stays free::

    draw(label, size, noise, rng) -> array of shape (size, 2)

`label` is the class (0, 1, ...; of two classes, 0 is C- and 1 is C+), `noise` a standard deviation
or a factor on one (0 is allowed and gives the bare shape), `rng` the source of randomness. At their
usual noise the points lie within about ±2.5. :mod:`bayeslab.data.datasets` names and describes the
sets.
"""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

__all__ = [
    "Draw",
    "draw_blob",
    "draw_checkerboard",
    "draw_cloud",
    "draw_concentric",
    "draw_moon",
    "draw_pair",
    "draw_ring",
    "draw_spiral",
    "draw_unequal",
    "draw_xor",
]

Array = NDArray[np.float64]
Draw = Callable[[int, int, float, Generator], Array]


def draw_pair(label: int, size: int, noise: float, rng: Generator, distance: float) -> Array:
    """Draw from N(±μ, noise² I), the two means `distance` apart."""
    mean = (label - 0.5) * distance * np.array([0.8, 0.6])
    return mean + noise * rng.standard_normal((size, 2))


def draw_unequal(label: int, size: int, noise: float, rng: Generator) -> Array:
    """Draw from N(μ, noise² LL'): C- is a long tilted ellipse, C+ a rounder one tilted across."""
    mean = ([-0.5, -0.3], [0.7, 0.3])[label]
    L = np.array(([[0.8, 0.0], [0.6, 0.3]], [[0.4, 0.0], [-0.2, 0.5]])[label])
    return noise * rng.standard_normal((size, 2)) @ L.T + mean


def draw_concentric(label: int, size: int, noise: float, rng: Generator) -> Array:
    """Draw from N(0, σ² I): σ = 1.5 for C-, σ = noise for C+."""
    return (1.5, noise)[label] * rng.standard_normal((size, 2))


def draw_xor(label: int, size: int, noise: float, rng: Generator) -> Array:
    """Draw around two opposite corners (±1, ±1) in turn; C+ has the corners whose signs differ."""
    first = np.where(np.arange(size) % 2, 1.0, -1.0)
    second = first * (1, -1)[label]
    return np.column_stack([first, second]) + noise * rng.standard_normal((size, 2))


def draw_ring(label: int, size: int, noise: float, rng: Generator) -> Array:
    """Draw around a circle about the origin: radius 2 for C-, 1 for C+."""
    circle = (2, 1)[label] * _directions(rng.uniform(0, 2 * np.pi, size))
    return circle + noise * rng.standard_normal((size, 2))


def draw_moon(label: int, size: int, noise: float, rng: Generator) -> Array:
    """Draw around a half circle, the upper one for C-, the lower one for C+."""
    arc = _directions(rng.uniform(0, np.pi, size)) - [0.5, 0.25]
    return 1.5 * (1, -1)[label] * arc + noise * rng.standard_normal((size, 2))


def draw_spiral(label: int, size: int, noise: float, rng: Generator) -> Array:
    """Draw around r = 2t at the angle 3πt, 0.2 < t < 1; C+ is C- turned by half a turn."""
    t = np.sqrt(rng.uniform(0.04, 1, size))  # the root spreads the points evenly along the arm
    arm = 2 * t[:, None] * _directions(3 * np.pi * t + np.pi * label)
    return arm + noise * rng.standard_normal((size, 2))


def draw_blob(label: int, size: int, noise: float, rng: Generator, n_blobs: int) -> Array:
    """Draw from N(μ, noise² I), the means spaced evenly on the circle of radius 1.4."""
    angle = np.array([np.pi / 2 + 2 * np.pi * label / n_blobs])
    return 1.4 * _directions(angle) + noise * rng.standard_normal((size, 2))


def draw_checkerboard(label: int, size: int, noise: float, rng: Generator) -> Array:
    """Draw uniformly from the fields of one colour of a 4 × 4 board, each of side 1."""
    column = rng.integers(4, size=size)
    row = 2 * rng.integers(2, size=size) + (column + label) % 2
    field = np.column_stack([column, row]) - 2
    return field + rng.random((size, 2)) + noise * rng.standard_normal((size, 2))


def draw_cloud(label: int, size: int, noise: float, rng: Generator) -> Array:
    """Draw from N(0, noise² I), whatever the class."""
    return noise * rng.standard_normal((size, 2))


def _directions(angles: Array) -> Array:
    return np.column_stack([np.cos(angles), np.sin(angles)])
