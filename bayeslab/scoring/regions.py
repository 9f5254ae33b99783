"""Decision regions: what a classifier predicts at every cell of a grid.

Computing and drawing are two calls. This module computes: it evaluates any scikit-learn classifier
on the nodes of a regular grid and returns plain arrays, which :mod:`bayeslab.figures` draws. Models
whose score is a sum of Gaussian kernels are evaluated on the whole grid at once, which is many
times faster (:mod:`bayeslab.estimators.sums`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import is_classifier

from bayeslab.estimators.kernels import RBFKernel
from bayeslab.scoring.descriptions import Description, describe
from bayeslab.scoring.grid import grid_axes, grid_nodes
from bayeslab.scoring.islands import bump_width, detailed_resolution, find_far

Box = Sequence[float]
Array = NDArray[np.float64]

BLOCK_ROWS = 8192  # grid nodes evaluated at once, so that a model's own memory stays bounded


@dataclass(frozen=True)
class Regions:
    """A classifier's predictions on a grid.

    Attributes
    ----------
    x1, x2 : arrays of shape (r,)
        The grid's coordinates, ascending, both ends of the box included.
    score : array of shape (r, r) or (r, r, K)
        Two classes: the decision function at (x1[j], x2[i]) in cell [i, j]; positive means
        ``classes[1]``. More classes: one score for each.
    label : array of shape (r, r)
        Index into `classes` of the predicted class.
    classes : array of shape (K,)
        The class labels.
    far : array of bool, shape (r, r)
        True far from all points, where the kernels have died away and nothing is decided.
    bump : float
        The width of the narrowest bump as a share of the picture's side, infinity without bumps.
    """

    x1: Array
    x2: Array
    score: Array
    label: NDArray[np.int64]
    classes: NDArray[Any]
    far: NDArray[np.bool_]
    bump: float = np.inf

    @property
    def strength(self) -> Array:
        """The certainty of each cell, (r, r): |score|, or the best class's lead over the second."""
        return decision_strength(self.score)

    def islands(self, predicted: NDArray[Any]) -> dict[str, Any]:
        """Return the arguments of :func:`bayeslab.figures.draw_regions` about bumps.

        Parameters
        ----------
        predicted : array of shape (n,)
            The classes that the classifier assigns to the points.
        """
        return {"far": self.far, "bump": self.bump, "predicted": predicted}


def decision_regions(
    model: Any, box: Box, resolution: int = 200, finest: int | None = None
) -> Regions:
    """Evaluate a fitted classifier on a regular grid.

    Parameters
    ----------
    model : scikit-learn classifier, fitted on two features
        Its `decision_function` gives the scores; without one, its `predict_proba` does (two
        classes: the difference of the two probabilities).
    box : (x1_min, x1_max, x2_min, x2_max)
        The rectangle to cover, in the units of the features.
    resolution : int
        Grid nodes along each axis, at least 2.
    finest : int, optional
        As many nodes along each axis may be used if the model's bumps are too narrow for
        `resolution` nodes to show the islands around the points.

    Raises
    ------
    ValueError
        If the box is empty or not finite, the resolution is below 2, the model is not a classifier
        of two features with scores, or a score is NaN.

    Examples
    --------
    >>> from bayeslab import GaussianBayes, decision_regions
    >>> X, y = [[0, 0], [1, 0], [0, 1], [3, 3], [4, 3], [3, 4]], [0, 0, 0, 1, 1, 1]
    >>> model = GaussianBayes().fit(X, y)
    >>> decision_regions(model, (-1, 5, -1, 5), resolution=50).label.shape
    (50, 50)
    """
    x1_min, x1_max, x2_min, x2_max = box
    if not (np.isfinite(box).all() and x1_min < x1_max and x2_min < x2_max):
        raise ValueError(
            f"The box {tuple(box)} is empty; give (x1_min, x1_max, x2_min, x2_max) with min < max."
        )
    if resolution < 2:
        raise ValueError(f"The resolution is {resolution}; a grid needs at least 2 nodes an axis.")
    if not is_classifier(model) or getattr(model, "n_features_in_", 2) != 2:
        raise ValueError("Decision regions need a classifier fitted on exactly two features.")
    scores = describe(model) or ()
    bump = bump_width(scores, box)
    resolution = detailed_resolution(bump, resolution, max(resolution, finest or 0))
    x1, x2 = grid_axes(box, resolution)
    nodes = grid_nodes(x1, x2).reshape(resolution, resolution, 2)
    if _is_gaussian(scores):
        score, label = _evaluate(scores, model, x1, x2, nodes)
    else:
        score, label = _ask(model, nodes, is_sign=bool(scores))
    if np.isnan(score).any():
        raise ValueError("The classifier gives no score (NaN) somewhere in the box.")
    values = [score] if score.ndim == 2 else list(np.moveaxis(score, -1, 0))
    far = find_far(scores, values) if scores else np.zeros(label.shape, dtype=np.bool_)
    return Regions(x1, x2, score, label, model.classes_, far, bump)


