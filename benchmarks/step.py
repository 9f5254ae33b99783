"""Show where the processor time of the lab's table goes, row by row, in the browser and in Python.

Run ``python benchmarks/step.py`` from the root of the project; it takes some twenty seconds and
needs node. Each row is evaluated as the lab does it after a step of γ: a fit to all points, and one
to each of five folds. The browser computes the rows of the lab; its code runs in node here. Python
computes those that a browser cannot, and all on Compare. The times are those of the process, so
other work on the machine counts little; what the page costs besides is in ``rerun.py``.
"""

import json
import statistics
import subprocess
import warnings
from collections.abc import Sequence
from time import thread_time

from threadpoolctl import threadpool_limits

import machine
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.kernel_bayes import TiedProjectionsWarning
from bayeslab.evaluation.accuracy import evaluate
from bayeslab.evaluation.models import MODELS, TABLE_MODELS, ModelSpec, build_model
from bayeslab.evaluation.splits import EvaluationSpec
from core.messages import describe_refit
from javascript import find_node
from source import ROOT

POINTS, SIZES = 300, (50, 300, 1000)
REPEATS = 25
NEEDS_GAMMA = ("I", "II", "III", "svc-rbf")
GAMMAS = [2.0 + 0.013 * k for k in range(REPEATS)]
EVALUATION = EvaluationSpec(folds=5)


def time_row(key: str) -> float:
    """Return the median milliseconds of a row in Python."""
    moons = load(DatasetSpec("moons", n=POINTS))
    splits, times = EVALUATION.splits(moons.y), []
    for gamma in GAMMAS:
        model = build_model(key, ModelSpec(gamma=gamma))
        start = thread_time()
        evaluate(key, model, moons.X, moons.y, splits)
        times.append(1e3 * (thread_time() - start))
    return statistics.median(times)


def time_rows_of_browser() -> list[list[float]]:
    """Return the median milliseconds of each row in the browser's code, for each size."""
    models = [describe_refit(key, ModelSpec()) for key in TABLE_MODELS]
    about = {"evaluation": {"folds": EVALUATION.folds, "seed": EVALUATION.seed}, "gammas": GAMMAS}
    jobs = []
    for n in SIZES:
        moons = load(DatasetSpec("moons", n=n))
        x, y = moons.X.T.tolist()
        points = {"x": x, "y": y, "labels": moons.y.tolist()}
        jobs.append({"models": models, "points": points, **about})
    command = [find_node(), str(ROOT / "benchmarks" / "rows.mjs")]
    process = subprocess.run(command, input=json.dumps(jobs), capture_output=True, text=True)
    process.check_returncode()
    return json.loads(process.stdout)


def main() -> None:
    """Print the table."""
    print(machine.describe())
    sizes = " | ".join(f"browser, {n:,} points" for n in SIZES)
    print(f"| row, CPU-ms | {sizes} | Python, {POINTS} points |\n|---|{'---|' * (len(SIZES) + 1)}")
    columns = [*time_rows_of_browser(), [time_row(key) for key in TABLE_MODELS]]
    rows = dict(zip(TABLE_MODELS, zip(*columns, strict=True), strict=True))
    for key, times in rows.items():
        print_row(MODELS[key].title, times)
    parts = {"the rows that depend on γ": NEEDS_GAMMA, "all rows": TABLE_MODELS}
    for name, keys in parts.items():
        print_row(name, [sum(column) for column in zip(*(rows[key] for key in keys), strict=True)])


def print_row(name: str, times: Sequence[float]) -> None:
    """Print a row of the table."""
    print(f"| {name} | {' | '.join(f'{time:.1f}' for time in times)} |")


if __name__ == "__main__":
    with warnings.catch_warnings(), threadpool_limits(1, user_api="blas"):
        warnings.simplefilter("ignore", TiedProjectionsWarning)
        time_row("svc-rbf")  # warm up
        main()
