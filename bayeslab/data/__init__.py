"""Generated and real data sets."""

from bayeslab.data.datasets import DATASETS, Dataset, DatasetSpec, load, standardised
from bayeslab.data.points import bounding_box, thinned

__all__ = ["DATASETS", "Dataset", "DatasetSpec", "bounding_box", "load", "standardised", "thinned"]
