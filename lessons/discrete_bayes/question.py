"""The question of lesson 5: a word that never occurs in one class."""

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from bayeslab.evaluation.formats import percent
from bayeslab.figures import draw_evidence
from core.fields import State, flag, number
from lessons.discrete_bayes.numbers import (
    CountedPoints,
    Evaluation,
    evaluate_counts,
    points_with_counts,
)
from lessons.discrete_bayes.rows import KINDS
from lessons.questions import Question

# Of a hundred good and a hundred spam messages, how many contain each word.
COUNTS = {"free": (5, 60), "prize": (2, 40), "money": (10, 50), "meeting": (20, 0)}


@dataclass(frozen=True)
class NewMessage(State):
    """Whether the new message has the last word, and how much is smoothed."""

    meeting: bool = flag("“meeting” in the message")
    alpha: float = number("Smoothing α", 0.0, 100.0, 0.0)

    def evaluate(self) -> Evaluation:
        """Return the evidence in the message."""
        counts, sizes = np.array([*COUNTS.values()]).T, np.array([100, 100])
        X, y = points_with_counts(counts, sizes)
        x = np.array([1, 1, 1, int(self.meeting)])
        values = [(f"no “{word}”", f"“{word}”") for word in COUNTS]
        return evaluate_counts(CountedPoints(X, y, x, values, KINDS), self.alpha)


BEFORE, AFTER = NewMessage(), NewMessage(meeting=True)
SMOOTHED = NewMessage(meeting=True, alpha=1.0)


def draw(state: NewMessage, theme: str) -> go.Figure:
    """Return the terms of the log odds as bars."""
    evaluation = state.evaluate()
    names, evidence = evaluation.points.class_names, evaluation.evidence
    return draw_evidence(
        ("prior", *evaluation.points.labels),
        [evidence.prior, *evidence.features],
        class_names=names,
        theme=theme,
        title=f"P({names[1]} | x) = {evidence.posterior:.3g}",
    )


def describe(state: NewMessage) -> str:
    """Return in words what the figure shows."""
    evaluation = state.evaluate()
    log_odds, name = evaluation.evidence.log_odds, evaluation.points.class_names[1]
    return f"The terms of the log odds of {name}, with the sum {log_odds:.3g}."


def explain_zero() -> dict[str, str]:
    """Return the posteriors before and after the last word, and after it with smoothing."""
    before, after, smoothed = (state.evaluate() for state in (BEFORE, AFTER, SMOOTHED))
    alpha, spam = SMOOTHED.alpha, smoothed.class_count[1]
    return {
        "before": percent(before.evidence.posterior),
        "after": f"{after.evidence.posterior:g}",
        "smoothed": percent(smoothed.evidence.posterior),
        "share": f"{smoothed.counts[1, 3]}+{alpha:g}",
        "size": f"{spam}+{2 * alpha:g}",
        "alpha": f"{alpha:g}",
        "spam": str(spam),
    }


QUESTION = Question(BEFORE, AFTER, draw, describe, explain_zero, ratio=0.62)
