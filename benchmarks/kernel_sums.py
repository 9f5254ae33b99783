"""Time kernel Bayes with the fast sums, and other methods for the same task.

Run ``python benchmarks/kernel_sums.py`` from the root of the project; it takes half a minute. Each
row is one number of points (moons with noise 0.2, gamma = 5): the median processor time of the fast
sums in milliseconds, and how many times as long the others take for the same task,

- left out: kernel Bayes with the threshold by leave-one-out, sums over all others included;
- SVC: scikit-learn's, same kernel.

They take turns in one process, so that a busy machine slows all of them, with one thread for matrix
products, as in the app.
"""

import statistics
import time
from typing import Any

from sklearn.datasets import make_moons
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

import machine
from bayeslab import KernelBayes, decision_regions
from bayeslab.data.points import bounding_box
from bayeslab.scoring.grid import grid_axes, grid_nodes

GAMMA, RESOLUTION = 5.0, 200
REPEATS = {100: 35, 1_000: 15, 20_000: 3}  # by the number of points


def make_models() -> dict[str, Any]:
    """Return the competitors."""
    return {
        "fast": KernelBayes(gamma=GAMMA),
        "left out": KernelBayes(gamma=GAMMA, threshold="loo"),
        "SVC": SVC(gamma=GAMMA),
    }


def time_models(n: int) -> dict[tuple[str, str], float]:
    """Return the median times in milliseconds by (task, name) at n points."""
    X, y = make_moons(n, noise=0.2, random_state=0)
    box = bounding_box(X)
    nodes = grid_nodes(*grid_axes(box, RESOLUTION))
    times: dict[tuple[str, str], list[float]] = {}
    for _ in range(REPEATS[n]):
        for name, model in make_models().items():
            model.fit(X, y)  # after what the one before has left in caches and memory
            start = time.process_time()
            model.fit(X, y)
            middle = time.process_time()
            if isinstance(model, KernelBayes):
                decision_regions(model, box, RESOLUTION)
            else:
                model.decision_function(nodes)
            end = time.process_time()
            times.setdefault(("fit", name), []).append(1e3 * (middle - start))
            times.setdefault(("grid", name), []).append(1e3 * (end - middle))
    return {key: statistics.median(values) for key, values in times.items()}


def format_row(task: str, n: int, medians: dict[tuple[str, str], float]) -> str:
    """Return one row of the table: the median of the fast one, then how much longer others take."""
    fast, *others = (medians[task, name] for name in make_models())
    cells = [f"{r:,.0f}" if r >= 10 else f"{r:.1f}" for r in (value / fast for value in others)]
    return "| " + " | ".join([task, f"{n:,}", f"{fast:.1f}", *cells]) + " |"


def main() -> None:
    """Print the machine, the versions and the table."""
    print(machine.describe("numpy", "scipy", "scikit-learn"))
    print("| " + " | ".join(["task", "N", "fast, ms", *list(make_models())[1:]]) + " |")
    print("|---" * (len(make_models()) + 2) + "|")
    tables = {n: time_models(n) for n in REPEATS}
    for task in ("fit", "grid"):
        for n, medians in tables.items():
            print(format_row(task, n, medians))


if __name__ == "__main__":
    with threadpool_limits(1, user_api="blas"):
        time_models(100)  # warm up
        main()
