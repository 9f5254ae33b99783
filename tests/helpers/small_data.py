"""Small data sets that are hard on a classifier, made from a seed, and what has to come of them.

Never NaN and never a silent guess: a fit or a prediction either gives finite numbers, or an error
of one sentence that says what is wrong and what to do.

    PYTHONPATH=. python tests/helpers/small_data.py 0 100000

tries these seeds and prints what is wrong.
"""

import re
import sys
import warnings
from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab import (
    KERNELS,
    BernoulliBayes,
    CategoricalBayes,
    GaussianBayes,
    KernelBayes,
    KernelBayesWarning,
    MinimumRisk,
    MixedBayes,
)
from bayeslab.estimators.covariance import COVARIANCES, DIVISORS

Array = NDArray[np.float64]

LARGEST = 1e308
SCALES = [1e-320, 1e-200, 1e-160, 1e-100, 1e-12, 1e-3, 1e3, 1e9, 1e100, 1e153, 1e160, 1e300]
# A sentence with its advice; where a covariance is singular, a second one that names the feature.
SENTENCE = re.compile(r"\w[^;]*[;:] [a-z][^;]*?\.")
FOLD = " So it is in a fold of the calibration."
FEATURE = re.compile(r" Features? \d[^:]*: leave (it|one) out, or [^;]*\.")


def draw(seed: int) -> tuple[Array, NDArray[np.int64], np.random.Generator]:
    """Return points and labels."""
    rng = np.random.default_rng(seed)
    n, d, K = rng.integers(2, 13), rng.integers(1, 5), rng.integers(2, 4)
    y = np.sort(rng.integers(0, K, n))
    y[:2] = 0, 1
    X = rng.normal(size=(n, d)) if rng.random() < 0.6 else rng.integers(0, 4, (n, d)).astype(float)
    with np.errstate(all="ignore"):
        for change in rng.choice(CHANGES, rng.integers(0, 4)):
            change(X, y, rng)
    return np.clip(np.nan_to_num(X), -LARGEST, LARGEST), y, rng


def _collinear(X: Array, y: Any, rng: np.random.Generator) -> None:
    X[:, -1] = X[:, :-1] @ rng.normal(size=X.shape[1] - 1) + rng.integers(0, 2)


def _doubled(X: Array, y: Any, rng: np.random.Generator) -> None:
    X[:] = X[rng.integers(0, len(X), len(X))]


def _doubled_feature(X: Array, y: Any, rng: np.random.Generator) -> None:
    X[:, -1] = X[:, 0] * rng.choice([1.0, -1.0, 1e-9, 1e9])


def _constant(X: Array, y: Any, rng: np.random.Generator) -> None:
    X[:, rng.integers(X.shape[1])] = rng.choice([0.0, 1.0, 0.1, 1e9, -1e300])


def _constant_in_one_class(X: Array, y: Any, rng: np.random.Generator) -> None:
    X[y == rng.integers(2), rng.integers(X.shape[1])] = rng.normal()


def _one_point(X: Array, y: Any, rng: np.random.Generator) -> None:
    y[:] = 0
    y[rng.integers(len(y))] = 1


def _far_away(X: Array, y: Any, rng: np.random.Generator) -> None:
    X += rng.choice([1e3, 1e6, 1e9, 1e15, -1e17])


def _far_feature(X: Array, y: Any, rng: np.random.Generator) -> None:
    X[:, rng.integers(X.shape[1])] += rng.choice([1e6, 1e9, -1e15])


def _outlier(X: Array, y: Any, rng: np.random.Generator) -> None:
    X[rng.integers(len(X))] *= rng.choice(SCALES)


def _scaled(X: Array, y: Any, rng: np.random.Generator) -> None:
    X *= rng.choice(SCALES)


def _scaled_feature(X: Array, y: Any, rng: np.random.Generator) -> None:
    X[:, rng.integers(X.shape[1])] *= rng.choice(SCALES)


def _nearly_equal(X: Array, y: Any, rng: np.random.Generator) -> None:
    X[:, 0] = 1 + 2.0**-52 * rng.integers(0, 3, len(X))


CHANGES: list[Any] = [
    *(_collinear, _doubled, _doubled_feature, _constant, _constant_in_one_class, _one_point),
    *(_far_away, _far_feature, _outlier, _scaled, _scaled_feature, _nearly_equal),
]


