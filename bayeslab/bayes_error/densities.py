"""Class-conditional densities that are known, on the line and in the plane.

A density gives its logarithm at a point and draws points. Its :class:`Extents` tell a scan or an
integration which region to cover, and how finely.

There are four kinds: the Gaussian; the mixture of other densities; a curve and a checkerboard that
normal noise has blurred. With them every generated data set has its density
(:mod:`bayeslab.bayes_error.problems`).
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.linalg import solve_triangular
from scipy.spatial.distance import cdist
from scipy.special import log_ndtr, logsumexp, ndtr

from bayeslab.data.shapes import Board
from bayeslab.estimators.bayes_rule import resolve_priors
from bayeslab.estimators.covariance import is_singular

Array = NDArray[np.float64]

BLOCK_ROWS = 256  # evaluated on a curve at once, so that the table of distances stays in the cache


@dataclass(frozen=True)
class Extents:
    """Where a density is large: m centres, with the widest and narrowest deviation about each.

    `centres` has the shape (m, d); `widest` and `narrowest` have the shape (m,).
    """

    centres: Array
    widest: Array
    narrowest: Array


class Density(metaclass=ABCMeta):
    """A probability density on the line (d = 1) or, unless a kind differs, in the plane."""

    @property
    def n_features(self) -> int:
        """The number of features, d."""
        return 2

    @property
    @abstractmethod
    def extents(self) -> Extents:
        """Where the density is large."""

    @abstractmethod
    def log_density(self, X: Array) -> Array:
        """Return log p(x) for each row x of `X`, shape (n,)."""

    @abstractmethod
    def sample(self, size: int, rng: Generator) -> Array:
        """Draw `size` points, shape (size, d)."""

    def mass(self, low: Array, high: Array) -> Array:
        """Return P(low < x < high), element by element, for a density on the line."""
        raise ValueError("Only Gaussians on the line and their mixtures have masses of intervals.")


@dataclass(frozen=True)
class Gaussian(Density):
    """N(mean, covariance), with d numbers for the mean and d rows of d for the covariance.

    Raises
    ------
    ValueError
        If the shapes do not fit, or the covariance is not symmetric and positive definite.

    Examples
    --------
    >>> from bayeslab.bayes_error import Gaussian, Problem, error_rate
    >>> classes = [Gaussian([0.0], [[1.0]]), Gaussian([2.0], [[1.0]])]
    >>> round(error_rate(Problem("two bells", classes)).value, 4)
    0.1587
    """

    mean: Sequence[float]
    covariance: Sequence[Sequence[float]]

    def __post_init__(self) -> None:
        mean, C = np.array(self.mean, np.float64), np.array(self.covariance, np.float64)
        if mean.ndim != 1 or C.shape != (mean.size, mean.size):
            raise ValueError(
                "A Gaussian needs d numbers for its mean and d × d for its covariance."
            )
        if not (np.isfinite(mean).all() and np.isfinite(C).all() and (C == C.T).all()):
            raise ValueError("Give a finite mean and a finite, symmetric covariance.")
        # A negative variance counts as zero, which is singular.
        if is_singular(C * (np.diagonal(C) > 0), np.zeros(len(C))):
            raise ValueError(f"The covariance {C.tolist()} is not positive definite: widen it.")
        object.__setattr__(self, "mean", tuple(mean.tolist()))  # plain values can be hashed
        object.__setattr__(self, "covariance", tuple(map(tuple, C.tolist())))

    @cached_property
    def _lower(self) -> Array:
        """The Cholesky factor L of the covariance."""
        return np.linalg.cholesky(np.array(self.covariance))

    @property
    def n_features(self) -> int:
        """The number of features, d."""
        return len(self.mean)

    @property
    def extents(self) -> Extents:
        """The mean, with the roots of the largest and smallest eigenvalue of the covariance."""
        deviations: Array = np.sqrt(np.linalg.eigvalsh(np.array(self.covariance)))
        return Extents(np.array([self.mean]), deviations[-1:], deviations[:1])

    def log_density(self, X: Array) -> Array:
        """Return -(|L^-1 (x - mean)|^2 + d log(2 pi)) / 2 - log |L|, with LL' = covariance."""
        z = solve_triangular(
            self._lower, (X - np.array(self.mean)).T, lower=True, check_finite=False
        )
        log_determinant = np.log(np.diagonal(self._lower)).sum()
        return -((z**2).sum(axis=0) + len(z) * np.log(2 * np.pi)) / 2 - log_determinant

    def sample(self, size: int, rng: Generator) -> Array:
        """Draw mean + L z, with z standard normal."""
        return np.array(self.mean) + rng.standard_normal((size, self.n_features)) @ self._lower.T

    def mass(self, low: Array, high: Array) -> Array:
        """Return Phi(b) - Phi(a), with a and b the ends in standard deviations from the mean."""
        if self.n_features != 1:
            return super().mass(low, high)
        a, b = ((end - self.mean[0]) / self._lower[0, 0] for end in (low, high))
        # Above the mean the difference is taken between upper tails, which keep their digits there.
        return np.where(a > 0, ndtr(-a) - ndtr(-b), ndtr(b) - ndtr(a))


