"""The choices that all lessons share; the state of each lesson adds its own fields."""

from dataclasses import dataclass
from typing import Self

from core.fields import State, choice, number
from lessons.steps import read_steps, set_up

MOST_STEPS = 7


@dataclass(frozen=True)
class LessonState(State):
    """The choices that every lesson has.

    These are whether its formula shows symbols or numbers, and the step (:mod:`lessons.steps`).
    Step 0 is the page *Going deeper*, to which links without a step lead; without any choice a
    link leads to step 1.
    """

    formula: str = choice("Written in", {"symbols": "symbols", "numbers": "numbers"})
    step: int = number("Step", 0, MOST_STEPS, 0, whole=True)

    @classmethod
    def first(cls) -> Self:
        """Return the state with which the first step begins."""
        return set_up(read_steps(cls.__module__.split(".")[1], cls), 1, cls)

    def beginning(self) -> Self:
        """Return the state with which this one's step begins, or *Going deeper*."""
        steps = read_steps(type(self).__module__.split(".")[1], type(self))
        return set_up(steps, self.step, type(self)) if self.step else self.opening()

    @classmethod
    def opening(cls) -> Self:
        """Return the state with which the page *Going deeper* begins."""
        return cls()

    def fresh(self) -> Self:
        """Return the state of a new visitor, with this one's choice for formulas."""
        return type(self)(formula=self.formula)
