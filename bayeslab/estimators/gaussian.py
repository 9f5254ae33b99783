"""Gaussian classes: optimal Bayes, naive Bayes, LDA and nearest mean are one classifier.

Each class k has a Gaussian density with mean m_k and covariance C_k in d dimensions, so that

    log P(k) + log p(x | k)
        = log P(k) - (d log(2 pi) + log |C_k| + (x - m_k)' C_k^-1 (x - m_k)) / 2.

The four classifiers differ in their assumption about the C_k
(:mod:`bayeslab.estimators.covariance`). Multiplied out, the expression is a quadratic polynomial
x'Wx + w'x + w0, the discriminant. Where all C_k are equal the quadratic terms cancel between two
classes, and the boundary is a hyperplane.

Sources: Gaussian discriminants notes (cases 1-3); Implementing Bayes Classifiers (Bint, Huus, Pratt
2014), eqs. 2 and 5, with the priors kept; linear classifiers post, appendix 1.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.metaestimators import available_if

from bayeslab.estimators.bayes_rule import LogOdds
from bayeslab.estimators.covariance import (
    ClassMoments,
    Factor,
    class_moments,
    factorise_covariances,
    ledoit_wolf_shares,
    regularise_covariances,
    shrink_correlations,
)
from bayeslab.estimators.fisher import FisherDirections, fisher_directions
from bayeslab.estimators.summed import SummedBayes
from bayeslab.estimators.validation import feature_names

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Discriminant:
    """The quadratic polynomial x'Wx + w'x + w0, or K of them stacked.

    Attributes
    ----------
    W : array of shape (d, d) or (K, d, d)
        Quadratic terms, symmetric.
    w : array of shape (d,) or (K, d)
        Linear terms.
    w0 : float, or array of shape (K,)
        Constant terms.

    Examples
    --------
    >>> from bayeslab import GaussianBayes
    >>> model = GaussianBayes("pooled").fit([[0], [2], [4], [6]], [0, 0, 1, 1])
    >>> model.discriminant_.w, model.discriminant_.w0
    (array([4.]), -12.0)
    """

    W: Array
    w: Array
    w0: float | Array

    def __call__(self, X: ArrayLike) -> Array:
        """Return x'Wx + w'x + w0 for each row x of `X`, shape (n,) or (n, K)."""
        X = np.asarray(X, dtype=np.float64)
        quadratic: Array = ((X @ self.W) * X).sum(axis=-1).T
        return quadratic + X @ self.w.T + self.w0


def _is_pooled(model: "GaussianBayes") -> bool:
    return model.covariance == "pooled"


class GaussianBayes(
    ClassNamePrefixFeaturesOutMixin,
    TransformerMixin,
    SummedBayes,
    LogOdds,
    auto_wrap_output_keys=None,  # wrapped, `transform` would be there for every covariance
):
    """Bayes classifier with a Gaussian density for each class; any number of classes.

    Parameters
    ----------
    covariance : {"full", "diagonal", "pooled", "spherical"}
        "full": each class its own covariance (optimal Bayes, QDA, case 3). "diagonal": its own
        variances only (naive Bayes). "pooled": one covariance for all (LDA, case 2). "spherical":
        sigma^2 I for all (case 1; with equal priors the nearest mean).
    priors : None, "equal" or array-like of shape (K,)
        None: class frequencies (MAP). "equal": 1 / K (ML). Numbers: in the order of ``classes_``.
    divisor : {"n", "n-1", "n-K"}
        Of the sums of squares, with n the points that an estimate is made of, and K the means that
        they are seen from. Full and diagonal: n = N_k and K = 1, for each class. Pooled and
        spherical: n = N, and K is the number of classes. "n" is maximum likelihood, "n-K" without
        bias.
    singular : {"raise", "pseudo"}
        What to do with a singular covariance. "raise": raise ValueError. "pseudo": use its
        pseudo-inverse and pseudo-determinant, with d log(2 pi) unchanged. That ignores directions
        in which a class has no spread: where class A always has x2 = 0 and class B about 5, a point
        at x2 = 1000 is called A.
    pooling : float
        The share lambda of the pooled covariance in that of each class, from 0 to 1: regularised
        discriminant analysis (Friedman 1989; Hastie et al., section 4.3.1). With "full", 0 is QDA
        and 1 is LDA.
    shrinkage : float or "auto"
        The share gamma of the identity, times the mean variance, in the result; from 0 to 1. With
        "pooled" this is the `shrinkage` of scikit-learn's LinearDiscriminantAnalysis. "auto": the
        correlations of each class shrink towards 0 by the share that Ledoit and Wolf (2004)
        estimate on its standardised features, as in scikit-learn's discriminant analyses; they
        are pooled afterwards. It needs all points at once.

    Attributes
    ----------
    classes_, class_count_ : arrays of shape (K,)
        Labels, sorted, and training points in each class (their weights, if given).
    priors_ : array of shape (K,)
        Prior probabilities.
    means_ : array of shape (K, d)
        Class means.
    covariances_ : array of shape (K, d, d)
        Class covariances; K equal ones for pooled and spherical.
    shrinkage_ : float, or array of shape (K,)
        The shares by which covariances, or with "auto" the correlations of each class, shrink.
    class_discriminants_ : Discriminant
        Stacked; evaluates to the joint log-likelihoods, constants included.
    discriminant_ : Discriminant
        Evaluates to the decision function: two classes, the difference ``classes_[1]`` minus
        ``classes_[0]``, whose W is exactly zero for pooled and spherical; more, the stacked one.

    Examples
    --------
    >>> X, y = [[1.0], [2.0], [5.0], [7.0]], ["small", "small", "large", "large"]
    >>> model = GaussianBayes("pooled").fit(X, y, sample_weight=[1, 1, 2, 2])
    >>> model.means_.tolist(), model.predict([[3.0]]).tolist()
    ([[6.0], [1.5]], ['small'])
    """

    shrinkage_: Any
    _sums: ClassMoments
    _covariances: Array
    _factors: list[Factor]

    def __init__(
        self,
        covariance: str = "full",
        priors: ArrayLike | str | None = None,
        divisor: str = "n",
        singular: str = "raise",
        pooling: float = 0.0,
        shrinkage: float | str = 0.0,
    ) -> None:
        self.covariance = covariance
        self.priors = priors
        self.divisor = divisor
        self.singular = singular
        self.pooling = pooling
        self.shrinkage = shrinkage

    def _add(
        self,
        X: Array,
        codes: NDArray[np.int64],
        weights: Array | None,
        before: ClassMoments | None,
    ) -> ClassMoments:
        is_diagonal = self.covariance in ("diagonal", "spherical")
        batch = class_moments(X, codes, self.classes_, is_diagonal, weights, before)
        if self._is_automatic:
            if before is not None:
                raise ValueError(
                    "The shrinkage 'auto' needs all points at once; call fit with them."
                )
            self.shrinkage_ = ledoit_wolf_shares(X, codes, batch, weights)
        if before is None:
            return batch
        if batch.scatters.ndim != before.scatters.ndim:
            raise ValueError("covariance was changed after the last fit; call fit again.")
        return before.merge(batch)

    @property
    def _is_automatic(self) -> bool:
        return isinstance(self.shrinkage, str) and self.shrinkage == "auto"

    def _learn(self) -> None:
        moments: ClassMoments = self._sums
        shrinkage: Any = self.shrinkage
        if self._is_automatic:
            moments, shrinkage = shrink_correlations(moments, self.shrinkage_), 0.0
        else:
            self.shrinkage_ = shrinkage
        self._covariances = regularise_covariances(
            moments, self.covariance, self.divisor, self.pooling, shrinkage
        )
        is_shared = self.covariance in ("pooled", "spherical") or self.pooling == 1
        self._factors = factorise_covariances(
            self._covariances, moments, self.singular, is_shared, feature_names(self)
        )

    @property
    def means_(self) -> Array:
        """Class means, shape (K, d)."""
        return self._sums.means

    @property
    def covariances_(self) -> Array:
        """The class covariances, shape (K, d, d)."""
        self._check_fitted()
        if self._covariances.ndim == 3:
            return self._covariances
        return self._covariances[:, :, None] * np.eye(self._covariances.shape[1])

    def mahalanobis(self, X: ArrayLike) -> Array:
        """Return the squared Mahalanobis distance (x - m_k)' C_k^-1 (x - m_k) to each class.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points.

        Returns
        -------
        array of shape (n, K)
            Squared distances, without unit; columns in the order of ``classes_``.

        Raises
        ------
        ValueError
            If `X` does not fit the training data, holds NaN or infinity, or a distance overflows.
        """
        self._check_fitted()
        return self._mahalanobis(self._check_points(X))

    def _mahalanobis(self, X: Array) -> Array:
        with np.errstate(over="ignore", invalid="ignore"):
            coordinates = [
                factor.whiten(X - origin - offset)
                for factor, origin, offset in zip(
                    self._factors, self._sums.origins, self._sums.offsets, strict=True
                )
            ]
            distances = np.stack([(z**2).sum(axis=1) for z in coordinates], axis=1)
        overflows = ~np.isfinite(distances).all(axis=1)
        if overflows.any():
            raise ValueError(
                f"Row {overflows.argmax()} of X lies so far out that its distance to a class "
                "overflows; give points nearer to the training data."
            )
        return distances

    @available_if(_is_pooled)
    def transform(self, X: ArrayLike) -> Array:
        """Return Fisher's coordinates, in which the class means differ most; "pooled" only.

        They are seen from the mean of the class means, weighted by the priors, and have variance
        1 and no correlations within the classes: distances between points are Mahalanobis'.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points.

        Returns
        -------
        array of shape (n, r)
            Coordinates, the most discriminating first, r <= K - 1; their signs mean nothing.

        Raises
        ------
        ValueError
            If `X` does not fit the training data, holds NaN or infinity, or the class means do not
            differ.
        """
        self._check_fitted()
        return self._fisher.transform(self._check_points(X))

    fit_transform = available_if(_is_pooled)(TransformerMixin.fit_transform)

    @property
    def _fisher(self) -> FisherDirections:
        return fisher_directions(self.means_, self._covariances[0], self.priors_)

    @property
    def _n_features_out(self) -> int:
        return len(self._fisher.ratios)

    def _joint_log_likelihood(self, X: Array) -> Array:
        return self._constants() - self._mahalanobis(X) / 2

    def _constants(self) -> Array:
        """Return log P(k) - (d log(2 pi) + log |C_k|) / 2 for each class, shape (K,)."""
        d = self.means_.shape[1]
        log_determinants = np.array([factor.log_determinant for factor in self._factors])
        return np.log(self.priors_) - (d * np.log(2 * np.pi) + log_determinants) / 2

    @property
    def class_discriminants_(self) -> Discriminant:
        """Stacked: with C^-1 = RR', W = -RR'/2, w = RR'm, ``w0 = constant - |R'm|^2 / 2``."""
        roots = [factor.whiten(np.eye(self.means_.shape[1])) for factor in self._factors]
        whitened_means = [
            factor.whiten(mean[None, :])[0]
            for factor, mean in zip(self._factors, self.means_, strict=True)
        ]
        pairs = list(zip(roots, whitened_means, strict=True))
        W = np.stack([-(R @ R.T) / 2 for R in roots])
        w = np.stack([R @ z for R, z in pairs])
        w0 = self._constants() - np.array([z @ z for z in whitened_means]) / 2
        return Discriminant(W, w, w0)

    @property
    def discriminant_(self) -> Discriminant:
        """The decision function, multiplied out."""
        all_classes = self.class_discriminants_
        if len(self.classes_) > 2:
            return all_classes
        W, w, w0 = all_classes.W, all_classes.w, np.asarray(all_classes.w0)
        return Discriminant(W[1] - W[0], w[1] - w[0], float(w0[1] - w0[0]))
