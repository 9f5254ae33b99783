"""Measure the peak memory of fitting and drawing, each in a fresh process.

Run ``python benchmarks/memory.py`` from the root of the project; it takes about a minute. The peak
is that of the whole process, as the system reports it (resident set size), less what it had after
the imports and the data were there.
"""

import os
import subprocess
import sys
from pathlib import Path

import machine

ROOT = Path(__file__).parents[1]
SIZES = (1_000, 20_000, 100_000)
LARGEST = {"SVC": 20_000, "naive": 20_000}  # what each can do in reasonable time
# The peak so far is in kilobytes on Linux, in bytes on macOS.
RUN = """
import resource, sys
import numpy as np
from sklearn.datasets import make_moons
from sklearn.svm import SVC
from bayeslab import KernelBayes, decision_regions
from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernels import RBF

name, n = sys.argv[1], int(sys.argv[2])
X, y = make_moons(n, noise=0.3, random_state=0)
naive = KernelBayes(kernel=RBF(5.0))  # a kernel given as a function is summed pair by pair
models = {"fast": KernelBayes(gamma=5.0), "naive": naive, "SVC": SVC(gamma=5.0)}
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = peak()
model = models[name].fit(X, y)
fitted = peak()
decision_regions(model, bounding_box(X), 200)
unit = 1e3 if sys.platform.startswith("linux") else 1e6
print((fitted - before) / unit, (peak() - before) / unit)
"""


def measure(name: str, n: int) -> list[float]:
    """Return the megabytes that the fit, and the fit with the regions, took at their peak."""
    process = subprocess.run(
        [sys.executable, "-c", RUN, name, str(n)],
        cwd=ROOT,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(value) for value in process.stdout.split()]


def main() -> None:
    """Print the machine, the versions and the table."""
    print(machine.describe("numpy", "scipy", "scikit-learn"))
    print("| N | kernel Bayes, fast | pair by pair | SVC |\n|---|---|---|---|")
    for n in SIZES:
        cells = []
        for name in ("fast", "naive", "SVC"):
            if n > LARGEST.get(name, n):
                cells.append("-")
                continue
            fit, both = measure(name, n)
            cells.append(f"{fit:.0f} MB, with regions {both:.0f} MB")
        print("| " + " | ".join([f"{n:,}", *cells]) + " |")


if __name__ == "__main__":
    main()
