"""Time kernel Bayes with the fast sums, kernel Bayes pair by pair, and scikit-learn's SVC.

Run ``python benchmarks/kernel_sums.py`` from the root of the project. Each row is one number of
points (noisy moons, gamma = 5): medians in milliseconds, and how many times as long the other two
take. They take turns in one process, so that a busy machine slows all of them, with one thread for
matrix products, as in the app. It takes one to two minutes.
"""

import os
import platform
import statistics
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import make_moons
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

sys.path.insert(0, str(Path(__file__).parents[1]))

from bayeslab import KernelBayes, decision_regions
from bayeslab.datasets import bounding_box
from bayeslab.kernels import RBF

GAMMA, RESOLUTION = 5.0, 200
SIZES = (100, 1_000, 5_000, 20_000, 100_000)
LARGEST = {"fast": 100_000, "naive": 5_000, "SVC": 20_000}  # what each can do in reasonable time
REPEATS = {100: 9, 1_000: 9, 5_000: 5, 20_000: 3, 100_000: 3}


def make_models() -> dict[str, Any]:
    """Return the competitors. A kernel given as a function is summed pair by pair."""
    return {
        "fast": KernelBayes(gamma=GAMMA),
        "naive": KernelBayes(kernel=RBF(GAMMA)),
        "SVC": SVC(gamma=GAMMA),
    }


def time_models(n: int) -> dict[tuple[str, str], float]:
    """Return the median times in milliseconds by (task, name) at n points."""
    X, y = make_moons(n, noise=0.3, random_state=0)
    box = bounding_box(X)
    axes = np.linspace(box[0], box[1], RESOLUTION), np.linspace(box[2], box[3], RESOLUTION)
    nodes = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    times: dict[tuple[str, str], list[float]] = {}
    for _ in range(REPEATS[n]):
        for name, model in make_models().items():
            if n > LARGEST[name]:
                continue
            start = time.perf_counter()
            model.fit(X, y)
            fitted = time.perf_counter()
            if name == "SVC":
                model.decision_function(nodes)
            else:
                decision_regions(model, box, RESOLUTION)
            drawn = time.perf_counter()
            times.setdefault(("fit", name), []).append(1e3 * (fitted - start))
            times.setdefault(("grid", name), []).append(1e3 * (drawn - fitted))
    return {key: statistics.median(values) for key, values in times.items()}


def format_row(task: str, n: int, medians: dict[tuple[str, str], float]) -> str:
    """Return one row of the table: three medians, then two ratios to the fast one."""
    fast, naive, svc = (medians.get((task, name)) for name in ("fast", "naive", "SVC"))
    assert fast is not None
    cells = ["-" if value is None else f"{value:.1f}" for value in (fast, naive, svc)]
    cells += ["-" if value is None else f"{value / fast:.1f}" for value in (naive, svc)]
    return "| " + " | ".join([task, f"{n:,}", *cells]) + " |"


def main() -> None:
    """Print the machine, the versions and the table."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "scikit-learn"))
    print(f"{platform.platform()}, {platform.machine()}, {os.cpu_count()} cores")
    load = os.getloadavg()[0]
    print(f"Python {platform.python_version()}, {packages}; load at the start {load:.1f}\n")
    print("| task | N | fast, ms | naive, ms | SVC, ms | naive / fast | SVC / fast |")
    print("|---|---|---|---|---|---|---|")
    measured = {n: time_models(n) for n in SIZES}
    for task in ("fit", "grid"):
        for n, medians in measured.items():
            print(format_row(task, n, medians))
    totals = [sum(measured[n][task, "fast"] for task in ("fit", "grid")) for n in (5_000, 100_000)]
    slope = np.log(totals[1] / totals[0]) / np.log(20)
    print(f"\nFit and grid of 5,000 to 100,000 points grow as N^{slope:.2f}.")


if __name__ == "__main__":
    with threadpool_limits(1, user_api="blas"):
        time_models(100)  # warm up
        main()
