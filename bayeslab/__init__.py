"""Bayes classifiers and kernels in closed form, compatible with scikit-learn.

Here are the classifiers, the threshold search, the data sets and the decision regions. The
subpackages ``bayes_error`` (known densities, the Bayes classifier and its error), ``evaluation``
(splits, accuracy, comparisons, sweeps), ``figures`` (arrays to Plotly figures; the only one that
needs plotly) and ``widget`` have public names of their own. Public are the names in ``__all__`` of
these five; all others may change.

>>> from bayeslab import DatasetSpec, KernelBayes, decision_regions, load
>>> moons = load(DatasetSpec("moons"))
>>> model = KernelBayes("II", gamma=5.0).fit(moons.X, moons.y)
>>> decision_regions(model, (-2, 2, -2, 2), resolution=50).label.shape
(50, 50)
"""

from bayeslab.data.datasets import DATASETS, DatasetSpec, load
from bayeslab.estimators.discrete import BernoulliBayes, CategoricalBayes
from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.gaussian import Discriminant, GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes, KernelBayesWarning
from bayeslab.estimators.kernels import KERNELS
from bayeslab.estimators.minimum_risk import MinimumRisk
from bayeslab.estimators.mixed import MixedBayes
from bayeslab.estimators.threshold import ThresholdSearch, best_threshold
from bayeslab.scoring.regions import decision_regions

__all__ = [
    "DATASETS",
    "KERNELS",
    "BernoulliBayes",
    "CategoricalBayes",
    "DatasetSpec",
    "Discriminant",
    "FitError",
    "GaussianBayes",
    "KernelBayes",
    "KernelBayesWarning",
    "MinimumRisk",
    "MixedBayes",
    "ThresholdSearch",
    "best_threshold",
    "decision_regions",
    "load",
]

__version__ = "1.0.0"
