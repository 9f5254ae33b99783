"""The numbers of the text about the learning curves of LDA and logistic regression."""

import numpy as np

from bayeslab.evaluation.formats import fixed, percent
from bayeslab.figures import Curve
from core.caching import memoize
from lessons.kernel_bayes_and_svm.learning_curves import (
    CLASSIFIERS,
    DIMENSION,
    DISTANCE,
    DRAWS,
    SITUATIONS,
    SIZES,
    C,
    distance_of_efficiency,
    learning_curve,
    logistic_efficiency,
)

# Efron's summary: “typically … between one half and two thirds as effective”.
TYPICAL_EFFICIENCIES = (2 / 3, 1 / 2)
YEARS = {"efron": "1975", "ng_jordan": "2002"}
FEW = 30  # points, marked in the figures
FIELDS = {"LDA": "lda", "logistic regression": "logistic"}


@memoize(4)
def curves_of(title: str) -> tuple[Curve, ...]:
    """Return the curves of a situation: the best possible accuracy, and each classifier."""
    situation = SITUATIONS[title]
    best = Curve("Bayes-optimal", np.full(len(SIZES), situation.best_accuracy()), true=True)
    return best, *(Curve(name, *learning_curve(situation, name)) for name in CLASSIFIERS)


def describe_efficiency() -> dict[str, str]:
    """Return how many more points logistic regression needs, by the distance of the classes."""
    more = f"{100 / logistic_efficiency(DISTANCE) - 100:.0f}"
    numbers = {"more": more, "distance": f"{DISTANCE:g}"}
    for name, efficiency in zip(("less", "most"), TYPICAL_EFFICIENCIES, strict=True):
        numbers[f"{name}_typical"] = f"{100 / efficiency - 100:.0f}"
        numbers[f"{name}_distant"] = fixed(distance_of_efficiency(efficiency), 1)
    return numbers | YEARS


def describe_learning() -> dict[str, str]:
    """Return the accuracies with few and with many training points."""
    words = {"few": FEW, "many": SIZES[-1], "draws": DRAWS, "d": DIMENSION, "C": round(C)}
    shares = {
        f"{FIELDS[curve.name]}_{case}_{amount}": percent(curve.accuracies[k])
        for case, title in zip(("holds", "fails"), SITUATIONS, strict=True)
        for curve in curves_of(title)[1:]
        for amount, k in (("few", SIZES.index(FEW)), ("many", -1))
    }
    return {name: f"{word}" for name, word in words.items()} | shares
