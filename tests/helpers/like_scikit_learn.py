"""The package's classifiers under the names, parameters and attributes of scikit-learn's.

With them scikit-learn's own tests run (tests/bayeslab/test_their_tests.py).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab import BernoulliBayes, CategoricalBayes, GaussianBayes, KernelBayes

Array = NDArray[np.float64]


class GaussianNB(GaussianBayes):
    """Naive Bayes; also where a test wants just some classifier, such as MultinomialNB."""

    def __init__(self, *, priors: Any = None, var_smoothing: float = 0.0, alpha: float = 1.0):
        super().__init__("diagonal", priors=priors)
        self.var_smoothing = var_smoothing
        self.alpha = alpha

    class_prior_ = property(lambda self: self.priors_)
    theta_ = property(lambda self: self.means_)
    var_ = property(lambda self: np.diagonal(self.covariances_, axis1=1, axis2=2))


class QuadraticDiscriminantAnalysis(GaussianBayes):
    """Each class its own covariance."""

    def __init__(
        self,
        *,
        solver: str = "svd",
        priors: Any = None,
        shrinkage: Any = 0.0,
        reg_param: float = 0.0,
        store_covariance: bool = False,
        covariance_estimator: Any = None,
    ):
        super().__init__("full", priors=priors, shrinkage=shrinkage)
        self.solver = solver
        self.reg_param = reg_param
        self.store_covariance = store_covariance
        self.covariance_estimator = covariance_estimator

    covariance_ = property(lambda self: self.covariances_)


class LinearDiscriminantAnalysis(GaussianBayes):
    """One covariance for all classes."""

    def __init__(
        self,
        *,
        solver: str = "svd",
        priors: Any = None,
        shrinkage: Any = 0.0,
        n_components: int | None = None,
        store_covariance: bool = False,
        covariance_estimator: Any = None,
    ):
        super().__init__("pooled", priors=priors, shrinkage=shrinkage)
        self.solver = solver
        self.n_components = n_components
        self.store_covariance = store_covariance
        self.covariance_estimator = covariance_estimator

    covariance_ = property(lambda self: self.covariances_[0])
    coef_ = property(lambda self: np.atleast_2d(self.discriminant_.w))


class NearestCentroid(GaussianBayes):
    """One variance for all classes and features, with the divisor N - K."""

    def __init__(
        self, metric: str = "euclidean", *, shrink_threshold: Any = None, priors: Any = "equal"
    ):
        super().__init__("spherical", priors=priors, divisor="n-K")
        self.metric = metric
        self.shrink_threshold = shrink_threshold

    class_prior_ = property(lambda self: self.priors_)
    centroids_ = property(lambda self: self.means_)


# What two parameters of theirs say; what ours is set to does not matter.
_PRIORS = property(
    lambda self: (
        None if self.fit_prior and self.class_prior is None else self.class_prior or "equal"
    ),
    lambda self, _: None,
)


class BernoulliNB(BernoulliBayes):
    """Naive Bayes for yes-or-no features."""

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        force_alpha: bool = True,
        binarize: float | None = 0.0,
        fit_prior: bool = True,
        class_prior: Any = None,
    ):
        super().__init__(alpha, binarize=binarize)
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    priors: Any = _PRIORS
    class_log_prior_ = property(lambda self: np.log(self.priors_))
    feature_log_prob_ = property(lambda self: np.log(self.feature_prob_))


class CategoricalNB(CategoricalBayes):
    """Naive Bayes for categories."""

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        min_categories: Any = None,
    ):
        super().__init__(alpha, min_categories=min_categories)
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    priors: Any = _PRIORS
    class_log_prior_ = property(lambda self: np.log(self.priors_))
    feature_log_prob_ = property(lambda self: [np.log(p) for p in self.feature_prob_])


class SVC(KernelBayes):
    """Kernel Bayes with round bumps."""

    def __init__(self, C: float = 1.0, kernel: Any = "rbf"):
        super().__init__("I", kernel)
        self.C = C


class LinearSVC(KernelBayes):
    """Kernel Bayes with the linear kernel."""

    def __init__(self, C: float = 1.0, random_state: int | None = None):
        super().__init__("I", "linear")
        self.C = C
        self.random_state = random_state
