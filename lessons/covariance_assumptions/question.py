"""The question of lesson 2: case 3, before and after both classes have equal covariances."""

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from bayeslab.data.points import bounding_box
from bayeslab.figures import draw_regions
from bayeslab.scoring.scores import ScoreFunction
from core import compute
from core.fields import State, flag
from lessons.covariance_assumptions.data import (
    CLASS_SIGNS,
    explain_equal_covariances,
    with_equal_covariances,
)
from lessons.covariance_assumptions.numbers import SolvedCase, solve_case
from lessons.covariance_assumptions.points import EXAMPLE, Points
from lessons.questions import Question


@dataclass(frozen=True)
class Covariances(State):
    """Whether class − has got the covariance of class +."""

    equal: bool = flag("Equal covariances")

    def solve(self) -> tuple[Points, SolvedCase]:
        """Return the points and case 3."""
        points = with_equal_covariances(EXAMPLE) if self.equal else EXAMPLE
        return points, solve_case(*points, case=3)


def draw(state: Covariances, theme: str) -> go.Figure:
    """Return the regions of case 3, in a square around the points."""
    (X, y), solution = state.solve()
    d = solution.with_b(solution.formula_b)
    low, high = np.reshape(bounding_box(X), (2, 2)).T
    reach = (high - low).max() / 2
    x1, x2 = (low + high)[:, None] / 2 + np.linspace(-reach, reach, compute.RESOLUTION)
    score = ScoreFunction(d.w, d.W, float(d.w0)).grid(x1, x2)
    return draw_regions(
        *(x1, x2, score > 0, np.abs(score), X, y),
        class_names=[f"class {sign}" for sign in CLASS_SIGNS],
        theme=theme,
        equal_scale=True,
        ellipses=(solution.means, solution.covariances),
    )


def describe(state: Covariances) -> str:
    """Return in words what the figure shows."""
    (X, y), solution = state.solve()
    wrong = int(((solution.with_b(solution.formula_b)(X) > 0) != (y == 1)).sum())
    return f"Regions of case 3 for {len(y)} points, of which {wrong} misclassified."


QUESTION = Question(
    Covariances(), Covariances(equal=True), draw, describe, explain_equal_covariances
)
