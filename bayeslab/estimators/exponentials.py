"""Exponentials and values of the Gaussian kernel: 0 in place of slow denormal numbers."""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

Array = NDArray[np.float64]

BLOCK_CELLS = 2**18  # kernel values held at once: 2 MB, which stays in a core's cache
LOWEST_EXPONENT = -700.0  # below, exp leaves the normal floats, whose arithmetic is slow: use 0
LOWEST_FACTOR = -340.0  # the same for two factors, whose product must stay a normal float


def exponentials(exponents: Array, lowest: float = LOWEST_EXPONENT) -> Array:
    """Return exp of the exponents, in place, with exactly 0 for those below the lowest."""
    if exponents.min() >= lowest:
        return np.exp(exponents, out=exponents)
    is_normal = exponents >= lowest
    np.maximum(exponents, lowest, out=exponents)
    np.exp(exponents, out=exponents)
    exponents *= is_normal
    return exponents


def factors(a: Array, b: Array, gamma: float) -> Array:
    """Return exp(-gamma (a_i - b_j)^2), shape (len(a), len(b))."""
    exponents = a[:, None] - b
    exponents *= exponents
    exponents *= -gamma
    return exponentials(exponents, LOWEST_FACTOR)


def gaussian_values(A: Array, B: Array, gamma: float) -> Array:
    """Return exp(-gamma |a - b|^2) for each row a of `A` and b of `B`, shape (n, m)."""
    K = cdist(A, B, "sqeuclidean")
    K *= -gamma
    return exponentials(K)
