"""Measure the processor time of the most expensive input that the app accepts.

Run ``python benchmarks/worst_inputs.py`` from the root of the project; it takes some minutes. Every
set of points below meets every setting, in the lab and on Compare. Of each classifier it prints the
worst picture (fit and regions) and the worst row of the table, of the lab the worst whole run, of
Compare the longest step: between two of them the page can stop. What is refused costs next to
nothing, and is measured as well. BLAS has one thread, as in the app.
"""

# ruff: noqa: E402

import argparse
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import process_time
from typing import Any, NamedTuple, get_args

import numpy as np

import machine

logging.disable(logging.WARNING)  # Streamlit says, when it is imported, that its server is missing

from threadpoolctl import threadpool_limits

from bayeslab.estimators.kernel_bayes import Variant
from bayeslab.evaluation.accuracy import CancelledError, Progress
from bayeslab.evaluation.models import MAX_GAUSSIAN_PROCESS_POINTS, MODELS, TABLE_MODELS
from bayeslab.evaluation.splits import MOST_LEFT_OUT
from core import compute, evaluations
from core.columns import label_columns, numeric_columns
from core.csv_import import MAX_BYTES, read_table, to_dataset
from core.drawing import MAX_DRAWN, draw, encode_drawing
from core.effort import FINEST
from core.messages import is_small
from core.state import DRAWN, LabState
from ui.compare import parts
from ui.compare.choices import k_fold

FOLDS = 20  # the most
VARIANTS = get_args(Variant)
RNG = np.random.default_rng(0)


class Worst(NamedTuple):
    """The seconds of the costliest input, and which it was."""

    seconds: float = 0.0
    points: str = ""
    settings: str = ""

    def __str__(self) -> str:
        """Return two cells of a table."""
        return f"{self.seconds:.2f} | {self.points}; {self.settings}"


def draw_labels(n: int, classes: int, spots: int | None = None) -> dict[str, str]:
    """Return a drawing of points with labels that mean nothing, perhaps all on a few spots."""
    X = RNG.normal(size=(n, 2)) if spots is None else RNG.normal(size=(spots, 2))[:n]
    X = X[RNG.integers(0, len(X), n)] if spots is not None else X
    return {"data": DRAWN, "points": encode_drawing(draw(X, np.arange(n) % classes))}


def one_against(n: int) -> dict[str, str]:
    """Return a drawing with a single point of the second class."""
    labels = np.zeros(n, dtype=np.int64)
    labels[0] = 1
    return {"data": DRAWN, "points": encode_drawing(draw(RNG.normal(size=(n, 2)), labels))}


POINTS: dict[str, dict[str, Any]] = {
    f"{MAX_DRAWN} moons": {"data": "moons", "n": MAX_DRAWN},
    "200 moons": {"data": "moons", "n": 200},
    f"{MAX_DRAWN}, labels at random": {"data": "random_labels", "n": MAX_DRAWN},
    f"{MAX_DRAWN} in ten classes": {**draw_labels(MAX_DRAWN, 10)},
    f"{MAX_DRAWN} in four classes": {**draw_labels(MAX_DRAWN, 4)},
    f"{MAX_DRAWN} on three spots": {**draw_labels(MAX_DRAWN, 2, spots=3)},
    f"1 against {MAX_DRAWN - 1}": {**one_against(MAX_DRAWN)},
    "digits": {"data": "digits"},
    f"{MOST_LEFT_OUT}, labels at random": {"data": "random_labels", "n": MOST_LEFT_OUT},
    f"{MAX_GAUSSIAN_PROCESS_POINTS}, labels at random": {
        "data": "random_labels",
        "n": MAX_GAUSSIAN_PROCESS_POINTS,
    },
    f"{MAX_GAUSSIAN_PROCESS_POINTS} in ten classes": {
        **draw_labels(MAX_GAUSSIAN_PROCESS_POINTS, 10)
    },
    "562, labels at random": {"data": "random_labels", "n": 562},
    "390, labels at random": {"data": "random_labels", "n": 390},
    "100, labels at random": {"data": "random_labels", "n": 100},
    "40 in ten classes": {**draw_labels(40, 10)},
}
SETTINGS: dict[str, dict[str, Any]] = {
    "RBF, γ = 5, C = 1": {},
    "RBF, γ = 0.01, C = 1000": {"gamma": 0.01, "svc_C": 1000.0},
    "RBF, γ = 5, C = 1000": {"svc_C": 1000.0, "svc_standardise": True},
    "RBF, γ = 1000, C = 1000, leave one out": {"gamma": 1e3, "svc_C": 1e3, "threshold": "loo"},
    "RBF, γ = 1000, C = 0.01": {"gamma": 1000.0, "svc_C": 0.01, "metric": "pooled"},
    "linear, C = 1000": {"kernel": "linear", "svc_C": 1000.0, "determinants": True},
    "Laplacian": {"kernel": "laplacian", "gamma": 5.0},
    "polynomial, degree 9, C = 1000": {
        **{"kernel": "polynomial", "degree": 9, "coef0": 100.0, "svc_C": 1000.0}
    },
    "polynomial, degree 3": {"kernel": "polynomial", "degree": 3},
}
SCHEMES = ("k-fold", "repeated k-fold", "leave-one-out", "random half")


