"""Time a frame of the drawing component by part, beside the same work in Python.

Run ``python benchmarks/frames.py`` from the root of the project; it takes a minute and a half, with
``--quick`` (fewer sizes) half of one. A frame is what the component computes for a new gamma: the
fit with its leave-one-out projection and all cuts, the points on the wrong side, the grid of 200 x
200 nodes, the regions with their boundary, and their colours. Node runs it here; Python's column is
a fit with the threshold by leave-one-out and ``decision_regions``, with one thread.

All figures are medians of processor time, so other programs slow the machine but do not count.
"""

import argparse
import json
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

import machine
from bayeslab import KernelBayes, decision_regions
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernel_bayes import Variant
from bayeslab.evaluation.models import ModelSpec
from core.messages import describe_refit
from javascript import find_node
from source import ROOT

SIZES, FEWER = (50, 300, 1_000, 2_000, 5_000), (300, 1_000, 5_000)
GAMMA, RESOLUTION, REPEATS, SLOW_REPEATS = 5.0, 200, 25, 5
MOST_OF_SVC, MOST_OF_FOUR = 2_000, 2_000  # points

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A classifier, the data set it is fitted to, and the same classifier in Python."""

    title: str
    key: str
    data: str
    model: Any
    most: int = SIZES[-1]

    def points(self, n: int) -> tuple[Array, NDArray[np.int64]]:
        """Return n points and their classes."""
        dataset = load(DatasetSpec(self.data, n=n))
        return dataset.X, dataset.y

    def job(self, n: int) -> dict[str, Any]:
        """Return the input of frames.mjs."""
        X, y = self.points(n)
        return {
            "model": describe_refit(self.key, ModelSpec(gamma=GAMMA)),
            "gamma": GAMMA,
            "x1": X[:, 0].tolist(),
            "x2": X[:, 1].tolist(),
            "labels": y.tolist(),
            "count": int(y.max()) + 1,
        }

    def time_python(self, n: int) -> float:
        """Return the median milliseconds of a fit and its regions."""
        X, y = self.points(n)
        box, times = bounding_box(X), []
        for _ in range(SLOW_REPEATS if isinstance(self.model, SVC) else REPEATS):
            start = time.process_time()
            decision_regions(self.model.fit(X, y), box, RESOLUTION)
            times.append(time.process_time() - start)
        return 1e3 * statistics.median(times)


def kernel_bayes(variant: Variant) -> Case:
    """Return a case of kernel Bayes."""
    model = KernelBayes(variant, gamma=GAMMA, threshold="loo")
    return Case(f"kernel Bayes {variant}", variant, "moons", model)


ONE_OF_FOUR = OneVsRestClassifier(KernelBayes(gamma=GAMMA, threshold="loo"))
CASES = [
    *map(kernel_bayes, ("I", "II", "III")),
    Case("SVC", "svc-rbf", "moons", SVC(gamma=GAMMA), MOST_OF_SVC),
    Case("kernel Bayes I, four classes", "I", "four_blobs", ONE_OF_FOUR, MOST_OF_FOUR),
]


def time_in_node(cases: list[tuple[Case, int]]) -> list[dict[str, float]]:
    """Return the median milliseconds of each part of a frame."""
    with TemporaryDirectory() as folder:
        jobs = Path(folder) / "jobs.json"
        content = {"cases": [case.job(n) for case, n in cases], "repeats": REPEATS}
        jobs.write_text(json.dumps(content), encoding="utf-8")
        command = [find_node(), str(ROOT / "benchmarks" / "frames.mjs"), str(jobs)]
        process = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(process.stdout)


def main() -> None:
    """Print the machine and the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer sizes")
    sizes = FEWER if parser.parse_args().quick else SIZES
    print(machine.describe())
    pairs = [(case, n) for case in CASES for n in sizes if n <= case.most]
    frames = time_in_node(pairs)
    parts = list(frames[0])
    print("| CPU-ms | points | " + " | ".join([*parts, "a frame", "Python", "ratio"]) + " |")
    print("|---|---" + "|---:" * (len(parts) + 3) + "|")
    for (case, n), frame in zip(pairs, frames, strict=True):
        total = sum(frame.values())
        python = case.time_python(n)
        cells = [f"{value:.1f}" for value in (*frame.values(), total, python, total / python)]
        print(f"| {case.title} | {n:,} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    with threadpool_limits(1, user_api="blas"):
        main()
