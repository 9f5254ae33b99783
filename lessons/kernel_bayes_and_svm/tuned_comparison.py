"""Paired comparison of the tuned kernel Bayes and the tuned SVC over many draws of several sets.

Both classifiers choose their settings on the same training points: kernel Bayes (variant I) its
gamma by leave-one-out, with one fit for each gamma, the SVC its C and gamma by five folds. Both are
tested on the same new points. A hard draw is hard for both, so the paired difference has a smaller
variance than either accuracy. Training and new points are drawn again each time, so the
differences are independent, and Student's t gives a confidence interval for their mean.

``benchmarks/tuned_comparison.py`` runs the whole study and writes every draw to
``tuned_comparison.csv`` beside this file.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from scipy import stats

from bayeslab.data.datasets import DATASETS, DatasetSpec, load
from bayeslab.evaluation.formats import fixed
from bayeslab.evaluation.models import ModelSpec, build_model
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.evaluation.sweeps import SweepSpec, sweep
from lessons.kernel_width.numbers import new_points

STUDY = Path(__file__).with_suffix(".csv")  # the draws of the whole study

# With this noise even the Bayes rule errs on a few points in a hundred, so accuracies can differ.
NOISES: Mapping[str, float] = {
    "two_gaussians": 1.0,
    "unequal_gaussians": 1.0,
    "xor": 0.6,
    "rings": 0.3,
    "moons": 0.45,
    "spirals": 0.2,
    "checkerboard": 0.1,
}
N_TRAINING, N_TEST = 200, 10_000
GAMMAS = tuple(np.geomspace(0.01, 100.0, 13).tolist())
CS = tuple(np.geomspace(0.1, 100.0, 4).tolist())
CONFIDENCE = 0.95


@dataclass(frozen=True)
class PairedDraw:
    """Both accuracies on new points after one draw of training points."""

    name: str
    seed: int
    kernel_bayes: float
    svc: float

    @property
    def difference(self) -> float:
        """Above 0 where kernel Bayes is better."""
        return self.kernel_bayes - self.svc


@dataclass(frozen=True)
class PairedMean:
    """The mean difference on a data set, its 95 % interval, and the draws that each one wins."""

    name: str
    mean: float
    low: float
    high: float
    n: int
    kernel_bayes_wins: int
    svc_wins: int


def compare_tuned(name: str, seed: int) -> PairedDraw:
    """Draw training points, tune both classifiers on them, and test both on new points.

    Parameters
    ----------
    name : str
        A key of ``NOISES``.
    seed : int
        Of the training points.
    """
    spec = DatasetSpec(name, n=N_TRAINING, noise=NOISES[name], seed=seed)
    points, new = load(spec), load(new_points(spec, N_TEST))
    by_leave_one_out = ModelSpec(threshold="loo")
    by_folds = EvaluationSpec("k-fold", folds=5)
    searches = (
        SweepSpec("I", by_leave_one_out, GAMMAS, evaluation=None),
        SweepSpec("svc-rbf", ModelSpec(), GAMMAS, CS, evaluation=by_folds),
    )
    shares = []
    for search in searches:
        best = sweep(search, points.X, points.y).best
        settings = ModelSpec(gamma=best.gamma, threshold="loo", svc_C=best.C or 1.0)
        model = build_model(search.key, settings).fit(points.X, points.y)
        shares.append(float((model.predict(new.X) == new.y).mean()))
    return PairedDraw(name, seed, *shares)


def summarise(draws: Iterable[PairedDraw]) -> list[PairedMean]:
    """Return the mean difference of each data set, in the order of their first draws.

    The interval is mean -+ t s / sqrt(n), with s the standard deviation of the n differences
    (divisor n - 1) and t the 97.5 % quantile of Student's t with n - 1 degrees of freedom.

    Raises
    ------
    ValueError
        If a data set was drawn only once.
    """
    by_name: dict[str, list[float]] = {}
    for draw in draws:
        by_name.setdefault(draw.name, []).append(draw.difference)
    return [_summarise_one(name, np.array(gaps)) for name, gaps in by_name.items()]


def _summarise_one(name: str, gaps: np.ndarray) -> PairedMean:
    n, mean = len(gaps), float(gaps.mean())
    if n < 2:
        raise ValueError(f"{name} was drawn once, so its spread is unknown; draw it again.")
    error = gaps.std(ddof=1) / np.sqrt(n)
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, n - 1) * error)
    wins = int((gaps > 0).sum()), int((gaps < 0).sum())
    return PairedMean(name, mean, mean - reach, mean + reach, n, *wins)


def read_draws(path: Path = STUDY) -> list[PairedDraw]:
    """Read the draws of the study, a table with the fields of `PairedDraw`."""
    with path.open(encoding="utf-8", newline="") as table:
        return [
            PairedDraw(row["name"], int(row["seed"]), float(row["kernel_bayes"]), float(row["svc"]))
            for row in csv.DictReader(table)
        ]


# The numbers of the text about the paired comparison of the tuned classifiers.

MARGIN = 0.01  # of accuracy: differences below one point count as comparable


@cache
def study() -> tuple[PairedMean, ...]:
    """Return the mean differences between kernel Bayes and the SVM when both are tuned."""
    return tuple(summarise(read_draws()))


def in_points(mean: PairedMean) -> str:
    """Return a difference in percentage points, with its sign."""
    return fixed(100 * mean.mean, 2, "+")


def describe_study() -> dict[str, str]:
    """Return the results of the study in words."""
    return describe_means(study())


def describe_means(means: Sequence[PairedMean]) -> dict[str, str]:
    """Return the mean differences, kernel Bayes minus SVM, and the verdicts that follow from them.

    "Comparable" means that the whole interval lies within ``MARGIN`` of zero.
    """
    lowest, *_, highest = sorted(means, key=lambda mean: mean.mean)
    counts = {
        "sets": len(means),
        "draws": means[0].n,
        "behind": sum(mean.mean < 0 for mean in means),
        "decided": sum(mean.high < 0 for mean in means),
        "ahead": sum(mean.low > 0 for mean in means),
        "close": sum(mean.low > -MARGIN and mean.high < MARGIN for mean in means),
        "confidence": round(100 * CONFIDENCE),
    }
    words = {
        "n_test": f"{N_TEST:,}",
        "margin": f"{100 * MARGIN:g}",
        "comparable": f"On {counts['close']} of {len(means)} data sets.",
        "often_ahead": f"On {counts['ahead']} of {len(means)} data sets.",
    }
    for name, mean in (("lowest", lowest), ("highest", highest)):
        words[name] = in_points(mean)
        words[f"{name}_set"] = DATASETS[mean.name].title
    return {name: f"{count}" for name, count in counts.items()} | words