def states() -> Iterator[tuple[str, str, LabState]]:
    """Yield every set of points with every setting."""
    for points, data in POINTS.items():
        for settings, others in SETTINGS.items():
            yield points, settings, LabState(folds=FOLDS, **data, **others)


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor time of something that may be refused."""
    start = process_time()
    with suppress(ValueError):
        work()
    return process_time() - start


def longest_step(work: Callable[[Progress], object]) -> float:
    """Return the longest time between two words about progress; the work ends at the third."""
    words = [process_time()]

    def progress(done: int, total: int) -> bool:
        words.append(process_time())
        return len(words) < 4

    with suppress(CancelledError, ValueError):
        work(progress)
    words.append(process_time())
    return float(np.diff(words).max())


def measure_lab(name_part: str) -> None:
    """Print the worst picture and row of each classifier, and the worst run of the lab."""
    pictures, rows = ({key: Worst() for key in MODELS} for _ in range(2))
    runs = {scheme: Worst() for scheme in SCHEMES}
    times: dict[tuple[object, ...], float] = {}
    for points, settings, state in states():
        if name_part not in points:
            continue
        data = compute.dataset(state.dataset_spec)
        for scheme in SCHEMES:
            variant = replace(state, scheme=scheme)
            row, picture = {}, {}
            for key in MODELS:
                fit = state.fit_spec(key)
                choice = (points, key, fit.settings)
                if (*choice, scheme) not in times:
                    row_of = partial(evaluations.row, fit, variant.evaluation_spec)
                    times[*choice, scheme] = seconds_of(row_of)
                if choice not in times:
                    times[choice] = seconds_of(partial(compute.regions, fit, FINEST))
                row[key], picture[key] = times[*choice, scheme], times[choice]
                rows[key] = max(rows[key], Worst(row[key], points, f"{settings}, {scheme}"))
                pictures[key] = max(pictures[key], Worst(picture[key], points, settings))
            # In the lab the browser draws kernel Bayes itself.
            own = VARIANTS if is_small(data, has_fast_sums=True) else ()
            on_server = {key: 0.0 if key in own else picture[key] for key in MODELS}
            extra = {key: on_server[key] + (key not in TABLE_MODELS) * row[key] for key in MODELS}
            pair = sorted(extra, key=extra.__getitem__)[-2:]
            seconds = sum(row[key] for key in TABLE_MODELS) + sum(extra[key] for key in pair)
            worst = Worst(seconds, points, f"{settings}, {' beside '.join(pair)}")
            runs[scheme] = max(runs[scheme], worst)
    print("| classifier | picture s | of | row s | of |\n|---|---|---|---|---|")
    for key in MODELS:
        print(f"| {MODELS[key].title} | {pictures[key]} | {rows[key]} |")
    print("\n| a run of the lab | s | of |\n|---|---|---|")
    for scheme, worst in runs.items():
        print(f"| {scheme} | {worst} |")


def measure_compare(name_part: str) -> None:
    """Print the longest step of each classifier, and of a point of the tuning."""
    steps = {key: Worst() for key in MODELS}
    for points, settings, state in states():
        if name_part in points:
            for key in MODELS:
                seconds = longest_step(parts.evaluation_of(state.fit_spec(key), k_fold(state)).work)
                steps[key] = max(steps[key], Worst(seconds, points, settings))
    print("\n| Compare, classifier | longest step s | of |\n|---|---|---|")
    for key, worst in steps.items():
        print(f"| {MODELS[key].title} | {worst} |")


def measure_tables() -> None:
    """Print how long the largest tables take to be read."""
    rows, names = MAX_BYTES // 400, b"a,b,c\n"
    tables = {
        "200 columns of numbers": b"\n".join([b",".join([b"1"] * 200)] * rows),
        "three columns, quoted": b"a,b,c\n" + b'"1","2","x"\n"3","4","y"\n' * (MAX_BYTES // 24 - 1),
        "200 columns of labels": b"\n".join([b",".join([b"x", b"y"] * 100)] * rows),
        "blank lines": b"\n" * MAX_BYTES,
        "names, then blank lines": names + b"\n" * MAX_BYTES,
        "two rows, then rows of commas": names + b"1,2,x\n3,4,y\n" + b",,\n" * (MAX_BYTES // 3),
        "a row of commas": names + b"," * (MAX_BYTES - len(names)),
        "blank rows of spaces": b" , , \n" * (MAX_BYTES // 6),
        "200 columns of different text": b"\n".join(
            b",".join(b"%x" % (200 * i + j) for j in range(200)) for i in range(5000)
        ),
        "200 columns of apostrophes": b"\n".join([b",".join([b"'a"] * 200)] * (MAX_BYTES // 600)),
        "one long cell a row": (b"1,2," + b"x" * 99 + b"\n3,4,y\n") * (MAX_BYTES // 110),
    }
    print("\n| table of 5 MB | s |\n|---|---|")
    for name, content in tables.items():
        print(f"| {name} | {seconds_of(partial(read_points, content[:MAX_BYTES])):.2f} |")


def read_points(content: bytes) -> None:
    """Read a table as the lab does."""
    table = read_table(content)
    numeric, labels = numeric_columns(table), label_columns(table)
    to_dataset(table, (numeric[0], numeric[1]) if len(numeric) > 1 else (0, 1), (labels or (2,))[0])


def main() -> None:
    """Read the option, print the machine, the versions and the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("points", nargs="?", default="", help="only sets with this in their name")
    name_part = parser.parse_args().points
    print(machine.describe("numpy", "scipy", "scikit-learn"))
    with threadpool_limits(1, user_api="blas"):
        measure_lab(name_part)
        measure_compare(name_part)
    measure_tables()


if __name__ == "__main__":
    main()
