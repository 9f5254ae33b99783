"""The live picture of lesson 3: two known classes, what can be grabbed, and both errors."""

from collections.abc import Mapping
from dataclasses import replace

from lessons.naive_and_optimal_bayes.numbers import (
    SITUATIONS,
    correlated_problem,
    points_with_moments,
)
from ui.live_picture import Number, live_picture

__all__ = ["gap_of", "list_numbers", "show_known"]

CLASS_SIZE = 100  # points shown of each class
DIGITS = 3


def list_numbers(situation: str) -> list[Number]:
    """Return what can be grabbed in the picture of a situation."""
    first, second = SITUATIONS[situation].difference
    numbers = [
        Number("rho", "Correlation ρ", -0.95, 0.95, 0.8),
        Number("gap1", "Distance of the means along x₁", 0.1, 5.0, first, f"gap1 in {situation}"),
    ]
    if situation != "crossed":  # of a gap in x₂ as well, the error would not be known exactly
        label = "Distance of the means along x₂"
        numbers.append(Number("gap2", label, -4.0, 4.0, second, f"gap2 in {situation}"))
    return numbers


def gap_of(values: Mapping[str, float]) -> tuple[float, float]:
    """Return the mean of class B minus the mean of class A."""
    return values["gap1"], values.get("gap2", 0.0)


def show_known(situation: str, numbers: list[Number], values: Mapping[str, float]) -> None:
    """Show the picture; its points have exactly the means and covariances of their classes."""
    problem = correlated_problem(replace(SITUATIONS[situation], difference=(0.0, 0.0)), 0.0)
    X, y = points_with_moments(problem, CLASS_SIZE)
    live_picture(
        "naive_and_optimal_bayes",
        numbers,
        values,
        white=[X[y == k].round(DIGITS).T.tolist() for k in (0, 1)],
        signs=list(SITUATIONS[situation].signs),
        names=list(problem.class_names),
    )
