"""From inner products to kernels: what a kernel Bayes classifier computes, step by step at a point.

The quadratic discriminant x'Wx + w'x needs no means and no covariances, only inner products of
points: in coordinates z = L^-1 x with LL' = C, the squared Mahalanobis length x'C^-1 x is z'z, and
the mean of a class enters as the mean of the inner products with its points. Here both forms are
evaluated, so that they can be held against each other, and against the classical rule that the
linear kernel gives:

======= ============= =============================================================
variant classical     when
======= ============= =============================================================
I       nearest mean  always
II      LDA           equal class sizes, or C+ u and C- u parallel with u its direction
III     QDA           always, up to the offset; covariances with divisor n - 1
======= ============= =============================================================

(II with metric="sum"; C+ u and C- u are parallel if, for instance, C+ and C- are proportional.)

Source: the kernelized Bayes classifier notes, eqs. 172-182 and 187.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bayeslab.estimators.gaussian import Discriminant, GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.threshold import best_threshold

__all__ = [
    "CLASSICAL",
    "BumpSlice",
    "Steps",
    "angle_between",
    "bump_shapes",
    "fit_classical",
    "right_by_mean_images",
    "slice_bumps",
    "take_steps",
]

Array = NDArray[np.float64]

# The covariance in bayeslab.estimators.gaussian of the rule that each variant's linear kernel comes
# to.
CLASSICAL: Mapping[Variant, str] = MappingProxyType(
    {"I": "spherical", "II": "pooled", "III": "full"}
)


@dataclass(frozen=True)
class Steps:
    """The decision at one point x, in its parts.

    Attributes
    ----------
    plus, minus : float
        mean K(z++, z+) over the points of C+ and mean K(z--, z-) over those of C-.
    plus_length, minus_length : float
        K(z+, z+) and K(z-, z-).
    second : float
        The second-order term: K(0, 0) + (K(z-, z-) - K(z+, z+)) / 2 in variant III, else 0.
    projection : float
        p(x) = second + plus - minus.
    score : float
        p(x) + b.
    """

    plus: float
    minus: float
    plus_length: float
    minus_length: float
    second: float
    projection: float
    score: float


@dataclass(frozen=True)
class BumpSlice:
    """The bumps of a kernel Bayes classifier along a level line of the plane.

    Attributes
    ----------
    x1 : array of shape (r,)
        Positions on the line.
    shares : tuple of arrays of shape (n-, r) and (n+, r)
        K(z_i, z) / n of each training point, those of C- first.
    score : array of shape (r,)
        The decision function.
    """

    x1: Array
    shares: tuple[Array, Array]
    score: Array


def take_steps(model: KernelBayes, x: ArrayLike) -> Steps:
    """Return the parts of a fitted classifier's decision at `x`, shape (d,)."""
    point = np.reshape(np.asarray(x, dtype=np.float64), (1, -1))
    kernel, sides = model.kernel_, (model.plus_, model.minus_)
    places = [side.coordinates(point) for side in sides]
    plus, minus = (float(side(kernel, z)[0]) for side, z in zip(sides, places, strict=True))
    plus_length, minus_length = (float(kernel.diagonal(z)[0]) for z in places)
    at_zero = float(kernel.diagonal(np.zeros_like(point))[0])
    second = at_zero + (minus_length - plus_length) / 2 if model.variant == "III" else 0.0
    projection = second + plus - minus
    score = projection + model.offset_
    return Steps(plus, minus, plus_length, minus_length, second, projection, score)


def bump_shapes(model: KernelBayes) -> tuple[Array, Array]:
    """Return the covariances LL' / (2 gamma) of the Gaussian bumps of C- and C+, (d, d) each.

    A bump exp(-gamma |z - z_i|^2) with z = L^-1 x has the shape of a Gaussian density with that
    covariance.
    """
    minus, plus = (
        np.eye(model.n_features_in_) if side.root is None else side.root @ side.root.T
        for side in (model.minus_, model.plus_)
    )
    return minus / (2 * model.gamma), plus / (2 * model.gamma)


def slice_bumps(model: KernelBayes, x1: Array, x2: float) -> BumpSlice:
    """Return a fitted classifier's bumps along the line of points (x1[j], x2)."""
    line = np.column_stack((x1, np.full(len(x1), x2)))
    minus, plus = (
        side.weight * model.kernel_(side.points, side.coordinates(line)) / len(side.points)
        for side in (model.minus_, model.plus_)
    )
    return BumpSlice(x1, (minus, plus), model.decision_function(line))


def fit_classical(variant: Variant, X: ArrayLike, y: ArrayLike) -> Discriminant:
    """Fit the classical rule of a variant, with its offset searched as kernel Bayes searches it.

    Parameters
    ----------
    variant : {"I", "II", "III"}
    X : array-like of shape (n, d)
    y : array-like of shape (n,)
        1 for C+, 0 for C-.

    Returns
    -------
    Discriminant
        Positive for C+: x'Wx + w'x + w0 with W and w of the classical rule and w0 = b.

    Raises
    ------
    ValueError
        If a class has no points, a value is not finite, or a covariance is singular.
    """
    d = GaussianBayes(CLASSICAL[variant], ddof=1).fit(X, y).discriminant_
    homogeneous = Discriminant(d.W, d.w, 0.0)
    search = best_threshold(homogeneous(X), np.where(np.asarray(y) == 1, 1, -1))
    return Discriminant(d.W, d.w, search.offset)


def angle_between(v: Array, w: Array) -> float:
    """Return the angle between two directions in degrees: the arctangent of |sine| / cosine."""
    v, w = v / np.linalg.norm(v), w / np.linalg.norm(w)
    return float(np.degrees(2 * np.arctan2(np.linalg.norm(v - w), np.linalg.norm(v + w))))


def right_by_mean_images(model: KernelBayes, X: ArrayLike, y: ArrayLike) -> int:
    """Return how many points are right if each class has one bump only, on its mean (eq. 187).

    Parameters
    ----------
    model : KernelBayes
        Fitted to `X` and `y`.
    X : array-like of shape (n, d)
    y : array-like of shape (n,)
        1 for C+, 0 for C-.
    """
    points = np.asarray(X, dtype=np.float64)
    plus, minus = (
        side.weight * model.kernel_.mean(side.coordinates(points), side.points.mean(axis=0)[None])
        for side in (model.plus_, model.minus_)
    )
    search = best_threshold(plus - minus, np.where(np.asarray(y) == 1, 1, -1))
    return len(points) - int(search.errors[search.index])
