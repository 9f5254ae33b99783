"""Problems whose class densities are known: a few to teach with, and those behind the data sets.

``PROBLEMS_1D`` is a table of small problems on the line. Every generated data set
(:mod:`bayeslab.data.datasets`) is drawn from densities of its own, which :func:`known_problem`
gives: they are those of :mod:`bayeslab.data.generators`, function by function.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from bayeslab.bayes_error.densities import (
    Density,
    Gaussian,
    Mixture,
    NoisyBoard,
    NoisyCurve,
    normal,
)
from bayeslab.bayes_error.optimal import Problem
from bayeslab.data.datasets import DATASETS, DatasetSpec, GeneratedEntry, load

__all__ = ["DENSITIES", "PROBLEMS_1D", "known_problem"]

Array = NDArray[np.float64]

LEAST_NOISE = 0.05  # narrower densities would need too many cells


def _round(x1: float, x2: float, deviation: float) -> Gaussian:
    return Gaussian((x1, x2), ((deviation**2, 0), (0, deviation**2)))


# fmt: off
PROBLEMS_1D: Mapping[str, Problem] = MappingProxyType({
    "equal_variances": Problem("Equal variances", (normal(-1, 1), normal(1, 1))),
    "unequal_variances": Problem("Unequal variances", (normal(-1, 0.6), normal(1, 1.5))),
    "same_mean": Problem("Same mean, different spread", (normal(0, 2), normal(0, 0.5))),
    "rare_class": Problem("A rare class", (normal(-1, 1), normal(1, 1)), (0.9, 0.1)),
    "three_classes": Problem("Three classes", (normal(-2, 1), normal(0, 0.7), normal(2.5, 1.2))),
    "mixture": Problem("Two bumps around one", (
        Mixture((0.5, 0.5), (normal(-2, 0.7), normal(2, 0.7))), normal(0, 0.8))),
})
# fmt: on


def known_problem(spec: DatasetSpec) -> Problem | None:
    """Return the problem that a generated data set is drawn from, or None if it has none.

    The priors follow from the balance, before class sizes are rounded. Real data has
    no known density, and below a noise of 0.05 a generated one is too narrow to integrate. The
    densities are those of the features as they are drawn, before they are standardised.

    Raises
    ------
    ValueError
        As :func:`bayeslab.data.datasets.load`.
    """
    load(spec)  # refuses a spec that cannot be generated
    entry = DATASETS[spec.name]
    if not isinstance(entry, GeneratedEntry):
        return None
    noise = entry.noise if spec.noise is None else spec.noise
    balance = entry.balance if spec.balance is None else spec.balance
    if noise < LEAST_NOISE:
        return None
    K = entry.n_classes
    densities = [DENSITIES[entry.key](label, noise) for label in range(K)]
    priors = [*[(1 - balance) / (K - 1)] * (K - 1), balance]
    return Problem(entry.title, densities, priors, entry.class_names)


# The densities of the generators, each f(label, noise).


def _pair(label: int, noise: float, distance: float) -> Density:
    return _round((label - 0.5) * distance * 0.8, (label - 0.5) * distance * 0.6, noise)


def _unequal(label: int, noise: float) -> Density:
    mean = ((-0.5, -0.3), (0.7, 0.3))[label]
    C = np.array((((0.64, 0.48), (0.48, 0.45)), ((0.16, -0.08), (-0.08, 0.29)))[label])
    return Gaussian(mean, (noise**2 * C).tolist())


def _concentric(label: int, noise: float) -> Density:
    return _round(0, 0, (1.5, noise)[label])


def _xor(label: int, noise: float) -> Density:
    sign = (1, -1)[label]
    return Mixture((0.5, 0.5), (_round(1, sign, noise), _round(-1, -sign, noise)))


def _blob(label: int, noise: float, n_blobs: int) -> Density:
    angle = np.pi / 2 + 2 * np.pi * label / n_blobs
    return _round(1.4 * np.cos(angle), 1.4 * np.sin(angle), noise)


def _cloud(label: int, noise: float) -> Density:
    return _round(0, 0, noise)


def _ring(label: int, noise: float) -> Density:
    radius = (2, 1)[label]
    return NoisyCurve(lambda u: radius * _directions(2 * np.pi * u), 2 * np.pi * radius, noise)


def _moon(label: int, noise: float) -> Density:
    factor = 1.5 * (1, -1)[label]
    return NoisyCurve(lambda u: factor * (_directions(np.pi * u) - [0.5, 0.25]), 4.8, noise)


def _spiral(label: int, noise: float) -> Density:
    def arm(u: Array) -> Array:
        t = np.sqrt(0.04 + 0.96 * u)
        return 2 * t[:, None] * _directions(3 * np.pi * t + np.pi * label)

    return NoisyCurve(arm, 10, noise)


def _directions(angles: Array) -> Array:
    return np.column_stack([np.cos(angles), np.sin(angles)])


DENSITIES: Mapping[str, Callable[[int, float], Density]] = MappingProxyType(
    {
        "two_gaussians": partial(_pair, distance=2),
        "unequal_gaussians": _unequal,
        "concentric": _concentric,
        "xor": _xor,
        "rings": _ring,
        "moons": _moon,
        "spirals": _spiral,
        "three_blobs": partial(_blob, n_blobs=3),
        "four_blobs": partial(_blob, n_blobs=4),
        "checkerboard": NoisyBoard,
        "imbalanced": partial(_pair, distance=1),
        "random_labels": _cloud,
    }
)
