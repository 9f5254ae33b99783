"""Classifiers in closed form, with their kernels, covariances and threshold search."""

from bayeslab.estimators.discrete import BernoulliBayes, CategoricalBayes
from bayeslab.estimators.fisher import FisherDirections, fisher_directions
from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.gaussian import Discriminant, GaussianBayes
from bayeslab.estimators.kernel_bayes import (
    IsolatedPointsWarning,
    KernelBayes,
    TiedProjectionsWarning,
)
from bayeslab.estimators.kernels import (
    KERNELS,
    RBF,
    Custom,
    Kernel,
    Laplacian,
    Linear,
    Polynomial,
    make_kernel,
)
from bayeslab.estimators.sums import gaussian_grid, gaussian_means
from bayeslab.estimators.threshold import ThresholdSearch, best_threshold

__all__ = [
    "KERNELS",
    "RBF",
    "BernoulliBayes",
    "CategoricalBayes",
    "Custom",
    "Discriminant",
    "FisherDirections",
    "FitError",
    "GaussianBayes",
    "IsolatedPointsWarning",
    "Kernel",
    "KernelBayes",
    "Laplacian",
    "Linear",
    "Polynomial",
    "ThresholdSearch",
    "TiedProjectionsWarning",
    "best_threshold",
    "fisher_directions",
    "gaussian_grid",
    "gaussian_means",
    "make_kernel",
]
