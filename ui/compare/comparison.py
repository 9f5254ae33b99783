"""What the page compares: the lab's points and settings, or all features of these points.

Pictures show the two features of the lab. Accuracies can be computed on all features that a real
data set or a visitor's table has.
"""

from dataclasses import dataclass, replace
from html import escape
from typing import Any

import streamlit as st

from bayeslab.data.datasets import DATASETS, Dataset, DatasetSpec, RealEntry
from core import compute
from core.all_columns import AllColumns
from core.fit_spec import FitSpec, PointsSpec
from core.state import DRAWN, LabState
from ui.compare.choices import shorten
from ui.session.lab import all_columns

IN_PLANE = "Pictures show the two features of the lab, with classifiers fitted to these two"
ONLY_TWO = (
    "The link was made with all columns of a table, but has only the two of the picture: "
    "these accuracies are computed on two. Load the table in the lab to compute them on all."
)


@dataclass(frozen=True)
class Comparison:
    """The classifiers, with the settings of the lab, on these points.

    Attributes
    ----------
    state : LabState
        That of the lab, whose two features all pictures show.
    data : DatasetSpec, DrawnSpec or TableSpec
        The points that accuracies are computed on.
    columns : AllColumns or None
        Keeps the points of a TableSpec in memory.
    """

    state: LabState
    data: PointsSpec
    columns: AllColumns | None = None

    @property
    def points(self) -> Dataset:
        """The points that accuracies are computed on."""
        return compute.dataset(self.data)

    @property
    def is_in_plane(self) -> bool:
        """Whether accuracies are computed on the two features that pictures show."""
        return self.data == self.state.dataset_spec

    def fit_spec(self, key: str) -> FitSpec:
        """Return the fit of a classifier to the points that accuracies are computed on."""
        return replace(self.state.fit_spec(key), data=self.data)

    def with_settings(self, **settings: Any) -> "Comparison":
        """Return the same comparison with other settings of the classifiers."""
        return replace(self, state=replace(self.state, **settings))


def choose_features(state: LabState) -> Comparison:
    """Ask whether accuracies are computed on all features, where there are more than two."""
    columns, data = all_columns(state), state.dataset_spec
    spec = _all_features(data) if columns is None else columns.spec
    if spec is None:
        if state.data == DRAWN and st.query_params.get("all") == "true":
            st.info(ONLY_TWO, icon=":material/link_off:")
        return Comparison(state, data)
    count, name = len(compute.dataset(spec).feature_names), "features"
    if columns is not None:
        name = "numeric columns"
    with st.container(horizontal=True, key="features"):
        if not st.toggle(f"Use all {count} {name}", key="all", bind="query-params"):
            return Comparison(state, data)
        notices = () if columns is None else columns.notices
        pair = " and ".join(map(shorten, compute.dataset(data).feature_names))
        sentence = f"Accuracies are computed on all {count} {name}. {IN_PLANE}: {pair}."
        st.html(escape(" ".join((sentence, *notices))))  # names that people type
    return Comparison(state, spec, columns)


def _all_features(spec: PointsSpec) -> DatasetSpec | None:
    """Return all features of a real data set, if they are more than two."""
    if not isinstance(spec, DatasetSpec):
        return None
    entry = DATASETS[spec.name]
    if not isinstance(entry, RealEntry):
        return None
    return replace(spec, features=tuple(range(len(entry.feature_names))))
