"""Class covariances: four ways to estimate them, and the factors through which a density uses them.

Gaussian classifiers differ in their assumption about the class covariances C_k:

=========== ============================================================= ==========================
estimate    assumption                                                    classifier
=========== ============================================================= ==========================
full        each class its own matrix                                     optimal Bayes, QDA, case 3
diagonal    each class its own variances, features independent in a class naive Bayes
pooled      one matrix for all classes                                    LDA, case 2
spherical   one variance for all classes and features                     nearest mean, case 1
=========== ============================================================= ==========================

Between these estimates lie regularised ones (Friedman 1989), which are regular although an estimate
is singular: :func:`regularise_covariances` moves each C_k towards the pooled one, and towards a
multiple of the identity.

A density never needs C^-1, only log |C| and coordinates z in which the squared Mahalanobis distance
is |z|^2. The Cholesky factor gives both for a regular C. A singular C has neither; on request,
its pseudo-determinant and pseudo-inverse, which keep only the eigenvalues above zero, replace
them.

Sources: Gaussian discriminants notes (cases 1-3); Implementing Bayes Classifiers (Bint, Huus, Pratt
2014), sections 2-4; Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, section
4.3.1. In case 2 the notes take the scatter about the common mean for C; the
pooled estimate here is the scatter within classes, which keeps the priors right.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Real
from types import MappingProxyType
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cholesky
from scipy.linalg.lapack import dtrtrs

from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.validation import count_labels

Array = NDArray[np.float64]

EPSILON = float(np.finfo(np.float64).eps)
# What a singular covariance is called that is zero.
NO_SPREAD = {
    "singular_covariance": "no_covariance",
    "singular_shared_covariance": "no_shared_covariance",
}
# What is taken off the number n of the points that an estimate is made of, seen from K means.
DIVISORS: Mapping[str, Callable[[int], int]] = MappingProxyType(
    {"n": lambda _: 0, "n-1": lambda _: 1, "n-K": lambda K: K}
)
LEAST_LOADING, MOST_NAMED = 1e-3, 5  # of the collinear features that a message names
# The spread of one feature in that of another one, where a pseudo-inverse keeps six digits.
SMALLEST_SHARE = 1e-10
# Squares of smaller numbers than this (1e-146) underflow: they lack digits or are zero.
UNDERFLOW = float(np.sqrt(np.finfo(np.float64).tiny / EPSILON))


@dataclass(frozen=True)
class ClassMoments:
    """Counts, means and scatter matrices of K classes of points with d features.

    Attributes
    ----------
    classes : array of shape (K,)
        The class labels, for messages.
    counts : array of shape (K,)
        Points N_k in each class, or the sums of their weights.
    origins : array of shape (K, d)
        The first point of each class.
    offsets : array of shape (K, d)
        Class means, seen from the origins: this keeps digits of points far from 0.
    scatters : array of shape (K, d, d), or (K, d)
        Sums of (x - mean)(x - mean)' over each class, or their diagonals.
    rounding : array of shape (d,)
        The spread of a feature that rounding alone can cause: machine epsilon * its largest
        absolute value, but at least the size below which squares underflow.
    """

    classes: NDArray[Any]
    counts: NDArray[Any]
    origins: Array
    offsets: Array
    scatters: Array
    rounding: Array

    @property
    def means(self) -> Array:
        """Class means, shape (K, d)."""
        return self.origins + self.offsets

    def merge(self, batch: Self) -> Self:
        """Return the moments of these points and of a batch seen from the same origins.

        The scatters add up to S_a + S_b + N_a N_b / (N_a + N_b) (m_b - m_a)(m_b - m_a)' (Chan,
        Golub and LeVeque 1979), without the cancellation of sums of squares.
        """
        counts = self.counts + batch.counts
        shares = batch.counts / np.where(counts > 0, counts, 1)
        with np.errstate(over="ignore", invalid="ignore"):
            steps = batch.offsets - self.offsets
            roots = np.sqrt(self.counts * shares)[:, None] * steps
            between = roots**2 if self.scatters.ndim == 2 else roots[:, :, None] * roots[:, None, :]
            scatters = _check_finite(self.scatters + batch.scatters + between)
        return type(self)(
            self.classes,
            counts,
            batch.origins,
            self.offsets + shares[:, None] * steps,
            scatters,
            np.maximum(self.rounding, batch.rounding),
        )


def class_moments(
    X: Array,
    codes: NDArray[np.int64],
    classes: NDArray[Any],
    diagonal: bool = False,
    weights: Array | None = None,
    before: ClassMoments | None = None,
) -> ClassMoments:
    """Count, average and scatter the points of each class.

    Parameters
    ----------
    X : array of shape (n, d)
        The points.
    codes : array of shape (n,)
        Each point's index into `classes`.
    classes : array of shape (K,)
        The class labels.
    diagonal : bool
        Whether only the diagonals of the scatter matrices are needed, which for many features are
        far smaller.
    weights : None or array of shape (n,)
        A point of weight k counts as k points.
    before : ClassMoments or None
        Those of earlier points, with which these are to be merged: they give the origins.

    Raises
    ------
    ValueError
        If the features are so large that their squares overflow.
    """
    K, d = len(classes), X.shape[1]
    counts = count_labels(codes, K, weights)
    origins = np.zeros((K, d)) if before is None else before.origins.copy()
    offsets, scatters = np.zeros((K, d)), np.zeros((K, d) if diagonal else (K, d, d))
    with np.errstate(over="ignore", invalid="ignore"):
        for k in np.flatnonzero(counts):
            own = codes == k
            points, of_points = X[own], None if weights is None else weights[own]
            if before is None or not before.counts[k]:
                origins[k] = points[0]
            # Seen from its first point, a constant feature is exactly 0, as is its variance.
            offsets[k], scatters[k] = _moments(points - origins[k], of_points, diagonal)
    rounding = np.maximum(EPSILON * np.abs(X).max(axis=0), UNDERFLOW)
    return ClassMoments(classes, counts, origins, offsets, _check_finite(scatters), rounding)


def _moments(points: Array, weights: Array | None, diagonal: bool) -> tuple[Array, Array]:
    mean = np.average(points, axis=0, weights=weights)
    deviations = points - mean
    if weights is not None:
        deviations *= np.sqrt(weights)[:, None]
    return mean, (deviations**2).sum(axis=0) if diagonal else deviations.T @ deviations


def ledoit_wolf_shares(
    X: Array, codes: NDArray[np.int64], moments: ClassMoments, weights: Array | None = None
) -> Array:
    """Return the share by which to shrink the correlations of each class, shape (K,).

    It is the estimate of Ledoit and Wolf (2004) for the standardised features of the class. With
    z the standardised points, R their correlations and |.| the Frobenius norm, the share is

        mean |zz' - R|^2 / (N_k |R - I|^2), but at most 1.

    Parameters
    ----------
    X, codes, weights
        As those of :func:`class_moments`.
    moments : ClassMoments
        Those of these points.
    """
    shares = np.zeros(len(moments.classes))
    if moments.scatters.ndim == 2:  # no correlations
        return shares
    for k in np.flatnonzero(moments.counts):
        own, N = codes == k, moments.counts[k]
        scatter, root = moments.scatters[k], np.sqrt(N)
        lengths = _deviations(scatter)
        units = np.where(lengths / root > moments.rounding, lengths, np.inf)
        with np.errstate(over="ignore"):
            z = root * ((X[own] - moments.origins[k] - moments.offsets[k]) / units)
            R = scatter / units / units[:, None]
            fourth_powers = (z**2).sum(axis=1) ** 2
        of_points = None if weights is None else weights[own]
        noise = (np.average(fourth_powers, weights=of_points) - (R**2).sum()) / N
        distance = ((R - np.diag(np.diagonal(R))) ** 2).sum()
        if min(noise, distance) > 0:
            shares[k] = noise / distance if noise < distance else 1.0  # no overflow
    return shares


def shrink_correlations(moments: ClassMoments, shares: Array) -> ClassMoments:
    """Return moments whose correlations are smaller by the share of each class."""
    if moments.scatters.ndim == 2:
        return moments
    off_diagonal = 1 - np.eye(moments.scatters.shape[1])
    return replace(moments, scatters=moments.scatters * (1 - shares[:, None, None] * off_diagonal))


def _check_finite(squares: Array) -> Array:
    if not np.isfinite(squares).all():
        raise FitError("squares_overflow")
    return squares


def _full(moments: ClassMoments, divisor: str) -> Array:
    """Return C_k = S_k / (N_k less what the divisor takes off), with S_k the scatter of class k."""
    divisors = moments.counts - DIVISORS[divisor](1)
    if (divisors <= 0).any():
        k = int(divisors.argmin())
        label, n = moments.classes[k], moments.counts[k]
        raise FitError("too_few_for_divisor", label=label, found=n)
    return (moments.scatters.T / divisors).T


def _diagonal(moments: ClassMoments, divisor: str) -> Array:
    """Return the diagonals of the full estimates."""
    estimates = _full(moments, divisor)
    return estimates if estimates.ndim == 2 else estimates * np.eye(estimates.shape[1])


def _pooled(moments: ClassMoments, divisor: str) -> Array:
    """Return C = sum_k S_k / (N less what the divisor takes off) for every class."""
    K, N = len(moments.counts), moments.counts.sum()
    off = DIVISORS[divisor](K)
    if off >= N:
        raise FitError("too_few_for_shared_divisor", found=N, classes=K, off=off)
    return np.stack([moments.scatters.sum(axis=0) / (N - off)] * K)


def _spherical(moments: ClassMoments, divisor: str) -> Array:
    """Return sigma^2 I for every class, sigma^2 the mean of the pooled variances."""
    return _mean_variances(_pooled(moments, divisor))


def _mean_variances(covariances: Array) -> Array:
    """Return a multiple of the identity with the mean variance of each covariance."""
    if covariances.ndim == 2:
        return np.broadcast_to(covariances.mean(axis=1, keepdims=True), covariances.shape)
    d = covariances.shape[1]
    variances = np.trace(covariances, axis1=1, axis2=2) / d
    return variances[:, None, None] * np.eye(d)


COVARIANCES: dict[str, Callable[[ClassMoments, str], Array]] = {
    "full": _full,
    "diagonal": _diagonal,
    "pooled": _pooled,
    "spherical": _spherical,
}


def estimate_covariances(moments: ClassMoments, covariance: str, divisor: str = "n") -> Array:
    """Estimate the covariance of each class.

    Parameters
    ----------
    moments : ClassMoments
        The classes.
    covariance : {"full", "diagonal", "pooled", "spherical"}
        A name out of COVARIANCES: see the table at the top of this module.
    divisor : {"n", "n-1", "n-K"}
        A name out of DIVISORS, with n the points of the estimate and K the means that they are seen
        from: N_k and 1 for full and diagonal, N and the number of classes for pooled and spherical.
        "n" gives the maximum likelihood estimate, "n-K" the unbiased one.

    Returns
    -------
    array of shape (K, d, d)
        For pooled and spherical, K equal matrices. Of moments with diagonals only, the variances,
        shape (K, d).

    Raises
    ------
    ValueError
        If a name is unknown, or there are too few points for the divisor.
    """
    for what, name, known in (
        ("covariance", covariance, COVARIANCES),
        ("divisor", divisor, DIVISORS),
    ):
        if name not in list(known):
            names = ", ".join(map(repr, known))
            raise ValueError(f"The {what} {name!r} is not known; use one of {names}.")
    with np.errstate(over="ignore"):
        estimates = COVARIANCES[covariance](moments, divisor)
    return _check_finite(estimates)


def regularise_covariances(
    moments: ClassMoments, covariance: str, divisor: str, pooling: float, shrinkage: float
) -> Array:
    """Estimate covariances; move them towards the pooled one, then a multiple of the identity.

    With the pooled covariance C, which has the same divisor,

        C_k(pooling) = (1 - pooling) C_k + pooling C,
        C_k(pooling, shrinkage)
            = (1 - shrinkage) C_k(pooling) + shrinkage trace(C_k(pooling)) / d I.

    Friedman (1989) weights C_k and C in the first line by their numbers of points as well; here it
    is the plain mean of Hastie et al. (4.13), with alpha = 1 - pooling.

    Parameters
    ----------
    moments, covariance, divisor
        Those of :func:`estimate_covariances`.
    pooling : float
        From 0, each class its own covariance, to 1, the pooled one for all.
    shrinkage : float
        From 0, no change, to 1, equal variances without correlation; the trace stays the same.

    Returns
    -------
    array of shape (K, d, d) or (K, d)
        With pooling and shrinkage 0 the estimates themselves.

    Raises
    ------
    ValueError
        As :func:`estimate_covariances`, or if `pooling` or `shrinkage` does not lie between 0
        and 1.
    """
    for name, share in (("pooling", pooling), ("shrinkage", shrinkage)):
        if not (isinstance(share, Real) and 0 <= share <= 1):
            others = " or 'auto'" if name == "shrinkage" else ""
            raise ValueError(f"{name} is {share!r}; give a number from 0 to 1{others}.")
    covariances = estimate_covariances(moments, covariance, divisor)
    if pooling > 0 and covariance not in ("pooled", "spherical"):
        pooled = estimate_covariances(moments, "pooled", divisor)
        covariances = (1 - pooling) * covariances + pooling * pooled
    if shrinkage > 0:
        identity = _mean_variances(covariances)
        covariances = (1 - shrinkage) * covariances + shrinkage * identity
    return covariances


class Factor(Protocol):
    """A covariance, factored for use in a density."""

    @property
    def log_determinant(self) -> float:
        """The log (pseudo-)determinant of the covariance."""

    def whiten(self, D: Array) -> Array:
        """Return z for each row x of `D` such that |z|^2 = x' C^-1 x, or x' C^+ x."""


@dataclass(frozen=True)
class CholeskyFactor:
    """A regular covariance C = LL'.

    Attributes
    ----------
    lower : array of shape (d, d)
        L, lower triangular.
    """

    lower: Array

    @property
    def log_determinant(self) -> float:
        """The log |C| = 2 sum_i log L_ii."""
        return float(2 * np.log(np.diagonal(self.lower)).sum())

    def whiten(self, D: Array) -> Array:
        """Return z = L^-1 x for each row x of `D`, shape (n, d)."""
        return whiten(self.lower, D)


@dataclass(frozen=True)
class DiagonalFactor:
    """A covariance without correlations.

    Attributes
    ----------
    deviations : array of shape (r,)
        Standard deviations of the features, above 0.
    features : array of shape (r,)
        The features they belong to; the others are not seen.
    """

    deviations: Array
    features: NDArray[np.intp]

    @property
    def log_determinant(self) -> float:
        """The log |C| = 2 sum_i log sigma_i."""
        return float(2 * np.log(self.deviations).sum())

    def whiten(self, D: Array) -> Array:
        """Return z = x / sigma for each row x of `D`, shape (n, r)."""
        return D[:, self.features] / self.deviations


@dataclass(frozen=True)
class PseudoFactor:
    """A singular covariance, by its r eigenvalues above zero: C = V diag(values) V'.

    Attributes
    ----------
    values : array of shape (r,)
        The eigenvalues, ascending.
    vectors : array of shape (d, r)
        V, their eigenvectors in columns.
    """

    values: Array
    vectors: Array

    @property
    def log_determinant(self) -> float:
        """The log pseudo-determinant: sum of log(values)."""
        return float(np.log(self.values).sum())

    def whiten(self, D: Array) -> Array:
        """Return z = diag(values)^(-1/2) V' x for each row x of `D`, shape (n, r)."""
        return D @ self.vectors / np.sqrt(self.values)


