"""The question of the lesson on counting: one word that was never seen."""

import numpy as np

from lessons.discrete_bayes.counting import Judged, Problem, judge, show_evidence
from lessons.discrete_bayes.numbers import occurring
from lessons.discrete_bayes.tables import KINDS
from ui.layout import percent

__all__ = ["explain_zero", "show_zero"]

# How many of a hundred good messages, and of a hundred spam, hold each word.
COUNTS = {"free": (5, 60), "prize": (2, 40), "money": (10, 50), "meeting": (20, 0)}
SMOOTHING = 1.0  # that repairs it


def show_zero(moved: bool) -> None:
    """Show the evidence in a message before and after the last word is added to it."""
    show_evidence(_judge(moved, alpha=0.0), "prediction")


def explain_zero() -> dict[str, str]:
    """Return what is said of the message before and after, and after with smoothing."""
    before, after, smoothed = _judge(False, 0.0), _judge(True, 0.0), _judge(True, SMOOTHING)
    return {
        "before": percent(before.evidence.posterior),
        "after": f"{after.evidence.posterior:g}",
        "smoothed": percent(smoothed.evidence.posterior),
        "share": f"{smoothed.counts[1, 3]}+{SMOOTHING:g}",
        "size": f"{smoothed.class_count[1]}+{2 * SMOOTHING:g}",
        "alpha": f"{SMOOTHING:g}",
        "spam": str(smoothed.class_count[1]),
    }


def _judge(meeting: bool, alpha: float) -> Judged:
    counts, sizes = np.array([*COUNTS.values()]).T, np.array([100, 100])
    X, y = occurring(counts, sizes)
    x = np.array([1, 1, 1, int(meeting)])
    says = [f"“{word}”" if there else f"no “{word}”" for word, there in zip(COUNTS, x, strict=True)]
    return judge(Problem(X, y, x, np.full(4, 2), tuple(says), KINDS), alpha)
