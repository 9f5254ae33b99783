"""Score functions: one form for the decision functions of many models.

Most classifiers here decide by the same kind of number: a polynomial of
second order plus sums of kernel values,

    score(x) = u'Wu + w'u + w0 + sum over expansions of (sum_i a_i k(z_i, z) + c k(z, z)) + b

with u = (x - shift) / scale, the input of a standardised model, and z = L^-1 u, the
coordinates of a metric. Gaussian classes are the polynomial alone, a support vector machine is one
expansion, kernel Bayes is an expansion for each class. Such a description is a value: a few arrays,
a kernel and some numbers. It can be evaluated, taken apart at a point, and sent to a browser, which
draws regions from it at any zoom. The model is sent, not the picture.

The descriptions of the models are in :mod:`bayeslab.scoring.descriptions`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from numbers import Integral
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import solve_triangular
from sklearn.utils.validation import check_array

from bayeslab.estimators.exponentials import BLOCK_CELLS
from bayeslab.estimators.kernels import KERNELS, Kernel, RBFKernel
from bayeslab.estimators.sums import gaussian_grid
from bayeslab.scoring.grid import grid_nodes

Array = NDArray[np.float64]

GRID_ACCURACY = 1e-12  # of Gaussian sums on a grid, for coefficients that sum to 1


@dataclass(frozen=True, eq=False)
class Expansion:
    """A weighted sum of kernel values: u -> sum_i a_i k(z_i, z) + c k(z, z) with z = L^-1 u.

    Attributes
    ----------
    kernel : Kernel
        Any but Linear, whose sums are linear functions of u and belong in the polynomial.
    points : array of shape (n, d)
        The z_i, in the coordinates z.
    coefficients : array of shape (n,)
        The a_i: positive for points of the positive class.
    root : array of shape (d, d) or None
        L, lower triangular. None means z = u.
    square : float
        c, the weight of the squared length of the image of z.
    """

    kernel: Kernel
    points: Array
    coefficients: Array
    root: Array | None = None
    square: float = 0.0

    def coordinates(self, U: Array) -> Array:
        """Return z for each row u of `U`."""
        if self.root is None:
            return U
        return solve_triangular(self.root, U.T, lower=True).T

    def __call__(self, U: Array) -> Array:
        """Return the sum for each row of `U`, shape (n,); memory is bounded for any length."""
        Z = self.coordinates(U)
        out = self.square * self.kernel.diagonal(Z)
        rows = max(1, BLOCK_CELLS // len(self.points))
        for start in range(0, len(Z), rows):
            block = slice(start, start + rows)
            out[block] += self.kernel(Z[block], self.points) @ self.coefficients
        return out

    def __add__(self, other: Self) -> Self:
        """Return the sum of this and another expansion with the same kernel and root."""
        return replace(
            self,
            points=np.concatenate([self.points, other.points]),
            coefficients=np.concatenate([self.coefficients, other.coefficients]),
            square=self.square + other.square,
        )

    def grid(self, u1: Array, u2: Array) -> Array:
        """Return the sum at (u1[j], u2[i]) in cell [i, j]; fast for the Gaussian kernel."""
        if isinstance(self.kernel, RBFKernel):
            sums = gaussian_grid(
                u1, u2, self.points, self.coefficients, self.kernel.gamma, self.root
            )
            return sums + self.square  # k(z, z) = 1
        return self(grid_nodes(u1, u2)).reshape(len(u2), len(u1))


def _merge(expansions: Sequence[Expansion]) -> list[Expansion]:
    """Return the expansions, with those of the same kernel and metric added up."""
    sums: dict[Any, Expansion] = {}
    for new in expansions:
        key = new.kernel, None if new.root is None else new.root.tobytes()
        sums[key] = sums[key] + new if key in sums else new
    return list(sums.values())


@dataclass(frozen=True)
class Terms:
    """The four terms of a score at one point; they sum to the score.

    Attributes
    ----------
    positive, negative : float
        The kernel sums of the points with positive and with negative weights.
    quadratic : float
        The rest of the model's projection: u'Wu + w'u + w0 and the squared lengths.
    offset : float
        b.
    """

    positive: float
    negative: float
    quadratic: float
    offset: float


@dataclass(frozen=True, eq=False)
class ScoreFunction:
    """A score of d features, as given at the top of this module.

    Attributes
    ----------
    w : array of shape (d,)
        Linear terms.
    W : array of shape (d, d) or None
        Quadratic terms, symmetric. None means zero.
    w0 : float
        Constant term.
    expansions : tuple of Expansion
    offset : float
        b. It is separate from w0 so that score - b is the projection p(x) of a kernel Bayes
        classifier, and moving its threshold changes b alone.
    shift, scale : arrays of shape (d,), or None
        u = (x - shift) / scale. None means 0 and 1.
    """

    w: Array
    W: Array | None = None
    w0: float = 0.0
    expansions: tuple[Expansion, ...] = ()
    offset: float = 0.0
    shift: Array | None = None
    scale: Array | None = None

    def __call__(self, X: ArrayLike) -> Array:
        """Return the score of each row of `X`.

        Parameters
        ----------
        X : array-like of shape (n, d)

        Returns
        -------
        array of shape (n,)

        Raises
        ------
        ValueError
            If `X` has another number of features, holds NaN or infinity, or a score overflows.
        """
        U = self._standardise(X)
        with np.errstate(over="ignore", invalid="ignore"):
            score = self._polynomial(U)
            for expansion in self.expansions:
                score = score + expansion(U)
        if not np.isfinite(score).all():
            raise ValueError(
                "The score overflows; scale the features down (standardise them) or lower the "
                "degree of the kernel."
            )
        return score + self.offset

    def grid(self, x1: Array, x2: Array) -> Array:
        """Return the score of two features on a grid, far faster than node by node where it can.

        Parameters
        ----------
        x1, x2 : arrays of shape (r1,), (r2,)
            The grid's coordinates, ascending.

        Returns
        -------
        array of shape (r2, r1)
            The score of (x1[j], x2[i]) in cell [i, j], within `grid_accuracy` of the score itself.
        """
        u1, u2 = x1, x2
        if self.shift is not None and self.scale is not None:
            u1, u2 = (x1 - self.shift[0]) / self.scale[0], (x2 - self.shift[1]) / self.scale[1]
        score = self._polynomial(grid_nodes(u1, u2)).reshape(len(u2), len(u1))
        for expansion in _merge(self.expansions):
            score = score + expansion.grid(u1, u2)
        return score + self.offset

    @property
    def grid_accuracy(self) -> float:
        """A bound on the errors of `grid`, for Gaussian kernels: these are at most 1."""
        largest = sum(np.abs(expansion.coefficients).sum() for expansion in self.expansions)
        return float(GRID_ACCURACY * largest)

    def terms(self, x: ArrayLike) -> Terms:
        """Return the terms of the score of one point `x`, shape (d,).

        Raises
        ------
        ValueError
            As for the score itself.
        """
        X = np.reshape(x, (1, -1))
        self(X)  # refuses a point that has no score
        U = self._standardise(X)
        positive, negative, quadratic = 0.0, 0.0, self._polynomial(U)[0]
        for expansion in self.expansions:
            Z = expansion.coordinates(U)
            values = expansion.kernel(Z, expansion.points)[0] * expansion.coefficients
            positive += values[expansion.coefficients > 0].sum()
            negative += values[expansion.coefficients <= 0].sum()
            quadratic += expansion.square * expansion.kernel.diagonal(Z)[0]
        return Terms(float(positive), float(negative), float(quadratic), self.offset)

    def after(self, shift: Array, scale: Array) -> "ScoreFunction":
        """Return the score of x that this one gives to (x - shift) / scale."""
        if self.shift is not None and self.scale is not None:
            shift, scale = shift + scale * self.shift, scale * self.scale
        return replace(self, shift=shift, scale=scale)

    def to_plain(self) -> dict[str, Any]:
        """Return the description as plain JSON values: numbers, strings, lists, dicts and None.

        The browser reads this; it is complete, so that no defaults are needed::

            {"shift": [s1, s2], "scale": [c1, c2], "W": [[W11, W12], [W21, W22]], "w": [w1, w2],
             "w0": w0, "offset": b, "expansions": [
             {"kernel": {"name": "rbf", "gamma": 5.0, "is_bump": True}, "z1": [...], "z2": [...],
             "coefficients": [...], "root": [[L11, 0.0], [L21, L22]], "square": c}, ...]}

        where the root may be None, and a polynomial kernel has a degree and a coef0.

        Raises
        ------
        ValueError
            If there are not exactly two features, or a kernel is a function.
        """
        if len(self.w) != 2:
            raise ValueError(
                f"Only a score of 2 features can be drawn; this one has {len(self.w)}."
            )
        return {
            "shift": [0.0, 0.0] if self.shift is None else self.shift.tolist(),
            "scale": [1.0, 1.0] if self.scale is None else self.scale.tolist(),
            "W": [[0.0, 0.0], [0.0, 0.0]] if self.W is None else self.W.tolist(),
            "w": self.w.tolist(),
            "w0": float(self.w0),
            "offset": float(self.offset),
            "expansions": [_expansion_to_plain(expansion) for expansion in self.expansions],
        }

    def _standardise(self, X: ArrayLike) -> Array:
        U: Array = check_array(X, dtype=np.float64)
        if U.shape[1] != len(self.w):
            raise ValueError(f"X has {U.shape[1]} features, but the score takes {len(self.w)}.")
        if self.shift is not None and self.scale is not None:
            U = (U - self.shift) / self.scale
        return U

    def _polynomial(self, U: Array) -> Array:
        """Return u'Wu + w'u + w0 for each row u of `U`."""
        quadratic = 0.0 if self.W is None else ((U @ self.W) * U).sum(axis=1)
        return quadratic + U @ self.w + self.w0


def _kernel_to_plain(kernel: Any) -> dict[str, Any]:
    names = [name for name, kind in KERNELS.items() if kind is type(kernel)]
    if not names:
        raise ValueError("A kernel given as a function cannot be sent; use a named kernel.")
    values = {field.name: getattr(kernel, field.name) for field in fields(kernel)}
    plain = {key: int(v) if isinstance(v, Integral) else float(v) for key, v in values.items()}
    return {"name": names[0], **plain, "is_bump": kernel.is_bump}


def _expansion_to_plain(expansion: Expansion) -> dict[str, Any]:
    z1, z2 = expansion.points.T.tolist()
    return {
        "kernel": _kernel_to_plain(expansion.kernel),
        "z1": z1,
        "z2": z2,
        "coefficients": expansion.coefficients.tolist(),
        "root": None if expansion.root is None else expansion.root.tolist(),
        "square": float(expansion.square),
    }