def factorise_covariances(
    covariances: Array,
    moments: ClassMoments,
    singular: str = "raise",
    is_shared: bool = False,
    names: Sequence[Any] | None = None,
) -> list[Factor]:
    """Factor the covariance of each class.

    Parameters
    ----------
    covariances : array of shape (K, d, d), or (K, d) for variances
        Symmetric and positive semi-definite. If all are equal, one factor serves all classes.
    moments : ClassMoments
        Where the covariances come from: the labels for messages, the rounding of the data.
    singular : {"raise", "pseudo"}
        What to do with a singular covariance: raise ValueError, or use its pseudo-inverse and
        pseudo-determinant. These do not see the directions in which the class has no spread: a
        point may lie any distance away along them and still count as close.
    is_shared : bool
        Whether the classes have one covariance by assumption, for messages.
    names : sequence of length d or None
        The names of the features, for messages. None: their positions.

    Returns
    -------
    list of K factors

    Raises
    ------
    ValueError
        If a covariance is singular and `singular` is "raise", if it is zero, or if `singular` is
        another word.
    """
    if singular not in ("raise", "pseudo"):
        raise ValueError(f"singular is {singular!r}; use 'raise' or 'pseudo'.")
    K, names = len(covariances), range(covariances.shape[1]) if names is None else names
    if is_shared:
        of_all = covariances[0], moments.rounding, singular, names, "singular_shared_covariance"
        return [_factorise(*of_all)] * K
    return [
        _factorise(C, moments.rounding, singular, names, "singular_covariance", label=label)
        for C, label in zip(covariances, moments.classes, strict=True)
    ]


