"""The choices that all lessons share; the state of each lesson adds its own fields."""

from dataclasses import dataclass
from typing import Self

from core.fields import State, choice


@dataclass(frozen=True)
class LessonState(State):
    """The choices that every lesson has: whether its formula shows symbols or numbers."""

    formula: str = choice("Written in", {"symbols": "symbols", "numbers": "numbers"})

    def fresh(self) -> Self:
        """Return the state of a new visitor, with this one's choice for formulas."""
        return type(self)(formula=self.formula)
