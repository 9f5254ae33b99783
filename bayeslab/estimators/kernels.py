"""Kernels: inner products in a feature space that is never computed.

A kernel is a function k(a, b) of two points that equals an inner product of their images under some
map. Every method that needs only inner products can therefore run in that space by calling k. Each
kernel here is a frozen value with its formula in one line; ``KERNELS`` lists them by name. The
properties of a kernel (its title, whether it has a gamma, whether it is a bump) are attributes of
its class, so that no other module lists kernels.

Bayes classifiers need a kernel in just two ways: the mean of k(x, b) over the points b of a class
(:meth:`Kernel.mean`) and the squared length k(x, x) of an image (:meth:`Kernel.diagonal`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from bayeslab.estimators.exponentials import BLOCK_CELLS, exponentials, gaussian_values
from bayeslab.estimators.sums import gaussian_means, gaussian_means_within, is_interpolated
from bayeslab.estimators.weights import (
    Weights,
    heaviest_copy,
    mean_of,
    one_copy,
    row_sums,
    total_of,
    total_of_others,
)

Array = NDArray[np.float64]
KernelFunction = Callable[[Array, Array], Array]

GAMMA, GAMMA_RANGE = 5.0, (0.01, 1000.0)  # where nothing else is said, and to choose from


@dataclass(frozen=True)
class LeftOut:
    """The means of kernel values over the points of a class, and over the others among them.

    Attributes
    ----------
    mean : array of shape (n,)
        Over all points of the class.
    others : array of shape (n,)
        The same, but at a point of the class without its own value k(a, a): without one copy of it,
        if its weight is that of several.
    is_exact : bool
        Whether `others` are sums over the others, accurate relative to their value. If not, they
        are differences, whose error is relative to `mean`.
    """

    mean: Array
    others: Array
    is_exact: bool = True


class Kernel(ABC):
    """A symmetric function of two points, evaluated on whole sets of points.

    Attributes
    ----------
    title : str
        The name in a choice of kernels.
    is_bump : bool
        Whether k(a, .) is a bump around a, so that its mean over a class is a density estimate up
        to a factor; assumed for unknown kernels.
    is_positive : bool
        Whether no kernel value is negative, so that sums of them cannot cancel and have as many
        correct digits as the values; not assumed for unknown kernels.
    has_fast_sums : bool
        Whether means over many points take fewer kernel values than one for each pair.
    distance_power : int
        The power of a distance that gamma is multiplied by, if the kernel has a gamma.
    """

    title: ClassVar[str] = "A function"
    is_bump: ClassVar[bool] = True
    is_positive: ClassVar[bool] = False
    has_fast_sums: ClassVar[bool] = False
    distance_power: ClassVar[int] = 2

    @classmethod
    def has(cls, parameter: str) -> bool:
        """Return whether the kernel has a parameter of that name."""
        return parameter in getattr(cls, "__match_args__", ())  # the fields of a dataclass

    @abstractmethod
    def __call__(self, A: Array, B: Array) -> Array:
        """Return all kernel values between two sets of points.

        Parameters
        ----------
        A : array of shape (n, d)
        B : array of shape (m, d)

        Returns
        -------
        array of shape (n, m)
            k(A[i], B[j]).
        """

    @abstractmethod
    def diagonal(self, A: Array) -> Array:
        """Return k(a, a), the squared length of each point's image, shape (n,)."""

    def distance_at(self, exponent: float) -> float:
        """Return the distance at which a bump has exp(-exponent) of its height.

        Infinity for a kernel that is not a bump, or is unknown.
        """
        del exponent
        return np.inf

    def mean(self, A: Array, B: Array, weights: Array | None = None) -> Array:
        """Return the mean of k(a, b) over the rows b of `B`, for each row a of `A`, shape (n,).

        `weights`, of shape (m,), say how often each row b counts. The work goes in blocks of rows,
        so memory is bounded whatever the two sizes. Each row is summed on its own: equal points
        always get equal means, to the bit.
        """
        out = np.empty(len(A))
        rows = max(1, BLOCK_CELLS // len(B))
        for start in range(0, len(A), rows):
            block = slice(start, start + rows)
            out[block] = row_sums(self(A[block], B), weights)
        return out / total_of(len(B), weights)

    def means(self, A: Array, groups: Sequence[Array], weights: Weights) -> list[Array]:
        """Return :meth:`mean` for each group of points b."""
        return [self.mean(A, B, w) for B, w in zip(groups, weights, strict=True)]

    def means_within(self, A: Array, parts: Sequence[slice], weights: Weights) -> list[Array]:
        """Return :meth:`means` at each row of `A`, of groups that are parts of `A`."""
        return self.means(A, [A[part] for part in parts], weights)

    def means_of_others(self, A: Array, parts: Sequence[slice], weights: Weights) -> list[LeftOut]:
        """Return :meth:`means_within`, and the means that leave out each point's own value.

        The contributions of the others are summed: as a difference, they would have no correct
        digit where they are smaller than the rounding errors of k(a, a).
        """
        return [
            self.sum_others(A, A[part], _own_rows(len(A), part), w)
            for part, w in zip(parts, weights, strict=True)
        ]

    def sum_others(
        self, A: Array, B: Array, own: NDArray[np.intp], weights: Array | None = None
    ) -> LeftOut:
        """Return the means over the rows of `B`, with and without the own ones, pair by pair.

        Parameters
        ----------
        A : array of shape (n, d)
        B : array of shape (m, d)
        own : array of shape (n,)
            The row of `B` that is the row of `A`; -1 if none is.
        weights : array of shape (m,) or None
            How often each row of `B` counts.
        """
        mean, others, n = np.empty(len(A)), np.empty(len(A)), len(B)
        w = np.ones(n) if weights is None else weights
        total, stays = total_of(n, weights), 1 - one_copy(w) / w
        rows = max(1, BLOCK_CELLS // n)
        for start in range(0, len(A), rows):
            block = slice(start, start + rows)
            K, at = self(A[block], B), np.flatnonzero(own[block] >= 0)
            mean[block] = row_sums(K, weights) / total
            K[at, own[block][at]] *= stays[own[block][at]]
            others[block] = K.sum(axis=1)
            del K  # two blocks at once would not fit into the cache
        return LeftOut(mean, np.where(own >= 0, others / total_of_others(n, weights, own), mean))


@dataclass(frozen=True)
class LinearKernel(Kernel):
    """The inner product itself: k(a, b) = a'b."""

    title = "Linear"
    is_bump = False
    has_fast_sums = True

    def __call__(self, A: Array, B: Array) -> Array:  # noqa: D102
        return A @ B.T

    def diagonal(self, A: Array) -> Array:  # noqa: D102
        return (A * A).sum(axis=1)

    def mean(self, A: Array, B: Array, weights: Array | None = None) -> Array:
        """Return a'(mean of B): the one kernel whose mean of values is the value at the mean."""
        return (A * mean_of(B, weights)).sum(axis=1)

    def sum_others(
        self, A: Array, B: Array, own: NDArray[np.intp], weights: Array | None = None
    ) -> LeftOut:
        """Return the means, and differences, which never become small."""
        mean, n = self.mean(A, B, weights), len(B)
        once = 1.0 if weights is None else one_copy(weights)[own]
        others = total_of(n, weights) * mean - once * self.diagonal(A)
        others /= total_of_others(n, weights, own)
        if weights is not None:
            at = np.flatnonzero(own == heaviest_copy(weights))
            others[at] = super().sum_others(A[at], B, own[at], weights).others
        return LeftOut(mean, np.where(own >= 0, others, mean))


@dataclass(frozen=True)
class RBFKernel(Kernel):
    """The Gaussian kernel k(a, b) = exp(-gamma |a - b|^2); gamma is 1 / (2 width^2)."""

    title = "RBF (Gaussian)"
    is_positive = True
    has_fast_sums = True

    gamma: float

    def __post_init__(self) -> None:
        check_gamma(self.gamma)

    def __call__(self, A: Array, B: Array) -> Array:  # noqa: D102
        return gaussian_values(A, B, self.gamma)

    def diagonal(self, A: Array) -> Array:  # noqa: D102
        return np.ones(len(A))

    def distance_at(self, exponent: float) -> float:  # noqa: D102
        return float(np.sqrt(exponent / self.gamma))

    def mean(self, A: Array, B: Array, weights: Array | None = None) -> Array:
        """Return the means of the base class, fast for many points (see ``sums``)."""
        return self.means(A, (B,), (weights,))[0]

    def means(self, A: Array, groups: Sequence[Array], weights: Weights) -> list[Array]:
        """Return the means of the base class; the groups share part of the work."""
        return gaussian_means(A, groups, self.gamma, weights)

    def means_within(self, A: Array, parts: Sequence[slice], weights: Weights) -> list[Array]:
        """Return the means of the base class; each point is expanded once."""
        return gaussian_means_within(A, parts, self.gamma, weights)

    def means_of_others(self, A: Array, parts: Sequence[slice], weights: Weights) -> list[LeftOut]:
        """Return the means of the base class; they are differences where sums are interpolated."""
        if not is_interpolated(A, parts, self.gamma):
            return super().means_of_others(A, parts, weights)
        means = []
        all_means = self.means_within(A, parts, weights)
        for mean, part, w in zip(all_means, parts, weights, strict=True):
            others, m = mean.copy(), part.stop - part.start
            once = 1.0 if w is None else one_copy(w)
            others[part] = total_of(m, w) * mean[part] - once
            others[part] /= total_of_others(m, w, np.arange(m))
            if w is not None:
                own = np.array([heaviest_copy(w)])
                at = part.start + own
                others[at] = self.sum_others(A[at], A[part], own, w).others
            means.append(LeftOut(mean, others, False))
        return means


@dataclass(frozen=True)
class LaplacianKernel(Kernel):
    """The kernel k(a, b) = exp(-gamma |a - b|), the distance not squared.

    The kernelized Bayes classifier notes print this one and call it RBF. It is the Laplacian kernel
    with the Euclidean norm, not the Gaussian.
    """

    title = "Laplacian"
    is_positive = True
    distance_power = 1

    gamma: float

    def __post_init__(self) -> None:
        check_gamma(self.gamma)

    def __call__(self, A: Array, B: Array) -> Array:  # noqa: D102
        K = cdist(A, B, "euclidean")
        K *= -self.gamma
        return exponentials(K)

    def diagonal(self, A: Array) -> Array:  # noqa: D102
        return np.ones(len(A))

    def distance_at(self, exponent: float) -> float:  # noqa: D102
        return exponent / self.gamma


@dataclass(frozen=True)
class PolynomialKernel(Kernel):
    """The polynomial kernel k(a, b) = (a'b + coef0)^degree."""

    title = "Polynomial"
    is_bump = False

    degree: int
    coef0: float

    def __post_init__(self) -> None:
        if not isinstance(self.degree, Integral) or self.degree < 1:
            raise ValueError(
                f"degree is {self.degree!r}; give the polynomial kernel a whole number from 1 up."
            )
        if not isinstance(self.coef0, Real) or not np.isfinite(self.coef0):
            raise ValueError(
                f"coef0 is {self.coef0!r}; give the polynomial kernel a finite number."
            )

    def __call__(self, A: Array, B: Array) -> Array:  # noqa: D102
        return _power(A @ B.T + self.coef0, self.degree)

    def diagonal(self, A: Array) -> Array:  # noqa: D102
        return _power((A * A).sum(axis=1) + self.coef0, self.degree)


def _own_rows(n: int, part: slice) -> NDArray[np.intp]:
    """Return which row of a part of n rows each of them is; -1 outside."""
    own = np.full(n, -1)
    own[part] = np.arange(part.stop - part.start)
    return own


def _power(base: Array, degree: int) -> Array:
    """Return base^degree by squaring and multiplying: many times faster than a power of floats."""
    result = base.copy()
    for bit in f"{degree:b}"[1:]:
        result *= result
        if bit == "1":
            result *= base
    return result


@dataclass(frozen=True)
class CustomKernel(Kernel):
    """A kernel given as a function of two arrays, (n, d) and (m, d), that returns (n, m) values."""

    function: KernelFunction

    def __call__(self, A: Array, B: Array) -> Array:  # noqa: D102
        K = np.array(self.function(A, B), dtype=np.float64)  # a copy: the function may keep its own
        if K.shape != (len(A), len(B)):
            raise ValueError(
                f"The kernel function returned shape {K.shape}; it must return "
                f"{(len(A), len(B))}, one value for each pair of rows."
            )
        if not np.isfinite(K).all():
            raise ValueError(
                "The kernel function returned NaN or infinite values; it must be finite everywhere."
            )
        return K

    def diagonal(self, A: Array) -> Array:  # noqa: D102
        return np.array([self(row, row)[0, 0] for row in A[:, None, :]])


@dataclass(frozen=True, eq=False)
class PrecomputedKernel(Kernel):
    """Kernel values in a matrix; a point is its row or its column there, an array of shape (1,)."""

    title = "Precomputed"

    values: Array

    def __call__(self, A: Array, B: Array) -> Array:  # noqa: D102
        return self.values[np.ix_(A[:, 0].astype(np.intp), B[:, 0].astype(np.intp))]

    def diagonal(self, A: Array) -> Array:  # noqa: D102
        positions = A[:, 0].astype(np.intp)
        return self.values[positions, positions]


def positions_in(values: Array) -> Array:
    """Return the points of a precomputed kernel that are the rows of its matrix, shape (n, 1)."""
    return np.arange(len(values), dtype=np.float64)[:, None]


KERNELS: dict[str, type[Kernel]] = {
    "rbf": RBFKernel,
    "linear": LinearKernel,
    "laplacian": LaplacianKernel,
    "polynomial": PolynomialKernel,
}


def make_kernel(
    kernel: str | KernelFunction, *, gamma: float = GAMMA, degree: int = 2, coef0: float = 1.0
) -> Kernel:
    """Return the kernel of that name, with the parameters that it has.

    Parameters
    ----------
    kernel : str or callable
        A key of ``KERNELS``, or a function of two arrays (n, d) and (m, d) returning (n, m) values.
    gamma, degree, coef0
        Parameters of the named kernels; a kernel without such a parameter ignores it.

    Raises
    ------
    ValueError
        If the name is unknown or a parameter the kernel uses is out of its range.
    """
    if callable(kernel):
        return CustomKernel(kernel)
    if not isinstance(kernel, str) or kernel not in KERNELS:
        raise ValueError(
            f"The kernel {kernel!r} is not known; use one of {', '.join(KERNELS)}, or a function."
        )
    parameters = {"gamma": gamma, "degree": degree, "coef0": coef0}
    kind = KERNELS[kernel]
    return kind(**{name: value for name, value in parameters.items() if kind.has(name)})


def check_gamma(gamma: float) -> None:
    """Raise a ValueError unless gamma is a positive, finite number."""
    if not isinstance(gamma, Real) or isinstance(gamma, bool) or not 0 < gamma < np.inf:
        raise ValueError(
            f"gamma is {gamma!r}; give a finite number above 0, such as 5, or KernelBayes 'scale'."
        )
