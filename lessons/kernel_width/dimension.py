"""The best γ over the number of features, for classes that keep their Bayes error.

Both situations have two classes with equal priors, and every feature has the variance 1 within each
Gaussian. Only the first or the first two features tell the classes apart; each further feature is
noise, which changes no posterior and so not the Bayes error. The classifier is kernel Bayes I with
an RBF kernel and the threshold of its leave-one-out projections.

``benchmarks/best_widths.py`` runs the whole study and writes it to ``best_widths.json`` beside this
file.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist, pdist
from scipy.stats import norm

from bayeslab.estimators.projection import left_out_accuracy
from bayeslab.estimators.threshold import best_threshold
from lessons.kernel_width.numbers import range_around

Array = NDArray[np.float64]
Labels = NDArray[np.int64]

STUDY = Path(__file__).with_name("best_widths.json")
DIMENSIONS = (2, 3, 5, 7, 10, 20, 30, 50, 100)
N, N_NEW, DRAWS = 200, 500, 20  # training points, new points, draws of both
BAYES_ERROR = 0.1
TOLERANCE = 0.01  # accuracies at most this much below the best one count as equally good
# Two values an octave: each kernel matrix is the square of the one two places before.
GAMMAS: Array = 2.0 ** np.arange(-10, 3.5, 0.5)


def draw_two_gaussians(n: int, d: int, rng: np.random.Generator) -> tuple[Array, Labels]:
    """Return n points of N(±m, I), whose means differ in the first feature, and their labels ±1.

    The boundary of the Bayes classifier is a hyperplane, and its error is Φ(-|m|).
    """
    y = np.repeat([-1, 1], n // 2)
    X = rng.standard_normal((len(y), d))
    X[:, 0] -= y * norm.ppf(BAYES_ERROR)
    return X, y


def draw_xor(n: int, d: int, rng: np.random.Generator) -> tuple[Array, Labels]:
    """Return n points around the corners of a square in two features, and their labels ±1.

    Opposite corners (±a, ±a) have the same label. The Bayes classifier multiplies the signs of both
    features; it errs if exactly one of them is wrong: 2 Φ(-a) Φ(a).
    """
    y = np.repeat([-1, 1], n // 2)
    X, side = rng.standard_normal((len(y), d)), rng.choice([-1, 1], len(y))
    wrong = (1 - np.sqrt(1 - 2 * BAYES_ERROR)) / 2  # of one sign
    X[:, :2] -= norm.ppf(wrong) * np.column_stack([side, side * y])
    return X, y


SITUATIONS: dict[str, Callable[[int, int, np.random.Generator], tuple[Array, Labels]]] = {
    "two_gaussians": draw_two_gaussians,
    "xor": draw_xor,
}


@dataclass(frozen=True, eq=False)
class WidthStudy:
    """Accuracies on new points over γ in d dimensions, and those of two rules for γ.

    Attributes
    ----------
    accuracies, spread : array of shape (m,)
        For each of ``GAMMAS``: the mean over the draws, and its standard error (divisor DRAWS - 1).
    rules : dict
        By name of the rule: its geometric mean γ, and its mean accuracy.
    """

    accuracies: Array
    spread: Array
    rules: dict[str, tuple[float, float]]

    @property
    def best(self) -> int:
        """The position of the best γ, the first of equals."""
        return int(self.accuracies.argmax())

    @property
    def good(self) -> tuple[int, int]:
        """The first and the last position around the best γ that are as good, to ``TOLERANCE``."""
        return range_around(self.best, self.accuracies < self.accuracies.max() - TOLERANCE)


def study_widths(name: str, d: int) -> WidthStudy:
    """Return the accuracies over γ in d dimensions.

    Parameters
    ----------
    name : str
        Of one of ``SITUATIONS``.
    d : int
        At least 2.
    """
    rows, rules = [], []
    for rng in np.random.default_rng([0, d]).spawn(DRAWS):
        (X, y), (new, truth) = (SITUATIONS[name](n, d, rng) for n in (N, N_NEW))
        rules.append(rule_gammas(X))
        squared = cdist(np.vstack([X, new]), X, "sqeuclidean")
        chains = [_squares(np.exp(-gamma * squared)) for gamma in GAMMAS[:2]]
        kernels = (next(chains[k % 2]) for k in range(len(GAMMAS)))
        own = (np.exp(-gamma * squared) for gamma in rules[-1].values())
        rows.append([accuracy_of_kernel(K, y, truth) for K in (*kernels, *own)])
    accuracies = np.array(rows)
    mean, m = accuracies.mean(axis=0), len(GAMMAS)
    error = accuracies.std(axis=0, ddof=1) / np.sqrt(DRAWS)
    return WidthStudy(
        mean[:m],
        error[:m],
        {
            name: (float(np.exp(np.mean(np.log([each[name] for each in rules])))), float(share))
            for name, share in zip(rules[0], mean[m:], strict=True)
        },
    )


def to_plain(study: WidthStudy) -> dict[str, Any]:
    """Return the study as plain JSON values; :func:`read_studies` reads them."""
    return {
        "accuracies": [round(float(share), 4) for share in study.accuracies],
        "spread": [round(float(error), 4) for error in study.spread],
        "rules": {
            name: [float(f"{gamma:.3g}"), round(share, 4)]
            for name, (gamma, share) in study.rules.items()
        },
    }


@cache
def read_studies(name: str) -> dict[int, WidthStudy]:
    """Return the studies of a situation by the number of features, from the file."""
    rows = json.loads(STUDY.read_text(encoding="utf-8"))[name]
    return {
        int(d): WidthStudy(
            np.array(row["accuracies"]),
            np.array(row["spread"]),
            {rule: (gamma, share) for rule, (gamma, share) in row["rules"].items()},
        )
        for d, row in rows.items()
    }


def rule_gammas(X: Array) -> dict[str, float]:
    """Return the γ of two rules: the default of scikit-learn's SVC, and the median heuristic."""
    squared = pdist(X, "sqeuclidean")
    return {"1/(d · variance)": 1 / (X.shape[1] * X.var()), "median": 1 / (2 * np.median(squared))}


def _squares(K: Array) -> Iterator[Array]:
    """Yield K, then the kernel matrix of 2 γ, of 4 γ, and so on."""
    while True:
        yield K
        K = K**2


def accuracy_of_kernel(K: Array, y: Labels, truth: Labels) -> float:
    """Return the accuracy on new points, whose kernel values are the last rows of K."""
    K = K.copy()
    np.fill_diagonal(K, 0.0)  # the first rows are the training points, which leave out themselves
    counts = np.array([(y == label).sum() for label in (-1, 1)])
    sums = np.column_stack([K[:, y == label].sum(axis=1) for label in (-1, 1)])
    own = y[:, None] == (-1, 1)
    left_out, largest = sums[:N] / (counts - own), ((sums[:N] + own) / counts).max()
    accuracy = left_out_accuracy(left_out.sum(axis=1), largest)
    search = best_threshold(left_out[:, 1] - left_out[:, 0], y, "error", accuracy)
    means = sums[N:] / counts
    predicted = np.where(means[:, 1] - means[:, 0] + search.offset > 0, 1, -1)
    return float((predicted == truth).mean())
