"""What a participant of an exercise can change: the lab with a cut, or counts of words."""

from dataclasses import dataclass

from core.drawing_format import MAX_DRAWN
from core.fields import State, field, number
from core.limits import Number
from core.state import LabState

MOST_MESSAGES = 10_000


@dataclass(frozen=True)
class ExerciseState(LabState):
    """A state of the lab with a cut of the projections, None where the rule chooses it."""

    cut: int | None = field(None, Number(0, MAX_DRAWN, whole=True))


@dataclass(frozen=True)
class CountsState(State):
    """Counts of messages: how many are spam or not, and how many of them have one of two words.

    `alpha` is the pseudo-count of each outcome, "has the word" and "does not have it".
    """

    spam: int = number("Spam", 1, MOST_MESSAGES, 20, whole=True)
    other: int = number("Other messages", 1, MOST_MESSAGES, 80, whole=True)
    spam_first: int = number("Spam with the first word", 0, MOST_MESSAGES, 12, whole=True)
    other_first: int = number("Others with the first word", 0, MOST_MESSAGES, 4, whole=True)
    spam_second: int = number("Spam with the second word", 0, MOST_MESSAGES, 0, whole=True)
    other_second: int = number("Others with the second word", 0, MOST_MESSAGES, 8, whole=True)
    alpha: float = number("Pseudo-count α", 0.0, 100.0, 0.0)

    def odds(self, word: str) -> float:
        """Return P(word | spam) / P(word | other), "first" or "second".

        Each share is (k + α) / (n + 2 α).

        Raises
        ------
        ZeroDivisionError
            If no other message has the word, and there are no pseudo-counts.
        """
        spam, other = (
            (getattr(self, f"{kind}_{word}") + self.alpha) / (getattr(self, kind) + 2 * self.alpha)
            for kind in ("spam", "other")
        )
        return float(spam / other)
