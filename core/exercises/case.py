"""What an exercise measures: the points and the fitted classifiers of a state."""

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab.bayes_error.optimal import Problem
from bayeslab.bayes_error.problems import known_problem
from bayeslab.data.datasets import DATASETS, Dataset, DatasetSpec, load
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.scoring.regions import score_points
from core import compute
from core.exercises.state import CountsState, ExerciseState
from core.fields import State
from core.input_error import InputError
from core.state import LabState

FRESH = 1000  # new points of the same kind as those that an exercise begins with
OTHER_SEEDS = 500_000  # from the seed of the points to that of the new ones

Array = NDArray[np.float64]


class Case:
    """A state of an exercise, and what its measures are computed from.

    Parameters
    ----------
    state : State
        Of the lab, or of a lesson whose classes have known densities (its property `problem`).
    start : State, optional
        What the exercise began with; `state` unless given.
    """

    def __init__(self, state: State, start: State | None = None) -> None:
        self.state = state
        self.start = state if start is None else start

    @property
    def lab(self) -> LabState:
        """The state of the lab.

        Raises
        ------
        InputError
            If it is that of another page.
        """
        if not isinstance(self.state, LabState):
            raise InputError("This can only be measured in the lab.")
        return self.state

    @cached_property
    def points(self) -> Dataset:
        """The points on screen."""
        return compute.dataset(self.lab.dataset_spec)

    @cached_property
    def start_points(self) -> Dataset:
        """The points with which the exercise began."""
        return compute.dataset(Case(self.start).lab.dataset_spec)

    @cached_property
    def fresh(self) -> Dataset:
        """New points from the densities of the points that the exercise began with.

        Raises
        ------
        InputError
            If those were not generated.
        """
        seed = (self._generated.seed + OTHER_SEEDS) % 1_000_000
        return load(replace(self._generated, n=FRESH, seed=seed))

    @cached_property
    def generating_problem(self) -> Problem:
        """The densities of the points that the exercise began with.

        Raises
        ------
        InputError
            If they are not known.
        """
        problem = known_problem(self._generated)
        if problem is None:
            raise InputError("The densities of these points are not known.")
        return problem

    @property
    def _generated(self) -> DatasetSpec:
        spec = Case(self.start).lab.dataset_spec
        if not isinstance(spec, DatasetSpec) or DATASETS[spec.name].kind != "generated":
            raise InputError("These points were not generated, so there are no new ones.")
        return spec

    @property
    def counts(self) -> CountsState:
        """The counts of words.

        Raises
        ------
        InputError
            If the state has none.
        """
        if not isinstance(self.state, CountsState):
            raise InputError("This can only be measured of counts of words.")
        return self.state

    @property
    def problem(self) -> Problem:
        """The known densities of two classes on the line.

        Raises
        ------
        InputError
            If the state has none.
        """
        problem = getattr(self.state, "problem", None)
        if not isinstance(problem, Problem):
            raise InputError("This can only be measured where the densities on a line are known.")
        return problem

    def fit(self, key: str) -> Any:
        """Return a classifier, fitted to the points; "" is the one in the picture."""
        return compute.fitted_model(self.lab.fit_spec(key or self.lab.model))

    def scores(self, key: str, X: Array) -> Array:
        """Return the scores of points, with the threshold where the user has put it."""
        model, cut = self.fit(key), self.cut(key)
        if cut is None:
            return score_points(model, X)
        return np.asarray(model.project(X) - model.threshold_search_.cuts[cut])

    def cut(self, key: str = "") -> int | None:
        """Return where the user has put the threshold of the classifier in the picture, or None."""
        cut = self.state.cut if isinstance(self.state, ExerciseState) else None
        if cut is None or key:
            return None
        if not isinstance(self.fit(key), KernelBayes) or cut > len(self.points.y):
            raise InputError("This classifier has no such cut.")
        return cut

    def wrong(self, key: str) -> NDArray[np.bool_]:
        """Return which points are misclassified."""
        model, cut = self.fit(key), self.cut(key)
        if cut is not None:
            above = model.projection_ > model.threshold_search_.cuts[cut]
            return np.asarray(model.classes_[above.astype(int)] != self.points.y)
        if hasattr(model, "training_predictions_"):
            return np.asarray(model.training_predictions_ != self.points.y)
        return np.asarray(model.predict(self.points.X) != self.points.y)

    def predict_fresh(self, key: str) -> NDArray[np.int64]:
        """Return the predicted classes of the new points."""
        model = self.fit(key)
        if self.cut(key) is None:
            return np.asarray(model.predict(self.fresh.X))
        above = self.scores(key, self.fresh.X) > 0
        return np.asarray(model.classes_[above.astype(int)])
