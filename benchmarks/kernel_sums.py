"""Time kernel Bayes with the fast sums, and other methods for the same task.

Run ``python benchmarks/kernel_sums.py`` from the root of the project; it takes some three minutes,
with ``--quick`` (left out and SVC) half of one. Each row is one number of points (moons with noise
0.2, gamma = 5): the median processor time of the fast sums in milliseconds, and how many times as
long the others take for the same task,

- left out: kernel Bayes with the threshold by leave-one-out, sums over all others included;
- naive: kernel Bayes, pair by pair;
- loop: the same, with the threshold search of the kernelized Bayes classifier notes, which sums all
  labels anew for each of the N cuts;
- SVC: scikit-learn's, same kernel;
- KDE: Bayes' rule on scikit-learn's KernelDensity, same bumps, whose trees bring 1e-4 relative
  accuracy, not 1e-12;
- 5-NN, GP: scikit-learn's nearest neighbours and Gaussian process, same kernel, no optimiser.

They take turns in one process, so that a busy machine slows all of them, with one thread for matrix
products, as in the app.
"""

import argparse
import statistics
import time
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_moons
from sklearn.gaussian_process import GaussianProcessClassifier, kernels
from sklearn.neighbors import KernelDensity, KNeighborsClassifier
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

import machine
from bayeslab import KernelBayes, decision_regions
from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernels import RBF
from bayeslab.scoring.grid import grid_axes, grid_nodes

GAMMA, RESOLUTION = 5.0, 200
WIDTHS = (1e-6, 1e-2, 5.0, 1e2, 1e4, 1e6)
SIZES = (100, 1_000, 5_000, 20_000, 100_000)
# What each can do in reasonable time.
LARGEST = {
    "fast": 100_000,
    "left out": 100_000,
    "naive": 5_000,
    "loop": 5_000,
    "SVC": 20_000,
    "KDE": 5_000,
    "5-NN": 100_000,
    "GP": 1_000,
}
QUICK = dict.fromkeys((100, 1_000, 20_000), ("fast", "left out", "SVC"))
REPEATS = {100: 35, 1_000: 15, 5_000: 3, 20_000: 3, 100_000: 3}


class LoopBayes(KernelBayes):
    """Kernel Bayes, pair by pair, that searches its threshold as the notes' program does."""

    def fit(self, X: Any, y: Any) -> Self:
        """Fit, then search once more, cut by cut."""
        super().fit(X, y)
        labels = self.threshold_search_.labels
        self.consistency_ = [
            abs(labels[:k].sum()) + abs(labels[k:].sum()) for k in range(1, len(labels))
        ]
        return self


class KernelDensityBayes(ClassifierMixin, BaseEstimator):
    """Bayes' rule on two kernel density estimates."""

    def fit(self, X: Any, y: Any) -> Self:
        """Estimate both densities."""
        self.classes_, counts = np.unique(y, return_counts=True)
        width = 1 / np.sqrt(2 * GAMMA)
        self.densities_ = [KernelDensity(bandwidth=width, rtol=1e-4).fit(X[y == k]) for k in (0, 1)]
        self.log_odds_ = np.log(counts[1] / counts[0])
        return self

    def decision_function(self, X: Any) -> Any:
        """Return the log posterior odds."""
        low, high = (density.score_samples(X) for density in self.densities_)
        return high - low + self.log_odds_


def make_models() -> dict[str, Any]:
    """Return the competitors. A kernel given as a function is summed pair by pair."""
    return {
        "fast": KernelBayes(gamma=GAMMA),
        "left out": KernelBayes(gamma=GAMMA, threshold="loo"),
        "naive": KernelBayes(kernel=RBF(GAMMA)),
        "loop": LoopBayes(kernel=RBF(GAMMA)),
        "SVC": SVC(gamma=GAMMA),
        "KDE": KernelDensityBayes(),
        "5-NN": KNeighborsClassifier(5),
        "GP": GaussianProcessClassifier(kernels.RBF(1 / np.sqrt(2 * GAMMA)), optimizer=None),
    }