def is_singular(covariance: Array, rounding: Array) -> bool:
    """Return whether a covariance is singular, whatever the units of the features.

    The smallest eigenvalue of the correlation matrix is compared with the value that rounding
    alone can make of a zero: 10 d epsilon times the largest, from computing the matrix, and the
    sum over features of (rounding / standard deviation)^2, from storing the points.

    Parameters
    ----------
    covariance : array of shape (d, d), or (d,) for variances
        Symmetric and positive semi-definite.
    rounding : array of shape (d,)
        The spread of each feature that rounding alone can cause; 0 if its values are exact.
    """
    deviations = _deviations(covariance)
    if not (deviations > rounding).all():
        return True
    if covariance.ndim == 1:
        return False
    values = np.linalg.eigvalsh(covariance / deviations / deviations[:, None])
    return bool(values[0] <= _zero(values, deviations, rounding))


def _deviations(covariance: Array) -> Array:
    return np.sqrt(covariance if covariance.ndim == 1 else np.diagonal(covariance))


def _zero(values: NDArray[Any], deviations: Array, rounding: Array) -> float:
    """Return what rounding can make of an eigenvalue 0 of the correlation matrix."""
    noise = ((rounding / deviations) ** 2).sum()
    return float(10 * len(values) * EPSILON * values[-1] + noise)


