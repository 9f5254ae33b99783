"""Four examples of the threshold search: in three of them label consistency (eq. 181) fails.

The kernelized Bayes classifier notes choose the cut k of the N sorted projections that maximises

    J(k) = |sum_{i<=k} y_i| + |sum_{i>k} y_i|,    k = 1 ... N - 1.

If points above the cut are assigned to C+ and E(k) is the number of wrong labels, the first sum is
E - n- and the second n+ - E, so

    J(k) = max(|N - 2 E(k)|, |n+ - n-|).

Therefore J is as large for few correct points as for few wrong ones (upside down), it is constant
for any number of wrong labels between n+ and n- (imbalance), and it counts cuts between equal
projections, which no threshold can make (ties). Each example is a state of the lab with this
criterion.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.threshold import ThresholdSearch
from core.caching import memoize
from core.compute import fitted_model
from core.drawing import draw, encode_drawing
from core.limits import Names
from core.state import DRAWN, LabState

# Nine points of C+ to the left of ten of C-, and one outlier of C+ far to the right.
WITH_OUTLIER = (
    (-0.20, -1.2), (-0.46, -0.9), (-0.73, -0.6), (-0.29, -0.3), (-0.55, 0.0),
    (-0.81, 0.3), (-0.38, 0.6), (-0.64, 0.9), (-0.90, 1.2), (12.0, 0.0),
)  # fmt: skip
OTHER_CLASS = (
    (0.36, -1.35), (0.67, -1.05), (0.20, -0.75), (0.51, -0.45), (0.82, -0.15),
    (0.36, 0.15), (0.67, 0.45), (0.20, 0.75), (0.51, 1.05), (0.82, 1.35),
)  # fmt: skip

IMBALANCED = DatasetSpec("imbalanced", n=100)
PRINTED = LabState(model="I", kernel="linear", threshold="consistency")


def outlier_state() -> LabState:
    """Return the state of the lab with the points of which one is an outlier."""
    y = np.repeat([1, 0], [len(WITH_OUTLIER), len(OTHER_CLASS)])
    return replace(PRINTED, data=DRAWN, points=encode_drawing(draw(WITH_OUTLIER + OTHER_CLASS, y)))


def iris_state() -> LabState:
    """Return the state of the lab with every second flower of versicolor and virginica."""
    iris = load(DatasetSpec("iris", classes=(1, 2)))
    names = Names.fit(*iris.feature_names, *iris.class_names)
    points = encode_drawing(draw(iris.X[::2], iris.y[::2]))
    return replace(PRINTED, data=DRAWN, points=points, names=names)


SEARCH_EXAMPLES: Mapping[str, LabState] = {
    "moons": replace(PRINTED, data="moons", n=60, kernel="rbf"),
    "upside_down": outlier_state(),
    "imbalance": replace(PRINTED, data=IMBALANCED.name, n=IMBALANCED.n),
    "ties": iris_state(),
}


def search_both(state: LabState) -> tuple[ThresholdSearch, ThresholdSearch]:
    """Return the searches by label consistency (eq. 181) and by the number of errors."""
    printed, repaired = (
        fitted_model(replace(state, threshold=criterion).fit_spec(state.model)).threshold_search_
        for criterion in ("consistency", "error")
    )
    return printed, repaired


def label_sums(search: ThresholdSearch) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the sums of the labels below and above each cut, (N + 1,) each."""
    below = np.concatenate(([0], np.cumsum(search.labels)))
    return below, below[-1] - below


def count_errors(search: ThresholdSearch) -> NDArray[np.int64]:
    """Return how many points the classifier with the threshold of each cut gets wrong, (N + 1,).

    A point exactly on the threshold is assigned to C-. For a realisable cut these are the wrong
    labels of the cut.
    """
    below = np.searchsorted(search.scores, search.cuts, side="right")
    errors: NDArray[np.int64] = search.errors[below]
    return errors


@memoize(8, max_bytes=2**16)
def share_below_half(spec: DatasetSpec, draws: int) -> float:
    """Return the share of draws in which label consistency has a training accuracy below one half.

    The classifier is variant I with the linear kernel.

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
