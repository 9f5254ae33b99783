"""The parts of the hunt: a printed line, its tests, and their evidence.

A line is right, wrong, or right under a condition that the source does not state. Most lines are
entries of the errata; the right ones are defined separately. The evidence of a test is computed
from the line as printed, and it leaves the judgement to the reader.
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
    """The result of a test of a line.

    Attributes
    ----------
    what : str
        Markdown: the computation and its data.
    numbers : tuple of (name, value)
        The results.
    expected : str
        Markdown: the expected results.
    passes : bool
        Whether they agree; shown only after the judgement.
    draw : callable, optional
        Returns a small figure in a theme.
    alt : str
        The description of the figure.
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
        In links; it does not reveal the answer.
    title : str
        A few words, shown after the judgement.
    source, place : str
        The source, and the place in it.
    printed : str
        Markdown: the line as printed.
    meaning : str
        Markdown: the purpose of the line, and the meaning of its symbols.
    formulas : tuple of str
        LaTeX: the printed formula and, unless the line is right, the corrected one.
    verdict : str
        "right", "wrong" or "condition".
    why : str
        Markdown: the correction, or why the line is right.
    compute : callable
        Computes the line and its correction.
    tests : dict
        The tests of the line; each returns its evidence.
    entry : str
        Its entry in the errata, if it has one.
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
    """Return the line of an entry of the errata, with its source and its correction."""
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
    """Return Markdown that shows a formula on a separate line."""
    return f"$$\n{latex}\n$$"
