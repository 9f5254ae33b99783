"""Problems whose class densities are known: a few to teach with, and those behind the data sets.

``PROBLEMS_1D`` is a table of small problems on the line. Every generated data set
(:mod:`bayeslab.data.datasets`) is drawn from densities of its own, which :func:`known_problem`
gives: they are those of its shapes (:mod:`bayeslab.data.shapes`).
"""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

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
from bayeslab.data.shapes import Arc, Board, Shape

LEAST_NOISE = 0.05  # narrower densities would need too many cells


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
    densities = [_density(shape, noise) for shape in entry.shapes]
    priors = [*[(1 - balance) / (K - 1)] * (K - 1), balance]
    return Problem(entry.title, densities, priors, entry.class_names)


def _density(shape: Shape, noise: float) -> Density:
    if isinstance(shape, Board):
        return NoisyBoard(shape.colour, noise)
    if isinstance(shape, Arc):
        return NoisyCurve(shape.at, shape.length, noise)
    L = np.array(shape.factor)
    C = (noise if shape.spread is None else shape.spread) ** 2 * (L @ L.T)
    clouds = tuple(Gaussian(mean, C.tolist()) for mean in shape.means)
    return clouds[0] if len(clouds) == 1 else Mixture((1 / len(clouds),) * len(clouds), clouds)
