"""Class means of a kernel, in the coordinates of a metric: the parts of kernel Bayes.

A mean over the *others* leaves out a point's own value. Where bumps are narrow the others
contribute far less than a point itself, so they are summed. Only if sums are interpolated, which
pays for wide bumps, are the others a difference; it is replaced by a sum at each point where it is
not large enough (:data:`FAINT`) to have nine correct digits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab.estimators.covariance import describe_flat, is_singular, whiten
from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.kernels import Kernel
from bayeslab.estimators.weights import total_of

Array = NDArray[np.float64]
Parts = tuple[slice, slice]  # the rows of C+ and of C-
Positions = NDArray[np.int64] | slice

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
        Lower Cholesky factor L of the covariance: z = L^-1 (x - center). None means the identity.
    weight : float
        1, or |covariance|^(-1/2), which makes an RBF mean a density (up to a common factor).
    center : array of shape (d,) or None
        None means 0.
    counts : array of shape (n,) or None
        How often each training point counts; None means once.
    """

    points: Array
    root: Array | None
    weight: float = 1.0
    center: Array | None = None
    counts: Array | None = None

    @property
    def total(self) -> float:
        """How often the class's training points count together."""
        return total_of(len(self.points), self.counts)

    @property
    def can_leave_out(self) -> bool:
        """Whether points remain when one copy of any of them is left out."""
        return len(self.points) > 1 or self.total > 1

    @property
    def shares(self) -> Array:
        """The factor of each kernel value in weight * mean, shape (n,)."""
        counts = np.ones(len(self.points)) if self.counts is None else self.counts
        return self.weight * counts / self.total

    def coordinates(self, X: Array) -> Array:
        """Return z for each row x of `X`."""
        offsets = X if self.center is None else X - self.center
        return offsets if self.root is None else whiten(self.root, offsets)

    def __call__(self, kernel: Kernel, Z: Array) -> Array:
        """Return weight * mean of K(z_i, z) for each row z of `Z`."""
        return self.weight * kernel.mean(Z, self.points, self.counts)


def sort_by_class(
    positive: NDArray[np.bool_], train: Positions = slice(None)
) -> tuple[NDArray[np.intp], Parts]:
    """Return an order of points in which those of C+, then those of C-, stand first.

    Parameters
    ----------
    positive : array of shape (n,)
        Which points are of C+.
    train : positions or slice
        The points the classes consist of; the others stand last.

    Returns
    -------
    order : array of shape (n,)
    parts : pair of slices
        Where each class stands.
    """
    rows = np.arange(len(positive))[train]
    is_plus = positive[rows]
    plus, minus = rows[is_plus], rows[~is_plus]
    others = np.ones(len(positive), dtype=bool)
    others[rows] = False
    parts = slice(0, len(plus)), slice(len(plus), len(rows))
    return np.concatenate([plus, minus, np.flatnonzero(others)]), parts


def evaluate_means(
    kernel: Kernel, plus: ClassMean, minus: ClassMean, X: Array, parts: Parts | None = None
) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Return both classes' coordinates of the rows of `X`, and their means there.

    Two classes in one metric share part of the work.

    Parameters
    ----------
    kernel : Kernel
    plus, minus : ClassMean
    X : array of shape (n, d)
    parts : pair of slices or None
        The rows of `X` that are the points of C+, and of C-; None if they are not among the rows.
    """
    places = plus.coordinates(X), minus.coordinates(X)
    groups = (plus.points, minus.points) if parts is None else parts
    evaluate: Any = kernel.means if parts is None else kernel.means_within
    weights = plus.counts, minus.counts
    if plus.root is minus.root:
        of_plus, of_minus = evaluate(places[0], groups, weights)
    else:
        (of_plus,), (of_minus,) = (
            evaluate(Z, [group], [w]) for Z, group, w in zip(places, groups, weights, strict=True)
        )
    return places, (plus.weight * of_plus, minus.weight * of_minus)


def evaluate_left_out(
    kernel: Kernel, plus: ClassMean, minus: ClassMean, X: Array, parts: Parts
) -> tuple[tuple[Array, Array], tuple[Array, Array], tuple[Array, Array]]:
    """Return what :func:`evaluate_means` returns, and both classes' means over the others.

    The parameters are those of :func:`evaluate_means`.
    """
    places = plus.coordinates(X), minus.coordinates(X)
    weights = plus.counts, minus.counts
    if plus.root is minus.root:
        of_plus, of_minus = kernel.means_of_others(places[0], parts, weights)
    else:
        (of_plus,), (of_minus,) = (
            kernel.means_of_others(Z, [part], [w])
            for Z, part, w in zip(places, parts, weights, strict=True)
        )
    means = plus.weight * of_plus.mean, minus.weight * of_minus.mean
    others = plus.weight * of_plus.others, minus.weight * of_minus.others
    if not (of_plus.is_exact and of_minus.is_exact):
        faint = np.flatnonzero(others[0] + others[1] < FAINT * max(map(np.max, means)))
        for side, Z, part, mean in zip((plus, minus), places, parts, others, strict=True):
            own = np.where((faint >= part.start) & (faint < part.stop), faint - part.start, -1)
            found = kernel.sum_others(Z[faint], Z[part], own, side.counts)
            mean[faint] = side.weight * found.others
    return places, means, others


def metric_root(
    covariance: Array, rounding: Array, names: Sequence[Any], code: str, **fields: Any
) -> Array:
    """Return the lower Cholesky factor of a covariance; raise the FitError if there is none."""
    if is_singular(covariance, rounding):
        flat = describe_flat(covariance, rounding, "use variant I", names)
        raise FitError(code, **fields).explained(flat)
    return np.linalg.cholesky(covariance).astype(np.float64, copy=False)
