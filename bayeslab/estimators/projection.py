"""The terms of projections, and how close two projections may be and still differ."""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from bayeslab.estimators.class_means import FAINT
from bayeslab.estimators.fit_error import FitError

Array = NDArray[np.float64]

# Projections closer than this, relative to the class means they are made of, are equal up to
# rounding.
PROJECTION_ACCURACY = 1e-13
# The same for leave-one-out projections by bumps that are faint, relative to themselves: e^-x has
# x times the relative error of x, with x up to 700.
FAINT_ACCURACY = 1e-10


class Terms(NamedTuple):
    """The terms of n projections: second(x), and the means of C+ and of C-, each of shape (n,)."""

    second: Array
    plus: Array
    minus: Array

    def project(self) -> Array:
        """Return the projections."""
        return self.second + self.plus - self.minus

    def take(self, positions: NDArray[np.intp]) -> Self:
        """Return the terms of some of the projections."""
        return self._make(term[positions] for term in self)

    def largest(self) -> float:
        """Return the largest absolute value of a term."""
        return max(float(max(term.max(), -term.min())) for term in self)

    def check(self) -> Self:
        """Return the terms, or raise a FitError if a projection is not finite."""
        if not np.isfinite(self.project()).all():
            raise FitError("projection_overflows")
        return self


def left_out_accuracy(sizes: Array, largest_term: float) -> Array:
    """Return how close leave-one-out projections may be and still differ by more than rounding.

    Sums of positive kernel values are accurate relative to themselves, so they can be told apart
    however small they are; where they are interpolated, relative to the largest one.

    Parameters
    ----------
    sizes : array of shape (n,)
        The sum of both classes' means over the others, at each point.
    largest_term : float
        The largest mean over all points.
    """
    is_faint = sizes < FAINT * largest_term
    return np.where(is_faint, FAINT_ACCURACY * sizes, PROJECTION_ACCURACY * largest_term)
