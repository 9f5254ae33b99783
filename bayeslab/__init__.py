"""Bayes classifiers and kernels in closed form, compatible with scikit-learn.

The subpackages: ``estimators`` (classifiers, kernels, the threshold search), ``scoring`` (score
functions and decision regions), ``data`` (generated and real data sets), ``bayes_error`` (known
densities, the Bayes classifier and its error), ``evaluation`` (splits, accuracy, comparisons,
sweeps) and ``figures`` (arrays to Plotly figures; the only one that needs plotly).

>>> from bayeslab import KernelBayes, decision_regions
>>> from bayeslab.data.datasets import DatasetSpec, load
>>> moons = load(DatasetSpec("moons"))
>>> model = KernelBayes("II", gamma=5.0).fit(moons.X, moons.y)
>>> decision_regions(model, (-2, 2, -2, 2), resolution=50).label.shape
(50, 50)
"""

from bayeslab.data.datasets import Dataset, DatasetSpec
from bayeslab.estimators.discrete import BernoulliBayes, CategoricalBayes
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.threshold import ThresholdSearch, best_threshold
from bayeslab.scoring.regions import Regions, decision_regions

__all__ = [
    "BernoulliBayes",
    "CategoricalBayes",
    "Dataset",
    "DatasetSpec",
    "GaussianBayes",
    "KernelBayes",
    "Regions",
    "ThresholdSearch",
    "best_threshold",
    "decision_regions",
]

__version__ = "0.1.0"
