"""The question of lesson 10: the regions of equation 3, and of equation 4 with its error."""

from dataclasses import dataclass

import plotly.graph_objects as go

from core.fields import State, flag
from lessons.checking_the_sources.data import check_root
from lessons.checking_the_sources.proofs import draw_side
from lessons.checking_the_sources.state import ROOT
from lessons.questions import Question


@dataclass(frozen=True)
class Rule(State):
    """Whether the rule is that of equation 4, as printed, or of equation 3."""

    printed: bool = flag("Equation 4 as printed")

    @property
    def title(self) -> str:
        """The equation."""
        return f"Equation {4 if self.printed else 3}"


def draw(state: Rule, theme: str) -> go.Figure:
    """Return the regions of the rule."""
    return draw_side(ROOT, "printed" if state.printed else "right", theme, state.title)


def describe(state: Rule) -> str:
    """Return in words what the figure shows."""
    return f"Regions of both classes: {state.title}."


QUESTION = Question(Rule(), Rule(printed=True), draw, describe, check_root)
