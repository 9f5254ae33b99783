"""The question of lesson 5: a word that never occurs in one class."""

import numpy as np

from bayeslab.evaluation.formats import percent
from lessons.discrete_bayes.numbers import points_with_counts
from lessons.discrete_bayes.tables import KINDS
from lessons.discrete_bayes.two_classes import Evaluation, Problem, evaluate, show_evidence

__all__ = ["explain_zero", "show_zero"]

# Of a hundred good and a hundred spam messages, how many contain each word.
COUNTS = {"free": (5, 60), "prize": (2, 40), "money": (10, 50), "meeting": (20, 0)}
SMOOTHING = 1.0  # the α with which the explanation ends


def show_zero(moved: bool) -> None:
    """Show the evidence in a message before and after the last word is added to it."""
    show_evidence(_evaluate(moved, alpha=0.0), "prediction")


def explain_zero() -> dict[str, str]:
    """Return the posteriors before and after the last word, and after it with smoothing."""
    before, after, smoothed = (
        _evaluate(False, 0.0),
        _evaluate(True, 0.0),
        _evaluate(True, SMOOTHING),
    )
    return {
        "before": percent(before.evidence.posterior),
        "after": f"{after.evidence.posterior:g}",
        "smoothed": percent(smoothed.evidence.posterior),
        "share": f"{smoothed.counts[1, 3]}+{SMOOTHING:g}",
        "size": f"{smoothed.class_count[1]}+{2 * SMOOTHING:g}",
        "alpha": f"{SMOOTHING:g}",
        "spam": str(smoothed.class_count[1]),
    }


def _evaluate(meeting: bool, alpha: float) -> Evaluation:
    counts, sizes = np.array([*COUNTS.values()]).T, np.array([100, 100])
    X, y = points_with_counts(counts, sizes)
    x = np.array([1, 1, 1, int(meeting)])
    values = [(f"no “{word}”", f"“{word}”") for word in COUNTS]
    return evaluate(Problem(X, y, x, values, KINDS), alpha)