def time_models(n: int, names: Sequence[str] = tuple(LARGEST)) -> dict[tuple[str, str], float]:
    """Return the median times in milliseconds by (task, name) at n points."""
    X, y = make_moons(n, noise=0.2, random_state=0)
    box = bounding_box(X)
    nodes = grid_nodes(*grid_axes(box, RESOLUTION))
    times: dict[tuple[str, str], list[float]] = {}
    for _ in range(REPEATS[n]):
        for name, model in make_models().items():
            if name not in names or n > LARGEST[name]:
                continue
            model.fit(X, y)  # after what the one before has left in caches and memory
            start = time.process_time()
            model.fit(X, y)
            middle = time.process_time()
            if isinstance(model, KernelBayes):
                decision_regions(model, box, RESOLUTION)
            elif hasattr(model, "decision_function"):
                model.decision_function(nodes)
            else:
                model.predict_proba(nodes)
            end = time.process_time()
            times.setdefault(("fit", name), []).append(1e3 * (middle - start))
            times.setdefault(("grid", name), []).append(1e3 * (end - middle))
    return {key: statistics.median(values) for key, values in times.items()}


def time_widths() -> dict[float, float]:
    """Return the median milliseconds of fit and grid at 5,000 points by gamma, narrow and wide.

    Narrow kernels leave the normal floats, where arithmetic is slow unless they are made zero.
    """
    X, y = make_moons(5_000, noise=0.2, random_state=0)
    times: dict[float, list[float]] = {}
    for gamma in WIDTHS * 3:
        start = time.process_time()
        decision_regions(KernelBayes(gamma=gamma).fit(X, y), bounding_box(X), RESOLUTION)
        times.setdefault(gamma, []).append(1e3 * (time.process_time() - start))
    return {gamma: statistics.median(values) for gamma, values in times.items()}


def format_row(task: str, n: int, medians: dict[tuple[str, str], float]) -> str:
    """Return one row of the table: the median of the fast one, then how much longer others take."""
    fast, *others = (medians.get((task, name)) for name in LARGEST)
    assert fast is not None
    ratios = (None if value is None else value / fast for value in others)
    cells = ["-" if r is None else f"{r:,.0f}" if r >= 10 else f"{r:.1f}" for r in ratios]
    return "| " + " | ".join([task, f"{n:,}", f"{fast:.1f}", *cells]) + " |"


def main() -> None:
    """Print the machine, the versions and the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="compare with left out and SVC alone")
    quick = parser.parse_args().quick
    print(machine.describe("numpy", "scipy", "scikit-learn"))
    print("| " + " | ".join(["task", "N", "fast, ms", *list(LARGEST)[1:]]) + " |")
    print("|---" * (len(LARGEST) + 2) + "|")
    competitors = QUICK if quick else dict.fromkeys(SIZES, tuple(LARGEST))
    tables = {n: time_models(n, names) for n, names in competitors.items()}
    for task in ("fit", "grid"):
        for n, medians in tables.items():
            print(format_row(task, n, medians))
    if not quick:
        print_growth(tables)


def print_growth(tables: dict[int, dict[tuple[str, str], float]]) -> None:
    """Print how the times change with gamma and with the number of points."""
    totals = [sum(tables[n][task, "fast"] for task in ("fit", "grid")) for n in (5_000, 100_000)]
    slope = np.log(totals[1] / totals[0]) / np.log(20)
    print("\n| fit and grid, N = 5,000, gamma |" + "".join(f" {g:g} |" for g in WIDTHS))
    print("|---" * (len(WIDTHS) + 1) + "|")
    print("| ms |" + "".join(f" {ms:.0f} |" for ms in time_widths().values()))
    print(f"\nFit and grid of 5,000 to 100,000 points grow as N^{slope:.2f}.")


if __name__ == "__main__":
    with threadpool_limits(1, user_api="blas"):
        time_models(100)  # warm up
        main()