def decision_strength(score: Array) -> Array:
    """Return the certainty of each score, on the scale of the scores.

    Parameters
    ----------
    score : array of shape (...) or (..., K)
        As in :class:`Regions`: two-dimensional for two classes, with a last axis for more.
    """
    if score.ndim == 2:
        return np.abs(score)
    second, best = np.moveaxis(np.partition(score, -2, axis=-1)[..., -2:], -1, 0)
    return best - second


def shade_depth(strength: Array, far: NDArray[np.bool_]) -> Array:
    """Return how deep each cell's colour is, 0 to 1; q is the 0.9 quantile of the cells not far.

    It is min(strength / q, 1), and 0 in far cells.
    """
    near = strength[~far]
    q = (np.quantile(near, 0.9) or near.max() or 1.0) if near.size else 1.0
    return np.where(far, 0, np.minimum(strength, q) / q)


def score_points(model: Any, X: Array) -> Array:
    """Return the scores that a fitted classifier gives to points.

    Parameters
    ----------
    model : scikit-learn classifier
        As for :func:`decision_regions`.
    X : array of shape (n, d)

    Returns
    -------
    array of shape (n,) or (n, K)
        Two classes: one score, positive means ``classes_[1]``. More: one for each.

    Raises
    ------
    ValueError
        If the model has neither a decision function nor probabilities.
    """
    if hasattr(model, "decision_function"):
        return np.asarray(model.decision_function(X), dtype=np.float64)
    if hasattr(model, "predict_proba"):
        probability = np.asarray(model.predict_proba(X), dtype=np.float64)
        return probability[:, 1] - probability[:, 0] if probability.shape[1] == 2 else probability
    raise ValueError(
        f"{type(model).__name__} has neither a decision function nor probabilities to draw."
    )


def _ask(model: Any, nodes: Array, is_sign: bool = False) -> tuple[Array, NDArray[np.int64]]:
    """Return the scores and labels that the model gives to nodes of shape (..., 2).

    `is_sign` says that the prediction of two classes is the sign of the score. Elsewhere a
    threshold may have been moved, and many classes may vote pair by pair.
    """
    rows = nodes.reshape(-1, 2)
    blocks = [rows[start : start + BLOCK_ROWS] for start in range(0, len(rows), BLOCK_ROWS)]
    score = np.concatenate([score_points(model, block) for block in blocks])
    if score.ndim == 1 and is_sign:
        label = (score > 0).astype(np.int64)
    else:
        answers = np.concatenate([model.predict(block) for block in blocks])
        label = np.searchsorted(model.classes_, answers)
    shape = nodes.shape[:-1]
    return score.reshape(*shape, *score.shape[1:]), label.reshape(shape)


def _is_gaussian(scores: Description) -> bool:
    """Return whether the score functions are sums of Gaussian kernels, fast on grids."""
    kernels = [expansion.kernel for score in scores for expansion in score.expansions]
    return bool(kernels) and all(isinstance(kernel, RBFKernel) for kernel in kernels)


def _evaluate(
    scores: Description, model: Any, x1: Array, x2: Array, nodes: Array
) -> tuple[Array, NDArray[np.int64]]:
    """Return scores and labels by fast sums; where these leave a label undecided, use the model."""
    if len(scores) == 1:
        score = scores[0].grid(x1, x2)
        label = (score > 0).astype(np.int64)
    else:  # only one-against-the-rest has many score functions of kernels: the largest wins
        score = np.stack([function.grid(x1, x2) for function in scores], axis=-1)
        label = score.argmax(axis=-1)
    unsure = decision_strength(score) <= 2 * max(function.grid_accuracy for function in scores)
    if unsure.any():
        score[unsure], label[unsure] = _ask(model, nodes[unsure])
    return score, label