def whiten(root: Array, X: Array) -> Array:
    """Return z = L^-1 x for each row x of `X`, so that |z|^2 = x' C^-1 x with C = LL'.

    This calls LAPACK directly, as ``scipy.linalg.solve_triangular`` does: for a few hundred
    points, scipy's overhead is three times the time of the solution.

    Parameters
    ----------
    root : array of shape (d, d)
        L, lower triangular with a diagonal above 0.
    X : array of shape (n, d)
    """
    return dtrtrs(root, X.T, lower=1)[0].T


def _factorise(
    covariance: Array,
    rounding: Array,
    singular: str,
    names: Sequence[Any],
    code: str,
    **fields: Any,
) -> Factor:
    deviations = _deviations(covariance)
    has_spread = np.flatnonzero(deviations > rounding)
    if not is_singular(covariance, rounding):
        if covariance.ndim == 1:
            return DiagonalFactor(deviations, has_spread)
        return CholeskyFactor(cholesky(covariance, lower=True, check_finite=False))
    if singular == "raise":
        remedy = "set shrinkage above 0 or singular='pseudo'"
        flat = describe_flat(covariance, rounding, remedy, names)
        raise FitError(code, **fields).explained(flat)
    if len(has_spread) == 0:
        raise FitError(NO_SPREAD[code], **fields)
    if covariance.ndim == 1:
        return DiagonalFactor(deviations[has_spread], has_spread)
    least, most = has_spread[np.argsort(deviations[has_spread])][[0, -1]]
    if deviations[least] < SMALLEST_SHARE * deviations[most]:
        raise ValueError(
            f"The spread of feature {names[least]} is less than {SMALLEST_SHARE:g} of that of "
            f"feature {names[most]}, so rounding would decide; scale the features (standardise "
            "them)."
        )
    factor = _pseudo_factor(covariance, has_spread, rounding)
    if not factor.values.size:
        raise FitError(NO_SPREAD[code], **fields)
    return factor


