"""Problems whose class densities are known: a few to teach with, and those behind the data sets.

``PROBLEMS_1D`` is a table of small problems on the line. Every generated data set
(:mod:`bayeslab.data.datasets`) is drawn from densities of its own, which :func:`known_problem`
gives: they are those of its shapes (:mod:`bayeslab.data.shapes`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import overload

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


@overload
def known_problem(source: str) -> Problem: ...
@overload
def known_problem(source: DatasetSpec) -> Problem | None: ...
def known_problem(source: DatasetSpec | str) -> Problem | None:
    """Return a small problem by name, or the one that a generated data set is drawn from.

    Parameters
    ----------
    source : str or DatasetSpec
        The name of a problem with one feature: "equal_variances", "unequal_variances",
        "same_mean", "rare_class", "three_classes" or "mixture". Or a data set: its priors follow
        from the balance, before class sizes are rounded; its densities are those of the features
        as they are drawn, before they are standardised.

    Returns
    -------
    Problem or None
        None for real data, which has no known density, and for data with a noise below 0.05, whose
        densities are too narrow to integrate.

    Raises
    ------
    ValueError
        If there is no problem of that name, or as :func:`bayeslab.load`.

    Examples
    --------
    >>> known_problem("rare_class").priors
    (0.9, 0.1)
    """
    if isinstance(source, str):
        if source not in PROBLEMS_1D:
            names = ", ".join(PROBLEMS_1D)
            raise ValueError(
                f"There is no problem {source!r}; choose one of {names}, or give a DatasetSpec."
            )
        return PROBLEMS_1D[source]
    spec = source
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