def normal(mean: float, deviation: float) -> Gaussian:
    """Return the Gaussian N(mean, deviation^2) on the line."""
    return Gaussian((mean,), ((deviation**2,),))


@dataclass(frozen=True)
class Mixture(Density):
    """The density sum_j w_j p_j(x); the weights w_j are positive and sum to 1.

    Raises
    ------
    ValueError
        If the weights are no such numbers, or the parts differ in their number of features.
    """

    weights: Sequence[float]
    parts: Sequence[Density]

    def __post_init__(self) -> None:
        parts = tuple(self.parts)
        weights = resolve_priors(self.weights, np.ones(len(parts), np.int64))
        if len({part.n_features for part in parts}) != 1:
            raise ValueError("All densities must have the same number of features.")
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "weights", tuple(weights.tolist()))

    @property
    def n_features(self) -> int:
        """The number of features, d."""
        return self.parts[0].n_features

    @property
    def extents(self) -> Extents:
        """Those of all parts."""
        of_parts = [part.extents for part in self.parts]
        return Extents(
            np.concatenate([extents.centres for extents in of_parts]),
            np.concatenate([extents.widest for extents in of_parts]),
            np.concatenate([extents.narrowest for extents in of_parts]),
        )

    def log_parts(self, X: Array) -> Array:
        """Return log p_j(x) for each row x of `X` and each part, shape (n, parts)."""
        return np.column_stack([part.log_density(X) for part in self.parts])

    def log_density(self, X: Array) -> Array:
        """Return log sum_j w_j p_j(x)."""
        return logsumexp(np.log(self.weights) + self.log_parts(X), axis=1)

    def sample_parts(self, size: int, rng: Generator) -> tuple[Array, NDArray[np.int64]]:
        """Draw the part of each point, then the point: shapes (size, d) and (size,)."""
        part_of = rng.choice(len(self.parts), size, p=self.weights).astype(np.int64)
        X = np.empty((size, self.n_features))
        for j, part in enumerate(self.parts):
            X[part_of == j] = part.sample(int((part_of == j).sum()), rng)
        return X, part_of

    def sample(self, size: int, rng: Generator) -> Array:
        """Draw points without reporting their parts."""
        return self.sample_parts(size, rng)[0]

    def mass(self, low: Array, high: Array) -> Array:
        """Return sum_j w_j P_j(low < x < high)."""
        masses = [part.mass(low, high) for part in self.parts]
        return np.tensordot(self.weights, masses, axes=1)


