"""Show where the processor time of a step of γ and of a moved point goes, classifier by classifier.

Run ``python benchmarks/step.py`` from the root of the project; it takes some ten seconds. Each row
of the lab's table is evaluated as the server does it: a fit to all points, and one to each of five
folds. The times are those of the thread, so other work on the machine counts little; what the page
costs besides is in ``rerun.py``.
"""

import os
import statistics
import sys
import warnings
from pathlib import Path
from time import thread_time

from threadpoolctl import threadpool_limits

sys.path.insert(0, str(Path(__file__).parents[1]))

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.kernel_bayes import TiedProjectionsWarning
from bayeslab.evaluation.accuracy import evaluate
from bayeslab.evaluation.models import MODELS, TABLE_MODELS, ModelSpec, build_model
from bayeslab.evaluation.splits import EvaluationSpec

POINTS = 300
REPEATS = 25
NEEDS_GAMMA = ("I", "II", "III", "svc-rbf")


def time_row(key: str) -> tuple[float, float]:
    """Return the median milliseconds of a row, and of the fit to all points in it."""
    moons = load(DatasetSpec("moons", n=POINTS))
    splits = EvaluationSpec(folds=5).splits(moons.y)
    rows, fits = [], []
    for k in range(REPEATS):
        model = build_model(key, ModelSpec(gamma=2.0 + 0.013 * k))
        start = thread_time()
        row = evaluate(key, model, moons.X, moons.y, splits)
        rows.append(1e3 * (thread_time() - start))
        fits.append(1e3 * (row.fit_seconds or 0.0))
    return statistics.median(rows), statistics.median(fits)


def main() -> None:
    """Print the table."""
    print(f"{os.cpu_count()} cores, load at the start {os.getloadavg()[0]:.1f}\n")
    print(f"| row, {POINTS} points | CPU-ms | of which the fit to all points |\n|---|---|---|")
    times = {key: time_row(key) for key in TABLE_MODELS}
    for key, (row, fit) in times.items():
        print(f"| {MODELS[key].title} | {row:.1f} | {fit:.1f} |")
    print(f"| the rows that depend on γ | {sum(times[key][0] for key in NEEDS_GAMMA):.1f} | |")
    print(f"| all rows | {sum(row for row, _ in times.values()):.1f} | |")


if __name__ == "__main__":
    with warnings.catch_warnings(), threadpool_limits(1, user_api="blas"):
        warnings.simplefilter("ignore", TiedProjectionsWarning)
        time_row("svc-rbf")  # warm up
        main()
