"""From inner products to kernels: the terms of the kernel Bayes decision function at one point.

The quadratic discriminant x'Wx + w'x can be computed from inner products of points alone: in
coordinates z = L^-1 x with LL' = C, the squared Mahalanobis length x'C^-1 x is z'z, and the inner
product with a class mean is the mean of the inner products with the points of the class. This
module evaluates both forms, so that the lesson can compare them, and the classical rule to which
each variant with the linear kernel is equivalent:

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

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bayeslab.estimators.gaussian import Discriminant, GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.threshold import best_threshold

Array = NDArray[np.float64]

# The covariance assumption (see bayeslab.estimators.gaussian) of the classical rule that each
# variant with the linear kernel is equivalent to.
CLASSICAL: Mapping[Variant, str] = {"I": "spherical", "II": "pooled", "III": "full"}


@dataclass(frozen=True)
class DecisionTerms:
    """The terms of the decision function at one point x.

    Attributes
    ----------
    plus, minus : float
        mean K(z++, z+) over the points of C+ and mean K(z--, z-) over those of C-.
    plus_length, minus_length : float
        K(z+, z+) and K(z-, z-).
    second : float
        The second-order term: (K(z-, z-) - K(z+, z+)) / 2 in variant III, else 0.
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
    """The bumps of a kernel Bayes classifier along a horizontal line of the plane.

    Attributes
    ----------
    x1 : array of shape (r,)
        Positions on the line.
    heights : tuple of arrays of shape (n-, r) and (n+, r)
        K(z_i, z) / n of each training point, those of C- first.
    score : array of shape (r,)
        The decision function.
    """

    x1: Array
    heights: tuple[Array, Array]
    score: Array


def decision_terms(model: KernelBayes, x: ArrayLike) -> DecisionTerms:
    """Return the terms of a fitted classifier's decision function at `x`, shape (d,)."""
    point = np.reshape(np.asarray(x, dtype=np.float64), (1, -1))
    kernel, parts = model.kernel_, (model.plus_, model.minus_)
    places = [part.coordinates(point) for part in parts]
    plus, minus = (float(part(kernel, z)[0]) for part, z in zip(parts, places, strict=True))
    plus_length, minus_length = (float(kernel.diagonal(z)[0]) for z in places)
    second = (minus_length - plus_length) / 2 if model.variant == "III" else 0.0
    projection = second + plus - minus
    score = projection + model.offset_
    return DecisionTerms(plus, minus, plus_length, minus_length, second, projection, score)


def slice_bumps(model: KernelBayes, x1: Array, x2: float) -> BumpSlice:
    """Return a fitted classifier's bumps along the line of points (x1[j], x2)."""
    line = np.column_stack((x1, np.full(len(x1), x2)))
    minus, plus = (
        part.weight * model.kernel_(part.points, part.coordinates(line)) / len(part.points)
        for part in (model.minus_, model.plus_)
    )
    return BumpSlice(x1, (minus, plus), model.decision_function(line))


def fit_classical(variant: Variant, X: ArrayLike, y: ArrayLike) -> Discriminant:
    """Fit the classical rule of a variant, with the offset searched as in kernel Bayes.

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
    d = GaussianBayes(CLASSICAL[variant], divisor="n-K").fit(X, y).discriminant_
    homogeneous = Discriminant(d.W, d.w, 0.0)
    search = best_threshold(homogeneous(X), np.where(np.asarray(y) == 1, 1, -1))
    return Discriminant(d.W, d.w, search.offset)


def best_line(X: ArrayLike, y: ArrayLike) -> tuple[Array, float, int]:
    """Search the line with the fewest errors in every direction.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,)
        1 for C+, 0 for C-.

    Returns
    -------
    w, offset, correct
        C+ is predicted where w'x + offset is positive.
    """
    points, signs = np.asarray(X, dtype=np.float64), np.where(np.asarray(y) == 1, 1, -1)
    first, second = np.triu_indices(len(points), 1)
    gaps = points[second] - points[first]
    # Between two of these angles the order of the projected points stays the same.
    turns = np.unique((np.arctan2(gaps[:, 1], gaps[:, 0]) + np.pi / 2) % np.pi)
    middles = (turns + np.roll(turns, -1) + np.pi * (np.arange(len(turns)) == len(turns) - 1)) / 2
    best = (np.zeros(2), 0.0, -1)
    for angle in np.concatenate((middles, middles + np.pi)):
        w = np.array((np.cos(angle), np.sin(angle)))
        search = best_threshold(points @ w, signs)
        correct = len(points) - int(search.errors[search.index])
        if correct > best[2]:
            best = (w, float(search.offset), correct)
    return best


def angle_between(v: Array, w: Array) -> float:
    """Return the angle between two directions in degrees: the arctangent of |sine| / cosine."""
    v, w = v / np.linalg.norm(v), w / np.linalg.norm(w)
    return float(np.degrees(2 * np.arctan2(np.linalg.norm(v - w), np.linalg.norm(v + w))))


def correct_with_mean_bumps(model: KernelBayes, X: ArrayLike, y: ArrayLike) -> int:
    """Return how many points are correct with a single bump on each class mean (eq. 187).

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
        part.weight * model.kernel_.mean(part.coordinates(points), part.points.mean(axis=0)[None])
        for part in (model.plus_, model.minus_)
    )
    search = best_threshold(plus - minus, np.where(np.asarray(y) == 1, 1, -1))
    return len(points) - int(search.errors[search.index])