def _pseudo_factor(covariance: Array, features: NDArray[np.intp], rounding: Array) -> PseudoFactor:
    """Return the factor without the directions in which there is no spread.

    How many there are is decided on the correlations, so it does not depend on the units. With R =
    Q diag(r) Q' and the standard deviations s, the covariance is BB' with B = diag(s) Q
    diag(r)^(1/2), whose singular vectors keep the digits of features in large units and in small
    ones.
    """
    spread = covariance[np.ix_(features, features)]
    deviations = _deviations(spread)
    values, vectors = np.linalg.eigh(spread / deviations / deviations[:, None])
    is_positive = values > _zero(values, deviations, rounding[features])
    root = deviations[:, None] * vectors[:, is_positive] * np.sqrt(values[is_positive])
    left, singular, _ = np.linalg.svd(root, full_matrices=False)
    axes = np.zeros((len(covariance), len(singular)))
    axes[features] = left
    return PseudoFactor(singular[::-1] ** 2, axes[:, ::-1])


def describe_flat(covariance: Array, rounding: Array, remedy: str, names: Sequence[Any]) -> str:
    """Return which features make a covariance singular, and what helps."""
    deviations = _deviations(covariance)
    constant = np.flatnonzero(deviations <= rounding)
    if len(constant):
        cause = f"Feature {names[constant[0]]} is constant: leave it out"
    else:
        _, vectors = np.linalg.eigh(covariance / deviations / deviations[:, None])
        loadings = np.abs(vectors[:, 0])
        involved = np.flatnonzero(loadings > LEAST_LOADING * loadings.max())[:MOST_NAMED]
        cause = (
            f"Features {', '.join(str(names[i]) for i in involved)} are collinear: leave one out"
        )
    return f"{cause}, or {remedy}."
