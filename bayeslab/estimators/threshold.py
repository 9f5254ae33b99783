"""Threshold search: where to cut a line of labelled scores.

A projection has turned every training point into one number. Sort the numbers; a *cut* k puts the k
lowest on the negative side and the rest on the positive side. One pass over cumulative sums
evaluates all N + 1 cuts, so the search costs one sort, O(N log N).

Two criteria are offered. ``"error"`` counts the points on the wrong side, as one would expect.
``"consistency"`` is eq. 181 of the kernelized Bayes classifier notes, to the letter. It is not an
error count: it rewards a cut whose two sides are pure in *either* order (an upside-down projection
scores as high as a right one), it lets cuts tie when the classes are unequal in size, and it
accepts cuts between equal scores, which no threshold can make.
"""

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bayeslab.estimators.fit_error import FitError

LARGEST_SCORE = 1e300  # leaves room for the range of the scores in float64
ROUNDING = 1e-12  # sums of weights that differ by less, relative to all of them, are equal

Criterion = Literal["error", "consistency"]


@dataclass(frozen=True)
class ThresholdSearch:
    """The result of a threshold search: all cuts with their values, and the chosen one.

    Cut k, for k = 0 ... N, has the k lowest scores on the negative side.

    Attributes
    ----------
    criterion : str
        "error" (fewest wins) or "consistency" (most wins).
    scores : array of shape (N,)
        The scores, ascending. Equal scores keep the order in which they were given.
    labels : array of shape (N,)
        Their labels, +1 or -1.
    cuts : array of shape (N + 1,)
        Where each cut lies on the line: midway between neighbours. The two outermost put all points
        on one side and lie beyond the scores by their range (where they are all equal: by their
        size, at least 1).
    values : array of shape (N + 1,)
        The criterion at each cut, in points.
    errors : array of shape (N + 1,)
        Points on the wrong side of each cut, or their weights.
    realisable : array of shape (N + 1,)
        Whether some threshold can make the cut: not between equal scores.
    index : int
        The chosen cut.

    Examples
    --------
    >>> from bayeslab import best_threshold
    >>> search = best_threshold([1.0, 2.0, 4.0, 5.0], [-1, -1, 1, 1])
    >>> search.errors.tolist(), search.threshold
    ([2, 1, 0, 1, 2], 3.0)
    """

    criterion: str
    scores: NDArray[np.float64]
    labels: NDArray[np.int64]
    cuts: NDArray[np.float64]
    values: NDArray[Any]
    errors: NDArray[Any]
    realisable: NDArray[np.bool_]
    index: int

    @property
    def threshold(self) -> float:
        """The chosen threshold: scores above it are predicted positive."""
        return float(self.cuts[self.index])

    @property
    def all_tied(self) -> bool:
        """Whether all scores count as equal, so that every threshold puts them on one side."""
        return not self.realisable[1:-1].any()

    @property
    def offset(self) -> float:
        """The offset b = -threshold: the decision is the sign of score + b."""
        return -self.threshold


def best_threshold(
    scores: ArrayLike,
    labels: ArrayLike,
    criterion: Criterion = "error",
    resolution: float | NDArray[np.float64] = 0.0,
    sample_weight: ArrayLike | None = None,
) -> ThresholdSearch:
    """Find the threshold that separates the labels best.

    Parameters
    ----------
    scores : array-like of shape (N,)
        One finite number for each point, N >= 2.
    labels : array-like of shape (N,)
        +1 for the class that should lie above the threshold, -1 for the other. Both must occur.
    criterion : {"error", "consistency"}
        "error": fewest points on the wrong side, among realisable cuts; a cut that puts all points
        on one side is taken only where it is strictly better than every cut between two points;
        ties go to the widest gap, then to the first. "consistency": the largest J(k) = |sum_{i<=k}
        y_i| + |sum_{i>k} y_i| for k = 1 ... N - 1, ties to the first, whether realisable or not
        (kernelized Bayes classifier notes, eq. 181). Because cuts between equal scores count, this
        one depends on the order in which points with equal scores are given; "error" does not.
    resolution : float or array of shape (N,)
        Neighbouring scores no further apart than this count as equal. 0 compares exactly; pass the
        accuracy of the scores when they carry rounding errors. Where each score has its own, the
        larger one of the two neighbours counts.
    sample_weight : array-like of shape (N,) or None
        How often each point counts, above 0; None means once. A point of weight k is as k copies of
        it, but for cuts between copies, which only "consistency" would see.

    Returns
    -------
    ThresholdSearch

    Raises
    ------
    ValueError
        If the criterion is unknown, the lengths differ, a score is not finite, a label is neither
        +1 nor -1, only one label occurs, or a weight is not finite and above 0.

    Examples
    --------
    >>> from bayeslab import best_threshold
    >>> scores, labels = [0.5, 1.0, 2.0, 3.0, 3.5], [-1, -1, 1, -1, 1]
    >>> best_threshold(scores, labels).offset
    -1.5
    """
    if criterion not in get_args(Criterion):
        raise ValueError(f"The criterion {criterion!r} is not known; use 'error' or 'consistency'.")
    scores, labels = _check(scores, labels)
    order, scores = _ascending(scores)
    labels = labels[order]
    signed = labels
    if sample_weight is not None:
        signed = labels * _check_weights(sample_weight, len(labels))[order]

    below = np.concatenate(([0], np.cumsum(signed)))  # sum of the labels below each cut
    n_negative = -signed[signed < 0].sum()
    # Starting from "all above", where every negative is wrong, each positive that moves below the
    # cut adds an error and each negative takes one away.
    errors = n_negative + below
    gaps = scores[1:] - scores[:-1]
    if isinstance(resolution, np.ndarray):
        accuracy = resolution[order]
        resolution = np.maximum(accuracy[1:], accuracy[:-1])
    ties = gaps <= resolution
    realisable = np.concatenate(([True], ~ties, [True]))

    slack = ROUNDING * np.abs(signed).sum()  # less than one point
    if criterion == "consistency":
        values = np.abs(below) + np.abs(below[-1] - below)
        index = 1 + int(np.argmax(values[1:-1] >= values[1:-1].max() - slack))
    else:
        values = errors
        index = _fewest_errors(errors, realisable, gaps, resolution, slack)
    return ThresholdSearch(
        criterion, scores, labels, _positions(scores, ties), values, errors, realisable, index
    )


