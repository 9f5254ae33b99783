"""Growth: how time grows with the number of points, for kernel Bayes and the SVC.

Kernel Bayes needs a kernel value for every pair of training points, and for every training point
and cell of a picture. Done naively, that is N^2 and r^2 N kernel values; fast sums
(:mod:`bayeslab.estimators.sums`) give the same numbers without them. The SVC solves a problem
first and then needs its support vectors only. Which of them is faster depends on N, so it is
measured.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from types import MappingProxyType
from typing import Any

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.kernels import GAMMA, RBFKernel
from bayeslab.evaluation.accuracy import CancelledError, Progress
from bayeslab.evaluation.models import ModelSpec, build_model
from bayeslab.scoring.grid import grid_axes, grid_nodes
from bayeslab.scoring.regions import Box, decision_regions

MOST_CALLS, ENOUGH_SECONDS = 5, 0.1

FAST, NAIVE, SVC = "kernel Bayes, fast sums", "kernel Bayes, naive sums", "SVC, RBF"

METHODS: Mapping[str, Callable[[float], Any]] = MappingProxyType(
    {
        FAST: lambda gamma: KernelBayes("I", gamma=gamma),
        # A kernel given as a function gets no shortcut.
        NAIVE: lambda gamma: KernelBayes("I", kernel=RBFKernel(gamma)),
        SVC: lambda gamma: build_model("svc-rbf", ModelSpec(gamma=gamma)),
    }
)


@dataclass(frozen=True)
class Timing:
    """The times of one classifier for one number of points; if it fails, `problem` says why.

    Attributes
    ----------
    method : str
        A key of ``METHODS``.
    n : int
        Training points.
    fit_seconds, grid_seconds : float or None
        To fit, and to evaluate a square grid; but for fast sums, node by node.
    fit_evaluations, grid_evaluations : int or None
        Kernel values computed; None for fast sums, which are not made of single kernel values, and
        for the fit of the SVC, whose solver does not report it.
    support_vectors : int or None
        Of the SVC.
    problem : str or None
    """

    method: str
    n: int
    fit_seconds: float | None = None
    grid_seconds: float | None = None
    fit_evaluations: int | None = None
    grid_evaluations: int | None = None
    support_vectors: int | None = None
    problem: str | None = None


def measure_growth(
    sizes: Sequence[int],
    gamma: float = GAMMA,
    resolution: int = 200,
    progress: Progress | None = None,
) -> list[Timing]:
    """Time every method's fit and grid on noisy moons of each size.

    Parameters
    ----------
    sizes : sequence of int
        Numbers of points.
    gamma : float
        Of the RBF kernel, the same for all.
    resolution : int
        Nodes of the grid along each axis.
    progress : callable or None
        Called after each measurement with the numbers of those done and of all; False cancels.

    Raises
    ------
    ValueError
        If a size, gamma or the resolution is out of its range.
    CancelledError
        If `progress` returned False.
    """
    data = [load(DatasetSpec("moons", n=n)) for n in sizes]
    timings: list[Timing] = []
    for points in data:
        for method, build in METHODS.items():
            timings.append(_time(method, build(gamma), points.X, points.y, resolution))
            if progress and progress(len(timings), len(data) * len(METHODS)) is False:
                raise CancelledError("The measurement was cancelled.")
    return timings


def _time(method: str, model: Any, X: Any, y: Any, resolution: int) -> Timing:
    try:
        fit = _seconds(lambda: model.fit(X, y))
        grid = _seconds(_grid_task(method, model, bounding_box(X), resolution))
    except ValueError as problem:
        return Timing(method, len(X), problem=str(problem))
    timing, n, cells = Timing(method, len(X), fit, grid), len(X), resolution**2
    if method == NAIVE:
        return replace(timing, fit_evaluations=n * n, grid_evaluations=n * cells)
    if method == SVC:
        support = int(model.n_support_.sum())
        return replace(timing, grid_evaluations=support * cells, support_vectors=support)
    return timing


def _grid_task(method: str, model: Any, box: Box, resolution: int) -> Callable[[], object]:
    """Return a function that evaluates the grid: the fast way, or node by node."""
    if method == FAST:
        return lambda: decision_regions(model, box, resolution)
    nodes = grid_nodes(*grid_axes(box, resolution))
    return lambda: model.decision_function(nodes)


def _seconds(call: Callable[[], object]) -> float:
    """Return the shortest time of a few calls (other work only adds), or of one long call."""
    seconds: list[float] = []
    while len(seconds) < MOST_CALLS and sum(seconds) < ENOUGH_SECONDS:
        start = perf_counter()
        call()
        seconds.append(perf_counter() - start)
    return min(seconds)


def timing_table(timings: Sequence[Timing]) -> dict[str, list[str]]:
    """Return the columns of a table of times by heading."""
    return {
        "Points": [f"{timing.n:,}" for timing in timings],
        "Method": [timing.method for timing in timings],
        "Fit": [timing.problem or _milliseconds(timing.fit_seconds) for timing in timings],
        "Picture": [_milliseconds(timing.grid_seconds) for timing in timings],
        "Kernel values, fit": [_count(timing.fit_evaluations) for timing in timings],
        "Kernel values, picture": [_count(timing.grid_evaluations) for timing in timings],
        "Support vectors": [_count(timing.support_vectors) for timing in timings],
    }


def _milliseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{1000 * seconds:,.1f} ms"


def _count(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"