@dataclass(frozen=True)
class NoisyCurve(Density):
    """A point spread evenly over 0 < u < 1 along a curve, plus noise N(0, noise^2 I).

    The density is the integral of N(x; curve(u), noise^2 I) over u, by Gauss-Legendre quadrature
    with nodes closer together than the noise is wide: the error is below 1e-8 of the largest
    density.

    Attributes
    ----------
    curve : callable
        Takes u, shape (m,), to points in the plane, shape (m, 2).
    length : float
        About the length of the curve.
    noise : float
        Standard deviation in each direction.
    """

    curve: Callable[[Array], Array]
    length: float
    noise: float

    @cached_property
    def _nodes(self) -> tuple[Array, Array]:
        u, weights = np.polynomial.legendre.leggauss(max(32, round(1.6 * self.length / self.noise)))
        return self.curve((u + 1) / 2), weights / 2

    @property
    def extents(self) -> Extents:
        """Points along the curve, with the noise."""
        centres = self._nodes[0][::3]
        deviations = np.full(len(centres), self.noise)
        return Extents(centres, deviations, deviations)

    def log_density(self, X: Array) -> Array:
        """Return log sum_j w_j exp(-|x - curve(u_j)|^2 / (2 noise^2)) - log(2 pi noise^2)."""
        points, weights = self._nodes
        # A block of rows at a time, so that memory stays bounded.
        blocks = [X[start : start + BLOCK_ROWS] for start in range(0, len(X), BLOCK_ROWS)]
        sums = [
            _log_sum(cdist(block, points, "sqeuclidean"), weights, 2 * self.noise**2)
            for block in blocks
        ]
        return np.concatenate([*sums, np.empty(0)]) - np.log(2 * np.pi * self.noise**2)

    def sample(self, size: int, rng: Generator) -> Array:
        """Draw u, then the noise."""
        return self.curve(rng.random(size)) + self.noise * rng.standard_normal((size, 2))


def _log_sum(squares: Array, weights: Array, width: float) -> Array:
    """Return log sum_j w_j exp(-squares_ij / width) for each row i (overwrites `squares`)."""
    nearest = squares.min(axis=1, keepdims=True)  # factored out, so that no sum is zero
    np.subtract(nearest, squares, out=squares)
    squares /= width
    np.maximum(squares, -600, out=squares)  # numbers near the underflow are slow
    return np.log(np.exp(squares, out=squares) @ weights) - nearest[:, 0] / width


@dataclass(frozen=True)
class NoisyBoard(Density):
    """The fields of one colour of a 4 × 4 board about the origin, plus noise N(0, noise^2 I).

    With e and o the densities of a coordinate that is uniform on the even, or odd, of four unit
    intervals, plus noise, the density is (e(x1) e(x2) + o(x1) o(x2)) / 2 for colour 0, and
    (e(x1) o(x2) + o(x1) e(x2)) / 2 for colour 1.
    """

    colour: int
    noise: float

    @property
    def extents(self) -> Extents:
        """Points along the edges of the fields, with twice the noise, for an edge is smooth."""
        along = np.linspace(-2 - self.noise, 2 + self.noise, 2 + round(2 / self.noise))
        edge, t = (grid.ravel() for grid in np.meshgrid(np.arange(-2.0, 3.0), along))
        centres = np.concatenate([np.column_stack([edge, t]), np.column_stack([t, edge])])
        deviations = np.full(len(centres), self.noise)
        return Extents(centres, deviations, 2 * deviations)

    def log_density(self, X: Array) -> Array:
        """Return the logarithm of the density above."""
        first, second = (self._log_stripes(X[:, axis]) for axis in (0, 1))
        second = second[::-1] if self.colour else second
        return np.logaddexp(*(first + second)) - np.log(2)

    def sample(self, size: int, rng: Generator) -> Array:
        """Draw the field, the point in it, then the noise."""
        return Board(self.colour).draw(size, self.noise, rng)

    def _log_stripes(self, x: Array) -> Array:
        """Return log e(x) and log o(x), shape (2, n)."""
        ends = (x - np.arange(-2, 3)[:, None]) / self.noise
        high, low = ends[:-1], ends[1:]
        # Phi(high) - Phi(low), in the lower tail, where both keep their digits.
        high, low = np.where(low > 0, -low, high), np.where(low > 0, -high, low)
        log_high = log_ndtr(high)
        logs = log_high + np.log1p(-np.exp(log_ndtr(low) - log_high))
        return np.logaddexp(logs[:2], logs[2:]) - np.log(2)
