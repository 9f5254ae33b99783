"""The state of lesson 10: a line of the hunt, a test, judgements, and an entry."""

from dataclasses import dataclass, replace
from typing import Self

from core.fields import choice, text
from core.input_error import InputError
from core.limits import Choice, Limit
from lessons.checking_the_sources.errata import ENTRIES, LINES, TESTS, VERDICTS, PrintedLine
from lessons.lesson_state import LessonState

ROOT = "root"  # the erratum of the question, whose regions are not shown before
NONE = "none"
LONGEST = 1000  # characters of all judgements
SHOWABLE = {key: entry.title for key, entry in ENTRIES.items() if entry.lab and key != ROOT}
NUMBERS = {key: f"{place}" for place, key in enumerate(LINES, 1)}


def check_judgements(text: str) -> None:
    """Raise an InputError if a text has no verdicts on different lines: ``eq-3_right``, joined."""
    parts = [part.split("_") for part in text.split(".") if part]
    is_valid = all(len(part) == 2 and part[0] in LINES and part[1] in VERDICTS for part in parts)
    if not is_valid or len({part[0] for part in parts}) < len(parts):
        raise InputError("use verdicts on lines of the hunt, such as eq-3_right")


@dataclass(frozen=True)
class CheckingTheSourcesState(LessonState):
    """The line to be judged, the current test, the judgements so far, and an open entry."""

    line: str = choice("Line", NUMBERS)
    test: str = choice("Test", {NONE: "none", **TESTS}, of=("line",))
    judged: str = text("Judgements", LONGEST, check=check_judgements)
    erratum: str = choice("Entry with regions", {NONE: "none", **SHOWABLE})

    def fresh(self) -> Self:
        """Return the state of a new visitor, with the judgements kept."""
        return replace(super().fresh(), judged=self.judged)

    @property
    def printed(self) -> PrintedLine:
        """The line to be judged."""
        return LINES[self.line]

    @property
    def judgements(self) -> dict[str, str]:
        """The verdict of the visitor on each line that was judged."""
        return dict(part.split("_") for part in self.judged.split(".") if part)

    @property
    def verdict(self) -> str | None:
        """The verdict of the visitor on this line, if it was judged."""
        return self.judgements.get(self.line)

    def judge(self, verdict: str | None) -> Self:
        """Return the state with another verdict on this line, or with none."""
        judgements = self.judgements | {self.line: verdict}
        parts = [f"{key}_{judgements[key]}" for key in LINES if judgements.get(key)]
        return self.change(judged=".".join(parts))

    def limit(self, name: str) -> Limit:
        """Return the limit of a field: a line has some of the tests."""
        if name == "test":
            return Choice((NONE, *(test for test in TESTS if test in self.printed.tests)))
        return super().limit(name)
