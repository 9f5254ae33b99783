"""Sweeps: how accuracy depends on gamma and C, and which values to take.

A kernel's width matters more than the choice between classifiers. A sweep tries a grid of widths,
evenly spaced in their logarithm, and evaluates the classifier for each on its training points and
on held-out points. Training accuracy only grows with gamma, until every point is memorised; the
others do not.

For kernel Bayes, leaving out each point costs one fit: a class's mean without one of its points is
a sum over the others (``threshold="loo"``). The metric of variants II and III and the cut of the
line are then those of all points. Classifiers without such a closed form are refitted,
fold by fold.

The grid's points are independent of each other and go through joblib. With
``joblib.parallel_config`` they spread over the cores of a machine or, with its backend "dask", over
a cluster, and the results are the same to the bit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_args

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import ArrayLike, NDArray

from bayeslab.estimators.fit_error import explain
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.accuracy import (
    Accuracy,
    CancelledError,
    Progress,
    cross_validated_accuracy,
    training_accuracy,
)
from bayeslab.evaluation.models import ModelSpec, build_model
from bayeslab.evaluation.splits import EvaluationSpec, complete_splits

SWEPT_MODELS = (*get_args(Variant), "svc-rbf")
TIE = 1e-12  # accuracies closer than this differ by rounding


@dataclass(frozen=True)
class SweepSpec:
    """What to sweep, in plain values.

    Attributes
    ----------
    key : str
        One of ``SWEPT_MODELS``, keys of :data:`bayeslab.evaluation.models.MODELS`.
    settings : ModelSpec
        All other settings of the classifier.
    gammas : tuple of float
        The widths to try.
    Cs : tuple of float
        The SVC's C to try with each; empty keeps that of the settings. Kernel Bayes has none.
    evaluation : EvaluationSpec or None
        How points are held out. None uses the closed form of leave-one-out, which kernel Bayes
        of two classes has.

    Examples
    --------
    >>> from bayeslab.evaluation import SweepSpec
    >>> spec = SweepSpec("I", gammas=(0.1, 1.0, 10.0))  # for sweep(spec, X, y)
    >>> len(spec.gammas)
    3
    """

    key: str = "I"
    settings: ModelSpec = field(default_factory=ModelSpec)
    gammas: tuple[float, ...] = tuple(np.geomspace(0.1, 100.0, 13).tolist())
    Cs: tuple[float, ...] = ()
    evaluation: EvaluationSpec | None = field(default_factory=EvaluationSpec)


@dataclass(frozen=True)
class SweepPoint:
    """The accuracies at one gamma and C; a `problem` says why it fails.

    Attributes
    ----------
    gamma : float
    C : float or None
        None for kernel Bayes.
    training : float or None
        Accuracy on the training points.
    leave_one_out : float or None
        Accuracy of the closed form, the share of points on their side of the best cut of their
        leave-one-out projections; None where there is no closed form.
    cross_validated : Accuracy or None
    problem : str or None
    """

    gamma: float
    C: float | None
    training: float | None = None
    leave_one_out: float | None = None
    cross_validated: Accuracy | None = None
    problem: str | None = None

    @property
    def held_out(self) -> float | None:
        """The accuracy that is compared: cross-validated, or leave-one-out in closed form."""
        return self.leave_one_out if self.cross_validated is None else self.cross_validated.mean


@dataclass(frozen=True)
class Sweep:
    """All points of a sweep, gamma by gamma and within each C by C."""

    points: tuple[SweepPoint, ...]

    @property
    def tied(self) -> tuple[SweepPoint, ...]:
        """The points of the highest held-out accuracy, the smallest gamma and then C first.

        A small gamma and a small C make the smoothest boundary.

        Raises
        ------
        ValueError
            If the classifier failed at every point.
        """
        pairs = [(point.held_out, point) for point in self.points if point.problem is None]
        if not pairs:
            raise ValueError(f"No setting could be evaluated: {self.points[0].problem}")
        highest = max(share for share, _ in pairs if share is not None)
        ties = [point for share, point in pairs if share is not None and share >= highest - TIE]
        return tuple(sorted(ties, key=lambda point: (point.gamma, point.C or 0.0)))

    @property
    def best(self) -> SweepPoint:
        """The first of the tied points."""
        return self.tied[0]


def sweep(
    spec: SweepSpec,
    X: ArrayLike,
    y: ArrayLike,
    progress: Progress | None = None,
    between: Callable[[], Any] | None = None,
    class_names: Sequence[str] | None = None,
) -> Sweep:
    """Evaluate a classifier at every gamma and C of a grid.

    Parameters
    ----------
    spec : SweepSpec
    X : array-like of shape (n, d)
    y : array-like of shape (n,)
    progress : callable or None
        Called with the numbers of grid points done and in all; returning False cancels.
    between : callable or None
        Called after each fit, in the process of the fit; an exception from it ends the sweep.
        One point of the grid may take minutes.
    class_names : sequence of str or None
        The names of the classes 0, 1, ... in the reasons of failures.

    Raises
    ------
    ValueError
        If the classifier has no gamma or not this evaluation, the grid is empty, or the labels do
        not suit the evaluation.
    CancelledError
        If `progress` returned False.

    Examples
    --------
    >>> from bayeslab import DatasetSpec, load
    >>> from bayeslab.evaluation import SweepSpec, sweep
    >>> moons = load(DatasetSpec("moons"))
    >>> sweep(SweepSpec("I", gammas=(0.1, 1.0, 10.0)), moons.X, moons.y).best.gamma
    10.0
    """
    points, labels = np.asarray(X), np.asarray(y)
    _require_sweepable(spec, labels)
    Cs = spec.Cs or (spec.settings.svc_C if spec.key == "svc-rbf" else None,)
    grid = [(gamma, C) for gamma in spec.gammas for C in Cs]
    common = points, labels, between, class_names
    tasks = (delayed(_evaluate_point)(spec, gamma, C, *common) for gamma, C in grid)
    results: list[SweepPoint] = []
    for point in Parallel(return_as="generator")(tasks):
        results.append(point)
        if progress is not None and progress(len(results), len(grid)) is False:
            raise CancelledError("The sweep was cancelled.")
    return Sweep(tuple(results))


def _require_sweepable(spec: SweepSpec, y: NDArray[Any]) -> None:
    is_svc = spec.key == "svc-rbf"
    if spec.key not in SWEPT_MODELS:
        raise ValueError(f"{spec.key!r} has no γ to sweep; use one of {', '.join(SWEPT_MODELS)}.")
    if not is_svc and not KERNELS[spec.settings.kernel].has("gamma"):
        raise ValueError(f"The {spec.settings.kernel} kernel has no γ to sweep; choose RBF.")
    if not spec.gammas or (spec.Cs and not is_svc):
        raise ValueError("Give at least one γ, and values of C for the SVC only.")
    if spec.evaluation is not None:
        complete_splits(y, spec.evaluation)
    elif is_svc or len(np.unique(y)) > 2:
        raise ValueError(
            "Only kernel Bayes of two classes leaves one out in closed form; choose k folds."
        )


def _evaluate_point(
    spec: SweepSpec,
    gamma: float,
    C: float | None,
    X: NDArray[Any],
    y: NDArray[Any],
    between: Callable[[], Any] | None = None,
    class_names: Sequence[str] | None = None,
) -> SweepPoint:
    settings = replace(spec.settings, gamma=gamma, svc_gamma="same")
    if C is not None:
        settings = replace(settings, svc_C=C)
    model = build_model(spec.key, settings, len(np.unique(y)))
    held_out = None
    try:
        if spec.evaluation is not None:
            held_out = cross_validated_accuracy(
                model, X, y, spec.evaluation, lambda _: between and between()
            )
        return SweepPoint(
            gamma,
            C,
            training_accuracy(model, X, y),
            _leave_one_out_accuracy(model, X, y) if isinstance(model, KernelBayes) else None,
            held_out,
        )
    except ValueError as problem:
        return SweepPoint(gamma, C, problem=explain(problem, class_names))


def _leave_one_out_accuracy(model: KernelBayes, X: NDArray[Any], y: NDArray[Any]) -> float:
    """Return the accuracy on leave-one-out projections, from one fit."""
    leaving_out = KernelBayes(**model.get_params() | {"threshold": "loo"})
    search = leaving_out.fit(X, y).threshold_search_
    return float(1 - search.errors[search.index] / len(y))