def joint_offsets(
    scores: NDArray[np.float64],
    accuracy: NDArray[np.float64],
    offsets: NDArray[np.float64],
    codes: NDArray[np.intp],
    weights: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Search offsets b with which the largest score + b names the class of the most points.

    One offset after the other is searched exactly, by :func:`best_threshold`, with the others as
    they are, until none of them alone makes fewer errors.

    Parameters
    ----------
    scores : array of shape (N, K)
        A score of each class.
    accuracy : array of shape (N, K)
        How close scores may be and still differ by more than rounding.
    offsets : array of shape (K,)
        Where the search starts.
    codes : array of shape (N,)
        The class of each point, 0 ... K - 1.
    weights : array of shape (N,) or None
        How often each point counts, above 0.
    """
    w = np.ones(len(codes)) if weights is None else weights
    slack = ROUNDING * w.sum()

    def errors(b: NDArray[np.float64]) -> float:
        return float(w[(scores + b).argmax(axis=1) != codes].sum())

    fewest, k, idle = errors(offsets), 0, 0
    while idle < len(offsets):
        own = codes == k
        rivals = scores + offsets
        rivals[:, k] = -np.inf
        # All others are wrong with any offset of this class.
        matters = own | (rivals.argmax(axis=1) == codes)
        trial, idle = offsets.copy(), idle + 1
        if not own[matters].all():
            lead = (scores[:, k] - rivals.max(axis=1))[matters]
            labels, apart = np.where(own[matters], 1, -1), 2 * accuracy.max(axis=1)[matters]
            trial[k] = best_threshold(lead, labels, "error", apart, w[matters]).offset
        if errors(trial) < fewest - slack:
            offsets, fewest, idle = trial, errors(trial), 0
        k = (k + 1) % len(offsets)
    return offsets


def _ascending(scores: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return the order of the scores, and the scores in it; equal ones keep theirs.

    A sort that need not keep it is five times as fast, and most scores are all different.
    """
    order = np.argsort(scores)
    ascending = scores[order]
    if (ascending[1:] == ascending[:-1]).any():
        order = np.argsort(scores, kind="stable")
    return order, ascending


def _check(scores: ArrayLike, labels: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    scores = np.asarray(scores, dtype=np.float64)
    labels = np.asarray(labels)
    if scores.ndim != 1 or scores.shape != labels.shape:
        raise ValueError(
            f"scores has shape {scores.shape} and labels {labels.shape}; give two lists of one "
            "length."
        )
    if not (np.abs(scores) <= LARGEST_SCORE).all():
        raise FitError("score_not_finite")
    if not ((labels == 1) | (labels == -1)).all():
        raise ValueError("A label is neither +1 nor -1; use +1 for the class above the threshold.")
    if abs(labels.sum()) == len(labels):
        raise ValueError("A threshold separates two classes; give at least one point of each.")
    return scores, labels.astype(np.int64)


def _check_weights(weights: ArrayLike, n: int) -> NDArray[np.float64]:
    weights = np.asarray(weights, dtype=np.float64)
    if weights.shape != (n,) or not ((weights > 0) & (weights < np.inf)).all():
        raise ValueError(f"The weights must be {n} finite numbers above 0; give one a score.")
    return weights


def _fewest_errors(
    errors: NDArray[Any],
    realisable: NDArray[np.bool_],
    gaps: NDArray[np.float64],
    resolution: float | NDArray[np.float64],
    slack: float,
) -> int:
    """Choose a realisable cut: inner before one-class cuts, then the widest gap, the first.

    Gaps whose difference may be rounding are equally wide.
    """
    inner = 1 + np.flatnonzero(realisable[1:-1])
    outer = 0 if errors[0] <= errors[-1] + slack else len(errors) - 1
    if not len(inner) or errors[inner].min() > errors[outer] + slack:
        return outer
    best = inner[errors[inner] <= errors[inner].min() + slack]
    wide, unsure = gaps[best - 1], np.broadcast_to(resolution, gaps.shape)[best - 1]
    widest = np.argmax(wide)
    return int(best[np.argmax(wide >= wide[widest] - (unsure + unsure[widest]))])


def _positions(scores: NDArray[np.float64], ties: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return a threshold for each cut: score > threshold holds for exactly the points above.

    `ties` says which neighbours count as equal.
    """
    lower, upper = scores[:-1], scores[1:]
    middle = lower / 2 + upper / 2
    # Between two floats with none in between, the middle rounds to one of them; the lower one cuts.
    middle = np.where(middle < upper, np.maximum(middle, lower), lower)
    spread = float(scores[-1] - scores[0])
    reach = max(1.0, abs(float(scores[0]))) if ties.all() else spread
    return np.concatenate(([scores[0] - reach], middle, [scores[-1] + reach]))
