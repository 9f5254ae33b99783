"""Class means of a kernel, in the coordinates of a metric: the parts of kernel Bayes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bayeslab.estimators.covariance import is_singular, whiten
from bayeslab.estimators.kernels import Kernel

__all__ = ["ClassMean", "evaluate_means", "metric_root"]

Array = NDArray[np.float64]


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

    def without(self, own: Array, diagonal: Array) -> Array:
        """Return the means at the class's own points, each without its own term K(z_i, z_i)."""
        n = len(self.points)
        return (n * own - self.weight * diagonal) / (n - 1)


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


def metric_root(covariance: Array, rounding: Array, owner: str) -> Array:
    """Return the lower Cholesky factor of a covariance, or say why there is none."""
    if is_singular(covariance, rounding):
        raise ValueError(
            f"The covariance of {owner} is singular: a feature is constant, or the points lie on a "
            "line or plane or are too few. Move or add points, or use variant I, which needs none."
        )
    return np.linalg.cholesky(covariance).astype(np.float64, copy=False)
