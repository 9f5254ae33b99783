"""Linear discriminants for many classes and features, and two errors of the source's code.

All classes share one covariance, so log P(y) + log p(x | y) is linear in x, except for a term that
is the same for all classes:

    s_y(x) = w_y'x + b_y,    w_y = C^+ m_y,    b_y = log p_y - m_y'w_y / 2,

with the class means m_y, the class frequencies p_y = n_y / n and the pseudo-inverse C^+ of the
covariance C = sum_i r_i r_i' / n of the residuals r_i = x_i - m_(y_i). Images need the
pseudo-inverse: a pixel that is always empty makes C singular.

This is ``GaussianBayes("pooled", singular="pseudo")`` adapted to images: there is one matrix C
instead of one per class, and it is summed over blocks of images, so that the 8-bit pixels are never
in memory as floats all at once.

Two errors of the code in the linear classifiers post can be reproduced. `divide_twice`: the code
divides np.cov, which is already a mean, by n once more. C^+ is then n times too large, and log p_y
has almost no effect. `arithmetic="bytes"`: the code stores the means in an array of the images'
type. For 8-bit images this cuts off their fractions, and negative differences wrap around: -1
becomes 255. Cutting off alone, `arithmetic="integers"`, changes almost nothing.

Source: linear classifiers post, its code and appendix 1 (with the signs put right).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import pinvh

from bayeslab.estimators.validation import count_labels

Array = NDArray[np.float64]

ARITHMETICS = ("floats", "integers", "bytes")  # in which the mean is subtracted from an image

BLOCK = 4096  # images converted to float64 at a time


@dataclass(frozen=True, eq=False)
class LinearDiscriminants:
    """The scores s_y(x) = w_y'x + b_y of K classes of points with d features.

    Attributes
    ----------
    counts : array of shape (K,)
        Training points n_y in each class.
    means : array of shape (K, d)
        Class means m_y.
    covariance : array of shape (d, d)
        C, with divisor n.
    W : array of shape (K, d)
        The weights w_y.
    b : array of shape (K,)
        The offsets b_y.
    rank : int
        The number of nonzero eigenvalues of C.
    """

    counts: NDArray[np.int64]
    means: Array
    covariance: Array
    W: Array
    b: Array
    rank: int

    @property
    def log_priors(self) -> Array:
        """The log frequencies log p_y, shape (K,)."""
        return np.log(self.counts / self.counts.sum())

    def scores(self, X: NDArray[Any]) -> Array:
        """Return s_y(x) for each row x of `X` and each class y, shape (n, K)."""
        return np.concatenate([block @ self.W.T + self.b for block in _blocks(X)])

    def predict(self, X: NDArray[Any]) -> NDArray[np.int64]:
        """Return the class with the largest score for each row of `X`, shape (n,)."""
        return self.scores(X).argmax(axis=1)


def fit_discriminants(
    X: NDArray[Any], y: NDArray[np.int64], *, divide_twice: bool = False, arithmetic: str = "floats"
) -> LinearDiscriminants:
    """Fit linear discriminants to classes with one common covariance.

    Parameters
    ----------
    X : array of shape (n, d)
        Training points, finite; images as rows of pixels.
    y : array of shape (n,)
        Their classes, 0..K-1, each with a point.
    divide_twice : bool
        Divide the covariance by n once too often, as the source's code does.
    arithmetic : {"floats", "integers", "bytes"}
        In which the means are subtracted; "bytes" is what the source's code does to 8-bit images.

    Raises
    ------
    ValueError
        If there are fewer than two classes, one of them is empty, the arithmetic is unknown, or
        pixels that are not bytes are to be subtracted as bytes.
    """
    counts = count_labels(y)
    if len(counts) < 2 or counts.min() == 0:
        raise ValueError("A class has no points; number two or more classes from 0 up, no gaps.")
    means = _class_sums(X, y, len(counts)) / counts[:, None]
    C = _covariance(X, y, means, arithmetic)
    # pinvh drops eigenvalues below d * epsilon * the largest, which are those of constant pixels.
    pseudo_inverse, rank = pinvh(C / len(y) if divide_twice else C, return_rank=True)
    W = means @ pseudo_inverse
    b = np.log(counts / counts.sum()) - (means * W).sum(axis=1) / 2
    return LinearDiscriminants(counts, means, C, W, b, rank)


def residuals(X: NDArray[Any], m: Array, arithmetic: str = "floats") -> Array:
    """Return x - m for each row x of `X`, computed in the given arithmetic.

    Parameters
    ----------
    X : array of shape (n, d)
    m : array of shape (d,) or (n, d)
        The vector to subtract, or one for each row.
    arithmetic : {"floats", "integers", "bytes"}
        "integers" cuts off the fractions of `m`; "bytes" also wraps differences below 0 around, so
        that -1 is 255.

    Raises
    ------
    ValueError
        If the arithmetic is unknown, or it is "bytes" and the type of `X` is not uint8.
    """
    if arithmetic not in ARITHMETICS:
        raise ValueError(
            f"The arithmetic {arithmetic!r} is not known; use one of {', '.join(ARITHMETICS)}."
        )
    if arithmetic == "bytes" and X.dtype != np.uint8:
        raise ValueError(f"The pixels are of type {X.dtype}; only uint8 can be stored in bytes.")
    if arithmetic == "bytes":
        return (X - m.astype(np.uint8)).astype(np.float64)
    return X - (m if arithmetic == "floats" else np.trunc(m))


def _class_sums(X: NDArray[Any], y: NDArray[np.int64], K: int) -> Array:
    sums = np.zeros((K, X.shape[1]))
    for start, block in enumerate(_blocks(X)):
        members = np.eye(K)[y[start * BLOCK :][: len(block)]]
        sums += members.T @ block
    return sums


def _covariance(X: NDArray[Any], y: NDArray[np.int64], means: Array, arithmetic: str) -> Array:
    """Return the covariance of the residuals about their own mean, divisor n.

    That mean is 0 unless the residuals wrapped around.
    """
    n, d = X.shape
    total, squares = np.zeros(d), np.zeros((d, d))
    for start in range(0, n, BLOCK):
        part = slice(start, start + BLOCK)
        R = residuals(X[part], means[y[part]], arithmetic)
        total += R.sum(axis=0)
        squares += R.T @ R
    covariance: Array = squares / n - np.outer(total / n, total / n)
    return covariance


def _blocks(X: NDArray[Any]) -> Iterator[Array]:
    for start in range(0, len(X), BLOCK):
        yield X[start : start + BLOCK].astype(np.float64)
