"""Effort: how much work an answer means, and how much of it one visitor may ask for.

A server is shared, so what it accepts has to be bounded by what it costs. The unit is one *kernel
value*, some 20 nanoseconds on a core of today. Effort is counted before the work begins, from the
number of points, classes and fits alone: the same question is refused, or answered more coarsely,
on a fast machine and on a slow one.

``EFFORTS`` holds the work of one fit and its answers about the same points, for n points and
`sides` classifiers of two classes (more than two classes are told apart one against the rest). The
factors were measured, see ``docs/reliability.md``.
"""

from collections.abc import Callable, Mapping
from math import isqrt
from types import MappingProxyType

from bayeslab.evaluation import EvaluationSpec
from bayeslab.limits import RefusedError

__all__ = [
    "EFFORTS",
    "FINEST",
    "HEAVY_EFFORT",
    "MOST_EFFORT",
    "MOST_HEAVY_FITS",
    "check_splits",
    "count_sides",
    "count_splits",
    "effort_of_fit",
    "resolution_within",
]

MOST_EFFORT = 20_000_000  # kernel values for one picture, or for one classifier's held-out accuracy
HEAVY_EFFORT = 1_000_000  # a fit of more is heavy
MOST_HEAVY_FITS = 2  # at a time, in one process: what else visitors do goes on beside them
EACH_FIT = 50_000  # what a fit costs however few points there are
FINEST = 200  # nodes along each axis of a picture

Effort = Callable[[int, int], float]


def _moments(n: int, sides: int) -> float:
    return 10 * n


def _fast_sums(n: int, sides: int) -> float:
    return 0.45 * n * n * sides


def _sums(n: int, sides: int) -> float:
    return 1.2 * n * n * sides


def _solver(n: int, sides: int) -> float:
    return 3.0 * n * n


def _cube(n: int, sides: int) -> float:
    return 0.2 * n**3 * sides


EFFORTS: Mapping[str, Effort] = MappingProxyType(
    {
        **dict.fromkeys(("I", "II", "III"), _fast_sums),
        **dict.fromkeys(("full", "diagonal", "pooled", "nearest-mean"), _moments),
        **dict.fromkeys(("neighbours", "logistic"), _moments),
        **dict.fromkeys(("svc-linear", "svc-rbf", "svc-polynomial"), _solver),
        "process": _cube,
    }
)
FAST_KERNELS = ("rbf", "linear")  # of kernel Bayes; with others it sums pair by pair


def count_sides(n_classes: int) -> int:
    """Return how many classifiers of two classes tell so many classes apart."""
    return 1 if n_classes == 2 else n_classes


def count_splits(evaluation: EvaluationSpec, n: int) -> int:
    """Return how many fits to parts of n points the evaluation takes."""
    repeats = {"repeated k-fold": evaluation.repeats, "random half": evaluation.repeats}
    parts = {"k-fold": evaluation.folds, "repeated k-fold": evaluation.folds, "leave-one-out": n}
    return parts.get(evaluation.scheme, 1) * repeats.get(evaluation.scheme, 1)


def effort_of_fit(key: str, kernel: str, n: int, n_classes: int) -> float:
    """Return about how many kernel values' time a fit to n points and its answers take.

    Parameters
    ----------
    key : str
        Of :data:`bayeslab.models.MODELS`.
    kernel : str
        Of kernel Bayes; the others do not look at it.
    n, n_classes : int
    """
    sides = count_sides(n_classes)
    return EACH_FIT * sides + _effort(key, kernel)(n, sides)


def check_splits(key: str, kernel: str, n: int, n_classes: int, n_splits: int) -> None:
    """Refuse a held-out accuracy that takes more than ``MOST_EFFORT``.

    Parameters are those of :func:`effort_of_fit`, and the number of fits.

    Raises
    ------
    RefusedError
        With what to do instead.
    """
    if n_splits * effort_of_fit(key, kernel, n, n_classes) > MOST_EFFORT:
        raise RefusedError(
            f"{n_splits:,} fits to {n:,} points take too long here: use fewer folds, points or "
            "classes, or the page Compare, which waits."
        )


def resolution_within(key: str, kernel: str, n: int, n_classes: int, finest: int = FINEST) -> int:
    """Return how many nodes along each axis a picture of a classifier may have, at most `finest`.

    Sums of Gaussian kernels and the Gaussian models are quick. Of the others every node asks each
    of the n points, for each side: n sides nodes^2 <= ``MOST_EFFORT``. Parameters are those of
    :func:`effort_of_fit`.
    """
    quick: dict[Effort, bool] = {
        _fast_sums: True,
        _solver: key == "svc-rbf" and n_classes == 2,
        _moments: key != "neighbours",
    }
    if quick.get(_effort(key, kernel), False):
        return finest
    return min(finest, isqrt(MOST_EFFORT // (n * count_sides(n_classes))))


def _effort(key: str, kernel: str) -> Effort:
    slow_kernel = EFFORTS[key] is _fast_sums and kernel not in FAST_KERNELS
    return _sums if slow_kernel else EFFORTS[key]
