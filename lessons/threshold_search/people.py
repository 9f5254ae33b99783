"""The tests of lesson 7: one number for each person, and what each cut of the line costs."""

from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from bayeslab.estimators.threshold import best_threshold

# What each person's test says: the healthy, then the ill.
HEALTHY = (28, 31, 34, 36, 38, 39, 41, 43, 44, 45, 46, 47, 48, 50, 51, 52, 54, 55, 61, 66)
ILL = (42, 49, 53, 58, 59, 60, 62, 63, 64, 65, 67, 68, 69, 70, 71, 73, 74, 76, 79, 83)
MIRROR = 111  # a test in which the ill have low numbers
# Few ill people, and at least as many healthy ones above each of them.
MANY_HEALTHY = (*(round(NormalDist(42, 6.5).inv_cdf((i + 0.5) / 38), 1) for i in range(38)),
                60, 62, 64, 65, 68, 70, 72)  # fmt: skip
FEW_ILL = (58, 61, 63, 66, 69)
TESTS = {
    "high": (HEALTHY, ILL),
    "low": tuple(tuple(MIRROR - value for value in values) for values in (HEALTHY, ILL)),
    "rare": (MANY_HEALTHY, FEW_ILL),
}


@dataclass(frozen=True, eq=False)
class Cuts:
    """All cuts of a line: cut k calls the k lowest people healthy and all others ill.

    Attributes
    ----------
    values, is_ill : array of shape (N,)
        Of the people, by their numbers.
    places : array of shape (N + 1,)
        Where the cuts are, midway between neighbours.
    missed, alarms : array of shape (N + 1,)
        How many ill people a cut calls healthy, and how many healthy ones ill.
    below, above : array of shape (N + 1,)
        The sum of a side, where an ill person counts +1 and a healthy one -1.
    """

    values: NDArray[np.float64]
    is_ill: NDArray[np.bool_]
    places: NDArray[np.float64]
    missed: NDArray[np.int64]
    alarms: NDArray[np.int64]
    below: NDArray[np.int64]
    above: NDArray[np.int64]

    @property
    def errors(self) -> NDArray[np.int64]:
        """How many people each cut gets wrong."""
        return self.missed + self.alarms

    @property
    def purity(self) -> NDArray[np.int64]:
        """The label consistency J of each cut."""
        purity: NDArray[np.int64] = abs(self.below) + abs(self.above)
        return purity

    def costs(self, cost: int) -> NDArray[np.int64]:
        """Return what each cut costs, where a false alarm costs one and a missed person `cost`."""
        costs: NDArray[np.int64] = cost * self.missed + self.alarms
        return costs


@cache
def cuts_of(test: str) -> Cuts:
    """Return all cuts of one of the tests."""
    healthy, ill = TESTS[test]
    search = best_threshold([*healthy, *ill], [-1] * len(healthy) + [1] * len(ill))
    below = np.concatenate(([0], np.cumsum(search.labels)))
    is_ill = search.labels > 0
    missed = np.concatenate(([0], np.cumsum(is_ill)))
    alarms = search.errors - missed
    return Cuts(search.scores, is_ill, search.cuts, missed, alarms, below, below[-1] - below)
