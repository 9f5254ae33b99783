"""Bayes classifiers and kernels in closed form, compatible with scikit-learn.

The subpackages: ``estimators`` (classifiers, kernels, the threshold search), ``scoring`` (score
functions and decision regions), ``data`` (generated and real data sets), ``bayes_error`` (known
densities, the Bayes classifier and its error), ``evaluation`` (splits, accuracy, comparisons,
sweeps) and ``figures`` (arrays to Plotly figures; the only one that needs plotly). The public
names are those in ``__all__`` of this package and of its subpackages.

>>> from bayeslab import DatasetSpec, KernelBayes, decision_regions, load
>>> moons = load(DatasetSpec("moons"))
>>> model = KernelBayes("II", gamma=5.0).fit(moons.X, moons.y)
>>> decision_regions(model, (-2, 2, -2, 2), resolution=50).label.shape
(50, 50)
"""

from bayeslab.data.datasets import DATASETS, Dataset, DatasetSpec, load
from bayeslab.estimators.discrete import BernoulliBayes, CategoricalBayes
from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.kernels import KERNELS
from bayeslab.estimators.threshold import ThresholdSearch, best_threshold
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.scoring.regions import Regions, decision_regions

__all__ = [
    "DATASETS",
    "KERNELS",
    "BernoulliBayes",
    "CategoricalBayes",
    "Dataset",
    "DatasetSpec",
    "EvaluationSpec",
    "FitError",
    "GaussianBayes",
    "KernelBayes",
    "Regions",
    "ThresholdSearch",
    "best_threshold",
    "decision_regions",
    "load",
]

__version__ = "1.0.0"
