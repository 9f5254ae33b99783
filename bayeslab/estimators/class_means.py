"""Class means of a kernel, in the coordinates of a metric: the parts of kernel Bayes.

A mean over the *others* leaves out a point's own value. Where bumps are narrow the others
contribute far less than a point itself, so they are summed. Only if sums are interpolated, which
pays for wide bumps, are the others a difference; it is replaced by a sum at each point where it is
not large enough (:data:`FAINT`) to have nine correct digits.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab.estimators.covariance import is_singular, whiten
from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.kernels import Kernel, LeftOut

__all__ = ["FAINT", "ClassMean", "evaluate_left_out", "evaluate_means", "metric_root"]

Array = NDArray[np.float64]

# Class means below this, relative to the largest one, are summed pair by pair in leave-one-out. An
# interpolant errs by some 1e-13 of the largest mean, which is 1e-9 of this.
FAINT = 1e-4


@dataclass(frozen=True)
class ClassMean:
    """One class's part of the projection: x -> weight * mean of K(z_i, z) over its points.

    Attributes
    ----------
    points : array of shape (n, d)
        The class's training points, in the coordinates z.
    root : array of shape (d, d) or None
        Lower Cholesky factor L of the covariance: z = L^-1 x. None means z = x.
    weight : float
        1, or |covariance|^(-1/2), which makes an RBF mean a density (up to a common factor).
    """

    points: Array
    root: Array | None
    weight: float = 1.0

    def coordinates(self, X: Array) -> Array:
        """Return z for each row x of `X`."""
        return X if self.root is None else whiten(self.root, X)

    def __call__(self, kernel: Kernel, Z: Array) -> Array:
        """Return weight * mean of K(z_i, z) for each row z of `Z`."""
        return self.weight * kernel.mean(Z, self.points)

    def sum_others(self, kernel: Kernel, Z: Array, own: NDArray[np.intp]) -> Array:
        """Return weight * mean of K(z_i, z) over the points other than z, summed pair by pair."""
        return self.weight * kernel.sum_others(Z, self.points, own).others


def evaluate_means(
    kernel: Kernel, plus: ClassMean, minus: ClassMean, X: Array
) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Return both classes' coordinates of the rows of `X`, and their means there.

    Two classes in one metric share part of the work.
    """
    Z_plus = plus.coordinates(X)
    if plus.root is minus.root:
        of_plus, of_minus = kernel.means(Z_plus, (plus.points, minus.points))
        return (Z_plus, Z_plus), (plus.weight * of_plus, minus.weight * of_minus)
    Z_minus = minus.coordinates(X)
    return (Z_plus, Z_minus), (plus(kernel, Z_plus), minus(kernel, Z_minus))


def evaluate_left_out(
    kernel: Kernel,
    plus: ClassMean,
    minus: ClassMean,
    X: Array,
    owns: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> tuple[tuple[Array, Array], tuple[Array, Array], tuple[Array, Array]]:
    """Return what :func:`evaluate_means` returns, and both classes' means over the others.

    Parameters
    ----------
    kernel : Kernel
    plus, minus : ClassMean
    X : array of shape (n, d)
    owns : pair of arrays of shape (n,)
        Which point of C+, and of C-, each row of `X` is; -1 if none.
    """
    sides, places = (plus, minus), (plus.coordinates(X), minus.coordinates(X))
    found: list[LeftOut] = []
    if plus.root is minus.root:
        found = kernel.means_of_others(places[0], (plus.points, minus.points), owns)
    else:
        for side, Z, own in zip(sides, places, owns, strict=True):
            found += kernel.means_of_others(Z, (side.points,), (own,))
    means = plus.weight * found[0].mean, minus.weight * found[1].mean
    others = plus.weight * found[0].others, minus.weight * found[1].others
    if not all(each.is_exact for each in found):
        faint = np.flatnonzero(others[0] + others[1] < FAINT * max(map(np.max, means)))
        for side, Z, own, mean in zip(sides, places, owns, others, strict=True):
            mean[faint] = side.sum_others(kernel, Z[faint], own[faint])
    return places, means, others


def metric_root(covariance: Array, rounding: Array, code: str, **fields: Any) -> Array:
    """Return the lower Cholesky factor of a covariance; raise the FitError if there is none."""
    if is_singular(covariance, rounding):
        raise FitError(code, **fields)
    return np.linalg.cholesky(covariance).astype(np.float64, copy=False)
