"""Errata of the Gaussian discriminants notes."""

import numpy as np

from bayeslab.errata.erratum import Erratum, Outcome
from bayeslab.lessons.gaussian_cases import (
    WORKED_X,
    WORKED_Y,
    crossings,
    linear_discriminant,
    solve_case,
)

__all__ = ["ERRATA"]

SOURCE = "Gaussian discriminants notes"
ODDS = 9.0


def _scatter() -> Outcome:
    solved = solve_case(WORKED_X, WORKED_Y, 2)
    by_total, by_within = (
        crossings(linear_discriminant(solved.means, C, ODDS), 3.0)[0]
        for C in (np.cov(np.transpose(WORKED_X), bias=True), solved.covariances[0])
    )
    measure = "x₂ of the boundary for its eight points, if class + were nine times as frequent"
    return Outcome(measure, by_total, by_within)


def _offset() -> Outcome:
    solved = solve_case(WORKED_X, WORKED_Y, 2)
    d = linear_discriminant(solved.means, np.cov(np.transpose(WORKED_X), bias=True))
    return Outcome("b in d(x) = 4/9 x₂ + b", float(d.w0) / d.w[1], float(d.w0))


ERRATA = (
    Erratum(
        "scatter",
        "Scatter about the wrong mean",
        SOURCE,
        "case 2 of the example",
        r"$C$ is the scatter about the common mean $\mu$.",
        "The case assumes one covariance *within* the classes. Harmless while $b$ is searched, or "
        "the classes are equally frequent. Lesson 2 shows it.",
        _scatter,
    ),
    Erratum(
        "offset",
        "One b for two scalings",
        SOURCE,
        "case 2 of the example",
        r"$d(x)=\frac49x_2+b$ or $d(x)=x_2+b$, with $b=-2$.",
        r"$b$ scales with $w$: each form needs its own.",
        _offset,
    ),
)
