"""Four searches for a threshold: one that goes well, and three that eq. 181 gets wrong.

The kernelized Bayes classifier notes choose the cut k of the N sorted projections that maximises

    J(k) = |sum_{i<=k} y_i| + |sum_{i>k} y_i|,    k = 1 ... N - 1.

With E(k) errors, C+ being called above the cut, the first sum is E - n-, the second n+ - E, so

    J(k) = max(|N - 2 E(k)|, |n+ - n-|).

Therefore J is large for few errors, but as large for few right answers (upside down); it cannot see
errors between n+ and n- (imbalance); and it counts cuts between equal projections, which no
threshold can make (ties). Each example is a state of the lab, with the notes' rule.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.threshold import ThresholdSearch
from core.drawing import draw, encode_drawing
from core.limits import Names
from core.state import DRAWN, LabState

__all__ = ["RARE", "SEARCH_EXAMPLES", "count_errors", "label_sums", "share_mostly_wrong"]

# Nine points of C+ left of ten of C-, and a tenth far to the right of them all.
STRAY_PLUS = (
    (-0.20, -1.2), (-0.46, -0.9), (-0.73, -0.6), (-0.29, -0.3), (-0.55, 0.0),
    (-0.81, 0.3), (-0.38, 0.6), (-0.64, 0.9), (-0.90, 1.2), (12.0, 0.0),
)  # fmt: skip
STRAY_MINUS = (
    (0.36, -1.35), (0.67, -1.05), (0.20, -0.75), (0.51, -0.45), (0.82, -0.15),
    (0.36, 0.15), (0.67, 0.45), (0.20, 0.75), (0.51, 1.05), (0.82, 1.35),
)  # fmt: skip

RARE = DatasetSpec("imbalanced", n=100)
PRINTED = LabState(model="I", kernel="linear", threshold="consistency")


def stray_point() -> LabState:
    """Return the points of which one has strayed, as a drawing."""
    y = np.repeat([1, 0], [len(STRAY_PLUS), len(STRAY_MINUS)])
    return replace(PRINTED, data=DRAWN, points=encode_drawing(draw(STRAY_PLUS + STRAY_MINUS, y)))


def iris_training_half() -> LabState:
    """Return every second flower of versicolor and virginica, as a drawing."""
    iris = load(DatasetSpec("iris", classes=(1, 2)))
    names = Names.fit(*iris.feature_names, *iris.class_names)
    points = encode_drawing(draw(iris.X[::2], iris.y[::2]))
    return replace(PRINTED, data=DRAWN, points=points, names=names)


SEARCH_EXAMPLES: Mapping[str, LabState] = MappingProxyType(
    {
        "moons": replace(PRINTED, data="moons", n=60, kernel="rbf"),
        "upside down": stray_point(),
        "imbalance": replace(PRINTED, data=RARE.name, n=RARE.n),
        "ties": iris_training_half(),
    }
)


def label_sums(search: ThresholdSearch) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the sums of the labels below and above each cut, (N + 1,) each."""
    below = np.concatenate(([0], np.cumsum(search.labels)))
    return below, below[-1] - below


def count_errors(search: ThresholdSearch) -> NDArray[np.int64]:
    """Return how many points the threshold of each cut leaves off their side, (N + 1,).

    A point exactly on the threshold is on neither side: its decision function is 0. Where a cut is
    realisable these are its errors, else they can be more.
    """
    side = np.sign(search.scores - search.cuts[:, None])
    errors: NDArray[np.int64] = (side != search.labels).sum(axis=1)
    return errors


def share_mostly_wrong(spec: DatasetSpec, draws: int) -> float:
    """Return in which share of draws the notes' rule gets less than half of the points right.

    The classifier is variant I with the linear kernel, and judged on its training points.

    Parameters
    ----------
    spec : DatasetSpec
        A generated data set of two classes; its seed is replaced by 0 ... draws - 1.
    draws : int
    """
    wrong = 0
    for seed in range(draws):
        points = load(replace(spec, seed=seed))
        model = KernelBayes("I", kernel="linear", threshold="consistency").fit(points.X, points.y)
        search = model.threshold_search_
        wrong += int(2 * search.errors[search.index] > len(points.y))
    return wrong / draws
