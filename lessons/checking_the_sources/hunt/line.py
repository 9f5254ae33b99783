"""The parts of the hunt: a printed line, the tests it can be put to, and what a test shows.

A line is right, wrong, or right under a condition that the source does not state. Most lines are
entries of the errata; those that are right have a definition of their own. What a test shows is
computed from the line as it is printed, and it leaves the judgement to the reader.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import plotly.graph_objects as go

from lessons.checking_the_sources.errata import ERRATA, Drawing, Kind, Outcome

__all__ = [
    "TESTS",
    "VERDICTS",
    "Evidence",
    "PrintedLine",
    "Test",
    "Verdict",
    "drawing_of",
    "of_erratum",
]

Verdict = Literal["right", "wrong", "condition"]
Test = Literal["extreme", "units", "total", "program"]
Draw = Callable[[str], go.Figure]  # theme -> figure

VERDICTS: Mapping[str, str] = MappingProxyType(
    {"right": "Right", "wrong": "Wrong", "condition": "Right under a condition"}
)
TESTS: Mapping[str, str] = MappingProxyType(
    {
        "extreme": "Extreme case",
        "units": "Other units",
        "total": "Add up or integrate",
        "program": "Another program",
    }
)


@dataclass(frozen=True, eq=False)
class Evidence:
    """What a test of a line shows.

    Attributes
    ----------
    what : str
        Markdown: what is done, on which data.
    numbers : tuple of (name, value)
        What comes out.
    expected : str
        Markdown: what has to come out.
    passes : bool
        Whether it does; told only after the judgement.
    draw : callable, optional
        Returns a small figure in a theme.
    alt : str
        What the figure shows, in words.
    """

    what: str
    numbers: tuple[tuple[str, str], ...]
    expected: str
    passes: bool
    draw: Draw | None = None
    alt: str = ""


@dataclass(frozen=True)
class PrintedLine:
    """A line of a source, to be tested and judged.

    Attributes
    ----------
    key : str
        In links; it does not give the answer away.
    title : str
        A few words, shown after the judgement.
    source, place : str
        Which source, and where in it.
    printed : str
        Markdown: the line as it is printed.
    meaning : str
        Markdown: what the line is for, and what its symbols mean.
    formulas : tuple of str
        LaTeX: what is printed and, unless the line is right, what is right.
    verdict : str
        "right", "wrong" or "condition".
    why : str
        Markdown: the correction, or why the line is right.
    compute : callable
        Computes the line and what is right.
    tests : dict
        The tests that the line can be put to; each returns its evidence.
    entry : str
        The entry of the errata that it is, if it is one.
    """

    key: str
    title: str
    source: str
    place: str
    printed: str
    meaning: str
    formulas: tuple[str, ...]
    verdict: Verdict
    why: str
    compute: Callable[[], Outcome]
    tests: Mapping[Test, Callable[[], Evidence]]
    entry: str = ""

    @property
    def kind(self) -> Kind | None:
        """An error or a caution, or None of a line that is right."""
        return ERRATA[self.entry].kind if self.entry else None


def of_erratum(
    key: str,
    entry: str,
    *,
    printed: str,
    meaning: str,
    formulas: tuple[str, str],
    tests: Mapping[Test, Callable[[], Evidence]],
) -> PrintedLine:
    """Return the line of an entry of the errata, which has its source and its correction."""
    erratum = ERRATA[entry]
    return PrintedLine(
        *(key, erratum.title, erratum.source, erratum.place, printed, meaning, formulas),
        verdict="wrong" if erratum.kind == "error" else "condition",
        why=erratum.correction,
        compute=erratum.compute,
        tests=tests,
        entry=entry,
    )


def drawing_of(entry: str) -> Drawing:
    """Return both rules of an entry of the errata that changes regions."""
    draw = ERRATA[entry].draw
    assert draw is not None
    return draw()


def display(latex: str) -> str:
    """Return Markdown that shows a formula in a line of its own."""
    return f"$$\n{latex}\n$$"
