"""Kernels: inner products in a feature space that is never computed.

A kernel is a function k(a, b) of two points that equals an inner product of their images under some
map. Every method that needs only inner products can therefore run in that space by calling k. Each
kernel here is a frozen value with its formula in one line; ``KERNELS`` lists them by name. What
others ask of a kernel (its title, whether it has a gamma, whether it is a bump) is an attribute of
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

from bayeslab.estimators.sums import gaussian_means, gaussian_values

__all__ = [
    "GAMMA_RANGE",
    "KERNELS",
    "RBF",
    "Custom",
    "Kernel",
    "Laplacian",
    "Linear",
    "Polynomial",
    "make_kernel",
]

Array = NDArray[np.float64]
KernelFunction = Callable[[Array, Array], Array]

GAMMA_RANGE = (0.01, 1000.0)
BLOCK_CELLS = 2**18  # kernel values held at once: 2 MB, which stays in a core's cache


class Kernel(ABC):
    """A symmetric function of two points, evaluated on whole sets of points.

    Attributes
    ----------
    title : str
        What people read where a kernel is chosen.
    is_bump : bool
        Whether k(a, .) is a bump around a, so that its mean over a class is a density estimate up
        to a factor; of a kernel we know nothing about, we assume so.
    has_fast_sums : bool
        Whether means over many points take fewer kernel values than one for each pair.
    gamma_range : (float, float)
        The smallest and the largest gamma offered for a choice, if the kernel has a gamma.
    """

    title: ClassVar[str] = "A function"
    is_bump: ClassVar[bool] = True
    has_fast_sums: ClassVar[bool] = False
    gamma_range: ClassVar[tuple[float, float]] = GAMMA_RANGE

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

    def mean(self, A: Array, B: Array) -> Array:
        """Return the mean of k(a, b) over the rows b of `B`, for each row a of `A`, shape (n,).

        The work goes in blocks of rows, so memory is bounded whatever the two sizes. Each row is
        summed on its own: equal points always get equal means, to the bit.
        """
        out = np.empty(len(A))
        rows = max(1, BLOCK_CELLS // len(B))
        for start in range(0, len(A), rows):
            block = slice(start, start + rows)
            out[block] = self(A[block], B).mean(axis=1)
        return out

    def means(self, A: Array, groups: Sequence[Array]) -> list[Array]:
        """Return :meth:`mean` for each group of points b."""
        return [self.mean(A, B) for B in groups]


@dataclass(frozen=True)
class Linear(Kernel):
    """The inner product itself: k(a, b) = a'b."""

    title = "Linear"
    is_bump = False
    has_fast_sums = True

    def __call__(self, A: Array, B: Array) -> Array:  # noqa: D102
        return A @ B.T

    def diagonal(self, A: Array) -> Array:  # noqa: D102
        return (A * A).sum(axis=1)

    def mean(self, A: Array, B: Array) -> Array:
        """Return a'(mean of B): the one kernel whose mean of values is the value at the mean."""
        return (A * B.mean(axis=0)).sum(axis=1)


@dataclass(frozen=True)
class RBF(Kernel):
    """The Gaussian kernel k(a, b) = exp(-gamma |a - b|^2); gamma is 1 / (2 width^2)."""

    title = "RBF (Gaussian)"
    has_fast_sums = True

    gamma: float

    def __post_init__(self) -> None:
        check_gamma(self.gamma)

    def __call__(self, A: Array, B: Array) -> Array:  # noqa: D102
        return gaussian_values(A, B, self.gamma)

    def diagonal(self, A: Array) -> Array:  # noqa: D102
        return np.ones(len(A))

    def mean(self, A: Array, B: Array) -> Array:
        """Return the means of the base class, fast for many points (see ``sums``)."""
        return self.means(A, (B,))[0]

    def means(self, A: Array, groups: Sequence[Array]) -> list[Array]:
        """Return the means of the base class; the groups share part of the work."""
        return gaussian_means(A, groups, self.gamma)


@dataclass(frozen=True)
class Laplacian(Kernel):
    """The kernel k(a, b) = exp(-gamma |a - b|), the distance not squared.

    The kernelized Bayes classifier notes print this one and call it RBF. It is the Laplacian kernel
    with the Euclidean norm, and not the Gaussian.
    """

    title = "Laplacian"

    gamma: float

    def __post_init__(self) -> None:
        check_gamma(self.gamma)

    def __call__(self, A: Array, B: Array) -> Array:  # noqa: D102
        K = cdist(A, B, "euclidean")
        K *= -self.gamma
        return np.exp(K, out=K)

    def diagonal(self, A: Array) -> Array:  # noqa: D102
        return np.ones(len(A))


@dataclass(frozen=True)
class Polynomial(Kernel):
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


def _power(base: Array, degree: int) -> Array:
    """Return base^degree by squaring and multiplying: many times faster than a power of floats."""
    result = base.copy()
    for bit in f"{degree:b}"[1:]:
        result *= result
        if bit == "1":
            result *= base
    return result


@dataclass(frozen=True)
class Custom(Kernel):
    """A kernel given as a function of two arrays, (n, d) and (m, d), that returns (n, m) values."""

    function: KernelFunction

    def __call__(self, A: Array, B: Array) -> Array:  # noqa: D102
        K = np.asarray(self.function(A, B), dtype=np.float64)
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


KERNELS: dict[str, type[Kernel]] = {
    "rbf": RBF,
    "linear": Linear,
    "laplacian": Laplacian,
    "polynomial": Polynomial,
}


def make_kernel(
    kernel: str | KernelFunction, *, gamma: float = 5.0, degree: int = 2, coef0: float = 1.0
) -> Kernel:
    """Return the kernel of that name, with those of the parameters that it has.

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
        return Custom(kernel)
    if kernel not in KERNELS:
        raise ValueError(
            f"The kernel {kernel!r} is not known; use one of {', '.join(KERNELS)}, or a function."
        )
    parameters = {"gamma": gamma, "degree": degree, "coef0": coef0}
    chosen = KERNELS[kernel]
    return chosen(**{name: value for name, value in parameters.items() if chosen.has(name)})


def check_gamma(gamma: float) -> None:
    """Raise a ValueError unless gamma is a positive, finite number."""
    if not isinstance(gamma, Real) or isinstance(gamma, bool) or not 0 < gamma < np.inf:
        raise ValueError(f"gamma is {gamma!r}; give a finite number above 0, such as 5.")
