"""The thumbnail of lesson 1: the joint densities of a frequent and a rare class."""

import numpy as np

from bayeslab.figures import PALETTE
from lessons.bayes_rule.state import REACH, BayesRuleState
from ui.thumbnails import draw_thumbnail_curves

__all__ = ["ALT", "draw"]

ALT = "The joint densities of a frequent and a rare class."


def draw(theme: str) -> str:
    """Return the thumbnail."""
    problem = BayesRuleState(classes="unequal_variances").problem
    x = np.linspace(-REACH, REACH, 201)
    joint = np.exp(problem.log_joint(x[:, None])).T
    curves = [(row, style.colour) for row, style in zip(joint, PALETTE, strict=False)]
    return draw_thumbnail_curves(x, curves, theme=theme)
