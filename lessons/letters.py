"""Letters that mean one thing in a lesson and another one elsewhere.

The sources and the textbooks use them so; each lesson explains them beside its formula.
"""

from collections.abc import Mapping
from types import MappingProxyType

from lessons import LESSONS

WIDTH = "how narrow the bumps are"
COVARIANCE = "a covariance"
PRICE = "the price of a point on the wrong side of its margin"
WEIGHT = "the weight of a training point in the SVM"

# By letter: its meaning in each lesson that uses it, by stem.
LETTERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "α": {
            "discrete_bayes": "the pseudo-count that smoothing adds",
            "kernel_width": WEIGHT,
            "kernel_bayes_and_svm": WEIGHT,
        },
        "γ": {
            "covariance_assumptions": "the share of circles in a covariance",
            "inner_products": WIDTH,
            "kernel_width": WIDTH,
            "kernel_bayes_and_svm": WIDTH,
        },
        "λ": {
            "bayes_rule": "the loss of a missed point, where a false alarm costs one",
            "covariance_assumptions": "the share of one covariance for both classes",
        },
        "C": {
            "covariance_assumptions": COVARIANCE,
            "kernel_width": PRICE,
            "kernel_bayes_and_svm": PRICE,
        },
    }
)


def explain_letters(stem: str) -> str | None:
    """Return the meanings of letters in the lesson with that stem and in others, if they differ."""
    numbers = {lesson.stem: lesson.number for lesson in LESSONS}
    lines = []
    for letter, meanings in LETTERS.items():
        if stem in meanings:
            others: dict[str, list[str]] = {}
            for other, meaning in meanings.items():
                if meaning != meanings[stem]:
                    others.setdefault(meaning, []).append(str(numbers[other]))
            elsewhere = "; ".join(
                f"in lesson {' and '.join(where)}, {meaning}" for meaning, where in others.items()
            )
            lines.append(f"- {letter}: here {meanings[stem]}; {elsewhere}.")
    return "\n".join(lines) or None
