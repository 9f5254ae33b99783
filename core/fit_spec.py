"""A classifier and the points it is fitted to, as one frozen value.

Whatever the app computes about a fitted classifier is stored under its :class:`FitSpec`. Two
choices of a visitor that lead to the same fit have equal specs, so the result is computed once.
"""

from dataclasses import dataclass

from bayeslab.data import datasets
from bayeslab.data.datasets import Dataset, DatasetSpec
from bayeslab.evaluation.models import ModelSpec
from core.drawing import DrawnSpec
from core.table_spec import TableSpec

PointsSpec = DatasetSpec | DrawnSpec | TableSpec


@dataclass(frozen=True)
class FitSpec:
    """Which classifier, with which settings, is fitted to which points.

    Attributes
    ----------
    data : DatasetSpec, DrawnSpec or TableSpec
    classifier : str
        A key of :data:`bayeslab.evaluation.models.MODELS`.
    settings : ModelSpec
        Settings that the classifier does not read are at their defaults
        (:meth:`bayeslab.evaluation.models.ModelEntry.relevant`): moving γ refits no Gaussian.
    """

    data: PointsSpec
    classifier: str
    settings: ModelSpec


def load_points(spec: PointsSpec) -> Dataset:
    """Return the points of a generated or real data set, of a drawing, or of a table.

    Raises
    ------
    ValueError
        If the spec names no such points.
    """
    return datasets.load(spec) if isinstance(spec, DatasetSpec) else spec.load()