def classifiers(rng: np.random.Generator) -> list[Any]:
    """Return some classifiers of every kind."""
    gaussian = [
        GaussianBayes(
            covariance,
            priors="equal" if rng.random() < 0.5 else None,
            divisor=str(rng.choice(list(DIVISORS))),
            singular=str(rng.choice(["raise", "pseudo"])),
            pooling=float(rng.choice([0.0, 0.0, 0.5, 1.0])),
            shrinkage="auto" if rng.random() < 0.2 else float(rng.choice([0.0, 0.0, 0.1, 1.0])),
        )
        for covariance in COVARIANCES
    ]
    kernel = [
        KernelBayes(
            variant,
            kernel=str(rng.choice(list(KERNELS))),
            gamma=rng.choice([1e-9, 1.0, 1e9]) if rng.random() < 0.6 else "scale",
            degree=int(rng.integers(1, 5)),
            threshold=rng.choice(["error", "consistency", "loo"]),
            metric=rng.choice(["sum", "pooled"]),
            determinants=bool(rng.integers(0, 2)),
            probability=rng.random() < 0.1,
        )
        for variant in ("I", "II", "III")
    ]
    alpha = float(rng.choice([0.0, 1e-10, 1.0]))
    discrete = [BernoulliBayes(alpha), CategoricalBayes(alpha), MixedBayes([0], alpha=alpha)]
    return [*gaussian, *discrete, *kernel, MinimumRisk(GaussianBayes("diagonal"), reject=0.1)]


def _fit(model: Any, X: Array, y: NDArray[np.int64], rng: np.random.Generator) -> None:
    """Fit with or without weights, or in two parts."""
    ways = ["at once", "weighted"] + ["in parts"] * hasattr(model, "partial_fit")
    way = rng.choice(ways)
    if way == "at once":
        model.fit(X, y)
    elif way == "weighted":
        model.fit(X, y, sample_weight=rng.choice([0, 1, 3, 1e-100, 1e-9, 1e9, 1e100], len(y)))
    else:
        half = rng.random(len(y)) < 0.5
        half[0], half[-1] = True, False
        model.partial_fit(X[half], y[half], classes=np.unique(y))
        model.partial_fit(X[~half], y[~half])


def fault(
    model: Any, X: Array, y: NDArray[np.int64], unseen: Array, rng: np.random.Generator
) -> str:
    """Return what is wrong with a fit and its predictions, or nothing."""
    try:
        _fit(model, X, y, rng)
    except ValueError as error:
        return _fault_of_sentence(str(error))
    for points in (X, unseen):
        try:
            labels = model.predict(points)
            if isinstance(model, KernelBayes):
                if not np.isfinite(model.decision_function(points)).all():
                    return "a score is not finite"
                if not model.probability:
                    continue
            posterior = model.predict_proba(points)
        except ValueError as error:
            if wrong := _fault_of_sentence(str(error)):
                return wrong
            continue
        if not np.isfinite(posterior).all():
            return "a posterior is not finite"
        if not np.allclose(posterior.sum(axis=1), 1, rtol=0, atol=1e-12):
            return "a posterior does not sum to 1"
        own = labels[:, None] == model.classes_
        if hasattr(model, "priors") and (posterior[own] < posterior.max(axis=1) - 1e-12).any():
            return "the label has not the largest posterior"
    return ""


def _fault_of_sentence(sentence: str) -> str:
    said = SENTENCE.match(sentence)
    more = sentence[said.end() :].removesuffix(FOLD) if said else ""
    if said and (FEATURE.fullmatch(more) if "singular" in sentence else not more):
        return ""
    return f"no sentence with advice: {sentence}"


def faults(seed: int) -> list[str]:
    """Return what is wrong with any classifier on the data set of a seed."""
    X, y, rng = draw(seed)
    K = len(set(y.tolist()))
    unseen = np.concatenate(
        [X[:1] / 2 + X[-1:] / 2, X[:1] / 2 + 1, rng.normal(size=(2, X.shape[1]))]
    )
    found = []
    for model in classifiers(rng):
        own, points, labels = unseen, X, y
        if isinstance(model, CategoricalBayes) and rng.random() < 0.8:
            own, points = (np.floor(np.abs(np.clip(part, -9, 9))) for part in (unseen, X))
        if K > 2 and getattr(model, "threshold", "") == "consistency":
            labels = (y > 0).astype(np.int64)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", KernelBayesWarning)
            try:
                wrong = fault(model, points, labels, own, rng)
            except Exception as error:  # which no classifier may raise
                wrong = f"{type(error).__name__}: {error}"
        if wrong:
            found.append(f"seed {seed}, {model}: {wrong}")
    return found


if __name__ == "__main__":
    kinds: Counter[str] = Counter()
    first, last = map(int, sys.argv[1:])
    for seed in range(first, last):
        for line in faults(seed):
            kind = re.sub(r"[\d.e+-]+", "#", line.partition(": ")[2])
            kinds[kind] += 1
            if kinds[kind] <= 3:
                print(line, flush=True)
        if (seed + 1) % 10_000 == 0:
            print(seed + 1, "data sets", sum(kinds.values()), "faults", flush=True)
    for kind, count in kinds.most_common():
        print(count, kind)
